// Before the cards are dealt: who sits down, the links, and the symbols that all show at the same time.
import { icon } from "./cards.js";
import { away, chat, played, vote } from "./company.js";
import { h } from "./dom.js";
import { LONGEST_NAME, settings } from "./settings.js";
import { copy, settle, sure } from "./ui.js";

function link(text, label, value) {
  return h("div", { class: "link" },
    h("label", {}, text, " ", h("input", { readonly: true, value, "aria-label": label, onfocus: (event) => event.target.select() })),
    h("button", { class: "do", type: "button", onclick: () => copy(value) }, "Copy"));
}

/** The links of a game, and the code of one's seat. */
export function links(room) {
  const { welcome } = room;
  const base = `${location.origin}/game/${room.game}`;
  const open = room.table?.chairs.some((chair) => chair.who === "open");
  return h("div", { class: "links" },
    welcome.join && open ? link("To play:", "Link for players", `${base}#join=${welcome.join}`) : null,
    welcome.watch ? link("To watch:", "Link for spectators", `${base}#watch=${welcome.watch}`) : null,
    room.code ? h("details", {}, h("summary", {}, "Your seat code"),
      h("p", {}, "This browser remembers your seat. On another device, use this code to return to it. Keep it secret: anyone who has it can take your seat."),
      h("p", { class: "link" }, h("span", { class: "code" }, room.code), h("button", { class: "do", type: "button", onclick: () => copy(room.code) }, "Copy"))) : null);
}

function chairs(room) {
  const host = room.host && room.phase === "gathering";
  return h("ol", { class: "seats" }, room.table.chairs.map((chair) =>
    h("li", { key: `chair:${chair.chair}` },
      h("span", { class: "where" }, `${chair.chair + 1}.`),
      chair.who === "open" ? h("span", {}, "○ free: waiting for someone with the link")
        : h("b", {}, chair.who === "bot" ? icon("bot") : "● ", " ", chair.name, room.me?.chair === chair.chair ? " (you)" : ""),
      chair.who === "bot" ? h("span", { class: "chip" }, room.botName(chair.bot)) : null,
      away(room, chair),
      host && chair.who === "open" ? h("label", {}, h("span", { class: "heard" }, `A bot on chair ${chair.chair + 1}`),
        h("select", { onchange: (event) => event.target.value && room.say1({ type: "seat-bot", chair: chair.chair, bot: event.target.value }) },
          h("option", { value: "" }, "or seat a bot"), (room.about?.bots ?? []).map((bot) => h("option", { value: bot.bot }, `bot: ${bot.title}`)))) : null,
      host && chair.who !== "open" && chair.chair !== room.me.chair ? h("button", { class: "do bare", type: "button", onclick: () => room.say1({ type: "open-chair", chair: chair.chair }) }, "free this chair") : null)));
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A symbol as its set draws it; one without a drawing has its first letter. */
function drawn({ name, drawn: path }, more = "") {
  return path
    ? h("svg", { class: `sign ${more}`, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" }, h("path", { d: path }))
    : h("span", { "aria-hidden": "true", class: more }, capital(name).charAt(0));
}

/** The symbols from which one has to choose now. */
function asked(room) {
  const now = room.phase === "contest" ? room.table.contest : null;
  const mine = room.me?.chair;
  return now && mine !== undefined && now.left.includes(mine) && !now.chosen.includes(mine) ? now.symbols : [];
}

const shows = (room, symbol) => room.say1({ type: "show", round: room.table.contest.round, symbol: symbol.name });

/** The number of a symbol is pressed. */
export function show(room, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !settings.letters || document.querySelector("dialog[open]") || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  const symbol = asked(room)[Number(event.key) - 1];
  if (symbol) shows(room, symbol);
}

/** Who begins: all show a symbol of the set at the same time. */
function contest(room) {
  const { contest: now } = room.table;
  const mine = room.me?.chair;
  const inside = mine !== undefined && now.left.includes(mine);
  const symbols = asked(room);
  const of = (name) => now.symbols.find((symbol) => symbol.name === name) ?? { name };
  const waits = now.left.filter((chair) => !now.chosen.includes(chair)).map((chair) => room.chairName(chair));
  return h("section", { class: "box", key: "contest" },
    h("h2", {}, "Who goes first?"),
    h("p", {}, `Round ${now.round}: everyone shows a symbol at the same time.`),
    h("ul", { class: "ring" }, now.symbols.map((symbol) => h("li", { key: symbol.name }, drawn(symbol), h("span", {}, `${capital(symbol.name)} beats ${symbol.beats}`), drawn(of(symbol.beats))))),
    now.shown.map((round) => h("p", { key: `round:${round.round}` }, `Round ${round.round}: `,
      round.shown.map(({ chair, symbol }, index) => [index ? ", " : "", `${room.chairName(chair)} `, drawn(of(symbol)), ` ${symbol}`]), ". ",
      round.winner !== null ? `${room.chairName(round.winner)} goes first.` : round.out.length ? `Out: ${round.out.map((chair) => room.chairName(chair)).join(", ")}.` : "Nobody is out.")),
    symbols.length ? h("div", { class: "signs-pick", role: "group", "aria-label": "Your symbol" }, symbols.map((symbol, index) =>
      h("button", { class: "do", type: "button", key: symbol.name, "data-symbol": symbol.name, onclick: () => shows(room, symbol) },
        drawn(symbol, "big"), h("span", {}, capital(symbol.name), " ", settings.letters ? h("kbd", {}, String(index + 1)) : null))))
      : h("p", { role: "status" }, now.mine ? `You chose ${now.mine}. ` : inside ? "" : mine === undefined ? "You are watching. " : "You are out. ", waits.length ? `${waits.join(", ")} ${waits.length > 1 ? "choose" : "chooses"} …` : ""));
}

/** Away from the table: before the game the chair is free then. */
function leaving(room) {
  if (!room.me || room.replaced || (room.phase !== "gathering" && room.phase !== "contest")) return null;
  const frees = room.phase === "gathering";
  const go = async () => {
    if (!frees || await sure("Leave the table?", ["This frees your seat. While a seat is free, you can sit down again with the link."], "Leave")) room.goes();
  };
  return h("p", {}, h("button", { class: "do", type: "button", onclick: go }, frees ? "Leave the table" : "Leave but keep your seat"), " ",
    frees ? "If you only close the page, you keep your seat." : "The others need not wait for you: they can ask for a bot in your seat.");
}

/** What else there is for somebody who is not let in. */
function wayIn(room) {
  if (!room.shut) return h("button", { class: "do first", type: "button", onclick: room.again }, "Try again");
  return room.elsewhere ? h("a", { class: "do first", href: `/game/${room.game}`, onclick: room.forgets }, room.elsewhere) : null;
}

/** The page before a game begins. */
export function parlour(room) {
  const { table, welcome } = room;
  if (room.gone || !table) {
    return h("div", { class: "hall", key: "parlour" }, h("header", {}, h("h1", {}, h("a", { href: "/" }, "Brink"))),
      h("main", { class: "box" }, h("p", { role: "status" }, room.gone ?? room.trouble ?? "…"), room.gone ? h("p", {}, wayIn(room), " ", h("a", { class: "do", href: "/" }, "Home")) : null));
  }
  const free = table.chairs.filter((chair) => chair.who === "open").length;
  return h("div", { class: "hall", key: "parlour" },
    h("header", {}, h("h1", {}, h("a", { href: "/" }, "Brink")), h("nav", {}, h("button", { class: "do bare", type: "button", onclick: () => settle() }, "Settings")), h("p", {}, welcome.title)),
    room.trouble ? h("p", { class: "banner", role: "alert", key: "trouble" }, room.trouble) : null,
    played(room),
    vote(room),
    h("main", { class: "all", key: "all" },
      table.phase === "stuck" ? h("section", { class: "box" }, h("h2", {}, "This game cannot continue"), h("p", {}, table.why)) : null,
      table.phase === "contest" && table.contest ? contest(room) : null,
      h("section", { class: "box", key: "chairs" },
        h("h2", {}, table.phase === "gathering" ? free ? `${free} ${free === 1 ? "chair is" : "chairs are"} free` : "Everyone is here" : "At the table"),
      chairs(room),
      h("p", {}, table.watchers ? `${table.watchers} ${table.watchers === 1 ? "spectator" : "spectators"}` : ""),
      leaving(room)),
    settings.chat && room.chatty && room.me ? h("section", { class: "box talk", key: "talk" }, h("h2", {}, "Chat"), chat(room)) : null,
    h("section", { class: "box", key: "links" }, h("h2", {}, "Links"), links(room))));
}

/** Sitting down by a link. */
export function door(title, name, sit) {
  return h("div", { class: "hall", key: "door" },
    h("header", {}, h("h1", {}, h("a", { href: "/" }, "Brink"))),
    h("main", { class: "box" }, h("h2", {}, title),
      h("form", { class: "fields", onsubmit: (event) => {
        event.preventDefault();
        sit(event.target.elements.name.value.trim());
      } },
        h("label", { class: "field" }, h("span", {}, "Your name"), h("input", { name: "name", value: name, maxlength: String(LONGEST_NAME), required: true, autocomplete: "nickname", autofocus: true })),
        h("button", { class: "do first" }, "Sit down"))));
}
