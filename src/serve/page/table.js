// Draws the table as a seat sees it: nations as rows, stacks as stacks, the deck, the discard pile, laws and counters.
import { h } from "./dom.js";
import { called, gist, icon, printed, whole } from "./cards.js";
import { moving } from "./motion.js";
import { pace } from "./settings.js";
import { dialog } from "./ui.js";

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

/** How much of a card in a stack shows below the next one, in rem: a strip with its name, or only its edge. */
const STRIP = 0.95;
const EDGE = 0.4;

function stacked(context, card, top, high) {
  const name = card.card ? context.up(card.card) : null;
  const colour = card.card ? `set-${context.book.colour(card.card)}` : "";
  const counters = card.counters?.length ? heaps(context, card.counters) : null;
  const vars = { "--y": `${high}rem` };
  if (card.face_up) {
    return h("span", { class: `on up ${colour} ${top ? "upper" : ""}`, vars: { ...vars, ...context.book.own(name) } },
      h("span", { class: "name" }, printed(name ?? "?")), counters);
  }
  return h("span", { class: `on down ${top ? "upper" : ""} ${name ? "known" : ""}`, vars },
    name ? h("span", { class: "name" }, icon("eye"), printed(name)) : null, counters);
}

/** The stack on a building, from below: each card lies a little further down than the one under it. */
function stack(context, cards) {
  let high = 0;
  const layers = cards.map((card, index) => {
    const top = index === cards.length - 1;
    const layer = stacked(context, card, top, high);
    // Of a high stack only names and edges are left.
    high += top ? 0 : card.face_up || card.card ? STRIP : Math.min(EDGE, 2.4 / cards.length);
    return layer;
  });
  return h("span", { class: "stack", "aria-hidden": "true", vars: { "--high": `${high}rem` } }, layers);
}

function building(context, standing, index) {
  const { seat } = standing;
  const there = standing.nation[index];
  const place = index + 1;
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
  // The words are not shown where there is no room; they are said and can be read all the same.
  const marks = said.map(([mark, word]) => h("span", { class: `chip status ${word in STATUS ? word : ""}`, title: word }, mark, said.length > 1 ? null : h("span", { class: "word" }, word)));
  return h("button", {
    key: `at:${at}`,
    class: classes.join(" "),
    type: "button",
    "data-at": at,
    "data-move": moving(standing, index),
    "data-card": there.card,
    "data-up": there.name,
    "data-drop": options.length ? `at:${at}` : null,
    "aria-pressed": context.picked?.at === at ? "true" : null,
    vars: context.book.own(there.name),
    onclick: () => context.press(`at:${at}`),
  },
    h("span", { class: "heard" }, told(context, seat, place, there, options)),
    h("span", { class: "face", "aria-hidden": "true" },
      h("span", { class: "marks" }, marks, heaps(context, there.counters), h("span", { class: `height ${count ? "" : "none"}` }, String(count))),
      context.book.sign(there.name),
      h("span", { class: "name" }, printed(there.name)),
      gist(context.book.faces.get(there.name)?.face)),
    stack(context, there.stack));
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

/** Tells how many buildings lie beyond the edges of a row, on the buttons that lead there. */
function watch(row) {
  const shown = new Set();
  const tell = () => {
    const all = [...row.querySelectorAll(".building")];
    const first = all.findIndex((each) => shown.has(each));
    const last = all.findLastIndex((each) => shown.has(each));
    const nation = row.closest(".nation");
    for (const [way, count] of [["before", Math.max(0, first)], ["after", last < 0 ? 0 : all.length - 1 - last]]) {
      const hint = nation?.querySelector(`.further.${way}`);
      if (!hint) continue;
      hint.hidden = !count;
      hint.textContent = way === "before" ? `‹ ${count} more` : `${count} more ›`;
      row.classList.toggle(`${way}-more`, count > 0);
    }
  };
  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, intersectionRatio } of entries) {
      if (isIntersecting && intersectionRatio > 0.8) shown.add(target);
      else shown.delete(target);
    }
    tell();
  }, { root: row, threshold: [0, 0.85] });
  const note = () => row.querySelectorAll(".building").forEach((each) => sight.observe(each));
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes) {
      for (const gone of removedNodes) {
        if (gone.nodeType !== 1) continue;
        shown.delete(gone);
        sight.unobserve(gone);
      }
    }
    note();
  }).observe(row, { childList: true });
  requestAnimationFrame(note);
}

/** Leads to what lies beyond the edge of a row. */
const further = (way, step) =>
  h("button", { key: way, class: `chip further ${way}`, type: "button", tabindex: "-1", own: true, made: (element) => { element.hidden = true; },
    onclick: (event) => {
      const row = event.currentTarget.closest(".nation").querySelector(".row");
      row.scrollBy({ left: step * row.clientWidth * 0.8, behavior: pace() ? "smooth" : "auto" });
    } });

function nation(context, standing, own) {
  const { seat } = standing;
  const turn = context.view.turn === seat && context.view.phase !== "set-up";
  const whom = context.lit.get(`nation:${seat}`);
  const row = [];
  standing.nation.forEach((_, index) => {
    row.push(gap(context, seat, index + 1), building(context, standing, index));
  });
  row.push(gap(context, seat, standing.nation.length + 1));
  const name = context.name(seat);
  const classes = ["nation", own ? "own" : "", turn ? "turn" : "", standing.eliminated ? "out" : "", whom ? "lit" : ""];
  if (whom && context.harms) classes.push("harm");
  if (context.happening?.seat === seat && !context.happening.place) classes.push("happening");
  const seen = standing.seen.length ? ` You have seen: ${standing.seen.map((card) => called(context.book, card)).join(", ")}.` : "";
  const presence = context.presence(seat);
  const vars = { "--count": String(Math.max(1, standing.nation.length)), "--gaps": String(row.filter((each) => each?.props.class.startsWith("gap")).length) };
  return h("section", { key: `nation:${seat}`, class: classes.join(" "), "data-nation": seat, "aria-label": `${name}’s nation, ${seat}`, vars },
    h("header", { "data-move": `seat:${seat}` },
      h("h2", {}, turn ? h("span", { class: "turn-mark", title: "has the turn" }, "●", h("span", { class: "heard" }, " has the turn: ")) : null,
        name, h("small", {}, seat), presence),
      own ? null : h("span", { class: "chip hand-count", title: `${many(standing.hand.count, "card")} in hand.${seen}` },
        icon("hand"), String(standing.hand.count), h("span", { class: "heard" }, ` in hand.${seen}`)),
      goals(context, seat),
      heaps(context, standing.counters),
      standing.eliminated ? h("span", { class: "chip out" }, "✝ out of the game") : null,
      whom ? h("button", { class: "pick-nation", type: "button", "data-drop": `nation:${seat}`, onclick: () => context.press(`nation:${seat}`) },
        "→ ", `Choose ${name}`) : null,
      standing.eliminated ? null : [further("before", -1), further("after", 1)]),
    !own && standing.hand.cards?.length ? h("p", { class: "open-hand" }, icon("hand"), " ", standing.hand.cards.map((card) => called(context.book, card)).join(", ")) : null,
    standing.eliminated ? null : h("div", { class: "row", role: "group", "aria-label": `Buildings of ${name}`, made: watch },
      row.some(Boolean) ? row : h("p", { class: "empty" }, "no buildings yet")));
}

/** The discard pile, newest first, or what one knows of the deck. */
export function look(context, pile) {
  const { book, view } = context;
  if (pile === "deck") {
    const known = [...(view.known_in_deck ?? [])].sort((one, other) => one.above - other.above);
    return dialog(`Deck: ${many(view.deck, "card")}`, () => [
      known.length
        ? [h("p", {}, "You know:"), h("ol", { class: "piled" }, known.map(({ above, card }) => h("li", {}, whole(book, card, { class: "small" }), `${above ? `after ${many(above, "card")}` : "next"}: ${called(book, card)}`)))]
        : h("p", {}, view.deck ? "You know none of its cards." : "It is empty."),
    ]);
  }
  const cards = [...view.discard].reverse();
  return dialog(`Discard pile: ${cards.length}`, () => [
    cards.length ? h("ol", { class: "piled" }, cards.map((card) => h("li", {}, whole(book, card, { class: "small" }), called(book, card)))) : h("p", {}, "It is empty."),
  ]);
}

/** Deck, discard pile, laws and what holds for a while. */
function middle(context) {
  const { view } = context;
  const top = view.discard.at(-1);
  const play = context.lit.get("discard");
  const known = view.known_in_deck?.length ?? 0;
  const next = view.known_in_deck?.find(({ above }) => !above);
  return h("div", { class: "middle" },
    h("div", { class: "pile" },
      h("button", { class: "deck", type: "button", "data-move": "deck", "data-card": next?.card ?? null, onclick: () => look(context, "deck") },
        h("span", { class: "heard" }, `Deck, ${many(view.deck, "card")}${known ? `; you know ${known}` : ""}`),
        next ? whole(context.book, next.card, { tag: "span", class: "small known", "aria-hidden": "true" })
          : h("span", { class: `back ${view.deck ? "" : "none"}`, vars: { "--thick": `${Math.min(6, Math.ceil(view.deck / 16))}px` } })),
      h("span", { class: "label" }, "Deck ", h("b", {}, String(view.deck)), known ? h("span", { class: "known-count", title: next ? `next: ${called(context.book, next.card)}` : "cards that you know" }, icon("eye"), String(known)) : null)),
    h("div", { class: "pile" },
      h("button", {
        class: `discard ${play ? "lit" : ""}`,
        type: "button",
        "data-drop": play ? "discard" : null,
        "data-card": top ?? null,
        "data-move": "discard",
        onclick: () => (play ? context.press("discard") : look(context, "discard")),
      },
        h("span", { class: "heard" }, `Discard pile, ${many(view.discard.length, "card")}${top ? `, on top ${called(context.book, top)}` : ""}${play ? "; play the card here" : ""}`),
        // What lies below is seen as long as the top card is on its way.
        view.discard.length > 1 ? whole(context.book, view.discard.at(-2), { tag: "span", class: "small under", "aria-hidden": "true" }) : null,
        top ? whole(context.book, top, { tag: "span", class: "small upper", "aria-hidden": "true" }) : h("span", { class: "back none" })),
      h("button", { class: "label", type: "button", onclick: () => look(context, "discard") }, play ? "Play it" : ["Discard ", h("b", {}, String(view.discard.length))], h("span", { class: "heard" }, ": look through the pile"))),
    view.laws.length || view.pending.length || view.removed.length ? h("div", { class: "holding" },
      view.laws.map((law, at) => h("button", { class: "law", type: "button", "data-card": law, onclick: () => context.read(law) },
        icon("law"), printed(context.up(law)), heaps(context, view.law_counters[at] ?? []))),
      view.pending.map((each) => h("p", { class: "pending", title: each.name }, "⏳ ", each.sentence)),
      view.removed.length ? h("details", { class: "removed" }, h("summary", {}, `Out of the game: ${view.removed.length}`), view.removed.map((card) => h("p", {}, called(context.book, card)))) : null) : null);
}

/** A nation that looks as it did is described only once: drawing it anew would cost time while something moves. */
function remembered(context, standing, own) {
  const { memo } = context;
  if (!memo) return nation(context, standing, own);
  const { seat } = standing;
  const mine = [...context.lit].filter(([name]) => name.includes(`:${seat}`)).map(([name, options]) => [name, options.length, options[0].what]);
  const goals = (context.goals ?? []).filter((goal) => goal.seat === seat);
  const happening = context.happening?.seat === seat ? context.happening : null;
  const looks = JSON.stringify([standing, mine, goals, happening, context.harms, context.picked?.at, context.view.turn, context.view.phase, own, context.name(seat), context.at?.(seat)]);
  if (memo.get(seat)?.looks !== looks) memo.set(seat, { looks, node: nation(context, standing, own) });
  return memo.get(seat).node;
}

/** The nations, the others clockwise from the next player on, one's own last; and what lies between them. */
export function table(context) {
  const { view, seat } = context;
  const count = view.players.length;
  const from = seat ? view.players.findIndex((standing) => standing.seat === seat) : -1;
  const order = view.players.map((_, index) => view.players[(from + 1 + index) % count]);
  const own = seat ? order.pop() : null;
  return [
    h("div", { key: "others", class: `others of-${order.length}` }, order.map((standing) => remembered(context, standing, false))),
    h("div", { key: "home", class: "home" }, middle(context), own ? remembered(context, own, true) : null),
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
    }, index < 9 && !context.numbered ? h("kbd", { class: "number", "aria-hidden": "true" }, String(index + 1)) : null);
  });
}
