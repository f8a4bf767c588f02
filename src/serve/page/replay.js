// Looks through a game that was played: moment by moment, turn by turn, with all cards open where they may be.
import { Book, called, reading } from "./cards.js";
import { fill, glide, h, places } from "./dom.js";
import { header } from "./hall.js";
import { api } from "./net.js";
import { flights, fly } from "./motion.js";
import { pace } from "./settings.js";
import { table } from "./table.js";
import { dialog, Reader, toast } from "./ui.js";

/** A game on the page: `game` has its `start`, its `moments` and its `lines`. */
export class Viewer {
  constructor(root, game, name = (seat) => seat, home = null) {
    Object.assign(this, { root, game, name, home, at: 0, timer: null });
    this.book = new Book(game.start);
    fill(root, []);
    this.reader = new Reader(root, (element) => reading(this.book, element.dataset.card, element.dataset.up));
    this.body = document.createElement("div");
    root.append(this.body);
    this.heard = (event) => this.key(event);
    document.addEventListener("keydown", this.heard);
    this.draw();
  }

  leave() {
    clearInterval(this.timer);
    document.removeEventListener("keydown", this.heard);
  }

  go(to) {
    const { moments } = this.game;
    const next = Math.max(0, Math.min(moments.length - 1, to));
    if (next === this.at) return;
    const before = Math.abs(next - this.at) === 1 && pace() ? places(this.body) : null;
    const was = moments[this.at].view;
    this.at = next;
    this.draw();
    if (!before) return;
    const all = flights(was, moments[next].view);
    glide(this.body, before, 300, new Set(all.map(({ to }) => to)));
    fly(this.body, this.book, before, all, 500);
  }

  /** To the moment with which the next turn begins, or the one before. */
  turn(step) {
    const { moments } = this.game;
    const now = moments[this.at].turn;
    let to = this.at;
    while (moments[to + step] && moments[to].turn === now) to += step;
    if (step < 0) while (moments[to - 1]?.turn === moments[to].turn) to -= 1;
    this.go(to);
  }

  play() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = null;
    } else {
      this.timer = setInterval(() => {
        if (this.at >= this.game.moments.length - 1) this.play();
        else this.go(this.at + 1);
      }, Math.max(250, pace() || 700));
    }
    this.draw();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const act = {
      ArrowRight: () => this.go(this.at + 1), ArrowLeft: () => this.go(this.at - 1), PageDown: () => this.turn(1), PageUp: () => this.turn(-1),
      Home: () => this.go(0), End: () => this.go(Infinity), Escape: () => this.reader.close(true),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  draw() {
    const { moments, lines, open } = this.game;
    const moment = moments[this.at];
    const context = {
      book: this.book, view: moment.view, seat: null, lit: new Map(), lines: [], harms: false, picked: null, goals: [], happening: null, open,
      name: this.name, up: (card) => this.book.kind(card)?.action?.name ?? card, presence: () => null,
      press: (name) => {
        const element = this.body.querySelector(`[data-key="${CSS.escape(name)}"]`);
        if (element) this.reader.show(element, true);
      },
      read: (card) => dialog(called(this.book, card), () => reading(this.book, card)),
    };
    const told = lines.slice(0, moment.line);
    const button = (text, label, act, more = {}) => h("button", { class: "do", type: "button", "aria-label": label, title: label, onclick: act, ...more }, text);
    fill(this.body, [
      h("div", { class: "game", key: "game" },
        h("header", { class: "top" }, h("h1", {}, h("a", { href: "/" }, "Brink"), " ", h("small", {}, "replay")),
          this.home ? button("Back to the table", "Back to the table", this.home) : null),
        h("main", { class: "table", id: "table" }, table(context)),
        h("div", { class: "dock", role: "region", "aria-label": "Position in the replay" },
          h("p", { class: "question", role: "status" }, this.named(lines[moment.line - 1]?.text ?? "The game begins.")),
          h("div", { class: "scrub" },
            button("|◀", "Previous turn (Page Up)", () => this.turn(-1)), button("◀", "One step back", () => this.go(this.at - 1)),
            button(this.timer ? "Stop" : "Play", this.timer ? "Stop" : "Play automatically", () => this.play()),
            button("▶", "One step forward", () => this.go(this.at + 1)), button("▶|", "Next turn (Page Down)", () => this.turn(1)),
            h("input", { type: "range", min: "0", max: String(moments.length - 1), value: String(this.at), "aria-label": "Moment of the game", "aria-valuetext": `Turn ${moment.turn}, moment ${this.at + 1} of ${moments.length}`, oninput: (event) => this.go(Number(event.target.value)) }),
            h("span", {}, `Turn ${moment.turn} · ${this.at + 1} of ${moments.length}`))),
        h("div", { class: "flank", key: "flank" }, h("aside", { class: "side", key: "side", "aria-label": "Log" },
          h("div", { class: "pane log", key: "log", tabindex: "0", made: (element) => { this.list = element; } },
            h("ul", {}, told.slice(-120).map((line, index) => h("li", { key: `line:${told.length - Math.min(120, told.length) + index}`, class: index === Math.min(120, told.length) - 1 ? "fresh" : "", vars: { "--deep": String(line.depth ?? 0) } }, line.turn ? h("b", {}, this.named(line.text)) : this.named(line.text)))))), this.reader.slot())),
    ]);
    if (this.list) this.list.scrollTop = this.list.scrollHeight;
  }

  named(text) {
    return text.replace(/\bp([1-6])\b(?!\.\d|\))/g, (seat) => this.name(seat));
  }
}

/** The one game that this page was opened for; answers how to leave it. */
export function shown(root, token) {
  let viewer = null;
  let left = false;
  fill(root, [h("div", { class: "hall", key: "shown" }, h("main", { class: "box" }, h("p", { role: "status" }, "Loading the game …")))]);
  api.shown(token).then(
    ({ start, replay: played }) => {
      if (!left) viewer = new Viewer(root, { start, ...played });
    },
    (fault) => toast(fault.code ? "This game is no longer available." : fault.message, true),
  );
  return () => {
    left = true;
    viewer?.leave();
  };
}

/** The page on which a file is opened; answers how to leave it. */
export function replay(root) {
  let viewer = null;
  let left = false;
  const open = (game) => {
    if (left) return;
    if (game.moments?.length) viewer = new Viewer(root, game);
    else toast("There is no game in this file.", true);
  };
  const ready = async (text, which, files) => {
    try {
      const { start, replay: played, rulings, games } = await api.replay(text, { ...which, files });
      if (left) return;
      if (rulings) await choose(rulings.map(({ id, title }) => [`${id}: ${title}`, { ruling: id }]), text, files);
      else if (games > 1 && !which) await choose(Array.from({ length: games }, (_, at) => [`Game ${at + 1}`, { game: at + 1 }]), text, files);
      else open({ start, ...played });
    } catch (fault) {
      toast(fault.message, true);
    }
  };
  // One of several games in a file.
  const choose = async (all, text, files) => {
    const which = await dialog("Which one?", (close) => [
      h("ul", { class: "choices" }, all.map(([name, which]) => h("li", {}, h("button", { class: "do", type: "button", onclick: () => close(which) }, name)))),
    ]);
    if (which) ready(text, which, files);
  };
  // The one that tells of games, and the cards that it needs besides.
  const chosen = async (list) => {
    const files = await Promise.all([...list].map(async (file) => ({ name: file.name, text: await file.text() })));
    const main = files.find(({ text }) => /^\s*(save|trace) |^\s*\[\[\s*ruling\s*\]\]/m.test(text)) ?? files[0];
    const others = files.filter((file) => file !== main);
    if (main) ready(main.text, undefined, others.length ? others : undefined);
  };
  fill(root, [h("div", { class: "hall", key: "replay" }, header("Brink"),
    h("main", { class: "box" },
      h("h2", {}, "Replay a game"),
      h("p", {}, "Choose a file with a saved game, a trace or rulings, together with any card files that it needs. Or paste its text."),
      h("p", {}, h("input", { type: "file", multiple: true, "aria-label": "Game file", onchange: (event) => chosen(event.target.files) })),
      h("form", { onsubmit: (event) => {
        event.preventDefault();
        ready(event.target.elements.text.value);
      } },
        h("p", {}, h("textarea", { name: "text", rows: "8", cols: "60", required: true, "aria-label": "The text of a game", spellcheck: "false" })),
        h("button", { class: "do first" }, "Show it"))))]);
  return () => {
    left = true;
    viewer?.leave();
  };
}
