// Shows what happens: cards fly from where they were to where they are, and what is aimed at a player crosses the table. What has
// happened is read off two tables, one after the other: no card is known here by its name.
import { whole } from "./cards.js";
import { fill, h } from "./dom.js";

/** Cards that fly at the same time; more would be a swarm. */
const FLIGHTS = 6;

/** The name of a building's place on the page: it stays the same when something to its left goes. */
export function moving(standing, index) {
  const { name } = standing.nation[index];
  const nth = standing.nation.slice(0, index).filter((other) => other.name === name).length;
  return `at:${standing.seat}:${name}:${nth}`;
}

/** Pairs buildings of a row before and after; one of a pair is missing where a building has come or gone. */
function paired(before, after) {
  const pairs = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const same = before[i]?.card === after[j]?.card;
    if (i < before.length && j < after.length && (same || before.length - i === after.length - j)) pairs.push([i++, j++]);
    else if (j >= after.length || before.length - i > after.length - j) pairs.push([i++, null]);
    else pairs.push([null, j++]);
  }
  return pairs;
}

/** Where cards have left and where they have come to, between two tables; a place is a name that the page has for it. */
function changes(before, after) {
  const [left, come] = [[], []];
  for (const was of before.players) {
    const is = after.players.find((standing) => standing.seat === was.seat);
    if (!is) continue;
    for (const [i, j] of paired(was.nation, is.nation)) {
      const [old, now] = [was.nation[i]?.stack ?? [], is.nation[j]?.stack ?? []];
      const from = i === null ? null : moving(was, i);
      if (j === null) left.push({ zone: "row", at: from, card: was.nation[i].card, up: true });
      if (i === null) come.push({ zone: "row", at: moving(is, j), card: is.nation[j].card, up: true });
      for (const each of old.slice(now.length)) left.push({ zone: "stack", at: from, card: each.card, up: each.face_up });
      for (const each of now.slice(old.length)) come.push({ zone: "stack", at: moving(is, j), card: each.card, up: each.face_up });
    }
    const at = `seat:${was.seat}`;
    if (was.hand.cards && is.hand.cards) {
      // Of a hand that one sees each card has its place; of equal ones the last goes or comes.
      const count = (cards, card) => cards.filter((other) => other === card).length;
      for (const card of new Set([...was.hand.cards, ...is.hand.cards])) {
        const [old, now] = [count(was.hand.cards, card), count(is.hand.cards, card)];
        for (let nth = now; nth < old; nth += 1) left.push({ zone: "hand", at: `hand:${card}:${nth}`, or: at, card, up: true });
        for (let nth = old; nth < now; nth += 1) come.push({ zone: "hand", at: `hand:${card}:${nth}`, or: at, card, up: true });
      }
      continue;
    }
    const more = is.hand.count - was.hand.count;
    for (let card = 0; card < Math.abs(more); card += 1) (more < 0 ? left : come).push({ zone: "hand", at });
  }
  for (let card = after.deck; card < before.deck; card += 1) left.push({ zone: "deck", at: "deck" });
  for (let card = before.deck; card < after.deck; card += 1) come.push({ zone: "deck", at: "deck" });
  for (const card of before.discard.slice(after.discard.length)) left.push({ zone: "discard", at: "discard", card, up: true });
  for (const card of after.discard.slice(before.discard.length)) come.push({ zone: "discard", at: "discard", card, up: true });
  return [left, come];
}

/** From where a card comes to a place, what is likeliest first: one thing happens at a time. */
const FROM = { discard: ["row", "stack", "hand", "deck"], stack: ["stack", "hand", "deck", "discard"], row: ["row", "hand", "deck"], hand: ["stack", "hand", "deck", "discard", "row"], deck: ["discard", "stack", "hand", "row"] };

/** The cards that have gone from one place to another between two tables. `away` has those that left before and have come nowhere yet. */
export function flights(before, after, away = []) {
  if (!before || !after) return [];
  const [left, come] = changes(before, after);
  const found = [];
  for (const to of come) {
    const ways = FROM[to.zone].flatMap((zone) => left.filter((from) => from.zone === zone && from.at !== to.at));
    const from = ways.find((way) => way.card && way.card === to.card) ?? ways[0] ?? away.findLast((way) => way.card && way.card === to.card) ?? away.at(-1);
    if (!from) continue;
    for (const all of [left, away]) if (all.includes(from)) all.splice(all.indexOf(from), 1);
    found.push({ from: from.at, or: from.or, to: to.at, others: to.or, card: to.card ?? from.card ?? null, down: !from.up, up: Boolean(to.up) });
  }
  away.push(...left);
  away.splice(0, away.length - FLIGHTS);
  return found.slice(0, FLIGHTS);
}

/** Lets cards fly over the page. `before` has the boxes from before; what is there now is found on the page. */
export function fly(root, book, before, all, duration) {
  const find = (name) => name && root.querySelector(`[data-move="${CSS.escape(name)}"]`);
  const boxes = all.map(({ from, or, to, others }) => {
    const there = find(to) ?? find(others);
    return [before.get(from) ?? before.get(or), there?.getBoundingClientRect(), there];
  });
  all.forEach(({ card, down, up }, index) => {
    const [from, to, there] = boxes[index];
    if (!from || !to?.width) return;
    const flyer = document.createElement("div");
    flyer.className = "flyer";
    flyer.setAttribute("aria-hidden", "true");
    const shown = up && card;
    fill(flyer, [down || !shown ? h("span", { class: "back" }) : null, shown ? whole(book, card, { tag: "span", class: "small" }) : null]);
    document.body.append(flyer);
    const at = (box) => `translate(${box.left + box.width / 2 - 29}px, ${box.top + box.height / 2 - 40}px)`;
    const delay = index * duration * 0.08;
    const long = duration - delay;
    // What lay face down turns up first, and goes then.
    const turn = down && shown ? 0.4 : 0.08;
    flyer.animate([{ transform: at(from), opacity: 1 }, { transform: at(from), opacity: 1, offset: turn }, { transform: at(to), opacity: 1, offset: 0.95 }, { transform: at(to), opacity: 0 }], { duration: long, delay, easing: "ease-in-out", fill: "both" }).onfinish = () => flyer.remove();
    if (down && shown) {
      flyer.firstChild.animate([{ transform: "none" }, { transform: "scaleX(0)", offset: turn / 2 }, { transform: "scaleX(0)" }], { duration: long, delay, fill: "both" });
      flyer.lastChild.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: turn / 2 }, { transform: "none", offset: turn }, { transform: "none" }], { duration: long, delay, fill: "both" });
    }
    const landing = there.querySelector(":scope > .card.upper") ?? (up || down ? there.querySelector(".on.upper") : null);
    landing?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.94 }, { opacity: 1 }], { duration });
  });
}

/** Everything that is on its way is there. */
export function land() {
  for (const flyer of document.querySelectorAll(".flyer, .arcs")) flyer.remove();
}

const SVG = "http://www.w3.org/2000/svg";
const part = (svg, tag, attributes) => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  svg.append(element);
  return element;
};

/** Something crosses the table, from a nation to the one that it is aimed at, which shakes when it is hit. */
export function cross(field, from, to, duration) {
  if (!to || !duration) return;
  const base = field.getBoundingClientRect();
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2 - base.left + field.scrollLeft, box.top + box.height / 2 - base.top + field.scrollTop];
  };
  const [x2, y2] = middle(to);
  const [x1, y1] = from && from !== to ? middle(from) : [x2, field.scrollTop - 20];
  const bend = [(x1 + x2) / 2, Math.min(y1, y2) - Math.max(40, Math.abs(x2 - x1) / 4)];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "arcs");
  svg.setAttribute("aria-hidden", "true");
  const trail = part(svg, "path", { d: `M${x1} ${y1}Q${bend[0]} ${bend[1]} ${x2} ${y2}`, class: "trail", pathLength: "1" });
  const head = part(svg, "path", { d: "M16 0C8-7-6-7-12-6l-5-5v22l5-5c6 1 20 1 28-6z", class: "warhead" });
  field.append(svg);
  trail.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration, easing: "ease-in" });
  const steps = Array.from({ length: 16 }, (_, step) => {
    const t = step / 15;
    const along = (a, b, c) => (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t ** 2 * c;
    const slope = (a, b, c) => 2 * (1 - t) * (b - a) + 2 * t * (c - b);
    const turn = Math.atan2(slope(y1, bend[1], y2), slope(x1, bend[0], x2));
    return { transform: `translate(${along(x1, bend[0], x2)}px, ${along(y1, bend[1], y2)}px) rotate(${turn}rad)` };
  });
  head.animate(steps, { duration, easing: "ease-in", fill: "forwards" }).onfinish = () => {
    if (svg.isConnected) to.animate([{ transform: "none" }, { transform: "translate(-5px, 3px)" }, { transform: "translate(5px, -3px)" }, { transform: "translate(-3px, 0)" }, { transform: "none" }], { duration: 320 });
    svg.remove();
  };
}
