// The card workshop: a set is written, checked as one types, drawn with its texts, and tried at once.
import { sign } from "./cards.js";
import { fill, h } from "./dom.js";
import { header } from "./hall.js";
import { api, remember } from "./net.js";
import { nickname } from "./settings.js";
import { toast } from "./ui.js";

const KEY = "brink-workshop";
const FIRST = [
  { name: "mine.toml", title: "Cards", text: `id = "mine"
title = "My first cards"
language = 2

[[card]]
building = "Radio Station"
action = "Broadcast"

[[card]]
building = "Town Hall"
action = "Storm"

[[victory]]
front = "Lighthouse"

[building."Radio Station"]
text = '''
Once a turn, if this is stacked: draw a card.
'''

[action."Broadcast"]
text = '''
Repeat 2 times: produce onto your buildings.
'''

[building."Town Hall"]
text = '''
Neighbours of this are sheltered.
'''

[action."Storm"]
text = '''
Missile at a player.
'''

[building."Lighthouse"]
text = '''
Win when this has at least 4 cards.
'''
` },
  { name: "mine-game.toml", title: "Game", text: `id = "mine-game"
title = "A game of my first cards"
sets = ["mine.toml"]
copies = 12
victory = "same"
hand = 3
shields = 1
second-of-two-extra = 1
tallies = []
` },
];

export function workshop(root) {
  const sheets = FIRST.map((sheet) => ({ ...sheet }));
  try {
    for (const [at, text] of (JSON.parse(localStorage.getItem(KEY)) ?? []).entries()) sheets[at].text = text;
  } catch {
    // Then it begins with the example.
  }
  let sheet = sheets[0];
  let checked = null;
  let trouble = null;
  let counted = null;
  let busy = false;
  let timer = null;
  let field = null;
  const files = () => sheets.map(({ name, text }) => ({ name, text }));
  const all = () => JSON.stringify(files());

  const check = async () => {
    const about = all();
    try {
      const answer = await api.check(files());
      if (about !== all()) return;
      checked = answer;
      trouble = null;
    } catch (fault) {
      trouble = fault.message;
    }
    draw();
  };

  const typed = (value) => {
    sheet.text = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(sheets.map(({ text }) => text)));
    } catch {
      // It holds until the page is left.
    }
    clearTimeout(timer);
    timer = setTimeout(check, 350);
  };

  const sheetOf = (problem) => sheets.find(({ name }) => name === problem.file) ?? sheet;

  const turn = (to) => {
    sheet = to;
    draw();
  };

  const show = (problem) => {
    const { from, to } = problem;
    turn(sheetOf(problem));
    field.focus();
    field.setSelectionRange(from, to);
    const line = sheet.text.slice(0, from).split("\n").length;
    field.scrollTop = Math.max(0, line - 6) * Number.parseFloat(getComputedStyle(field).lineHeight);
  };

  const run = async (work) => {
    busy = true;
    draw();
    try {
      await work();
    } catch (fault) {
      toast(fault.message, true);
    }
    busy = false;
    draw();
  };

  const attempt = (form) => run(async () => {
    const position = form.elements.position.value.trim();
    const made = await api.create({
      recipe: form.elements.recipe.value, chairs: [{ who: "me", name: nickname() }, { who: "bot", bot: "cautious" }],
      disputes: {}, kinds: null, first: "me", chat: "off", files: files(), position: position || null,
    });
    remember(made.game, { seat: made.seat, title: "From the workshop" });
    open(`/game/${made.game}`, "_blank", "noopener");
    toast("The game opens in another tab.");
  });

  const count = (form) => run(async () => {
    counted = await api.random({ files: files(), recipe: form.elements.recipe.value, players: Number(form.elements.players.value), games: Number(form.elements.games.value) });
  });

  const fault = (problem) => h("li", { key: `${problem.file}:${problem.from}:${problem.message}` },
    problem.from === null ? h("b", {}, problem.message) : h("button", { type: "button", onclick: () => show(problem) }, `${sheetOf(problem).title}, line ${problem.line}, column ${problem.column}`), " ",
    problem.from === null ? "" : problem.message,
    problem.line ? h("pre", { "aria-hidden": "true" }, `${sheetOf(problem).text.split("\n")[problem.line - 1] ?? ""}\n${" ".repeat(problem.column - 1)}${"^".repeat(Math.max(1, problem.length))} ${problem.label ?? ""}`) : null,
    problem.help ? h("p", {}, "→ ", problem.help) : null);

  /** The faces that share a card, each once: a building with its action, or the sides of a victory card. */
  const pairs = () => {
    const rest = [...(checked?.faces ?? [])];
    const found = [];
    while (rest.length) {
      const one = rest.shift();
      const at = rest.findIndex((other) => one.others.includes(other.name) && other.set === one.set);
      const pair = at < 0 ? [one] : [one, rest.splice(at, 1)[0]];
      found.push(pair.sort((some, other) => other.building - some.building));
    }
    return found;
  };

  const card = (faces) => h("figure", { key: faces[0].name },
    h("div", { class: `card set-1 ${faces[0].victory ? "crown" : ""}` },
      faces.map((face) => h("span", { class: `half ${face.building || face.victory ? "up" : "down"}`, vars: { "--set": face.colour } }, sign(face.sign), h("span", { class: "name" }, face.name)))),
    h("figcaption", {}, faces.map((face) => h("section", {},
      h("b", {}, face.name), h("small", {}, face.victory ? " victory card" : face.building ? " building" : " action"),
      (face.lines ?? []).map((line) => h("p", { vars: { "--deep": String((line.length - line.trimStart().length) / 2) } }, line.trim()))))));

  const draw = () => {
    const problems = checked?.problems ?? [];
    const recipes = checked?.recipes ?? [];
    fill(root, [h("div", { class: "hall wide", key: "workshop" },
      header("Brink", "Write cards, see what they look like, and try them at once. Your text stays in this browser."),
      h("main", { class: "shop" },
        h("section", { class: "box", key: "text" }, h("h2", { id: "shop-text" }, "Your files"),
          h("div", { class: "tabs", role: "tablist", "aria-label": "Files" }, sheets.map((each) =>
            h("button", { class: "do", type: "button", role: "tab", key: each.name, id: `sheet-${each.name}`, "aria-selected": each === sheet ? "true" : "false", "aria-controls": "shop-field", onclick: () => turn(each) }, `${each.title}: ${each.name}`))),
          h("textarea", { key: "field", id: "shop-field", value: sheet.text, spellcheck: "false", autocapitalize: "off", "aria-labelledby": `sheet-${sheet.name}`, "aria-invalid": problems.length ? "true" : "false", "aria-describedby": "shop-faults", oninput: (event) => typed(event.target.value), made: (element) => { field = element; } }),
          h("div", { id: "shop-faults", role: "status" },
            trouble ? h("p", { class: "banner" }, trouble) : checked ? problems.length ? `${problems.length} ${problems.length === 1 ? "fault" : "faults"}` : "✓ No problems found." : "…"),
          h("ul", { class: "faults" }, problems.map(fault))),
        h("div", { class: "hall-part", key: "side" },
          h("section", { class: "box" }, h("h2", {}, "The cards"),
            checked?.faces?.length ? h("div", { class: "drawn" }, pairs().map(card)) : h("p", {}, "The cards appear here when the set has no faults.")),
          h("section", { class: "box", key: "try" }, h("h2", {}, "Try it"),
            recipes.length && !problems.length ? h("form", { class: "fields", onsubmit: (event) => event.preventDefault() },
              h("label", { class: "field" }, h("span", {}, "Game"), h("select", { name: "recipe" }, recipes.map((id) => h("option", { value: id }, id)))),
              h("label", { class: "field" }, h("span", {}, "Starting position (leave empty to deal)"), h("textarea", { name: "position", rows: "4", cols: "34", spellcheck: "false", placeholder: "p1 hand: Broadcast\np1: Lighthouse[] Radio Station[]\np2: Lighthouse[]" })),
              h("button", { class: "do first", type: "button", disabled: busy, onclick: (event) => attempt(event.target.form) }, "Play it"),
              h("label", { class: "field" }, h("span", {}, "Players"), h("input", { name: "players", type: "number", min: "2", max: "6", value: "2" })),
              h("label", { class: "field" }, h("span", {}, "Random games"), h("input", { name: "games", type: "number", min: "1", max: "200", value: "100" })),
              h("button", { class: "do", type: "button", disabled: busy, onclick: (event) => count(event.target.form) }, "Play them"),
            ) : h("p", {}, problems.length ? "Fix the faults first." : "Write a recipe in the Game tab: it says which sets are in the deck."),
            counted ? h("p", { role: "status" }, `${counted.games} ${counted.games === 1 ? "game" : "games"} of ${counted.turns.least} to ${counted.turns.most} turns, ${counted.turns.mean.toFixed(1)} on average. Wins by seat: ${counted.wins.map((wins, index) => `p${index + 1} ${wins}`).join(", ")}. ${counted.unfinished} unfinished.`, counted.cut?.length ? ` Texts that were cut off: ${counted.cut.join(", ")}.` : "") : null))))]);
  };
  draw();
  check();
}
