// Describes elements as plain data and brings the page to that state: what stays keeps its focus, its place and its listeners.

/** An element: a tag, its attributes (`key` tells siblings apart, `on…` are listeners), and what is in it. */
export function h(tag, props, ...kids) {
  return { tag, props: props ?? {}, kids: kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== "") };
}

const SVG = "http://www.w3.org/2000/svg";

function make(node, svg) {
  if (typeof node !== "object") return document.createTextNode(String(node));
  const inside = svg || node.tag === "svg";
  const element = inside ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
  dress(element, {}, node.props);
  element.$props = node.props;
  element.$node = node;
  if (!node.props.own) fill(element, node.kids, inside);
  node.props.made?.(element);
  return element;
}

function set(element, name, value) {
  if (name === "key" || name === "own" || name === "made") return;
  if (name.startsWith("on")) {
    element[name] = value ?? null;
  } else if (name === "vars") {
    for (const [key, each] of Object.entries(value ?? {})) element.style.setProperty(key, each);
  } else if (name === "value") {
    if (element.value !== value && value !== undefined) element.value = value;
  } else if (name === "checked" || name === "indeterminate" || name === "selected") {
    element[name] = Boolean(value);
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

function dress(element, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) set(element, name, undefined);
  for (const [name, value] of Object.entries(after)) set(element, name, value);
  if (after.key !== undefined) element.dataset.key = after.key;
}

/** Makes the children of an element those that are described. */
export function fill(element, kids, svg = false) {
  const keyed = new Map();
  const plain = [];
  for (const child of element.childNodes) {
    const key = child.$props?.key;
    if (key !== undefined) keyed.set(key, child);
    else plain.push(child);
  }
  let at = element.firstChild;
  const put = (child) => {
    if (child === at) at = at.nextSibling;
    else element.insertBefore(child, at);
  };
  for (const kid of kids.flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false || kid === "") continue;
    const key = typeof kid === "object" ? kid.props.key : undefined;
    let child;
    if (key !== undefined) {
      child = keyed.get(key);
      if (child && child.localName !== kid.tag.toLowerCase() && child.tagName !== kid.tag) child = undefined;
      if (child) keyed.delete(key);
    } else {
      const fits = (old) => (typeof kid === "object" ? old.nodeType === 1 && old.localName === kid.tag : old.nodeType === 3);
      const index = plain.findIndex(fits);
      if (index >= 0) child = plain.splice(index, 1)[0];
    }
    if (!child) {
      put(make(kid, svg));
      continue;
    }
    // What was described once and is handed over again has not changed.
    if (typeof kid === "object" && child.$node !== kid) {
      dress(child, child.$props ?? {}, kid.props);
      child.$props = kid.props;
      child.$node = kid;
      if (!kid.props.own) fill(child, kid.kids, svg || kid.tag === "svg");
    } else if (typeof kid !== "object" && child.data !== String(kid)) child.data = String(kid);
    put(child);
  }
  for (const child of [...keyed.values(), ...plain]) child.remove();
}

/** Where everything that has a `data-move` is, by that name. */
export function places(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-move]")) {
    const box = element.getBoundingClientRect();
    if (box.width) found.set(element.dataset.move, box);
  }
  return found;
}

/** Lets what has another place now than before glide there; what comes from elsewhere (`flown`) is left to its flight. */
export function glide(root, before, duration, flown = new Set()) {
  if (!duration) return;
  // All places are read before anything moves, so that the browser lays the page out once.
  const now = [...root.querySelectorAll("[data-move]")].map((element) => [element, element.getBoundingClientRect()]);
  for (const [element, box] of now) {
    const old = before.get(element.dataset.move);
    if (!box.width || flown.has(element.dataset.move)) continue;
    if (!old) {
      element.animate([{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }], { duration, easing: "ease-out" });
      continue;
    }
    const dx = old.left - box.left;
    const dy = old.top - box.top;
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration, easing: "cubic-bezier(.2,.8,.3,1)" });
  }
}
