// The way into the page: which part of it a link leads to.
import { api, clean, forgetSeat, invite, invited, isToken, remember, seatOf } from "./net.js";
import { fill } from "./dom.js";
import { dress, keep, painted, settings } from "./settings.js";
import { toast } from "./ui.js";

const root = document.getElementById("page");
let leave = null;

/** A game: its parlour first, its table when the cards are dealt. */
async function play(id, token, watching) {
  const [{ Room }, { links, parlour, show }] = await Promise.all([import("./room.js"), import("./parlour.js")]);
  const keys = (event) => game || show(room, event);
  const room = new Room(id, token, watching);
  let game = null;
  let table = null;
  room.share = () => links(room);
  const draw = () => {
    head();
    // What is not opened by this may be opened by what this browser knows. Whoever is not let in for another reason still has the seat.
    const own = room.gone && room.shut ? seatOf(id) : null;
    const other = own?.seat && own.seat !== token;
    room.elsewhere = !own ? null : other ? "Go to your seat in this browser" : own.join || invited(id) ? "Take a free chair" : null;
    // A seat that is no more does not stand before the invitation.
    room.forgets = () => other || forgetSeat(id);
    if (room.gone && game) {
      game.leave();
      game = null;
      fill(root, []);
    }
    if (game) {
      game.changed();
      return;
    }
    fill(root, [parlour(room)]);
    // The first paint does not wait for the table, which comes meanwhile.
    table ??= painted().then(() => import("./game.js"));
    if (room.start && !room.gone && (room.phase === "play" || room.phase === "over")) {
      table.then(({ Game }) => {
        if (!game && !room.left && !room.gone) game = new Game(root, room);
      });
    }
  };
  room.look = async (played) => {
    const { Viewer } = await import("./replay.js");
    document.querySelector("dialog[open]")?.close();
    game.leave();
    const viewer = new Viewer(root, played, (seat) => room.name(seat), () => {
      viewer.leave();
      game = null;
      draw();
    });
    game = viewer;
    game.changed = () => {};
  };
  /** In by the same link or code, which may be kept nowhere else. */
  room.again = () => {
    leave?.();
    play(id, token, watching);
  };
  const head = () => {
    const mine = room.decision || (room.phase === "contest" && room.table.contest?.left.includes(room.me?.chair) && !room.table.contest.chosen.includes(room.me?.chair));
    document.title = `${mine ? "● Your turn – " : ""}${room.title || "Brink"}`;
  };
  room.changed = draw;
  document.addEventListener("keydown", keys);
  leave = () => {
    document.removeEventListener("keydown", keys);
    game?.leave();
    room.left = true;
    room.leave();
  };
  draw();
  room.about = await api.about().catch(() => null);
  room.changed?.();
}

/** The name of the game that a link leads to; nothing where it leads to none. */
function gameOf(path) {
  try {
    const [, name] = /^\/game\/([0-9a-z]{1,32})\/?$/.exec(clean(decodeURIComponent(path))) ?? [];
    return name ?? null;
  } catch {
    return null;
  }
}

async function enter() {
  leave?.();
  leave = null;
  const hash = new URLSearchParams(location.hash.slice(1));
  if (location.pathname !== "/") {
    const id = gameOf(location.pathname);
    if (!id) {
      const { nowhere } = await import("./hall.js");
      return nowhere(root, "A link to a game contains /game/ and then the game's name, which is letters and digits. Copy the whole link, or ask for it again.");
    }
    // Tokens are no part of what a browser shows or keeps in its history.
    if (location.hash || location.pathname !== `/game/${id}`) history.replaceState(null, "", `/game/${id}`);
    const own = seatOf(id);
    const given = (what) => clean(hash.get(what));
    // What a link says is remembered when the server has accepted it, and not before.
    if (given("seat")) return play(id, given("seat"), false);
    if (own?.seat) return play(id, own.seat, false);
    const join = given("join") || (given("watch") ? "" : invited(id) ?? own?.join);
    if (join && !isToken(join)) {
      const { nowhere } = await import("./hall.js");
      return nowhere(root, "This invitation is damaged: characters are missing or mistyped. Copy the whole link, or ask for it again.");
    }
    if (join) {
      invite(id, join);
      const sit = async (name) => {
        try {
          keep({ name });
          const { seat } = await api.join(id, join, name);
          invite(id, null);
          remember(id, { seat, join });
          play(id, seat, false);
        } catch (fault) {
          // One that opens nothing is not asked with again.
          if (fault.code === "no-token") invite(id, null);
          toast(fault.message, true);
        }
      };
      const { door } = await import("./parlour.js");
      return fill(root, [door("Join the table", settings.name, sit)]);
    }
    return play(id, given("watch") || own?.watch || "", true);
  }
  if (hash.has("workshop")) {
    const { workshop } = await import("./workshop.js");
    return workshop(root);
  }
  if (hash.has("learn")) {
    const { learn } = await import("./learn.js");
    leave = learn(root);
    return undefined;
  }
  if (hash.has("shown")) {
    const { shown } = await import("./replay.js");
    leave = shown(root, hash.get("shown"));
    return undefined;
  }
  if (hash.has("replay")) {
    const { replay } = await import("./replay.js");
    leave = replay(root);
    return undefined;
  }
  const { hall } = await import("./hall.js");
  return hall(root);
}

dress();
// Within a game's page `#table` leads to the table, and nowhere else.
addEventListener("hashchange", () => location.hash === "#table" || enter());
enter();
