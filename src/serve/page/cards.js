// Draws cards: their faces, their backs, and what is to be read about them.
import { h } from "./dom.js";

/** How many colours there are for sets, in style.css. */
const COLOURS = 6;

/** Which of several colours a set has that is not listed. */
function pick(text, among) {
  let sum = 2166136261;
  for (const letter of text) sum = Math.imul(sum ^ letter.codePointAt(0), 16777619) >>> 0;
  return sum % among;
}

/** A name as it is printed: without the set that tells it apart from a namesake. */
export const printed = (name) => name.replace(/^[\w-]+:(?=\S)/, "");

/** What is known of all cards of a game, ready to be looked up. */
export class Book {
  constructor(start) {
    this.start = start;
    this.kinds = new Map(start.cards.map((kind) => [kind.card, kind]));
    this.sets = [...new Set(start.cards.map((kind) => kind.set))];
    this.faces = new Map();
    for (const kind of start.cards) {
      if (kind.action) this.faces.set(kind.action.name, { kind, face: kind.action, part: "action" });
      for (const face of kind.buildings) this.faces.set(face.name, { kind, face, part: "building" });
    }
  }

  kind(card) {
    return this.kinds.get(card) ?? null;
  }

  colour(card) {
    const kind = this.kind(card);
    if (!kind) return 0;
    const at = this.sets.indexOf(kind.set);
    return at < COLOURS ? at : pick(kind.set, COLOURS);
  }

  /** The emblem of a face, by its name. */
  sign(name) {
    return sign(this.faces.get(name)?.face.sign ?? "M24 8a16 16 0 1 0 .1 0z");
  }

  /** The colour of its own that a face has, for what shows it. */
  own(name) {
    return { "--set": this.faces.get(name)?.face.colour ?? null };
  }
}

/** An emblem, from its lines. */
export const sign = (lines) => h("svg", { class: "sign", viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, h("path", { d: lines }));

/** A small sign of the page itself. */
const ICONS = {
  deck: "M8 6h26v34H8zM14 10h26v34H14z",
  pile: "M6 14l24-6 6 28-24 6zM20 8h22v32",
  hand: "M6 16l12-4 8 28-12 4zM19 11h13v30M34 13l9 4-8 25",
  eye: "M3 24c10-16 32-16 42 0-10 16-32 16-42 0zM24 18a6 6 0 1 0 .1 0z",
  back: "M18 8L6 20l12 12M6 20h24c16 0 16 22 0 22h-8",
  flag: "M10 44V5M10 7h26l-6 9 6 9H10",
  sound: "M6 18v12h8l12 9V9L14 18zM32 17c5 4 5 10 0 14M37 12c9 7 9 17 0 24",
  gear: "M24 16a8 8 0 1 0 .1 0zM24 4v7M24 37v7M4 24h7M37 24h7M10 10l5 5M33 33l5 5M38 10l-5 5M10 38l5-5",
  chat: "M6 8h36v26H22l-10 9v-9H6zM14 17h20M14 25h14",
  list: "M6 10h4M16 10h26M6 24h4M16 24h26M6 38h4M16 38h26",
  help: "M24 4a20 20 0 1 0 .1 0zM18 19c0-9 13-8 12 0-1 5-6 4-6 10M24 35v1",
  bulb: "M17 34c0-6-6-8-6-16a13 13 0 0 1 26 0c0 8-6 10-6 16zM18 39h12M20 44h8",
  bot: "M10 16h28v22H10zM24 16V7M20 7h8M17 25h.1M31 25h.1M18 32h12M5 22v10M43 22v10",
  off: "M8 8l32 32M40 8L8 40",
  law: "M24 5v38M12 43h24M8 12h32M8 12L3 28h10zM40 12l-5 16h10zM3 28c1 5 9 5 10 0M35 28c1 5 9 5 10 0",
};
export const icon = (name) => h("svg", { class: "icon", viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, h("path", { d: ICONS[name] }));

/** The first line of a face's text, for those places that are large enough. */
export const gist = (face) => {
  const first = face?.gist?.[0];
  return first ? h("span", { class: "gist", "aria-hidden": "true" }, first.trim()) : null;
};

/** A whole card as one holds it: its building above, its action below. */
export function whole(book, card, attributes = {}, ...over) {
  const kind = book.kind(card);
  const tag = attributes.tag ?? "div";
  const { tag: _tag, class: more, said, ...rest } = attributes;
  const building = kind?.buildings[0]?.name ?? card;
  const halves = [
    h("span", { class: "half up", vars: book.own(building) }, book.sign(building), h("span", { class: "name" }, printed(building)), gist(kind?.buildings[0])),
    kind?.action
      ? h("span", { class: "half down", vars: book.own(kind.action.name) }, h("span", { class: "name" }, printed(kind.action.name)), book.sign(kind.action.name), gist(kind.action))
      : h("span", { class: "half down victory" }, h("span", { class: "name" }, kind?.buildings[1] ? printed(kind.buildings[1].name) : "Victory card")),
  ];
  return h(tag, { class: `card set-${book.colour(card)} ${kind?.victory ? "crown" : ""} ${more ?? ""}`, ...rest }, said ? h("span", { class: "heard" }, said) : null, h("span", { class: "halves", "aria-hidden": said ? "true" : null }, halves), over);
}

/** What people say of a card: both its names. */
export function called(book, card) {
  const kind = book.kind(card);
  if (!kind) return printed(card);
  if (!kind.action) return kind.buildings.map((face) => printed(face.name)).join(" / ");
  return `${printed(kind.action.name)} / ${printed(kind.buildings[0].name)}`;
}

/** The text of a face, line by line; the indentation of a line stays. */
function text(face) {
  const lines = face.lines ?? [face.text];
  const text = Array.isArray(lines) ? lines : String(lines).split("\n");
  if (!text.some((line) => line.trim())) return h("p", { class: "none" }, "It has no text.");
  return text.map((line) => {
    const deep = (line.length - line.trimStart().length) / 2;
    return h("p", { vars: { "--deep": String(deep) } }, line.trim());
  });
}

/** All there is to read about a card; of a card with two faces the one that lies up comes first. */
export function reading(book, card, up) {
  const kind = book.kind(card);
  if (!kind) return [h("p", {}, "You do not know this card.")];
  const faces = [];
  for (const face of kind.buildings) faces.push([kind.victory ? "Victory card" : "Building", face]);
  if (kind.action) faces.push(["Action", kind.action]);
  if (up) faces.sort((a, b) => (b[1].name === up) - (a[1].name === up));
  return faces.map(([sort, face]) =>
    h("section", { class: `read set-${book.colour(card)} ${sort === "Action" ? "action" : ""}`, vars: book.own(face.name) },
      h("h3", {}, sign(face.sign), printed(face.name), h("small", {}, sort)),
      text(face)));
}
