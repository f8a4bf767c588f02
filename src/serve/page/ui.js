// What lies over the page: dialogs, short messages, and the reader that tells what is under the pointer.
import { fill, h } from "./dom.js";
import { keep, settings } from "./settings.js";

/** Opens a dialog; `body` is given how to close it. Answers when it is closed, with what it was closed with. */
export function dialog(title, body, more = {}) {
  return new Promise((resolve) => {
    const box = document.createElement("dialog");
    const close = (value) => {
      box.returnValue = "";
      resolve(value);
      box.close();
    };
    box.addEventListener("close", () => {
      resolve(undefined);
      box.remove();
    });
    box.addEventListener("click", (event) => {
      if (event.target === box) close(undefined);
    });
    document.body.append(box);
    const draw = () =>
      fill(box, [
        h("header", {}, h("h2", { id: "dialog-title" }, title), h("button", { class: "do bare", type: "button", "aria-label": "Close", onclick: () => close(undefined) }, "✕")),
        ...[body(close, draw)].flat(Infinity),
      ]);
    box.setAttribute("aria-labelledby", "dialog-title");
    if (more.class) box.className = more.class;
    draw();
    box.showModal();
  });
}

/** A text to be read. */
export const tell = (title, text) =>
  dialog(title, (close) => [
    (Array.isArray(text) ? text : String(text).split("\n\n")).map((part) => h("p", { class: "pre" }, part)),
    h("footer", {}, h("button", { class: "do first", type: "button", autofocus: true, onclick: () => close(true) }, "Close")),
  ]);

/** A question with one grave answer. */
export const sure = (title, text, yes, grave = true) =>
  dialog(title, (close) => [
    (Array.isArray(text) ? text : [text]).map((part) => h("p", { class: "pre" }, part)),
    h("footer", {},
      h("button", { class: "do", type: "button", autofocus: true, onclick: () => close(false) }, "Cancel"),
      h("button", { class: `do ${grave ? "grave" : "first"}`, type: "button", onclick: () => close(true) }, yes)),
  ]);

/** A short message that goes away by itself. */
export function toast(text, fault = false) {
  let tray = document.querySelector(".toasts");
  if (!tray) {
    tray = document.createElement("div");
    tray.className = "toasts";
    tray.setAttribute("role", "status");
    document.body.append(tray);
  }
  const slip = document.createElement("div");
  slip.className = `toast ${fault ? "fault" : ""}`;
  slip.textContent = text;
  tray.append(slip);
  setTimeout(() => slip.remove(), fault ? 7000 : 4000);
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast("Copying does not work here: select the text and copy it yourself.", true);
  }
}

/** There is room beside the table: what is read there covers nothing. */
const roomy = matchMedia("(min-width: 60.01rem)");

/**
 * The reader: it shows what `about` says of the element with a card that is hovered, focused or pressed for long. Its place is
 * beside the table; on a small screen it is a sheet between table and hand, which opens only when somebody asks for it.
 */
export class Reader {
  constructor(root, about) {
    this.about = about;
    this.box = document.createElement("div");
    this.box.className = "reader";
    this.box.hidden = true;
    this.box.id = "reader";
    this.box.tabIndex = 0;
    this.idle = document.createElement("p");
    this.idle.className = "idle";
    this.idle.textContent = "Point at a card, or press ? on it, to read it here.";
    this.pinned = false;
    const target = (event) => event.target.closest?.("[data-card]");
    root.addEventListener("pointerover", (event) => {
      if (event.pointerType === "touch" || this.pinned || event.buttons) return;
      if (this.box.contains(event.target)) return clearTimeout(this.leaving);
      const on = target(event);
      if (on) this.soon(on, 200);
      else this.leave();
    });
    root.addEventListener("pointerleave", () => this.leave());
    root.addEventListener("focusin", (event) => {
      const on = target(event);
      if (on && on.matches(":focus-visible") && !this.pinned) this.soon(on, 400);
      else if (!this.box.contains(event.target) && !this.pinned) this.leave();
    });
    root.addEventListener("pointerdown", (event) => {
      clearTimeout(this.coming);
      // A sheet that went now would move what is being pressed: it goes with the choice.
      if (roomy.matches && !this.box.contains(event.target)) this.close();
      this.long = false;
      const on = target(event);
      if (!on || event.pointerType !== "touch") return;
      const { clientX: x, clientY: y } = event;
      this.pressing = setTimeout(() => {
        this.long = true;
        this.show(on, true);
      }, 480);
      const stop = (other) => {
        if (other.type === "pointermove" && Math.hypot(other.clientX - x, other.clientY - y) < 10) return;
        clearTimeout(this.pressing);
        for (const kind of ["pointermove", "pointerup", "pointercancel"]) root.removeEventListener(kind, stop);
      };
      for (const kind of ["pointermove", "pointerup", "pointercancel"]) root.addEventListener(kind, stop);
    });
    // A long press reads, it does not choose.
    root.addEventListener("click", (event) => {
      if (!this.long) return;
      this.long = false;
      event.stopPropagation();
      event.preventDefault();
    }, true);
    root.addEventListener("contextmenu", (event) => {
      if (target(event) && event.pointerType === "touch") event.preventDefault();
    });
  }

  /** Where it stands on the page. */
  slot() {
    return h("aside", { class: "reading", key: "reading", "aria-label": "Card text", own: true, made: (element) => element.append(this.box, this.idle) });
  }

  soon(on, after) {
    clearTimeout(this.leaving);
    if (!roomy.matches || (this.on === on && !this.box.hidden)) return;
    clearTimeout(this.coming);
    this.coming = setTimeout(() => this.show(on, false), this.box.hidden ? after : 120);
  }

  leave() {
    clearTimeout(this.coming);
    clearTimeout(this.leaving);
    if (!this.pinned) this.leaving = setTimeout(() => this.close(), 250);
  }

  show(on, pinned) {
    if (!on.isConnected) return;
    this.on = on;
    this.pinned = pinned;
    fill(this.box, [this.about(on), pinned ? h("footer", {}, h("button", { class: "do", type: "button", onclick: () => this.close(true) }, "Close")) : null]);
    this.box.hidden = false;
    this.box.scrollTop = 0;
    if (pinned) this.box.querySelector("footer:last-child button")?.focus({ preventScroll: true });
    if (roomy.matches) return;
    on.scrollIntoView({ block: "nearest", inline: "nearest" });
    // The table has become smaller: what can be chosen is brought back into sight.
    this.opened?.();
  }

  /** Something has been chosen, or something else is asked: a sheet goes. */
  chosen() {
    clearTimeout(this.coming);
    if (!roomy.matches) this.close();
  }

  /** Answers whether there was anything to close. */
  close(back = false) {
    clearTimeout(this.coming);
    clearTimeout(this.leaving);
    if (this.box.hidden) return false;
    this.box.hidden = true;
    if (back && this.pinned && this.on?.isConnected) this.on.focus({ preventScroll: true });
    this.pinned = false;
    return true;
  }
}

/** The settings, which hold in this browser. */
export function settle() {
  return dialog("Settings", (close, draw) => {
    const change = (changes) => {
      keep(changes);
      draw();
    };
    const speeds = ["off", "very slow", "slow", "normal", "fast", "very fast"];
    return [
      h("label", { class: "setting" }, "Colours",
        h("select", { autofocus: true, onchange: (event) => change({ theme: event.target.value }) },
          [["auto", "system"], ["light", "light"], ["dark", "dark"]].map(([value, text]) => h("option", { value, selected: settings.theme === value }, text)))),
      h("label", { class: "setting" }, `Animation speed: ${speeds[settings.speed]}`,
        h("input", { type: "range", min: "0", max: "5", value: String(settings.speed), oninput: (event) => change({ speed: Number(event.target.value) }) })),
      h("label", { class: "setting" }, "Sound", h("input", { type: "checkbox", checked: settings.sound, onchange: (event) => change({ sound: event.target.checked }) })),
      h("label", { class: "setting" }, "One-letter keys", h("input", { type: "checkbox", checked: settings.letters, onchange: (event) => change({ letters: event.target.checked }) })),
      h("label", { class: "setting" }, "Show chat", h("input", { type: "checkbox", checked: settings.chat, onchange: (event) => change({ chat: event.target.checked }) })),
      h("footer", {}, h("button", { class: "do first", type: "button", onclick: () => close(true) }, "Done")),
    ];
  });
}
