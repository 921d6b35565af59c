// Elements from data, and a page that changes only where they differ: what has the focus keeps it.
const SVG = "http://www.w3.org/2000/svg";

const filled = (element, props, children) => {
  element.acts = {};
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.acts[name] = value;
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  Object.assign(element, element.acts);
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  // The options are there now.
  if (element.nodeName === "SELECT" && props && "value" in props) element.value = props.value;
  return element;
};

export const h = (tag, props, ...children) => filled(document.createElement(tag), props, children);
export const svg = (tag, props, ...children) =>
  filled(document.createElementNS(SVG, tag), props, children);

const sameKind = (one, other) =>
  one.nodeType === other.nodeType &&
  one.nodeName === other.nodeName &&
  (one.nodeType !== 1 || one.dataset.key === other.dataset.key);

const FIELDS = new Set(["INPUT", "SELECT", "TEXTAREA"]);

const taken = (from, to) => {
  for (const { name } of [...from.attributes]) {
    const open = from.nodeName === "DETAILS" && name === "open";
    if (!to.hasAttribute(name) && !open) from.removeAttribute(name);
  }
  for (const { name, value } of [...to.attributes]) {
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  for (const name of Object.keys(from.acts || {})) if (!to.acts[name]) from[name] = null;
  from.acts = to.acts || {};
  Object.assign(from, from.acts);
};

// Make one element like another.
export const morph = (from, to) => {
  if (!sameKind(from, to)) {
    from.replaceWith(to);
    return;
  }
  if (from.nodeType !== 1) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  // What draws itself stays, as long as it is about the same.
  if (to.dataset.keep && from.dataset.keep === to.dataset.keep) return;
  const chosen = to.value;
  // What somebody moves stays where it is, unless its places are others.
  const kept = from === document.activeElement && !(from.type === "range" && from.max !== to.max);
  taken(from, to);
  const [now, next] = [[...from.childNodes], [...to.childNodes]];
  next.forEach((child, at) => (now[at] ? morph(now[at], child) : from.append(child)));
  now.slice(next.length).forEach((child) => child.remove());
  if (FIELDS.has(from.nodeName) && !kept) {
    if (from.type === "checkbox" || from.type === "radio") from.checked = to.checked;
    else if (from.type !== "file" && from.value !== chosen) from.value = chosen;
  }
};

export const show = (place, ...children) => {
  const next = place.cloneNode(false);
  next.acts = place.acts || {};
  next.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  morph(place, next);
};
