// Which table, how it is read, and its first rows.
import { get } from "../api.js";
import { h } from "../dom.js";
import { linked } from "../links.js";
import { actions, button, field, frame, picker, primary, problem, progressOf, send } from "../parts.js";
import { number, percent, plural } from "../words.js";

const ENCODINGS = ["", "utf-8", "latin-1", "cp1252", "utf-16", "shift_jis", "gb18030"];

// Where covey says that decisions would be left, it is asked for once more.
const opened = (ui) => async (path) => {
  ui.set({ path, losing: null });
  if ((await ui.act("open", { path })) || ui.problem.kind !== "WouldLose") return;
  ui.set({ losing: { path, ...ui.problem }, problem: null });
  document.querySelector("[data-confirm] button").focus();
};

// What went wrong with another table is not said of the one that is open.
const back = (ui) => {
  ui.set({ losing: null, other: false, path: "" });
  ui.go("table");
};

const save = async (ui) => {
  const done = await ui.act("save-draft");
  if (!done) return;
  ui.set({ losing: { ...ui.losing, saved: done.path } });
  // The button that had the focus is gone.
  document.querySelector("[data-confirm] button:last-child").focus();
};

const losing = (state, ui) => {
  const { path, message, hint, saved } = ui.losing;
  const name = path.split("/").pop();
  return h(
    "div",
    { class: "problem", role: "alert", "data-confirm": "open" },
    h("p", { class: "what" }, `Open ${name}? ${message}`),
    h("p", { role: "status" }, saved ? `${saved} has the job now.` : hint),
    actions(
      button(`Stay with ${state.table.shown}`, () => back(ui)),
      saved ? null : button("Save the job file", () => save(ui)),
      button(`Open ${name}`, () => {
        // The question goes at once: a second click would ask for a second reading.
        ui.set({ losing: null });
        return ui.act("open", { path, replace: true });
      }),
    ),
  );
};

const choosing = (state, ui) => {
  const open = opened(ui);
  const typed = picker(ui, "table", "table", ui.path, open, "Path of the table");
  const dropped = (event) => {
    event.preventDefault();
    ui.set({ over: false });
    send(ui, event.dataTransfer.files[0], open);
  };
  return h(
    "div",
    { class: "ways" },
    h(
      "div",
      { class: "card" },
      h("h2", null, "A file on this machine"),
      h("p", { class: "note" }, `Relative to ${state.home}. It is read where it is, and never changed. A job file (.toml) opens as it was left.`),
      typed,
      actions(primary("Open", () => {
        const path = document.querySelector("[data-field=table]").value.trim();
        if (path) open(path);
      })),
    ),
    h(
      "div",
      {
        class: ui.over ? "card drop over" : "card drop",
        ondragover: (event) => { event.preventDefault(); if (!ui.over) ui.set({ over: true }); },
        ondragleave: () => ui.set({ over: false }),
        ondrop: dropped,
      },
      h("h2", null, "Or an upload"),
      h("p", { class: "note" }, "Drop a file here. It goes to a private folder of covey on this machine, which is removed when covey ends."),
      h("label", { class: "field" }, h("span", null, "File to upload"), h("input", { type: "file", onchange: (event) => send(ui, event.target.files[0], open) })),
      ui.sent === null || ui.sent === undefined ? null : h("progress", { max: 1, value: ui.sent, "aria-label": "Upload" }),
    ),
  );
};

const rows = async (ui, page, version) => {
  try {
    const found = await get("rows", { page });
    ui.set({ rows: found, rowsOf: version, page });
  } catch (refused) {
    ui.set({ problem: refused });
  }
};

const preview = (state, ui) => {
  const { table } = state;
  const version = `${table.path} ${JSON.stringify(table.reading)}`;
  if (ui.rowsOf !== version && ui.asking !== version) {
    ui.asking = version;
    rows(ui, 0, version);
  }
  const found = ui.rowsOf === version ? ui.rows : null;
  const last = found ? found.first + found.rows.length : 0;
  return h(
    "div",
    { class: "preview" },
    h(
      "div",
      { class: "bar" },
      h("h2", null, "Rows"),
      h("span", { class: "note", role: "status" }, found ? `${number(found.first + 1)} to ${number(last)} of ${number(table.rows)}` : "reading"),
      button("Previous", () => rows(ui, ui.page - 1, version), { disabled: !found || !ui.page, "aria-label": "Previous rows" }),
      button("Next", () => rows(ui, ui.page + 1, version), { disabled: !found || last >= table.rows, "aria-label": "Next rows" }),
    ),
    h(
      "div",
      { class: "scroll rows", tabindex: "0", role: "region", "aria-label": "Rows of the table" },
      h(
        "table",
        null,
        h("thead", null, h("tr", null, table.columns.map((each) => h("th", { scope: "col" }, each.column, h("small", null, each.kind))))),
        h("tbody", null, (found ? found.rows : []).map((row) =>
          h("tr", null, row.map((value) => h("td", value === null ? { class: "none" } : null, value === null ? "missing" : value))))),
      ),
    ),
  );
};

const reading = (state, ui) => {
  const given = { ...state.table.reading, ...(ui.reading || {}) };
  const change = (name) => (event) => {
    const value = event.target.type === "checkbox" ? event.target.checked : event.target.value;
    ui.set({ reading: { ...(ui.reading || {}), [name]: value } });
  };
  const header = given.header === null ? "" : String(given.header);
  const again = () => {
    const fields = { ...given, header: { "": null, true: true, false: false }[header] };
    ui.reading = null;
    ui.act("open", { path: state.table.path, reading: fields });
  };
  return h(
    "details",
    { class: "reading" },
    h("summary", null, "How it is read"),
    h(
      "div",
      { class: "fields" },
      field("Encoding", h("select", { value: given.encoding, onchange: change("encoding") }, ENCODINGS.map((name) => h("option", { value: name }, name || "recognized")))),
      field("First row", h("select", { value: header, onchange: change("header") }, h("option", { value: "" }, "must look like names"), h("option", { value: "true" }, "names the columns"), h("option", { value: "false" }, "is a record"))),
      field("Marks of missing values", h("input", { type: "text", value: given.na, onchange: change("na") }), "as N/A,-99 or age=-99"),
      field("Decimal separator", h("input", { type: "text", value: given.decimal, onchange: change("decimal") }), "a point, if empty"),
      field("Mark between thousands", h("input", { type: "text", value: given.thousands, onchange: change("thousands") }), "none, if empty; a comma for 1,234"),
      field("Format of dates", h("input", { type: "text", value: given.date_format, onchange: change("date_format") }), "as %d.%m.%Y for 16.02.1986"),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: given.trim, onchange: change("trim") }), "Blanks around values are not part of them"),
    ),
    actions(button("Read it again", again, { disabled: !ui.reading })),
  );
};

const facts = (state, ui) => {
  const { table } = state;
  const odd = table.columns.flatMap((each) => each.odd.map((what) => [each.column, what]));
  const missing = table.columns.filter((each) => each.missing);
  const looked = table.looked_at < table.rows ? `, the first ${number(table.looked_at)} looked at` : "";
  return [
    h(
      "dl",
      { class: "facts" },
      h("div", null, h("dt", null, "Table"), h("dd", null, table.shown)),
      h("div", null, h("dt", null, "Format"), h("dd", null, table.format)),
      h("div", null, h("dt", null, "Rows"), h("dd", null, number(table.rows) + looked)),
      h("div", null, h("dt", null, "Missing values"), h("dd", null, missing.length ? missing.map((each) => `${each.column} ${percent(each.missing / table.looked_at)}`).join(", ") : "none")),
    ),
    odd.length
      ? h(
          "div",
          { class: "odd" },
          h("h2", null, plural(odd.length, "thing"), " to look at"),
          h("ul", null, odd.map(([column, what]) => h("li", null, h("b", null, column), ": ", linked(state, ui, what)))),
          table.remedy.length
            ? button(`Read it with ${table.remedy_words}`, () => ui.act("remedy", { remedy: table.remedy }))
            : null,
        )
      : null,
    table.notes.length ? h("ul", { class: "note" }, table.notes.map((note) => h("li", null, note))) : null,
  ];
};

export const table = (state, ui, step, said) => {
  const opening = state.busy && state.busy.what === "open";
  if (opening) {
    return frame(step, `Reading ${state.busy.name}`, null, progressOf(state.busy), actions(button("Cancel", () => ui.act("cancel"))));
  }
  const again = (remedy) => ui.act("remedy", { remedy });
  if (!state.table || ui.other) {
    return frame(
      step,
      "Which table do you want to publish?",
      "A table with a row for each person, visit or case. Everything happens on this machine: nothing is sent anywhere.",
      problem(said, state, ui, again),
      ui.losing && state.table ? losing(state, ui) : null,
      choosing(state, ui),
      state.table ? actions(button(`Back to ${state.table.shown}`, () => back(ui))) : null,
    );
  }
  return frame(
    step,
    state.table.shown,
    `${plural(state.table.rows, "row")} and ${plural(state.table.columns.length, "column")}. Is it read as it should be?`,
    problem(said, state, ui, again),
    facts(state, ui),
    reading(state, ui),
    preview(state, ui),
    actions(button("Another table", () => ui.set({ other: true })), primary("Next: columns", () => ui.go("columns"))),
  );
};
