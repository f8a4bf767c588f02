// The page of a game: the table, what is asked, one's hand, and the log beside them.
import { Book, called, icon, printed, reading, whole } from "./cards.js";
import { deeds, offered } from "./choose.js";
import { fill, glide, h, places } from "./dom.js";
import { cross, flights, fly, land } from "./motion.js";
import { pace, settings, keep } from "./settings.js";
import { side } from "./side.js";
import { play as sound } from "./sound.js";
import { hand, look, table } from "./table.js";
import { dialog, Reader, settle, sure, tell, toast } from "./ui.js";
import * as talk from "./talk.js";

const KEYS = [
  ["1 to 9", "a card in your hand, or one of the buttons"],
  ["p b s", "play the card, build it, put it face down"],
  ["arrows, Enter, Esc", "move among highlighted things, choose, go back one step"],
  ["e", "end your turn, or choose nothing"],
  ["u", "undo your last decision"],
  ["?", "read the card in focus"],
  ["w", "why this is so, or why it cannot be chosen"],
  ["h", "a hint: what a bot would do (only in games against bots)"],
  ["g, d, l, c", "goals, the discard pile, the log, the chat"],
  ["+ - Space", "animate faster or slower; skip to your decision"],
  ["k", "list all keys"],
];

/** A game on the page. `room` knows the game and speaks with the server; this draws it and hears the person. */
export class Game {
  constructor(root, room) {
    this.root = root;
    this.room = room;
    this.picked = null;
    this.shown = null;
    this.happening = null;
    this.foreseen = null;
    this.tab = "log";
    this.sideOpen = false;
    this.recap = null;
    this.playing = false;
    this.away = [];
    this.asked = null;
    this.listened = [];
    fill(root, []);
    this.reader = new Reader(root, (element) => this.about(element));
    this.reader.opened = () => this.decision && this.inSight();
    this.body = document.createElement("div");
    root.append(this.body);
    this.listen(document, "keydown", (event) => this.key(event));
    this.listen(root, "pointerdown", (event) => this.drag(event));
    this.listen(root, "pointerover", (event) => this.foresee(event.target));
    this.listen(root, "focusin", (event) => this.foresee(event.target));
    this.listen(document, "visibilitychange", () => document.hidden && this.skip());
    this.changed();
  }

  listen(on, kind, heard) {
    on.addEventListener(kind, heard);
    this.listened.push(() => on.removeEventListener(kind, heard));
  }

  leave() {
    this.left = true;
    for (const stop of this.listened) stop();
  }

  get book() {
    if (this.of !== this.room.start) {
      this.of = this.room.start;
      this.made = this.room.start ? new Book(this.room.start) : null;
    }
    return this.made;
  }

  /** What the person is asked now: nothing as long as something is still being shown. */
  get decision() {
    return this.playing || !this.room.decision || this.room.waiting ? null : this.room.decision;
  }

  changed() {
    if (this.left) return;
    if (!this.playing && this.room.beats.length) this.show();
    else if (!this.playing) this.settled();
    else this.draw();
  }

  /** Shows what has happened, one thing after the other. */
  async show() {
    this.playing = true;
    this.hurry = false;
    const many = this.room.beats.length;
    while (this.room.beats.length && !this.left) {
      const wait = document.hidden || this.hurry || many > 200 ? 0 : pace();
      const beat = this.room.beats.shift();
      if (!wait) {
        this.room.heard(beat.line + 1);
        continue;
      }
      this.happening = beat.at ?? null;
      this.shown = beat.view;
      if (beat.goals) this.room.goals = beat.goals;
      this.room.heard(beat.line + 1);
      this.draw(wait, this.now?.view);
      if (beat.aimed) this.arc(beat, wait);
      sound(beat.aimed ? "hit" : "card");
      await new Promise((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, wait * (beat.aimed ? 1.4 : 1));
      });
    }
    this.playing = false;
    // At the turn menu nothing is on its way.
    if (this.room.decision?.question === "menu") this.away = [];
    this.happening = null;
    this.shown = null;
    this.room.heard(Infinity);
    this.settled();
  }

  skip() {
    this.hurry = true;
    land();
    this.wake?.();
  }

  /** All that has happened has been shown. */
  settled() {
    this.room.heard(Infinity);
    const { decision } = this.room;
    if (decision?.id !== this.asked) {
      this.asked = decision?.id ?? null;
      this.reader.chosen();
      this.picked = null;
      this.foreseen = null;
      const begun = this.room.begun();
      if (decision?.question === "menu" && begun !== this.begun) {
        // A game that is entered again has not been looked away from since.
        this.recap = this.room.since();
        sound("turn");
      }
      if (decision) this.begun = begun;
      this.bring = Boolean(decision);
    }
    if (this.room.over && !this.told) {
      this.told = true;
      sound("over");
      this.announce();
    } else if (!this.room.over) this.told = false;
    this.draw(pace() ? 260 : 0);
    if (this.bring) this.inSight();
    this.bring = false;
  }

  /** What can be chosen is brought into sight, or one's own nation. */
  inSight() {
    const field = this.body.querySelector(".table");
    const lit = [...field.querySelectorAll("button.lit, .pick-nation")];
    const box = field.getBoundingClientRect();
    const inside = (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= box.top && bottom <= box.bottom;
    };
    if (lit.some(inside)) return;
    const to = lit[0] ?? field.querySelector(".nation.own");
    to?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: pace() ? "smooth" : "auto" });
  }

  announce() {
    talk.ending(this);
  }

  /** What is aimed at a player crosses the table. */
  arc(beat, wait) {
    const field = this.body.querySelector(".table");
    const nation = (seat) => field?.querySelector(`[data-nation="${seat}"]`);
    const to = nation(beat.at.seat);
    to?.scrollIntoView({ block: "nearest", inline: "nearest" });
    cross(field, beat.by && nation(beat.by), to, wait);
  }

  /** What the table and its parts are drawn from. */
  context() {
    const { room } = this;
    const view = this.shown ?? room.view;
    const { decision } = this;
    const { lit, lines } = this.picked?.options ? { lit: new Map(), lines: this.picked.options } : offered(decision, this.picked);
    // With a card picked, one's own nation lights up first: others do once it is said what to do there.
    if (this.picked?.card && !this.picked.deed && !this.picked.dragged && room.seat) {
      for (const name of [...lit.keys()]) {
        if (/^(at|gap):/.test(name) && !name.startsWith(`at:${room.seat}.`) && !name.startsWith(`gap:${room.seat}.`)) lit.delete(name);
      }
    }
    // Where no card of the hand can be chosen, numbers choose among the buttons.
    const numbered = lines.length > 0 && ![...lit.keys()].some((name) => name.startsWith("hand:"));
    return {
      numbered,
      book: this.book, view, seat: room.seat, lit, lines, harms: Boolean(decision?.harms), picked: this.picked, goals: room.goals, happening: this.happening,
      name: (seat) => room.name(seat),
      up: (card) => this.book.kind(card)?.action?.name ?? this.book.kind(card)?.buildings[0]?.name ?? card,
      presence: (seat) => talk.presence(room, seat),
      memo: this.memo ??= new Map(),
      at: (seat) => room.seats.find((each) => each.seat === seat),
      press: (name, index) => this.press(name, index),
      read: (card) => this.explain(card),
    };
  }

  /** Draws all; `was` is the table from which cards are seen going to their new places. */
  draw(duration = 0, was = null) {
    const { room } = this;
    if (!this.book || !(this.shown ?? room.view)) {
      fill(this.body, [h("main", { class: "hall" }, h("p", { role: "status" }, room.trouble ?? "Setting up the table …"))]);
      return;
    }
    const context = this.context();
    this.now = context;
    const before = duration ? places(this.body) : null;
    const held = this.body.contains(document.activeElement);
    const cards = context.view.players.find((standing) => standing.seat === room.seat)?.hand.cards ?? [];
    fill(this.body, [
      h("div", { class: "game", key: "game" },
        talk.top(this),
        h("main", { class: "table", id: "table", tabindex: "-1" },
          h("h2", { class: "heard" }, "The table"),
          table(context)),
        h("div", { class: "dock", role: "region", "aria-label": room.seat ? "Your decision and your hand" : "The decision" },
          this.recap?.length ? this.since() : null,
          this.question(context),
          room.seat ? h("div", { class: "hand", role: "group", "aria-label": `Your hand, ${cards.length} ${cards.length === 1 ? "card" : "cards"}` }, hand(context, cards)) : null),
        h("div", { class: "flank", key: "flank" }, side(this), this.reader.slot())),
    ]);
    // Where what had the focus is gone, the question has it, and is read out.
    if (held && !this.body.contains(document.activeElement)) this.body.querySelector(".question")?.focus({ preventScroll: true });
    if (!before) return;
    const all = was ? flights(was, context.view, this.away) : [];
    glide(this.body, before, Math.min(420, duration), new Set(all.map(({ to }) => to)));
    fly(this.body, this.book, before, all, Math.min(800, duration * 0.95));
  }

  /** What happened since one's last turn, where the log is not beside the table. */
  since() {
    const close = () => {
      this.recap = null;
      this.draw();
    };
    return h("details", { class: "recap only-small", key: "recap" },
      h("summary", {}, "Since your last turn"),
      this.recap.map((turn) => h("p", {}, turn.join(" "))),
      h("p", {}, h("button", { class: "do", type: "button", onclick: close }, "Close")));
  }

  /** What is asked, with the buttons for what does not lie on the table. */
  question(context) {
    const { room, decision } = this;
    if (!decision) {
      const text = this.playing ? room.named(room.lines[room.told - 1]?.text ?? "…") : talk.waiting(room);
      return h("div", { class: "asked", key: "asked" },
        h("p", { class: "question", role: "status", tabindex: "-1" }, text),
        this.playing ? h("button", { class: "do", type: "button", onclick: () => this.skip() }, "Skip ", h("kbd", {}, "Space")) : talk.over(this));
    }
    const buttons = [];
    const { picked } = this;
    let text = decision.prompt ?? talk.question(decision, context);
    const button = (label, key, act, more = "") =>
      buttons.push(h("button", { class: `do ${more}`, type: "button", "data-option": null, onclick: act }, label, key ? h("kbd", {}, key) : null));
    if (picked?.card && decision.question === "menu") {
      const can = deeds(decision, picked.card);
      const kind = this.book.kind(picked.card);
      text = picked.deed
        ? picked.deed === "build" ? `Where will you build ${printed(kind.buildings[0].name)}?` : `Where will you put ${called(this.book, picked.card)} face down?`
        : `What will you do with ${called(this.book, picked.card)}?`;
      if (!picked.deed) {
        if (can.action.length) button(`Play ${printed(kind.action.name)}`, "p", () => this.answer(can.action[0]), "first");
        if (can.build.length) button(`Build ${printed(kind.buildings[0].name)}`, "b", () => this.deed("build"));
        if (can.stack.length) button("Put it face down", "s", () => this.deed("stack"));
      }
      button("Back", "Esc", () => this.back(), "bare");
    } else {
      for (const [index, option] of context.lines.entries()) {
        buttons.push(h("button", { class: `do ${option.what === "side" ? "goal-side" : ""}`, type: "button", key: `option:${option.n}`, "data-n": String(option.n), "data-card": option.card ?? this.sideOf(option)?.kind.card ?? null, "data-up": this.sideOf(option)?.face.name ?? null, onclick: () => this.answer(option) }, talk.option(option, context, decision), context.numbered && index < 9 ? h("kbd", {}, String(index + 1)) : null));
      }
      if (picked) button("Back", "Esc", () => this.back(), "bare");
      for (const option of context.lit.get("pass") ?? []) button(option.what === "pass" ? "End your turn" : "None", "e", () => this.answer(option), context.lit.size === 1 ? "first" : "");
      if (room.alone && decision.question === "menu") button("Hint", "h", () => this.hint(), "bare");
    }
    return h("div", { class: "asked mine", key: "asked" },
      h("p", { class: "question", role: "status", tabindex: "-1" }, text, decision.asks ? h("small", {}, `for ${printed(decision.asks)}`) : null,
        decision.for !== decision.seat ? h("small", {}, `You decide for ${room.name(decision.for)}.`) : null),
      h("div", { class: "choices" }, buttons),
      this.foreseen?.lines?.length ? h("div", { class: "foresee" }, this.foreseen.lines.map((line) => h("p", {}, line))) : null);
  }

  /** The face that a choice of sides is about. */
  sideOf(option) {
    return option.what === "side" ? this.book.faces.get(option.label.replace(/^side\s+/, "")) : null;
  }

  /** Something on the table or in the hand is pressed. */
  press(name, index) {
    const options = this.now.lit.get(name);
    const { decision } = this;
    if (!options?.length) {
      const element = this.body.querySelector(`[data-key="${CSS.escape(name)}"]`);
      if (element?.dataset.card) this.reader.show(element, true);
      return;
    }
    if (name.startsWith("hand:") && decision.question === "menu") {
      const card = name.slice(5);
      const same = this.picked?.card === card && this.picked.index === index;
      this.picked = same ? null : { card, index };
      this.draw();
      if (this.picked) this.inSight();
      return;
    }
    if (options.length === 1) {
      this.answer(options[0]);
      return;
    }
    const uses = options.every((option) => option.what === "use");
    this.picked = uses ? { at: name.slice(3) } : { options };
    this.draw();
    this.body.querySelector(".choices .do")?.focus();
  }

  deed(deed) {
    const options = deeds(this.decision, this.picked.card)[deed];
    if (options.length === 1) {
      this.answer(options[0]);
      return;
    }
    this.picked = { ...this.picked, deed };
    this.draw();
    // At home first: that is where most cards go.
    (this.body.querySelector(".nation.own .row .lit") ?? this.lit()[0])?.focus();
  }

  /** One step back; answers whether there was one. */
  back() {
    if (!this.picked) return false;
    const { card, index, deed } = this.picked;
    this.picked = deed ? { card, index } : null;
    this.draw();
    if (card) this.body.querySelector(`[data-hand][data-index="${index ?? 0}"]`)?.focus();
    return true;
  }

  answer(option) {
    this.recap = null;
    this.picked = null;
    this.foreseen = null;
    this.reader.chosen();
    this.room.answer(this.room.decision, option.n);
    this.draw();
  }

  /** Before a choice it is said what it will certainly do. */
  foresee(target) {
    const { decision } = this;
    if (!decision || !this.room.foresee) return;
    const element = target.closest?.("[data-drop], [data-n], .held");
    let option = null;
    if (element?.dataset.n) option = decision.options[Number(element.dataset.n)];
    else if (element?.dataset.drop) {
      const options = this.now.lit.get(element.dataset.drop);
      if (options?.length === 1) [option] = options;
    }
    clearTimeout(this.looking);
    if (!option || this.foreseen?.n === option.n) return;
    this.looking = setTimeout(async () => {
      const lines = await this.room.foresee(decision, option.n);
      if (this.decision?.id !== decision.id || !lines) return;
      this.foreseen = { n: option.n, lines };
      this.draw();
    }, 220);
  }

  async hint() {
    const { decision } = this;
    if (!decision) return;
    const found = await this.room.hint(decision);
    if (found) await tell("A hint", found);
  }

  /** What is to be read of an element with a card. */
  about(element) {
    const { card, up, at, n } = element.dataset;
    const parts = [reading(this.book, card, up)];
    if (at) {
      const [seat, place] = at.split(".");
      const there = this.now.view.players.find((standing) => standing.seat === seat)?.nation[place - 1];
      const known = [...new Set(there?.stack.map((each) => each.card).filter(Boolean) ?? [])];
      if (known.length) parts.push(h("h3", {}, "Cards on it that you know"), known.map((each) => reading(this.book, each, this.now.up(each))));
    }
    const asked = this.asks(element);
    if (n === undefined && asked) parts.push(h("footer", {}, h("button", { class: "do", type: "button", onclick: () => this.why(asked) }, at ? "Why is it like this?" : "Can it be played?")));
    return parts;
  }

  /** What `why` is asked of an element: a building by its place, a card of the hand by what it could do. */
  asks(element) {
    const { at, hand: held } = element.dataset;
    return at ?? (held && this.book.kind(held)?.action ? `action ${held}` : null);
  }

  explain(card) {
    return dialog(called(this.book, card), () => reading(this.book, card));
  }

  async why(about) {
    this.reader.close();
    const said = await this.room.why(about);
    if (said) await tell("Why", said);
  }

  async takeBack() {
    talk.takeBack(this);
  }

  open(tab) {
    this.tab = tab;
    this.sideOpen = true;
    this.draw();
    this.body.querySelector(`#tab-${tab}`)?.focus();
  }

  lit() {
    return [...this.body.querySelectorAll(".table .lit, .pick-nation, .held.lit, .choices .do")].filter((element) => element.matches("button") && element.getClientRects().length);
  }

  /** From one thing that lights up to the next one, to that side. */
  move(direction) {
    const all = this.lit();
    if (!all.length) return;
    const from = document.activeElement;
    if (!all.includes(from)) {
      all[0].focus();
      return;
    }
    const here = from.getBoundingClientRect();
    const centre = (box) => [box.left + box.width / 2, box.top + box.height / 2];
    const [x, y] = centre(here);
    let best = null;
    let least = Infinity;
    for (const other of all) {
      if (other === from) continue;
      const [ox, oy] = centre(other.getBoundingClientRect());
      const [dx, dy] = [ox - x, oy - y];
      const along = { ArrowLeft: -dx, ArrowRight: dx, ArrowUp: -dy, ArrowDown: dy }[direction];
      const across = direction === "ArrowLeft" || direction === "ArrowRight" ? Math.abs(dy) : Math.abs(dx);
      if (along <= 4) continue;
      const far = along + across * 2.5;
      if (far < least) [least, best] = [far, other];
    }
    best?.focus();
    best?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const { key } = event;
    const done = () => event.preventDefault();
    if (key === "Escape") {
      // A text that was asked for is closed by itself; one that came with the focus goes along with the step back.
      const { pinned } = this.reader;
      const closed = this.reader.close(true);
      if ((closed && pinned) || this.back() || closed) return done();
      if (this.sideOpen) {
        this.sideOpen = false;
        this.draw();
      } else if (this.recap) {
        this.recap = null;
        this.draw();
      }
      return undefined;
    }
    if (key.startsWith("Arrow") && !event.target.closest?.("[role=tablist], .pane, .recap")) {
      this.move(key);
      return done();
    }
    if (key === " " && this.playing && !event.target.closest?.("button")) {
      this.skip();
      return done();
    }
    if (!settings.letters) return undefined;
    const at = event.target.closest?.("[data-card]");
    const press = (selector) => {
      const found = this.body.querySelector(selector);
      if (found) found.click();
      return Boolean(found);
    };
    if (/^[1-9]$/.test(key)) {
      const option = this.body.querySelectorAll(".choices .do[data-n]")[Number(key) - 1];
      const card = this.body.querySelectorAll(".held")[Number(key) - 1];
      if (this.now?.numbered) {
        option?.click();
        return done();
      }
      if (card) {
        card.focus();
        // Where it had the focus already, no event says so.
        if (!this.reader.pinned) this.reader.soon(card, 400);
        if (card.matches(".lit")) card.click();
        return done();
      }
      return undefined;
    }
    const deed = { p: "action", b: "build", s: "stack" }[key];
    if (deed) {
      const card = this.picked?.card ?? document.activeElement?.dataset?.hand;
      if (!card || this.decision?.question !== "menu") return undefined;
      const can = deeds(this.decision, card)[deed];
      if (!can.length) return toast("You cannot do that with this card now.");
      this.picked = { card, index: this.picked?.index ?? Number(document.activeElement.dataset.index ?? 0) };
      if (deed === "action") this.answer(can[0]);
      else this.deed(deed);
      return done();
    }
    const keys = {
      e: () => {
        const [pass] = this.now?.lit.get("pass") ?? [];
        if (pass) this.answer(pass);
      },
      u: () => this.takeBack(),
      "?": () => at && this.reader.show(at, true),
      w: () => at && this.asks(at) && this.why(this.asks(at)),
      h: () => this.room.alone && this.hint(),
      g: () => this.open("goals"),
      l: () => this.open("log"),
      c: () => settings.chat && this.room.chatty && this.open("chat"),
      d: () => this.now && look(this.now, "discard"),
      k: () => this.keys(),
      "+": () => keep({ speed: Math.min(5, settings.speed + 1) }),
      "-": () => keep({ speed: Math.max(0, settings.speed - 1) }),
    };
    if (keys[key]) {
      keys[key]();
      return done();
    }
    return undefined;
  }

  keys() {
    return dialog("Keys", () => [
      h("dl", { class: "keys" }, KEYS.map(([keys, what]) => [h("dt", {}, h("kbd", {}, keys)), h("dd", {}, what)])),
      h("p", {}, "You can switch one-letter keys off in the settings. You can also drag cards: to a place, onto a building or to the discard pile."),
    ]);
  }

  /** A card of the hand is drawn to where it shall go. */
  drag(event) {
    const card = event.target.closest?.(".held.lit");
    if (!card || event.button || !this.decision) return;
    const menu = this.decision.question === "menu";
    if (!menu) return;
    const start = [event.clientX, event.clientY];
    let ghost = null;
    let over = null;
    const move = (now) => {
      if (!ghost) {
        if (Math.hypot(now.clientX - start[0], now.clientY - start[1]) < 9) return;
        clearTimeout(this.reader.pressing);
        this.reader.close();
        this.picked = { card: card.dataset.hand, index: Number(card.dataset.index), dragged: true };
        this.draw();
        ghost = card.cloneNode(true);
        ghost.classList.add("dragged");
        ghost.classList.remove("lit", "picked");
        ghost.setAttribute("aria-hidden", "true");
        ghost.removeAttribute("data-key");
        ghost.removeAttribute("data-move");
        this.root.append(ghost);
      }
      ghost.style.left = `${now.clientX - 40}px`;
      ghost.style.top = `${now.clientY - 56}px`;
      const field = this.body.querySelector(".table");
      const box = field.getBoundingClientRect();
      if (now.clientY < box.top + 40) field.scrollBy(0, -14);
      else if (now.clientY > box.bottom - 30 && now.clientY < box.bottom + 10) field.scrollBy(0, 14);
      const found = document.elementFromPoint(now.clientX, now.clientY)?.closest("[data-drop]");
      if (found !== over) {
        over?.classList.remove("over");
        over = found;
        over?.classList.add("over");
      }
    };
    const stop = (now) => {
      for (const [kind, heard] of [["pointermove", move], ["pointerup", stop], ["pointercancel", stop]]) document.removeEventListener(kind, heard);
      if (!ghost) return;
      ghost.remove();
      over?.classList.remove("over");
      const swallow = (click) => {
        click.stopPropagation();
        click.preventDefault();
      };
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 50);
      const options = now.type === "pointerup" && over ? this.now.lit.get(over.dataset.drop) : null;
      if (options?.length) {
        this.answer(options[0]);
        return;
      }
      this.picked = null;
      this.draw();
    };
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", stop);
    document.addEventListener("pointercancel", stop);
  }

  settings() {
    return settle().then(() => this.draw());
  }

  async concede() {
    const yes = await sure("Concede the game?", ["You leave the game at once. This cannot be undone.", "To come back later, close the page instead: you keep your seat."], "Concede");
    if (yes) this.room.concede();
  }
}

export { whole, icon };
