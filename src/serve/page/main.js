// The way into the page: which part of it a link leads to.
import { api, remember, seatOf } from "./net.js";
import { fill } from "./dom.js";
import { dress, keep, settings } from "./settings.js";
import { toast } from "./ui.js";

const root = document.getElementById("page");
let leave = null;

/** When something is to be seen; a page that is not looked at does not wait for it. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 400);
  });

/** A game: its parlour first, its table when the cards are dealt. */
async function play(id, token, watching) {
  const [{ Room }, { links, parlour }] = await Promise.all([import("./room.js"), import("./parlour.js")]);
  const room = new Room(id, token, watching);
  let game = null;
  let table = null;
  room.share = () => links(room);
  const draw = () => {
    head();
    if (game) {
      game.changed();
      return;
    }
    fill(root, [parlour(room)]);
    // The first paint does not wait for the table, which comes meanwhile.
    table ??= painted().then(() => import("./game.js"));
    if (room.start && (room.phase === "play" || room.phase === "over")) {
      table.then(({ Game }) => {
        if (!game && !room.left) game = new Game(root, room);
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
  const head = () => {
    const mine = room.decision || (room.phase === "contest" && room.table.contest?.left.includes(room.me?.chair) && !room.table.contest.chosen.includes(room.me?.chair));
    document.title = `${mine ? "● Your turn – " : ""}${room.title || "Brink"}`;
  };
  room.changed = draw;
  leave = () => {
    game?.leave();
    room.left = true;
    room.leave();
  };
  draw();
  room.about = await api.about().catch(() => null);
  room.changed?.();
}

async function enter() {
  leave?.();
  leave = null;
  const path = /^\/game\/([^/]+)$/.exec(location.pathname);
  const hash = new URLSearchParams(location.hash.slice(1));
  if (path) {
    const id = decodeURIComponent(path[1]);
    // Tokens are no part of what a browser shows or keeps in its history.
    if (location.hash) history.replaceState(null, "", location.pathname);
    const own = seatOf(id);
    if (hash.get("seat")) {
      remember(id, { seat: hash.get("seat") });
      return play(id, hash.get("seat"), false);
    }
    if (own?.seat) return play(id, own.seat, false);
    if (hash.get("join")) {
      const sit = async (name) => {
        try {
          keep({ name });
          const { seat } = await api.join(id, hash.get("join"), name);
          remember(id, { seat });
          play(id, seat, false);
        } catch (fault) {
          toast(fault.message, true);
        }
      };
      const { door } = await import("./parlour.js");
      return fill(root, [door("Sit down at the table", settings.name, sit)]);
    }
    const watch = hash.get("watch") ?? own?.watch;
    if (watch) {
      remember(id, { watch });
      return play(id, watch, true);
    }
    return play(id, "", true);
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
addEventListener("hashchange", enter);
enter();
