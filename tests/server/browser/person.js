// Plays on the page as a person would: presses what lights up. The test that puts it there reads `window.person`.
(() => {
  const seed = SEED;
  let state = seed * 2654435761 + 1;
  const next = (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
  const person = { pressed: 0, paused: false, faults: [] };
  addEventListener("error", (event) => person.faults.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => person.faults.push(String(event.reason)));
  const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length);
  const press = (among) => {
    const element = among[next(among.length)];
    person.pressed += 1;
    element.click();
  };
  const step = () => {
    if (person.paused || document.querySelector("dialog[open]")) return;
    const symbols = all(".signs-pick button");
    if (symbols.length) {
      press(symbols);
      return;
    }
    if (!document.querySelector(".asked.mine")) return;
    const own = (element) => element.closest(".nation.own, .middle, .dock");
    const table = all(".table button.lit, .pick-nation");
    const buttons = all(".choices .do").filter((element) => !/^(Hint|Back|None)/.test(element.textContent));
    if (document.querySelector(".held.picked")) {
      // What is played or built is more of a game than what is put anywhere.
      const deeds = buttons.filter((element) => /^(Play|Build)/.test(element.textContent));
      const targets = table.filter(own);
      press(deeds.length && next(3) ? deeds : targets.length ? targets : table.length ? table : buttons);
      return;
    }
    const held = all(".held.lit");
    const uses = table.filter((element) => element.matches(".building"));
    const rest = [...held, ...table, ...buttons];
    if (!rest.length) {
      const none = all(".choices .do").filter((element) => /^None/.test(element.textContent));
      if (none.length) press(none);
      return;
    }
    // Now and then a turn is ended although an ability could be used, else some would be used for ever.
    const end = buttons.filter((element) => /^End your turn/.test(element.textContent));
    if (end.length && (next(3) || !uses.length)) press(end);
    else press(rest);
  };
  person.timer = setInterval(step, EVERY);
  window.person = person;
})();
