// Beside the table: the log with turn headings, goals and progress, the chat, and what one rarely wants.
import { icon, printed } from "./cards.js";
import { chat } from "./company.js";
import { h } from "./dom.js";
import { settings } from "./settings.js";

const SHOWN = 250;

/** The log: one list for each turn, so that headings lead from turn to turn. */
function log(game) {
  const { room } = game;
  const all = room.lines.slice(0, room.told);
  const from = game.whole ? 0 : Math.max(0, all.length - SHOWN);
  const turns = [];
  all.slice(from).forEach((line, index) => {
    if (line.turn || !turns.length) turns.push({ key: from + index, turn: line.turn, lines: [] });
    turns.at(-1).lines.push({ ...line, n: from + index });
  });
  const decided = room.decided ?? 0;
  // A turn that is told to its end is described once: what happens next does not draw it anew.
  const kept = game.turnsTold ??= new Map();
  const section = (turn) => {
    const told = `${turn.lines.map(({ text }) => text).join("\n")}|${decided}|${room.name(turn.turn ?? "")}`;
    if (kept.get(turn.key)?.told !== told) kept.set(turn.key, { told, node: draw(turn) });
    return kept.get(turn.key).node;
  };
  const draw = (turn) =>
      h("section", { key: `turn:${turn.key}` },
        turn.turn ? h("h3", {}, turn.turn === room.seat ? "Your turn" : `${room.name(turn.turn)}’s turn`) : null,
        h("ul", {}, turn.lines.filter((line) => !line.turn || turn.lines.length === 1).map((line) =>
          h("li", { key: `line:${line.n}`, class: line.n >= decided && decided ? "fresh" : "", vars: { "--deep": String(line.depth ?? 0) } }, line.n === decided && decided ? h("span", { class: "heard" }, "Since your last decision: ") : null, room.named(line.text),
            room.why ? h("button", { class: "why", type: "button", "aria-label": `Why: ${room.named(line.text)}`, title: "Why?", onclick: () => game.why(line.n + 1) }, "?") : null))));
  return [
    from ? h("button", { class: "do", type: "button", key: "more", onclick: () => { game.whole = true; game.draw(); } }, `Show ${from} earlier lines`) : null,
    turns.map(section),
  ];
}

function goals(game) {
  const { room } = game;
  const seats = room.view?.players ?? [];
  return seats.map(({ seat, eliminated }) => {
    const own = (room.goals ?? []).filter((goal) => goal.seat === seat);
    return h("section", { class: "goals", key: seat },
      h("h3", {}, room.name(seat), eliminated ? " ✝ out of the game" : ""),
      h("ul", {}, own.length ? own.map((goal) =>
        h("li", {}, h("span", {}, goal.near ? "▲ " : "", printed(goal.name)), h("span", {}, goal.progress.replace(goal.name, "").trim(), goal.near ? "!" : ""),
          goal.want ? h("meter", { min: "0", max: String(goal.want), value: String(Math.min(goal.have, goal.want)), "aria-label": goal.progress }) : null)) : h("li", {}, "no progress toward a win yet")));
  });
}

/** Who sits here, how the table reads the rules, and leaving for good: far away from taking back. */
function more(game) {
  const { room } = game;
  return h("div", { class: "pane", key: "more" },
    h("h3", {}, "Players"),
    h("ul", { class: "list" }, (room.seats ?? []).map((at) => h("li", {}, h("b", {}, room.name(at.seat)), h("span", { class: "grow" }, at.replaced ? `a bot plays: ${at.strength ?? ""}` : at.kind === "bot" ? `a bot: ${at.strength ?? ""}` : at.conceded ? "has conceded" : at.left ? "has left" : at.connected === false ? "away" : "here"), h("span", {}, at.seat)))),
    room.share ? [h("h3", {}, "Links"), room.share()] : null,
    h("h3", {}, "Disputed rules"),
    h("ul", { class: "disputed" }, room.start.disputes.map((each) => {
      const known = room.about?.recipes.flatMap((recipe) => recipe.disputes).find((other) => other.name === each.name);
      return h("li", {}, known?.question ?? each.name, " ", h("b", {}, known?.values.find((value) => value.value === each.value)?.meaning ?? each.value));
    })),
    room.over && room.seat ? h("p", {}, h("button", { class: "do", type: "button", onclick: () => room.save() }, "Save this game as a file")) : null,
    room.seat && !room.over && room.replaced ? [h("h3", { class: "apart" }, "Leave"), h("p", {}, "A bot is playing for you. To concede, take over first.")] : null,
    room.seat && !room.over && !room.replaced ? [
      h("h3", { class: "apart" }, "Leave"),
      h("p", {}, "If you close the page, you keep your seat. If you leave, you keep it too, but the others need not wait for you. Conceding ends the game for you."),
      h("p", {}, h("button", { class: "do", type: "button", onclick: () => room.goes() }, "Leave but keep your seat")),
      h("p", {}, h("button", { class: "do grave", type: "button", onclick: () => game.concede() }, icon("flag"), "Concede"))] : null);
}

export function side(game) {
  const { room } = game;
  if (game.tab === "chat") room.unread = 0;
  const tabs = [["log", "Log"], ["goals", "Goals"]];
  if (settings.chat && room.chatty) tabs.push(["chat", room.unread ? `Chat (${room.unread})` : "Chat"]);
  tabs.push(["more", "More"]);
  if (!tabs.some(([tab]) => tab === game.tab)) game.tab = "log";
  const turn = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex(([tab]) => tab === game.tab);
    game.open(tabs[(at + step + tabs.length) % tabs.length][0]);
    event.preventDefault();
  };
  return h("aside", { class: `side ${game.sideOpen ? "open" : ""}`, key: "side", "aria-label": "Log, goals and chat" },
    h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the table", onkeydown: turn, key: "tabs" },
      tabs.map(([tab, text]) => h("button", { class: "do", type: "button", role: "tab", id: `tab-${tab}`, key: tab, "aria-selected": game.tab === tab ? "true" : "false", "aria-controls": "beside", tabindex: game.tab === tab ? "0" : "-1", onclick: () => { game.tab = tab; game.draw(); } }, text)),
      h("button", { class: "do bare only-small", type: "button", "aria-label": "Close", onclick: () => { game.sideOpen = false; game.draw(); } }, "✕")),
    h("div", { class: "beside", id: "beside", role: "tabpanel", "aria-labelledby": `tab-${game.tab}`, key: "beside" },
      // The log is there even when it is not looked at, so that it is read out.
      h("div", { class: `pane log ${game.tab === "log" ? "" : "heard"}`, role: "log", "aria-live": "polite", "aria-label": "Log", key: "log", tabindex: game.tab === "log" ? "0" : null, made: (element) => follow(element) }, log(game)),
      game.tab === "goals" ? h("div", { class: "pane", key: "goals", tabindex: "0" }, goals(game)) : null,
      game.tab === "chat" ? chat(room) : null,
      game.tab === "more" ? more(game) : null));
}

/** Keeps the newest sentence in sight, unless somebody reads further up. */
function follow(element) {
  let near = true;
  element.addEventListener("scroll", () => {
    near = element.scrollHeight - element.scrollTop - element.clientHeight < 60;
  });
  new MutationObserver(() => {
    if (near) element.scrollTop = element.scrollHeight;
  }).observe(element, { childList: true, subtree: true });
}
