// What will be done; progress; cancel.
import { h } from "../dom.js";
import { actions, button, frame, primary, problem, warned } from "../parts.js";
import { clock, number, percent } from "../words.js";

const listed = (names) => (names.length ? names.join(", ") : "none");

const plan = (state) => {
  const { job, treatments } = state;
  const as = (...wanted) => Object.keys(treatments).filter((name) => wanted.includes(treatments[name].as));
  const known = Object.keys(treatments).filter((name) => !["keep", "drop", "person", "group", "sensitive"].includes(treatments[name].as));
  const rows = [
    ["Table", state.table.shown],
    ["k", number(job.k)],
    ["Made coarser", listed(known)],
    ["Left out", listed(as("drop", "person", "group"))],
    ["Sensitive", listed(as("sensitive"))],
    ["Published as they are", listed(as("keep"))],
  ];
  return h("dl", { class: "plain" }, rows.flatMap(([name, words]) => [h("dt", null, name), h("dd", null, words)]));
};

export const run = (state, ui, step, said) => {
  const { busy } = state;
  if (busy && busy.what === "release") {
    return frame(
      step,
      "Making the release",
      "It is written to a private folder, counted again, and only shown if every class holds.",
      h(
        "div",
        { class: "progress large" },
        h("progress", { max: 1, value: busy.done, "aria-label": "Progress of the release" }),
        h("p", null, h("b", null, percent(Math.round(busy.done * 100) / 100)), " ", busy.words || "starting", busy.left === null ? "" : `, about ${clock(busy.left)} left`),
      ),
      actions(button("Cancel", () => ui.act("cancel"), { class: "cancel" })),
    );
  }
  return frame(
    step,
    "Ready to make the release",
    "Nothing is written to your folders yet: you look at it first.",
    problem(said, state, ui),
    plan(state),
    h(
      "div",
      { class: "fields" },
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: Boolean(state.job.escape_formulas), "data-field": "escape_formulas", onchange: (event) => ui.act("put", { values: { escape_formulas: event.target.checked || null } }) }), "Escape formulas: a value that a spreadsheet would run is written as text"),
    ),
    state.curve ? warned(state.curve.points[String(state.job.k)], state.curve.sampled, state, ui) : null,
    actions(button("Back", () => ui.go("choose")), primary(state.runs.length ? "Run again" : "Run", () => ui.act("run"), { disabled: Boolean(busy) })),
  );
};
