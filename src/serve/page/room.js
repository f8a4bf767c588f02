// A game as this browser knows it: what the server has told, and what can be asked of it.
import { Wire, api, codeOf, forgetSeat, remember, sentences } from "./net.js";
import { toast } from "./ui.js";

export class Room {
  constructor(game, token, watching) {
    Object.assign(this, {
      game, token, watching, welcome: null, table: null, start: null, seat: null, view: null, decision: null, asked: [], goals: [], back: null, over: null,
      beats: [], lines: [], told: 0, decided: 0, waiting: false, pending: false, chat: [], unread: 0, trouble: null, refusal: null, gone: null, shut: false, changed: null,
    });
    this.wire = new Wire(game, token, (message) => this.hear(message), (how, why, code) => this.stand(how, why, code));
    let last = 0;
    this.touched = () => {
      // Whoever is played for is back with the first touch.
      if (!this.me || (Date.now() - last < 10000 && !this.replaced)) return;
      last = Date.now();
      this.wire.mention({ type: "here" });
    };
    addEventListener("pointerdown", this.touched);
    addEventListener("keydown", this.touched);
  }

  leave() {
    removeEventListener("pointerdown", this.touched);
    removeEventListener("keydown", this.touched);
    this.wire.close();
  }

  stand(how, why, code) {
    this.trouble = how === "away" ? "The connection is lost. The page reconnects by itself, and you keep your seat." : null;
    if (how === "gone") {
      this.gone = this.refusal ? this.refused(this.refusal) : why;
      // Nothing opens that seat any more; otherwise the same may open it later.
      this.shut = code === 4006 || this.refusal?.code === "no-token";
      if (code === 4006 && this.me) forgetSeat(this.game);
    }
    // What was on its way is answered by the state that comes first when the connection is back.
    if (how !== "there") this.waiting = false;
    this.changed?.();
  }

  /** Why one is not let in, and what to do. */
  refused({ code, message }) {
    if (code === "no-game") return sentences(message, "ask whoever sent you the link to send it again");
    if (code !== "no-token") return sentences(message);
    if (!this.token) return "You need a link or a seat code to open this game, and this browser has none. Ask for the link again.";
    return `This ${this.watching ? "link" : "link or code"} does not open this game: characters may be missing or mistyped, or the seat was given up. Ask for the link again.`;
  }

  hear(message) {
    switch (message.type) {
      case "welcome":
        // Whoever opens the page is there; a page that comes back by itself says nothing of who is at it.
        if (message.you && !this.welcome) this.wire.mention({ type: "here" });
        this.refusal = null;
        this.welcome = message;
        this.beats = [];
        this.chat = [];
        remember(this.game, { [message.you ? "seat" : "watch"]: this.token, title: message.title });
        break;
      case "table":
        this.table = message;
        this.settleVote();
        this.rematched();
        break;
      case "begin":
        this.start = message.start;
        this.seat = message.seat;
        break;
      case "log":
        this.lines.splice(message.from, Infinity, ...message.lines.map((line) => ({ ...line, text: line.text })));
        this.decided = message.decided;
        this.told = Math.min(this.told, this.lines.length);
        this.pending = true;
        return;
      case "beats":
        this.beats.push(...message.beats);
        return;
      case "state":
        this.pending = false;
        this.waiting = false;
        Object.assign(this, { view: message.view, decision: message.decision, asked: message.asked, back: this.seat ? message.back : null });
        if (!this.beats.length || !this.goals.length) this.goals = message.goals;
        this.newest = message.goals;
        this.over = message.outcome && { winner: message.outcome.winner, draw: message.outcome.draw, youWon: Boolean(this.seat) && message.outcome.winner === this.seat, text: this.named(message.outcome.sentence) };
        break;
      case "chat": {
        const before = this.chat.length;
        this.chat.splice(message.from, Infinity, ...message.lines.map((line) => ({ name: line.name ?? "", text: line.text ?? "", notice: line.notice })));
        if (before && message.lines.some((line) => line.chair !== null && line.chair !== this.me?.chair)) this.unread += 1;
        break;
      }
      case "refused":
        if (!this.wire.entered) this.refusal = message;
        else if (message.re === null || message.re === undefined) toast(message.message, true);
        this.waiting = false;
        break;
      default:
        return;
    }
    this.changed?.();
  }

  /** Sentences up to there have been shown happening. */
  heard(count) {
    if (count === Infinity && this.pending) return;
    this.told = Math.min(count, this.lines.length);
    if (count === Infinity && this.newest) this.goals = this.newest;
  }

  get me() {
    return this.welcome?.you ?? null;
  }

  /** The chair of whoever is at this page. */
  get own() {
    return this.table?.chairs.find((chair) => chair.chair === this.me?.chair) ?? null;
  }

  /** A bot plays for whoever is at this page. */
  get replaced() {
    return this.own?.replaced ?? false;
  }

  /** Whoever is at this page seats bots and frees chairs. */
  get host() {
    return Boolean(this.me) && this.table?.host === this.me.chair;
  }

  get phase() {
    return this.table?.phase ?? null;
  }

  get title() {
    return this.welcome?.title?.split(":")[0] ?? "";
  }

  get seats() {
    return (this.table?.chairs ?? []).filter((chair) => chair.seat).map((chair) => ({ ...chair, kind: chair.who, strength: this.botName(chair.bot) })).sort((one, other) => one.seat.localeCompare(other.seat));
  }

  botName(bot) {
    return this.about?.bots.find((each) => each.bot === bot)?.title ?? bot;
  }

  chairName(number) {
    const chair = this.table?.chairs.find((each) => each.chair === number);
    return chair?.name ?? `Chair ${number + 1}`;
  }

  name(seat) {
    return this.table?.chairs.find((chair) => chair.seat === seat)?.name ?? seat;
  }

  /** A sentence with names in the place of seats. */
  named(text) {
    return text.replace(/\bp([1-6])\b(?!\.\d|\))/g, (seat) => this.name(seat));
  }

  /** All others at the table are bots. */
  get alone() {
    const chairs = this.table?.chairs ?? [];
    return Boolean(this.me) && chairs.every((chair) => (chair.who === "bot" && !chair.replaced) || chair.chair === this.me.chair);
  }

  get chatty() {
    return Boolean(this.welcome) && this.welcome.chat !== "off" && !this.alone;
  }

  get freeText() {
    return this.welcome?.chat === "free";
  }

  get phrases() {
    return this.about?.phrases ?? [];
  }

  /** What has happened since one decided last, turn by turn, without one's own. */
  since() {
    const turns = [];
    let own = true;
    for (const line of this.lines.slice(this.decided)) {
      if (line.turn) {
        own = line.turn === this.seat;
        if (!own) turns.push([]);
      } else if (!own) turns.at(-1).push(this.named(line.text));
    }
    return turns.filter((turn) => turn.length);
  }

  /** The sentence with which one's newest turn began. */
  begun() {
    return this.lines.findLastIndex((line) => line.turn === this.seat);
  }

  /** Looks through the game when it is over. */
  async replay() {
    const answer = await this.say1({ type: "replay" });
    if (answer.type === "replay") this.look?.({ ...answer, start: answer.start ?? this.start });
  }

  /** Says something, and shows a refusal. */
  async say1(message) {
    const answer = await this.wire.say(message);
    if (answer.type === "refused" && answer.code !== "late") toast(answer.message, true);
    return answer;
  }

  async answer(decision, option) {
    if (!decision || this.waiting) return;
    this.waiting = true;
    const answer = await this.say1({ type: "answer", id: decision.id, option });
    if (answer.type === "refused") {
      this.waiting = false;
      this.changed?.();
    }
  }

  async foresee(decision, option) {
    const answer = await this.wire.say({ type: "preview", id: decision.id, option });
    return answer.type === "preview" ? answer.lines.map((line) => this.named(line)) : null;
  }

  async hint(decision) {
    toast("A bot is thinking …");
    const answer = await this.say1({ type: "hint", id: decision.id });
    if (answer.type !== "hint") return null;
    const percent = (part) => (part === null || part === undefined ? null : `${Math.round(part * 100)}%`);
    return answer.hints.map(({ deed, chance, share, certain, wins, line }, index) =>
      [`${index + 1}. ${this.named(deed)}`, percent(chance) && `   wins ${percent(chance)} of the trial games`, !percent(chance) && percent(share) && `   chosen in ${percent(share)} of the trial games`, wins && `   wins this turn, whatever the others do, in ${wins[0]} of ${wins[1]} trial games`, ...(certain ?? []).map((line) => `   › ${this.named(line)}`), line && `   › ${line}`].filter(Boolean).join("\n"));
  }

  async why(about) {
    const answer = await this.say1({ type: "why", about: String(about) });
    return answer.type === "why" ? this.named(answer.text) : null;
  }

  takeBack() {
    return this.say1({ type: "back" });
  }

  concede() {
    return this.say1({ type: "concede" });
  }

  /** Away from the table. Before the game the chair is free then, later the seat is kept. */
  async goes() {
    const frees = this.phase === "gathering";
    const answer = await this.say1({ type: "leave" });
    if (answer.type === "refused") return;
    if (frees) forgetSeat(this.game);
    location.assign("/");
  }

  /** Back at the table, where a bot has played meanwhile. */
  playOn() {
    return this.say1({ type: "here" });
  }

  rematch() {
    return this.say1({ type: "rematch" });
  }

  say(text) {
    return this.say1({ type: "say", text });
  }

  phrase(phrase) {
    return this.say1({ type: "say", phrase });
  }

  askBot(chair) {
    return this.say1({ type: "want-bot", chair });
  }

  settleVote() {
    const { vote } = this.table;
    if (!vote) {
      this.vote = null;
      return;
    }
    const mine = this.me?.chair;
    const by = this.chairName(vote.by);
    const text = vote.what === "back" ? `${by} asks to undo a decision.` : `${by} asks for a bot in the seat of ${this.chairName(vote.chair)}.`;
    const asked = mine !== undefined && vote.needs.includes(mine) && !vote.yes.includes(mine) && !vote.no.includes(mine);
    this.vote = { text, would: vote.would.map((line) => this.named(line)), mine: !asked, answer: (yes) => this.say1({ type: "vote", id: vote.id, yes }) };
  }

  /** Everybody wants another game: there it is. Whoever comes to look at this one again is not led away. */
  rematched() {
    const agreed = this.before !== undefined && !this.before?.game;
    this.before = this.table.rematch ?? null;
    if (this.before?.game && agreed && !this.moved) {
      this.moved = true;
      this.nextGame();
    }
  }

  /** To the game that came after this one. */
  nextGame() {
    const { game, watch } = this.table.rematch;
    remember(game, { ...(this.seat ? { seat: this.token } : { watch }), title: this.welcome?.title });
    location.assign(`/game/${game}`);
  }

  get code() {
    return this.me ? codeOf(this.game, this.token) : null;
  }

  async save() {
    try {
      const text = await api.keep(this.game, this.token);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      link.download = `brink-${this.game}.txt`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    } catch (fault) {
      toast(fault.message, true);
    }
  }
}
