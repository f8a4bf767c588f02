// The others at the table, before the game as in it: what is said, what is voted on, and bots for those who are away.
import { h } from "./dom.js";

/** What has been said, and what can be. */
export function chat(room) {
  const send = (text) => {
    if (text.trim()) room.say(text.trim());
  };
  return [
    h("div", { class: "pane", role: "log", "aria-live": "polite", "aria-label": "Chat", key: "chat", tabindex: "0" },
      room.chat.length ? room.chat.map((line) => h("p", { class: "said" }, line.notice ? h("i", {}, line.notice) : [h("b", {}, line.name), line.text])) : h("p", {}, "No messages yet.")),
    h("form", { class: "say", key: "say", onsubmit: (event) => {
      event.preventDefault();
      const field = event.target.elements.text;
      send(field.value);
      field.value = "";
    } },
      (room.phrases ?? []).map((phrase) => h("button", { class: "chip", type: "button", onclick: () => room.phrase(phrase.phrase) }, phrase.text)),
      room.freeText === false ? h("p", {}, "This table allows only set phrases.") : [
        h("input", { name: "text", maxlength: "300", autocomplete: "off", "aria-label": "Say something", placeholder: "Say something" }),
        h("button", { class: "do" }, "Say"),
      ]),
  ];
}

/** Somebody asks to take back, or for a bot in a seat. */
export function vote({ vote: asked }) {
  if (!asked) return null;
  return h("div", { class: "banner vote", role: "alert", key: "vote" },
    h("p", {}, asked.text),
    asked.would?.length ? h("details", {}, h("summary", {}, "What would be undone"), h("ul", {}, asked.would.map((line) => h("li", {}, line)))) : null,
    asked.mine ? h("p", {}, "Waiting for the others.") : [
      h("button", { class: "do", type: "button", onclick: () => asked.answer(true) }, "Agree"),
      h("button", { class: "do", type: "button", onclick: () => asked.answer(false) }, "Refuse"),
    ]);
}

/** A bot plays for whoever is at this page. */
export function played(room) {
  if (!room.replaced || room.over) return null;
  return h("div", { class: "banner played", role: "alert", key: "played" },
    h("p", {}, "A bot is playing for you because you were away. Do anything here to take over."),
    h("button", { class: "do first", type: "button", onclick: () => room.playOn() }, "Take over"));
}

/** How it stands with somebody who is not at the page, and what can be done about it. */
export function away(room, chair) {
  if (chair.who !== "person" || !(chair.left || chair.idle || !chair.connected)) return null;
  const other = room.me && room.me.chair !== chair.chair && (room.phase === "contest" || room.phase === "play");
  const may = other && chair.replaceable;
  return h("span", { class: "chip away", title: other && !may ? "They keep the seat; if this lasts, you can ask for a bot" : "They keep the seat" }, chair.left ? "⚠ has left" : chair.connected ? "⚠ idle" : "⚠ away",
    may ? h("button", { type: "button", class: "small-do", onclick: () => room.askBot(chair.chair) }, "ask for a bot") : null);
}
