// The words of a game's page: what is asked, who is waited for, what can be taken back, how it has ended.
import { called, icon, printed } from "./cards.js";
import { away, played, vote } from "./company.js";
import { h } from "./dom.js";
import { dialog, sure, toast } from "./ui.js";

/** The line above all. */
export function top(game) {
  const { room } = game;
  const { view } = room;
  const turn = !view || view.phase === "set-up" ? "Setting up the game" : room.over ? "The game is over" : view.turn === room.seat ? "Your turn" : `${room.name(view.turn)}’s turn`;
  const button = (name, word, press, more = {}) =>
    h("button", { class: `do bare ${more.class ?? ""}`, type: "button", "aria-label": word, title: more.title ?? word, disabled: more.off, onclick: press }, icon(name), h("span", { class: "word", "aria-hidden": "true" }, more.word ?? word));
  return h("header", { class: "top", key: "top" },
    h("a", { class: "skip", href: "#table" }, "Skip to the table"),
    h("h1", {}, h("a", { href: "/", "aria-label": "Brink, home" }, "Brink"), " ", h("small", {}, room.title ?? "", room.seat ? "" : " · watching")),
    h("span", { class: "chip" }, turn),
    room.seat && room.back ? button("back", room.back.state === "ask" ? "Ask to undo" : "Undo", () => game.takeBack(), { title: backTitle(room), off: room.back.state === "none", class: `back-${room.back.state}` }) : null,
    button("list", "Log, goals, chat", () => { game.sideOpen = !game.sideOpen; game.draw(); }, { class: "only-small" }),
    button("gear", "Settings", () => game.settings()),
    button("help", "Keys", () => game.keys(), { class: "only-wide" }),
    room.trouble ? h("p", { class: "banner", role: "alert" }, room.trouble) : null,
    played(room),
    vote(room));
}

function backTitle(room) {
  const { back } = room;
  if (back.state === "free") return "Undo your last decision: nobody has seen anything since";
  if (back.state === "ask") return "Undo your last decision: the others must agree";
  if (back.state === "never") return back.because ?? "Hidden information has been seen since";
  return "Nothing to undo";
}

export async function takeBack(game) {
  const { room } = game;
  const { back } = room;
  if (!back || back.state === "none") return toast("Nothing to undo.");
  if (back.state === "never") {
    return dialog("This cannot be undone", (close) => [
      h("p", {}, back.because ?? "Hidden information has been seen since."),
      h("footer", {}, h("button", { class: "do first", type: "button", onclick: () => close() }, "Close")),
    ]);
  }
  if (back.state === "ask") {
    const yes = await sure("Ask to undo?", ["The others must agree. They see what would be undone:", ...((back.would ?? []).map((line) => room.named(line)))], "Ask them", false);
    if (!yes) return undefined;
  }
  return room.takeBack();
}

/** Whether somebody is there. */
export function presence(room, seat) {
  const at = room.seats?.find((each) => each.seat === seat);
  if (!at) return null;
  if (at.kind === "bot") return h("span", { class: "chip", title: at.replaced ? `A bot is playing for ${at.name}: ${at.strength ?? ""}` : `A bot plays here: ${at.strength ?? ""}` }, icon("bot"), at.strength ?? "bot");
  if (at.conceded) return h("span", { class: "chip" }, "has conceded");
  return away(room, at);
}

const QUESTIONS = {
  side: "Which side of your victory card will you play?",
  shield: "Which card do you put face down on your victory card?",
  menu: "Your turn: what do you do?",
  player: "Which player?",
  building: "Which building?",
  top: "Which top card?",
  card: "Which card?",
  place: "Where?",
  branch: "Which option?",
};

export function question(decision) {
  const target = decision.targeted && ["player", "building", "top"].includes(decision.question);
  return target ? `Target: ${QUESTIONS[decision.question].toLowerCase()}` : QUESTIONS[decision.question];
}

/** What a button for an option says. */
export function option(each, context, decision) {
  const { book } = context;
  const at = (seat, place) => {
    const there = context.view.players.find((standing) => standing.seat === seat)?.nation[place - 1];
    return there ? `${printed(there.name)} (${seat}.${place})` : `${seat}.${place}`;
  };
  switch (each.what) {
    case "side": {
      const own = each.label.replace(/^side\s+/, "");
      const lines = book.faces.get(own)?.face.gist ?? [];
      return [h("b", {}, book.sign(own), " ", printed(own)), h("span", { class: "goal-text" }, lines.map((line) => h("span", {}, line.trim())))];
    }
    case "card":
    case "shield":
      return called(book, each.card);
    case "use":
      return `Use ${at(each.seat, each.place)}${decision.options.filter((other) => other.what === "use" && other.seat === each.seat && other.place === each.place).length > 1 ? `, ability ${each.ability}` : ""}`;
    case "stacked":
      return `Card ${each.number} on ${at(each.seat, each.place)}`;
    case "top":
    case "building":
      return `${each.what === "top" ? "The top card on " : ""}${at(each.seat, each.place)}`;
    case "player":
      return context.name(each.seat);
    case "held":
      return `Card ${each.number} of ${context.name(each.seat)}'s hand`;
    case "aside":
      return `Card ${each.number}, unseen`;
    case "decline":
      return "None";
    case "pass":
      return "End your turn";
    default: {
      const text = each.label.replace(/^"|"$/g, "");
      return text.charAt(0).toUpperCase() + text.slice(1);
    }
  }
}

/** Who is waited for, when one is not asked oneself. */
export function waiting(room) {
  if (room.over) return room.over.text;
  if (room.waiting) return "…";
  const whom = (room.asked ?? []).filter((seat) => seat !== room.seat);
  if (!whom.length) return "One moment …";
  const names = whom.map((seat) => room.name(seat));
  const list = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  return `${list} ${names.length > 1 ? "decide" : "decides"} …`;
}

/** The buttons when a game is over. */
export function over(game, close) {
  const { room } = game;
  if (!room.over) return null;
  const then = (act) => () => {
    close?.();
    act();
  };
  return h("div", { class: "choices" },
    room.table?.rematch?.game ? h("button", { class: "do first", type: "button", onclick: then(() => room.nextGame()) }, "Go to the next game")
      : room.seat && room.rematch ? h("button", { class: "do first", type: "button", disabled: room.table?.rematch?.yes.includes(room.me?.chair), onclick: then(() => room.rematch()) }, room.table?.rematch ? `Play again (${room.table.rematch.yes.length} of ${room.table.rematch.needs.length})` : "Play again") : null,
    room.replay ? h("button", { class: "do", type: "button", onclick: then(() => room.replay()) }, "Replay the game") : null,
    h("a", { class: "do", href: "/" }, "Home"));
}

export function ending(game) {
  const { room } = game;
  const { over: end } = room;
  return dialog(end.draw ? "A draw" : end.youWon ? "You have won!" : end.winner ? `${room.name(end.winner)} has won` : "The game is over", (close) => [
    h("p", { class: "pre ending" }, end.text),
    h("footer", {}, over(game, close), h("button", { class: "do", type: "button", autofocus: true, onclick: () => close() }, "Look at the table")),
  ]);
}
