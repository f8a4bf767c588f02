// The lessons: a position, a task, and what came of it.
import { Book, called, reading, whole } from "./cards.js";
import { fill, h } from "./dom.js";
import { header } from "./hall.js";
import { api } from "./net.js";
import { table } from "./table.js";
import { dialog, Reader, toast } from "./ui.js";

const PLACE = "brink-lesson";

const kept = () => {
  try {
    return localStorage.getItem(PLACE);
  } catch {
    return null;
  }
};

const keep = (id) => {
  try {
    if (id) localStorage.setItem(PLACE, id);
    else localStorage.removeItem(PLACE);
  } catch {
    // A browser that keeps nothing begins with the first lesson the next time.
  }
};

/** The page of the lessons; answers how to leave it. */
export function learn(root) {
  let reader = null;
  let left = false;
  let waiting = false;
  const list = async () => {
    try {
      const { lessons } = await api.lessons();
      if (left) return;
      const reached = lessons.some(({ id }) => id === kept()) ? kept() : null;
      const item = ({ id, title, game }, at) => h("li", { key: id }, h("button", { class: `do ${id === (reached ?? lessons[0].id) ? "first" : ""}`, type: "button", onclick: () => go(id) }, `${at + 1}. ${title}`), h("small", {}, ` ${game}`));
      fill(root, [h("div", { class: "hall", key: "lessons" }, header("Brink"),
        h("main", { class: "box" }, h("h2", {}, "Learn by playing"),
          h("p", {}, "Each lesson shows a small position, tells you what to do, and explains the result. You do not need to know the rules."),
          h("ol", { class: "list plain" }, lessons.map(item))))]);
    } catch (fault) {
      toast(fault.message, true);
    }
  };
  const go = async (lesson, done = [], take = undefined) => {
    if (waiting) return;
    waiting = true;
    try {
      const now = await api.learn({ lesson, done, take });
      if (!left) draw(now);
    } catch (fault) {
      toast(fault.message, true);
    } finally {
      waiting = false;
    }
  };
  const draw = (now) => {
    keep(now.task ? now.id : now.next);
    const book = new Book(now.start);
    const body = document.createElement("div");
    fill(root, []);
    reader = new Reader(root, (element) => reading(book, element.dataset.card, element.dataset.up));
    root.append(body);
    const context = {
      book, view: now.view, seat: "p1", lit: new Map(), lines: [], harms: false, picked: null, goals: now.goals, happening: null, open: false,
      name: (seat) => (seat === "p1" ? "You" : seat), up: (card) => book.kind(card)?.action?.name ?? card, presence: () => null,
      press: (name) => {
        const element = body.querySelector(`[data-key="${CSS.escape(name)}"]`);
        if (element) reader.show(element, true);
      },
      read: (card) => dialog(called(book, card), () => reading(book, card)),
    };
    const options = now.decision?.options ?? [];
    const hand = now.view.players[0]?.hand?.cards ?? [];
    const button = (text, act, more = "") => h("button", { class: `do ${more}`, type: "button", onclick: act }, text);
    fill(body, [
      h("div", { class: "game lesson", key: "lesson" },
        h("header", { class: "top" }, h("h1", {}, h("a", { href: "/" }, "Brink"), " ", h("small", {}, `Lesson ${now.number} of ${now.count}: ${now.title}`)), button("All lessons", list)),
        h("main", { class: "table", id: "table" }, table(context)),
        h("div", { class: "dock", role: "region", "aria-label": "The lesson" },
          h("div", { role: "status", tabindex: "-1", class: "taught" },
            now.done.length ? h("p", { class: "then" }, now.then) : h("p", {}, now.tell),
            now.other ? h("p", { class: "other" }, now.other) : null,
            h("p", { class: "question" }, now.task ?? (now.next ? "Lesson complete." : "That was the last lesson. Play a game now."))),
          hand.length ? h("ul", { class: "piled held-here", "aria-label": "Your hand" }, hand.map((card, at) => h("li", { key: `hand:${at}`, "data-card": card }, whole(book, card, { class: "small", said: called(book, card) })))) : null,
          h("div", { class: "choices" },
            now.task
              ? options.map((option) => h("button", { class: "do", type: "button", key: `option:${option.n}`, "data-label": option.label, onclick: () => go(now.id, now.done, option.label) }, option.deed))
              : [now.next ? button("Next lesson", () => go(now.next), "first") : h("a", { class: "do first", href: "/" }, "Home"), button("Repeat", () => go(now.id))])),
        h("div", { class: "flank", key: "flank" }, h("aside", { class: "side", key: "side", "aria-label": "Log and rules" },
          h("div", { class: "pane log", key: "log", tabindex: "0" },
            h("ul", {}, now.lines.map((line, at) => h("li", { key: `line:${at}` }, line.text))),
            h("h2", {}, "Rules of this lesson"),
            h("dl", {}, now.rules.flatMap((rule) => [h("dt", { key: rule.id }, rule.id), h("dd", { key: `${rule.id}:text` }, rule.text ?? "")])))), reader.slot())),
    ]);
    body.querySelector(".taught")?.focus();
  };
  list();
  return () => {
    left = true;
  };
}
