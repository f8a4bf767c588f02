// Choosing in steps, as on the full screen: first the card or the building, then where or what. Only what is legal is there.

const spot = (option) => `${option.seat}.${option.place}`;

/** What an option is about on the table, as the name of a thing there; nothing when it is on no place. */
function thing(option) {
  switch (option.what) {
    case "build":
    case "place":
      return `gap:${spot(option)}`;
    case "stack":
    case "building":
    case "top":
    case "stacked":
    case "use":
      return `at:${spot(option)}`;
    case "player":
      return `nation:${option.seat}`;
    case "shield":
    case "action":
      return `hand:${option.card}`;
    case "pass":
    case "decline":
      return "pass";
    default:
      return null;
  }
}

/**
 * What can be picked now: `lit` has what lies on the table, each with the options it stands for; `lines` is what has to be
 * read. A card of the hand that is picked lights up where it can go.
 */
export function offered(decision, picked) {
  const lit = new Map();
  const lines = [];
  const add = (name, option) => {
    if (!lit.has(name)) lit.set(name, []);
    lit.get(name).push(option);
  };
  if (!decision) return { lit, lines };
  const { options, question } = decision;
  if (question === "menu") {
    if (picked?.card) {
      for (const option of options) {
        if (option.card !== picked.card) continue;
        if (picked.deed && option.what !== picked.deed) continue;
        if (option.what === "action") add("discard", option);
        else if (option.what === "build" || option.what === "stack") add(thing(option), option);
      }
      for (const option of options) if (option.card && ["action", "build", "stack"].includes(option.what)) add(`hand:${option.card}`, option);
      return { lit, lines };
    }
    if (picked?.at) {
      const here = options.filter((option) => option.what === "use" && spot(option) === picked.at);
      return { lit, lines: here };
    }
    for (const option of options) {
      if (option.what === "build" || option.what === "stack" || option.what === "action") add(`hand:${option.card}`, option);
      else if (thing(option)) add(thing(option), option);
      else lines.push(option);
    }
    return { lit, lines };
  }
  for (const option of options) {
    const name = thing(option);
    // Several cards of one stack are told apart by reading.
    if (name && !(option.what === "stacked")) add(name, option);
    else lines.push(option);
  }
  if (lines.length === options.length) return { lit: new Map(), lines };
  return { lit, lines };
}

/** What can be done with a card of the hand at the turn menu. */
export function deeds(decision, card) {
  const found = { action: [], build: [], stack: [] };
  for (const option of decision?.options ?? []) if (option.card === card && found[option.what]) found[option.what].push(option);
  return found;
}
