// The game that plays on the first page: bots have played it, and it is shown as at a table, only smaller.
import { Book } from "./cards.js";
import { fill, glide, h, places } from "./dom.js";
import { cross, flights, fly, land } from "./motion.js";
import { api } from "./net.js";
import { pace } from "./settings.js";
import { table } from "./table.js";

/** How long one thing that happens is shown, in milliseconds. */
const BEAT = 800;
/** How long the end is looked at before it begins again. */
const END = 6000;

export class Exhibition {
  constructor(game) {
    Object.assign(this, { game, book: new Book(game.start), at: -1, away: [], playing: false, timer: null, changed: () => {} });
    this.stage = document.createElement("div");
    this.stage.className = "stage-table";
    // It is looked at, not played: neither keys nor readers lose their way in it.
    this.stage.inert = true;
    this.stage.setAttribute("aria-hidden", "true");
    this.draw(0);
    // Whoever wants nothing to move begins it by the button.
    if (pace()) this.play();
  }

  get view() {
    return this.game.beats[this.at]?.view ?? this.game.view;
  }

  /** What has just happened, in a sentence. */
  get line() {
    return this.game.beats[this.at] ? this.game.lines[this.game.beats[this.at].line]?.text ?? "" : "A game begins.";
  }

  play() {
    this.playing = true;
    this.changed();
    this.wait(BEAT);
  }

  stop() {
    this.playing = false;
    clearTimeout(this.timer);
    land();
    this.changed();
  }

  wait(long) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.step(), long);
  }

  step() {
    // The page has gone to another part.
    if (!this.stage.isConnected) return this.stop();
    const box = this.stage.getBoundingClientRect();
    if (document.hidden || box.bottom < 0 || box.top > innerHeight) return this.wait(BEAT);
    const was = this.view;
    this.at = this.at + 1 < this.game.beats.length ? this.at + 1 : -1;
    this.draw(pace() ? 620 : 0, this.at < 0 ? null : was);
    this.changed();
    return this.wait(this.at + 1 === this.game.beats.length ? END : BEAT);
  }

  draw(duration, was = null) {
    const before = duration && was ? places(this.stage) : null;
    const beat = this.game.beats[this.at];
    const context = {
      book: this.book, view: this.view, seat: null, lit: new Map(), lines: [], harms: false, picked: null, goals: beat?.goals ?? this.goals ?? [], happening: beat?.at ?? null,
      name: (seat) => `Player ${seat.slice(1)}`, up: (card) => this.book.kind(card)?.action?.name ?? card, presence: () => null, press: () => {}, read: () => {},
    };
    this.goals = context.goals;
    fill(this.stage, table(context));
    if (!before) return;
    const all = flights(was, this.view, this.away);
    glide(this.stage, before, 400, new Set(all.map(({ to }) => to)));
    fly(this.stage, this.book, before, all, duration);
    const nation = (seat) => this.stage.querySelector(`[data-nation="${seat}"]`);
    if (beat?.aimed && beat.at) cross(this.stage, beat.by && nation(beat.by), nation(beat.at.seat), duration);
  }

  /** The stage with what is said below it. */
  shown() {
    return h("figure", { class: "stage", key: "stage" },
      h("div", { key: "table", own: true, class: "stage-box", made: (element) => element.append(this.stage) }),
      h("figcaption", { key: "said" },
        h("button", { class: "do bare", type: "button", "aria-label": this.playing ? "Stop the recorded game" : "Play the recorded game", onclick: () => (this.playing ? this.stop() : this.play()) }, this.playing ? "❚❚" : "▶"),
        h("span", {}, named(this.line))));
  }
}

const named = (text) => text.replace(/\bp([1-6])\b(?!\.\d)/g, "Player $1");

/** The recorded game, when it is there. */
export const exhibition = async () => new Exhibition(await api.exhibition());
