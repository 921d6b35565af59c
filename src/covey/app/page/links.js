// Controls and columns that covey speaks of: a click leads to them, on whichever screen they are.
import { h } from "./dom.js";

const CONTROLS = {
  table: ["Marks of missing values", "Decimal separator", "Mark between thousands", "Format of dates", "Blanks around values are not part of them", "Encoding", "First row"],
  columns: ["Areas without neighbours", "Regions stay within", "Ranges begin and end at", "Publish pseudonyms by your owner key"],
  choose: ["k", "Preset", "Recoding", "Records that may be withheld", "Records without a value", "Time limit in seconds"],
  run: ["Escape formulas"],
  take: ["Folder of the release", "Replace a former release there"],
};
const SCREEN_OF = new Map(Object.entries(CONTROLS).flatMap(([screen, names]) => names.map((name) => [name, screen])));

// Covey writes controls in double quotes, and columns in single ones or with what they are.
const NAMED = /("[^"]+" as "[^"]+"|"[^"]+"|'[^']+')/;

const columnIn = (state, part) => {
  const name = part.split('" as "')[0].replace(/^["']|["']$/g, "");
  return Object.hasOwn(state.treatments, name) ? name : "";
};

const placeOf = (state, part, column) => {
  const control = part.startsWith('"') ? part.slice(1, -1) : "";
  const screen = SCREEN_OF.get(control);
  if (screen && (screen !== "take" || state.runs.length)) return { screen, control, column };
  const own = columnIn(state, part);
  return own ? { screen: "columns", control: "", column: own, as: part.split('" as "')[1] } : null;
};

export const linked = (state, ui, text) => {
  const parts = String(text).split(NAMED);
  const column = parts.map((part, at) => (at % 2 ? columnIn(state, part) : "")).find(Boolean) || "";
  return parts.map((part, at) => {
    const place = at % 2 ? placeOf(state, part, column) : null;
    return place ? h("button", { type: "button", class: "link", onclick: () => ui.reach(place) }, part) : part;
  });
};

const labelled = (place, name) =>
  [...place.querySelectorAll(".field, .check")].find((each) => {
    const title = each.querySelector("span");
    return title ? title.textContent === name : each.textContent.startsWith(name);
  });

// The control of the named column, if there are several such controls. For a column alone: its role
// menu, or its first option if the role is set already or a number is asked for.
const found = (main, { control, column, as }) => {
  const select = [...main.querySelectorAll("[data-column]")].find((each) => each.dataset.column === column);
  const row = select && select.closest(".column");
  if (!control) {
    const said = as && select && select.selectedOptions[0].textContent.startsWith(as.slice(0, -1));
    return row && (row.querySelector(said ? ".options input" : ".options input[type=number]") || select);
  }
  const label = (row && labelled(row, control)) || labelled(main, control);
  return label && label.querySelector("input, select");
};

export const reached = (main, place) => {
  const control = found(main, place);
  if (!control) return;
  const closed = control.closest("details");
  if (closed) closed.open = true;
  control.focus();
  control.scrollIntoView({ block: "center" });
};
