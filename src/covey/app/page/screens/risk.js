// How many people can be found today, by which columns.
import { h } from "../dom.js";
import { actions, button, frame, primary, problem, progressOf } from "../parts.js";
import { number, percent, plural } from "../words.js";

const SHOWN = 5;
const NUMBERS = { 1: "one column", 2: "two columns", 3: "three columns" };

const bar = (name, value, most, words) =>
  h(
    "tr",
    null,
    h("th", { scope: "row" }, name),
    h("td", { class: "share" }, h("progress", { max: Math.max(most, 1), value, "aria-hidden": "true" })),
    h("td", { class: "number" }, words),
  );

// No column alone drives it: what each of them says by itself is still worth knowing.
const alone = (risk) => {
  const most = Math.max(...risk.single.map((each) => each.classes), 1);
  return h(
    "div",
    { class: "card alone" },
    h("h2", null, "Which columns drive it"),
    h("p", { class: "note" }, "Any one column can be left out and everybody who is unique stays unique: the others suffice. These columns say most by themselves:"),
    h("div", { class: "scroll" }, h("table", { class: "bars" }, h("tbody", null, risk.single.map((each) => bar(each.columns[0], each.classes, most, plural(each.classes, "value")))))),
  );
};

const drivers = (risk) => {
  if (risk.drivers.length < 2 || !risk.found.unique) return null;
  if (risk.drivers.every((each) => each.unique_without >= risk.found.unique)) return alone(risk);
  return h(
    "div",
    { class: "card" },
    h("h2", null, "Which columns drive it"),
    h("p", { class: "note" }, `How many of the ${number(risk.found.unique)} would no longer be unique if others did not know the column.`),
    h("div", { class: "scroll" }, h("table", { class: "bars" }, h("tbody", null, risk.drivers.map((each) => bar(each.column, risk.found.unique - each.unique_without, risk.found.unique, number(risk.found.unique - each.unique_without)))))),
  );
};

const subsets = (risk, size) => {
  const own = risk.subsets.filter((each) => each.columns.length === size).slice(0, SHOWN);
  if (!own.length || size === risk.found.columns.length) return null;
  return h(
    "div",
    { class: "card" },
    h("h2", null, `Unique by ${NUMBERS[size]}`),
    h("div", { class: "scroll" }, h("table", { class: "bars" }, h("tbody", null, own.map((each) => bar(each.columns.join(", "), each.unique, risk.found.unique, `${number(each.unique)} (${percent(each.unique / risk.people)})`))))),
  );
};

export const risk = (state, ui, step, said) => {
  const found = state.risk;
  const back = button("Back", () => ui.go("columns"));
  if (!found) {
    const asking = state.busy && state.busy.what === "risk";
    return frame(
      step,
      "How many people can be found today?",
      null,
      problem(said, state, ui),
      asking ? progressOf(state.busy) : null,
      actions(back, asking ? button("Cancel", () => ui.act("cancel")) : primary("Count them", () => ui.act("risk"))),
    );
  }
  const units = found.unit === "person" ? ["person", "people"] : ["record", "records"];
  const { unique, below } = found.found;
  return frame(
    step,
    unique ? `${number(unique)} of ${plural(found.people, ...units)} ${unique === 1 ? "is" : "are"} unique today` : `No ${units[0]} is unique today`,
    unique
      ? `Anyone who knows ${found.found.columns.join(", ")} of somebody among them finds that person at once: ${percent(unique / found.people)} stand alone with their values.`
      : `By ${found.found.columns.join(", ")} nobody stands alone.`,
    problem(said, state, ui),
    h(
      "dl",
      { class: "tiles" },
      h("div", null, h("dt", null, "unique"), h("dd", null, percent(unique / found.people))),
      h("div", null, h("dt", null, `in groups below ${found.k}`), h("dd", null, percent(below / found.people))),
      h("div", null, h("dt", null, "smallest group"), h("dd", null, number(found.found.smallest))),
      h("div", null, h("dt", null, "risk on average"), h("dd", null, percent(found.risk.prosecutor.average))),
    ),
    h("div", { class: "cards" }, drivers(found), [1, 2, 3].map((size) => subsets(found, size))),
    found.notes.length ? h("ul", { class: "note" }, found.notes.map((note) => h("li", null, note))) : null,
    actions(back, primary("Next: choose k", () => ui.go("choose"))),
  );
};
