// What a person likes, kept in this browser alone.

const DEFAULTS = { theme: "auto", speed: 3, sound: false, letters: true, chat: true, name: "" };
const KEY = "brink-settings";

/** Signs of a name, as the server has it. */
export const LONGEST_NAME = 20;

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = read();

export function keep(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Where nothing can be kept, it holds until the page is left.
  }
  dress();
}

/** What a person is called who has not said so. */
export const nickname = () => settings.name || "Ann";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** How long one thing that happens is shown, in milliseconds; 0 shows all at once. */
export const pace = () => (still.matches ? 0 : [0, 1500, 1000, 620, 340, 140][settings.speed] ?? 620);

/** Brings the page to what is liked. */
export function dress() {
  const root = document.documentElement;
  if (settings.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  if (settings.speed === 0) root.dataset.still = "";
  else delete root.dataset.still;
}

/** When something is to be seen; a page that is not looked at does not wait for it. */
export const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 400);
  });
