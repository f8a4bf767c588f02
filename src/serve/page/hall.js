// The hall: a game is begun in three clicks, found again, or looked at.
import { api, clean, isToken, mine, remember } from "./net.js";
import { sign } from "./cards.js";
import { fill, h } from "./dom.js";
import { LONGEST_NAME, keep, nickname, painted, settings } from "./settings.js";
import { settle, toast } from "./ui.js";

export const header = (title, text) =>
  h("header", {},
    h("h1", {}, h("a", { href: "/" }, title)),
    h("nav", { "aria-label": "Brink" },
      h("a", { class: "do bare", href: "/" }, "Play"),
      h("a", { class: "do bare", href: "/#learn" }, "Learn"),
      h("a", { class: "do bare", href: "/#replay" }, "Replay games"),
      h("a", { class: "do bare", href: "/#workshop" }, "Card workshop"),
      h("button", { class: "do bare", type: "button", onclick: () => settle() }, "Settings")),
    text ? h("p", {}, text) : null);

/** Where there is nothing: what may be meant, and a way on. */
export const nowhere = (root, text) =>
  fill(root, [h("div", { class: "hall", key: "nowhere" }, header("Brink"),
    h("main", { class: "box" }, h("h2", {}, "Page not found"), h("p", { role: "status" }, text), h("p", {}, h("a", { class: "do first", href: "/" }, "Home"))))]);

/** What a new game is to be; of one's own files, what is wrong with them, and whether that is known yet. */
const wish = { recipe: null, seats: ["me", "bot", "bot"], disputes: {}, kinds: [], first: "contest", chat: "free", files: [], faults: [], checking: false, busy: false };

/** A bot for those who have never played. */
const FIRST_BOT = "cautious";

export async function hall(root) {
  let facts = null;
  let show = null;
  let trouble = null;
  let found = mine();
  const draw = () => fill(root, [page()]);

  const begin = async () => {
    if (wish.busy || hindered()) return;
    wish.busy = true;
    draw();
    try {
      const name = nickname();
      const chairs = wish.seats.map((who) => (who === "me" ? { who, name } : who === "open" ? { who } : { who: "bot", bot: who === "bot" ? usual() : who }));
      const recipe = recipeNow();
      const made = await api.create({
        recipe: recipe.id, chairs, disputes: chosen(recipe), kinds: recipe.draft && wish.kinds.length ? wish.kinds : null,
        first: recipe.symbols.length || wish.first !== "contest" ? wish.first : "random", chat: wish.chat, files: recipe.own ? wish.files : null, position: null,
      });
      remember(made.game, { seat: made.seat, title: recipe.title });
      location.assign(`/game/${made.game}`);
    } catch (fault) {
      wish.busy = false;
      toast(fault.message, true);
      draw();
    }
  };

  /** One press, and one plays. */
  const playNow = async () => {
    if (wish.busy) return;
    wish.busy = true;
    draw();
    try {
      const [recipe] = (await known).recipes;
      const made = await api.create({
        recipe: recipe.id, chairs: [{ who: "me", name: nickname() }, { who: "bot", bot: FIRST_BOT }], disputes: {}, kinds: null, first: "me", chat: "off", files: null, position: null,
      });
      remember(made.game, { seat: made.seat, title: recipe.title });
      location.assign(`/game/${made.game}`);
    } catch (fault) {
      wish.busy = false;
      toast(fault.message, true);
      draw();
    }
  };

  const recipeNow = () => facts.recipes.find((each) => each.id === wish.recipe) ?? facts.recipes[0];
  const usual = () => (facts.bots.find((bot) => bot.bot === "greedy") ?? facts.bots[0]).bot;
  const chosen = (recipe) => Object.fromEntries(recipe.disputes.filter(({ name }) => wish.disputes[name]).map(({ name }) => [name, wish.disputes[name]]));

  const players = (count) => {
    while (wish.seats.length > count) wish.seats.pop();
    while (wish.seats.length < count) wish.seats.push(wish.seats.includes("open") ? "open" : "bot");
    draw();
  };

  /** Why no game can begin as it is wished; nothing where one can. */
  const hindered = () => {
    if (wish.checking) return "Your files are being checked.";
    if (wish.faults.length) return "Your own files have faults: fix or remove them.";
    if (wish.files.length && !facts.recipes.some((recipe) => recipe.own)) return "Your own files contain no game yet: add their recipe file, or remove them.";
    return null;
  };

  /** Files come to those that are there: a set and its recipe may be chosen together or one after the other. */
  const upload = async (list) => {
    const fresh = await Promise.all([...list].map(async (file) => ({ name: file.name, text: await file.text() })));
    check([...wish.files.filter(({ name }) => !fresh.some((file) => file.name === name)), ...fresh]);
  };

  const check = async (files) => {
    Object.assign(wish, { files, faults: [], checking: files.length > 0 });
    draw();
    let games = [];
    try {
      if (files.length) {
        const checked = await api.check(files);
        if (wish.files !== files) return;
        wish.faults = checked.problems;
        games = checked.games;
      }
    } catch (fault) {
      if (wish.files !== files) return;
      wish.faults = [{ message: fault.message }];
    }
    wish.checking = false;
    facts.recipes = [...facts.recipes.filter((recipe) => !recipe.own), ...games.map((game) => ({ ...game, own: true }))];
    if (games.length) wish.recipe = games[0].id;
    else if (!facts.recipes.some(({ id }) => id === wish.recipe)) wish.recipe = facts.recipes[0].id;
    draw();
  };

  const own = () =>
    h("details", { key: "own" }, h("summary", {}, "Play with your own cards"),
      h("p", {}, "Choose the files of your cards, as in ", h("a", { href: "/#workshop" }, "the card workshop"), ": the set, and the recipe that turns it into a game. Both are checked together before the game begins."),
      h("p", {}, h("input", { type: "file", multiple: true, accept: ".toml,text/plain", "aria-label": "Card files", onchange: (event) => {
        const list = [...event.target.files];
        // The same file can be chosen again when it was mended.
        event.target.value = "";
        if (list.length) upload(list);
      } })),
      h("ul", { class: "list files" }, wish.files.map((file) => h("li", { key: file.name }, h("span", { class: "grow" }, file.name),
        h("button", { class: "do bare", type: "button", "aria-label": `Remove ${file.name}`, onclick: () => check(wish.files.filter((other) => other !== file)) }, "remove")))),
      wish.files.length && !wish.faults.length ? h("p", { role: "status" }, wish.checking ? "Checking …" : facts.recipes.some((recipe) => recipe.own) ? "✓ No problems found. Their game is selected above."
        : "✓ No problems found, but no game yet: a separate file, the recipe, says which sets are in the deck. Choose that file too.") : null,
      wish.faults.length ? h("ul", { class: "faults", role: "alert" }, wish.faults.map((fault) => h("li", {}, h("b", {}, fault.file ? `${fault.file}, line ${fault.line}: ` : ""), fault.message, fault.label ? `: ${fault.label}` : "", fault.help ? h("p", {}, fault.help) : null))) : null);

  const disputes = () => {
    const own = recipeNow().disputes;
    if (!own.length) return null;
    return h("details", { key: "disputes" }, h("summary", {}, "Disputed rules"),
      h("div", { class: "disputes" }, own.map((dispute) =>
        h("fieldset", { key: dispute.name }, h("legend", {}, dispute.question),
          dispute.values.map((value) =>
            h("label", {}, h("input", { type: "radio", name: `dispute-${dispute.name}`, value: value.value, checked: (wish.disputes[dispute.name] ?? dispute.value) === value.value, onchange: () => { wish.disputes[dispute.name] = value.value; } }), value.meaning))))));
  };

  const kinds = () => {
    const recipe = recipeNow();
    if (!recipe.draft) return null;
    return h("details", { key: "kinds", open: wish.kinds.length > 0 }, h("summary", {}, `Choose the ${recipe.draft.count} kinds, or draw them at random`),
      h("div", { class: "fields" }, recipe.draft.kinds.map((kind) =>
        h("label", { class: "do" }, h("input", { type: "checkbox", checked: wish.kinds.includes(kind), disabled: !wish.kinds.includes(kind) && wish.kinds.length >= recipe.draft.count, onchange: (event) => {
          wish.kinds = event.target.checked ? [...wish.kinds, kind] : wish.kinds.filter((other) => other !== kind);
          draw();
        } }), kind))),
      wish.kinds.length && wish.kinds.length < recipe.draft.count ? h("p", {}, `Choose ${recipe.draft.count - wish.kinds.length} more.`) : null);
  };

  const seats = () =>
    h("ol", { class: "seats" }, wish.seats.map((who, index) =>
      h("li", { key: `seat:${index}` }, h("span", { class: "where" }, `${index + 1}.`),
        index === 0 ? h("span", {}, `${nickname()} (you)`) :
          h("select", { "aria-label": `Who sits on chair ${index + 1}`, onchange: (event) => { wish.seats[index] = event.target.value; draw(); } },
            h("option", { value: "open", selected: who === "open" }, "a friend, by link"),
            facts.bots.map((bot) => h("option", { value: bot.bot, selected: who === bot.bot || (who === "bot" && bot.bot === usual()) }, `a bot: ${bot.title}`))))));

  const page = () =>
    h("div", { class: "hall", key: "hall" },
      header("Brink", "Card games of the Cold War: play with friends by link, or alone against bots. No installation, no account."),
      trouble ? h("p", { role: "alert", class: "banner" }, trouble) : null,
      h("main", { class: "all", key: "all" }, h("section", { class: "box front", key: "front", "aria-label": "A look at the game" },
        show ? show.shown() : h("figure", { class: "stage", key: "stage" }),
        h("p", { class: "now", key: "now" },
          h("button", { class: "do first big", type: "button", disabled: wish.busy, onclick: playNow }, wish.busy ? "Shuffling …" : "Play now"),
          h("span", {}, "Against an easy bot, with hints and undo. Or choose a game, friends and bots below."))),
      h("section", { class: "box", key: "new" },
        h("h2", {}, "New game"),
        facts ? [
          h("div", { class: "recipes", role: "radiogroup", "aria-label": "Which game" }, facts.recipes.map((recipe) =>
            h("label", { class: "recipe", key: recipe.id },
              h("input", { type: "radio", name: "recipe", value: recipe.id, checked: wish.recipe === recipe.id, onchange: () => { wish.recipe = recipe.id; draw(); } }),
              h("b", {}, recipe.id),
              h("span", { class: "signs" }, recipe.signs.map(sign)),
              h("small", {}, recipe.title)))),
          h("div", { class: "fields" },
            h("label", { class: "field" }, h("span", {}, "Your name"), h("input", { value: settings.name, maxlength: String(LONGEST_NAME), autocomplete: "nickname", placeholder: "Ann", oninput: (event) => keep({ name: event.target.value.trim() }), onchange: draw })),
            h("label", { class: "field" }, h("span", {}, "Players"), h("select", { onchange: (event) => players(Number(event.target.value)) },
              [2, 3, 4, 5, 6].map((count) => h("option", { value: String(count), selected: wish.seats.length === count }, String(count)))))),
          h("fieldset", { class: "with" }, h("legend", {}, "Opponents"),
            [["open", "Friends, by link"], ["bot", "Bots"]].map(([who, text]) => h("button", { class: "do", type: "button", "aria-pressed": wish.seats.slice(1).every((other) => (who === "open") === (other === "open")) ? "true" : "false", onclick: () => { wish.seats = wish.seats.map((_, index) => (index ? who : "me")); draw(); } }, text))),
          seats(), kinds(), disputes(), own(),
          h("details", { key: "more" }, h("summary", {}, "First player and chat"),
            h("div", { class: "fields" },
              h("label", { class: "field" }, h("span", {}, "Who goes first"), h("select", { onchange: (event) => { wish.first = event.target.value; } },
                [["contest", "all choose a symbol in secret"], ["random", "random"], ["me", "me"]].map(([value, text]) => h("option", { value, selected: wish.first === value }, text)))),
              h("label", { class: "field" }, h("span", {}, "Chat"), h("select", { onchange: (event) => { wish.chat = event.target.value; } },
                [["free", "free text"], ["phrases", "set phrases only"], ["off", "off"]].map(([value, text]) => h("option", { value, selected: wish.chat === value }, text)))))),
          h("p", {}, h("button", { class: "do first", type: "button", disabled: wish.busy || !wish.recipe || Boolean(hindered()), onclick: begin }, wish.busy ? "Shuffling …" : "Begin"), " ",
            hindered() ?? (wish.seats.includes("open") ? "You get the links for your friends next." : "Against bots only: you get hints, and you can undo without asking anyone.")),
        ] : h("p", { role: "status" }, "…")),
      found.length ? h("section", { class: "box", key: "mine" }, h("h2", {}, "Your games in this browser"),
        h("ul", { class: "list" }, found.map((game) => h("li", { key: game.path }, h("a", { class: "grow", href: game.path }, game.title), h("small", {}, game.when),
          h("button", { class: "do bare", type: "button", "aria-label": `Forget ${game.title} here`, onclick: () => { game.forget(); found = mine(); draw(); } }, "forget"))))) : null,
      h("section", { class: "box", key: "recover" }, h("h2", {}, "Return to your seat"),
        h("p", {}, "If you use another device, or this browser has forgotten your seat, enter your seat code."),
        h("form", { class: "fields", onsubmit: (event) => { event.preventDefault(); recover(event.target.elements.code.value); } },
          h("label", { class: "field" }, h("span", {}, "Seat code"), h("input", { name: "code", class: "code", autocomplete: "off", spellcheck: "false", required: true })),
          h("button", { class: "do" }, "Return"))),
      h("section", { class: "box", key: "import" }, h("h2", {}, "Continue a saved game"),
        h("p", {}, "Choose a game that was saved here or by brink play. You take the first human player’s seat."),
        h("p", {}, h("input", { type: "file", "aria-label": "Saved game file", onchange: (event) => event.target.files[0] && goOn(event.target.files[0]) })))));

  const goOn = async (file) => {
    try {
      const made = await api.take(await file.text(), nickname());
      remember(made.game, { seat: made.seat, title: file.name });
      location.assign(`/game/${made.game}`);
    } catch (fault) {
      toast(fault.message, true);
    }
  };

  // The code is remembered when the server has accepted it: a mistyped one takes no seat away.
  const recover = (code) => {
    const [, game, seat] = /^([0-9a-z]{1,32})[-–—](.*)$/.exec(clean(code)) ?? [];
    if (isToken(seat ?? "")) location.assign(`/game/${game}#seat=${seat}`);
    else toast("A seat code is the name of the game, a dash, and 26 letters and digits without i, l, o and u.", true);
  };

  const known = api.about();
  draw();
  // Whoever has no pointer begins with Enter.
  if (document.activeElement === document.body) root.querySelector(".now .do")?.focus({ preventScroll: true });
  // What is looked at comes after what is needed.
  painted().then(() => import("./exhibition.js")).then(({ exhibition }) => exhibition()).then((made) => {
    show = made;
    show.changed = draw;
    draw();
  }).catch(() => {});
  try {
    facts = await known;
    wish.recipe ??= facts.recipes[0].id;
  } catch (fault) {
    trouble = fault.message;
  }
  // Files that were chosen before one looked elsewhere are still chosen.
  if (facts && wish.files.length) check(wish.files);
  else draw();
}
