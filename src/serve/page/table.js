// Draws the table as a seat sees it: nations as rows, stacks as stacks, the deck, the discard pile, laws and counters.
import { h } from "./dom.js";
import { called, icon, printed, whole } from "./cards.js";

const STATUS = { disabled: "✗", guarded: "◆", sheltered: "⌂" };

/** Counters as chips. */
function heaps(context, counters) {
  return counters.map((heap) =>
    h("span", { class: "chip counter" }, `● ${heap.counter} ×${heap.number}`, heap.by ? ` (${context.name(heap.by)})` : ""));
}

const many = (count, one, more) => `${count} ${count === 1 ? one : (more ?? `${one}s`)}`;

/** What a building is, in a sentence for those who hear it. */
function told(context, seat, place, building, options) {
  const parts = [printed(building.name), `${seat}.${place}`];
  if (building.stack.length) {
    parts.push(many(building.stack.length, "card") + " on it");
    const up = building.stack.filter((card) => card.face_up && card.card);
    if (up.length) parts.push(`face up: ${up.map((card) => context.up(card.card)).join(", ")}`);
    const known = building.stack.filter((card) => !card.face_up && card.card);
    if (known.length) parts.push(`you know: ${known.map((card) => called(context.book, card.card)).join(", ")}`);
  } else parts.push("nothing on it");
  if (building.status.length) parts.push(building.status.join(", "));
  if (building.spent.length) parts.push("already used");
  for (const heap of building.counters) parts.push(`${heap.counter} ${heap.number}`);
  if (options.length) parts.push("can be chosen");
  return parts.join(", ");
}

function stacked(context, card, index, count) {
  const top = index === count - 1;
  const name = card.card ? context.up(card.card) : null;
  const colour = card.card ? `set-${context.book.colour(card.card)}` : "";
  const counters = card.counters?.length ? heaps(context, card.counters) : null;
  if (card.face_up) {
    return h("span", { class: `on up ${colour} ${top ? "top" : ""}`, vars: { "--i": String(index), ...context.book.own(name) } },
      context.book.sign(name), h("span", { class: "name" }, printed(name ?? "?")), counters);
  }
  return h("span", { class: `on down ${top ? "top" : ""} ${name ? "known" : ""}`, vars: { "--i": String(index) } },
    name ? h("span", { class: "name" }, icon("eye"), printed(name)) : null, counters);
}

function building(context, seat, there, place) {
  const at = `${seat}.${place}`;
  const options = context.lit.get(`at:${at}`) ?? [];
  const classes = ["building", `set-${context.book.colour(there.card)}`];
  if (options.length) classes.push("lit", context.harms ? "harm" : "");
  if (context.picked?.at === at) classes.push("picked");
  if (context.book.kind(there.card)?.victory) classes.push("crown");
  if (context.happening?.seat === seat && context.happening?.place === place) classes.push("happening");
  for (const status of there.status) classes.push(`is-${status.replace(/\W+/g, "-")}`);
  const count = there.stack.length;
  const said = there.status.map((status) => [STATUS[status] ?? "•", status]);
  if (there.spent.length) said.push(["✓", "used"]);
  // Several signs have no room for their words, which are said and can be read all the same.
  const short = said.length > 1;
  const marks = said.map(([mark, word]) => h("span", { class: `chip status ${word in STATUS ? word : ""}`, title: word }, short ? mark : `${mark} ${word}`));
  return h("button", {
    key: `at:${at}`,
    class: classes.join(" "),
    type: "button",
    "data-at": at,
    "data-move": `at:${at}:${there.name}`,
    "data-card": there.card,
    "data-up": there.name,
    "data-drop": options.length ? `at:${at}` : null,
    "aria-pressed": context.picked?.at === at ? "true" : null,
    vars: { "--n": String(count), ...context.book.own(there.name) },
    onclick: () => context.press(`at:${at}`),
  },
    h("span", { class: "heard" }, told(context, seat, place, there, options)),
    h("span", { class: "face", "aria-hidden": "true" },
      context.book.sign(there.name),
      h("span", { class: "name" }, printed(there.name))),
    count ? h("span", { class: "stack", "aria-hidden": "true" }, there.stack.map((card, index) => stacked(context, card, index, count))) : null,
    h("span", { class: "height", "aria-hidden": "true" }, count ? String(count) : "0"),
    marks.length || there.counters.length ? h("span", { class: "marks", "aria-hidden": "true" }, marks, heaps(context, there.counters)) : null);
}

/** A place in a row where something can be built, or that can be picked. */
function gap(context, seat, place) {
  const options = context.lit.get(`gap:${seat}.${place}`);
  if (!options) return null;
  return h("button", {
    key: `gap:${seat}.${place}`,
    class: "gap lit",
    type: "button",
    "data-drop": `gap:${seat}.${place}`,
    "aria-label": `${options[0].what === "build" ? "Build here" : "This place"}: ${seat}.${place}`,
    onclick: () => context.press(`gap:${seat}.${place}`),
  }, h("span", { "aria-hidden": "true" }, "+"));
}

function goals(context, seat) {
  const own = (context.goals ?? []).filter((goal) => goal.seat === seat && goal.begun);
  return own.slice(0, 3).map((goal) =>
    h("span", { class: `chip goal ${goal.near ? "near" : ""}`, title: `${goal.progress}${goal.near ? ": one step from winning" : ""}` },
      goal.near ? "▲ " : "", goal.progress, goal.near ? "!" : ""));
}

function nation(context, standing, own) {
  const { seat } = standing;
  const turn = context.view.turn === seat && context.view.phase !== "set-up";
  const whom = context.lit.get(`nation:${seat}`);
  const row = [];
  standing.nation.forEach((there, index) => {
    row.push(gap(context, seat, index + 1), building(context, seat, there, index + 1));
  });
  row.push(gap(context, seat, standing.nation.length + 1));
  const name = context.name(seat);
  const classes = ["nation", own ? "own" : "", turn ? "turn" : "", standing.eliminated ? "out" : "", whom ? "lit" : ""];
  if (whom && context.harms) classes.push("harm");
  if (context.happening?.seat === seat && !context.happening.place) classes.push("happening");
  const seen = standing.seen.length ? ` You have seen: ${standing.seen.map((card) => called(context.book, card)).join(", ")}.` : "";
  const presence = context.presence(seat);
  return h("section", { key: `nation:${seat}`, class: classes.join(" "), "data-nation": seat, "aria-label": `${name}’s nation, ${seat}` },
    h("header", {},
      h("h2", {}, turn ? h("span", { class: "turn-mark", title: "has the turn" }, "●", h("span", { class: "heard" }, " has the turn: ")) : null,
        name, h("small", {}, seat), presence),
      own ? null : h("span", { class: "chip hand-count", title: `${many(standing.hand.count, "card")} in hand.${seen}` },
        icon("hand"), String(standing.hand.count), h("span", { class: "heard" }, ` in hand.${seen}`)),
      goals(context, seat),
      heaps(context, standing.counters),
      standing.eliminated ? h("span", { class: "chip out" }, "✝ out of the game") : null,
      whom ? h("button", { class: "pick-nation", type: "button", "data-drop": `nation:${seat}`, onclick: () => context.press(`nation:${seat}`) },
        context.harms ? "⌖ " : "→ ", `Choose ${name}`) : null),
    !own && standing.hand.cards?.length ? h("p", { class: "open-hand" }, icon("hand"), " ", standing.hand.cards.map((card) => called(context.book, card)).join(", ")) : null,
    standing.eliminated ? null : h("div", { class: "row", role: "group", "aria-label": `Buildings of ${name}`, vars: { "--count": String(Math.max(1, standing.nation.length)), "--gaps": String(row.filter((each) => each?.props.class.startsWith("gap")).length) } },
      row.some(Boolean) ? row : h("p", { class: "empty" }, "no buildings yet")));
}

/** Deck, discard pile, laws and what holds for a while. */
function middle(context) {
  const { view } = context;
  const top = view.discard.at(-1);
  const play = context.lit.get("discard");
  return h("div", { class: "middle" },
    h("div", { class: "pile deck", title: `${many(view.deck, "card")} in the deck` },
      h("span", { class: `back ${view.deck ? "" : "none"}`, "data-move": "deck", vars: { "--thick": `${Math.min(6, Math.ceil(view.deck / 16))}px` } }),
      h("span", { class: "label" }, "Deck ", h("b", {}, String(view.deck)))),
    h("button", {
      class: `pile discard ${play ? "lit" : ""}`,
      type: "button",
      "data-drop": play ? "discard" : null,
      "data-card": top ?? null,
      onclick: () => context.press("discard"),
    },
      h("span", { class: "heard" }, `Discard pile, ${many(view.discard.length, "card")}${top ? `, on top ${called(context.book, top)}` : ""}${play ? "; play the card here" : ""}`),
      top ? whole(context.book, top, { tag: "span", class: "small", "aria-hidden": "true", "data-move": `discard:${view.discard.length}` }) : h("span", { class: "back none" }),
      h("span", { class: "label", "aria-hidden": "true" }, play ? "Play it" : "Discard ", play ? "" : h("b", {}, String(view.discard.length)))),
    view.laws.length || view.pending.length || view.removed.length ? h("div", { class: "holding" },
      view.laws.map((law) => h("button", { class: "law", type: "button", "data-card": law, onclick: () => context.read(law) }, icon("law"), printed(context.up(law)))),
      view.pending.map((each) => h("p", { class: "pending", title: each.name }, "⏳ ", each.sentence)),
      view.removed.length ? h("details", { class: "removed" }, h("summary", {}, `Out of the game: ${view.removed.length}`), view.removed.map((card) => h("p", {}, called(context.book, card)))) : null) : null);
}

/** The nations, the others clockwise from the next player on, one's own last; and what lies between them. */
export function table(context) {
  const { view, seat } = context;
  const count = view.players.length;
  const from = seat ? view.players.findIndex((standing) => standing.seat === seat) : -1;
  const order = view.players.map((_, index) => view.players[(from + 1 + index) % count]);
  const own = seat ? order.pop() : null;
  return [
    h("div", { key: "others", class: `others of-${order.length}` }, order.map((standing) => nation(context, standing, false))),
    h("div", { key: "home", class: "home" }, middle(context), own ? nation(context, own, true) : null),
  ];
}

/** Cards of one's hand. */
export function hand(context, cards) {
  const count = cards.length;
  return cards.map((card, index) => {
    const options = context.lit.get(`hand:${card}`) ?? [];
    const picked = context.picked?.card === card && (context.picked.index ?? index) === index;
    const same = cards.slice(0, index).filter((other) => other === card).length;
    return whole(context.book, card, {
      tag: "button",
      type: "button",
      key: `hand:${card}:${same}`,
      class: `held ${options.length ? "lit" : ""} ${picked ? "picked" : ""}`,
      "data-hand": card,
      "data-index": String(index),
      "data-card": card,
      "data-move": `hand:${card}:${same}`,
      said: `${index + 1}: ${called(context.book, card)}${options.length ? "" : ", cannot be chosen now"}`,
      "aria-pressed": picked ? "true" : "false",
      vars: { "--at": String(index), "--of": String(count) },
      onclick: () => context.press(`hand:${card}`, index),
    }, index < 9 ? h("kbd", { class: "number", "aria-hidden": "true" }, String(index + 1)) : null);
  });
}
