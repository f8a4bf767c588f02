// Speaks with the server: requests, and the socket of a game, which comes back by itself when it is lost.

const SEATS = "brink-seats";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(SEATS) ?? "{}");
  } catch {
    return {};
  }
}

function store(all) {
  try {
    localStorage.setItem(SEATS, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing still has the seat until the page is left.
  }
}

/** The seat, or the place to look on from, that this browser has in a game. */
export const seatOf = (game) => kept()[game] ?? null;

export function remember(game, more) {
  const all = kept();
  all[game] = { ...all[game], ...more, at: Date.now() };
  const newest = Object.entries(all).sort(([, one], [, other]) => other.at - one.at);
  store(Object.fromEntries(newest.slice(0, 60)));
}

/** The seat was given up, or was taken away: nothing opens it any more. */
export function forgetSeat(game) {
  const all = kept();
  if (all[game]) delete all[game].seat;
  store(all);
}

/** Names and codes as they are written here, however they are typed. */
export const clean = (text) => String(text ?? "").replace(/\s+/g, "").toLowerCase();

/** A code of 26 letters and digits, of which none is taken for another one. */
export const isToken = (text) => /^[0-9a-hjkmnp-tv-z]{26}$/.test(text);

const INVITED = "brink-invited-";

/** The invitation that this window was opened with, so that a page that is loaded anew still has it. */
export function invited(game) {
  try {
    return sessionStorage.getItem(INVITED + game);
  } catch {
    return null;
  }
}

export function invite(game, token) {
  try {
    if (token) sessionStorage.setItem(INVITED + game, token);
    else sessionStorage.removeItem(INVITED + game);
  } catch {
    // The link has to be opened once more when the page is loaded anew.
  }
}

/** The games in which this browser has a seat, the newest first. */
export function mine() {
  return Object.entries(kept())
    .filter(([, { seat }]) => seat)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, 12)
    .map(([game, { title, at }]) => ({
      path: `/game/${game}`,
      title: title ?? `Game ${game}`,
      when: new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }),
      forget() {
        const all = kept();
        delete all[game];
        store(all);
      },
    }));
}

/** The code by which a seat is found again. */
export const codeOf = (game, seat) => `${game}-${seat}`;

/** A message and its next step, each as a sentence. */
export const sentences = (...texts) =>
  texts
    .filter(Boolean)
    .map((text) => text.trim())
    .map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?…]$/.test(text) ? "" : "."}`)
    .join(" ");

/** Bytes that the server reads at once. A browser may lose the answer when it sends more. */
const LONGEST = 512 * 1024;

async function ask(path, body, headers = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  if (text && new Blob([text]).size > LONGEST) throw new Error(`The server reads at most ${LONGEST / 1024} KiB at once. Choose a smaller file.`);
  let answer;
  try {
    answer = await fetch(path, text === undefined ? { headers } : { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: text });
  } catch {
    throw new Error("The server cannot be reached. Is it still running?");
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  const fault = new Error(said ? sentences(said.message, said.help) : `The server answered with ${answer.status} and gave no reason. Try again in a moment.`);
  fault.code = said?.code;
  throw fault;
}

const json = async (path, body) => (await ask(path, body)).json();

export const api = {
  about: () => json("/api/about"),
  /** The game that plays on the first page. */
  exhibition: () => json("/api/exhibition"),
  create: (wish) => json("/api/games", wish),
  join: (game, token, name) => json(`/api/games/${encodeURIComponent(game)}/join`, { join: token, name }),
  take: (text, name) => json("/api/import", { text, name }),
  check: (files) => json("/api/check", { files }),
  random: (wish) => json("/api/random", wish),
  /** A game that was played, out of a text; `which` names one of several games or rulings. */
  replay: (text, which = {}) => json("/api/replay", { text, ...which }),
  lessons: () => json("/api/lessons"),
  learn: (wish) => json("/api/lesson", wish),
  shown: async (token) => (await ask(`/api/shown/${encodeURIComponent(token)}`)).json(),
  keep: async (game, seat) => (await ask(`/api/games/${encodeURIComponent(game)}/keep`, undefined, { Authorization: `Bearer ${seat}` })).text(),
};

const FINAL = { 4001: "The server did not let this page in.", 4006: "Your chair was freed before the game began." };

/** The socket of one game. `heard` is given each message; `stood` how the connection is. */
export class Wire {
  constructor(game, token, heard, stood) {
    Object.assign(this, { game, token, heard, stood, pause: 500, next: 1, waiting: new Map(), closed: false });
    this.back = () => {
      if (this.timer) {
        clearTimeout(this.timer);
        this.open();
      }
    };
    addEventListener("online", this.back);
    this.open();
  }

  open() {
    this.timer = null;
    this.entered = false;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/${encodeURIComponent(this.game)}`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "enter", game: this.game, token: this.token }));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "welcome") {
        this.pause = 500;
        this.entered = true;
        this.stood("there");
      }
      const waits = message.re !== null && message.re !== undefined ? this.waiting.get(message.re) : null;
      if (waits && message.type !== "table" && message.type !== "log" && message.type !== "state" && message.type !== "chat" && message.type !== "beats") {
        this.waiting.delete(message.re);
        waits(message);
      }
      this.heard(message);
    };
    socket.onclose = ({ code }) => {
      if (this.closed || socket !== this.socket) return;
      for (const waits of this.waiting.values()) waits({ type: "refused", code: "lost", message: "The connection was lost before the server answered." });
      this.waiting.clear();
      if (FINAL[code]) {
        this.stood("gone", FINAL[code], code);
        return;
      }
      this.stood("away");
      this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
      this.pause = Math.min(15000, this.pause * 1.7);
    };
  }

  get ready() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** Says something; answers with what the server answers. */
  say(message) {
    if (!this.ready) return Promise.resolve({ type: "refused", code: "lost", message: "The connection is lost; the page reconnects by itself." });
    const re = this.next;
    this.next += 1;
    this.socket.send(JSON.stringify({ ...message, re }));
    return new Promise((resolve) => this.waiting.set(re, resolve));
  }

  /** Says something without waiting for an answer. */
  mention(message) {
    if (this.ready) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.back);
    this.socket.close();
  }
}
