// What lies on something else, leaves its card, or is cut without a hint: a sentence each. The test that reads it wants none.
(() => {
  const faults = [];
  const seen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
  const box = (element) => element.getBoundingClientRect();
  const all = (root, selector) => [...root.querySelectorAll(selector)].filter(seen);
  const called = (element) => `${element.className.baseVal ?? element.className} “${element.textContent.slice(0, 24)}”`;
  const fault = (where, what) => faults.push(`${where}: ${what}`);
  const meet = (one, other) => {
    const [a, b] = [box(one), box(other)];
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  };
  const inside = (one, outer) => {
    const [a, b] = [box(one), box(outer)];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
  };
  const apart = (where, elements) =>
    elements.forEach((one, at) => elements.slice(at + 1).forEach((other) => meet(one, other) && fault(where, `${called(one)} lies on ${called(other)}`)));
  const within = (where, elements, outer) => elements.forEach((one) => inside(one, outer) || fault(where, `${called(one)} leaves ${called(outer)}`));
  const nations = all(document, ".nation");
  apart("the table", [...nations, ...all(document, ".middle")]);
  for (const nation of nations) {
    const where = nation.dataset.nation;
    const header = nation.querySelector("header");
    const heads = all(header, ":scope > *");
    apart(`${where}, above`, heads);
    within(`${where}, above`, heads, nation);
    const row = nation.querySelector(".row");
    const buildings = all(nation, ".building");
    apart(where, buildings);
    for (const building of buildings) {
      const place = building.dataset.at;
      const parts = all(building, ".chip, .height, .face .sign, .face .name, .face .gist, .stack");
      apart(place, parts);
      within(place, parts, building);
      if (box(building).bottom > box(row).bottom + 1) fault(place, "ends below its row");
      for (const name of all(building, ".face .name")) if (name.scrollWidth > name.clientWidth + 1) fault(place, `its name is cut: ${name.textContent}`);
      const layers = all(building, ".on");
      within(place, layers, building.querySelector(".stack"));
      layers.forEach((layer, at) => {
        const name = layer.querySelector(".name");
        const next = layers[at + 1];
        if (name && next && box(name).bottom > box(next).top + 1) fault(place, `the name of a stacked card is covered: ${name.textContent}`);
      });
    }
    const [left, right] = [box(row).left, box(row).right];
    const cut = buildings.filter((building) => box(building).left < left - 4 || box(building).right > right + 4).length;
    const told = all(header, ".further").reduce((sum, hint) => sum + Number(/\d+/.exec(hint.textContent)?.[0] ?? 0), 0);
    if (cut !== told) fault(where, `${cut} buildings are cut, and ${told} are told`);
  }
  apart("the hand", all(document, ".held"));
  for (const pile of all(document, ".pile")) apart("a pile", all(pile, ":scope > *"));
  const wide = document.documentElement;
  if (wide.scrollWidth > wide.clientWidth) fault("the page", `it is ${wide.scrollWidth} wide in ${wide.clientWidth}`);
  // What is read covers nothing that can be chosen.
  const reader = document.querySelector(".reader");
  if (seen(reader)) {
    for (const choice of all(document, ".lit, .pick-nation, .choices .do, .held")) {
      const { left, right, top, bottom } = box(choice);
      const table = choice.closest(".table");
      if (table && ((top + bottom) / 2 < box(table).top || (top + bottom) / 2 > box(table).bottom)) continue;
      const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (on && reader.parentElement.contains(on)) fault("what is read", `it covers ${called(choice)}`);
    }
  }
  return faults;
})()
