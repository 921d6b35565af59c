// The release: pictures, risk, utility, the certificate in words; where a value went; two runs.
import { file, post } from "../api.js";
import { h, svg } from "../dom.js";
import { linked } from "../links.js";
import { actions, button, field, frame, primary, problem, runOf } from "../parts.js";
import { kindOf, picture, pictures } from "../picture.js";
import { number, percent, plural } from "../words.js";

const load = async (ui, run) => {
  try {
    const found = await file(`runs/${run}/look.json`);
    ui.set({ looks: { ...(ui.looks || {}), [run]: found } });
  } catch (refused) {
    ui.set({ problem: refused });
  }
};

const lookOf = (ui, run) => {
  const found = (ui.looks || {})[run];
  if (!found && !(ui.loading || {})[run]) {
    ui.loading = { ...(ui.loading || {}), [run]: true };
    load(ui, run);
  }
  return found;
};

const histogram = (drawn) =>
  svg(
    "svg",
    { class: "histogram", viewBox: `0 0 ${drawn.width} ${drawn.height}`, role: "img", "aria-label": drawn.words },
    drawn.bars.map((bar) => svg("rect", { class: bar.safe ? "bar" : "bar low", x: bar.x, y: bar.y, width: bar.width, height: bar.height }, svg("title", null, bar.words))),
    svg("line", { class: "axis", x1: 0, x2: drawn.width, y1: drawn.base, y2: drawn.base }),
    drawn.ticks.map(([at, text]) => svg("text", { class: "tick", x: at, y: drawn.base + 16 }, text)),
    svg("line", { class: "k", x1: drawn.k_at, x2: drawn.k_at, y1: 10, y2: drawn.base }),
    svg("text", { class: "k", x: drawn.k_at + 5, y: 18 }, `k = ${number(drawn.k)}`),
  );

const figures = (found) =>
  found.figures.map((group) =>
    h(
      "div",
      { class: "scroll" },
      h("table", { class: "figures" }, h("caption", null, group.title), h("tbody", null, group.rows.map((row) => h("tr", null, h("th", { scope: "row" }, row.name), h("td", { class: "number" }, row.value), h("td", null, row.meaning))))),
    ),
  );

const header = (names) =>
  h("thead", null, h("tr", null, names.map((name, at) => h("th", { scope: "col", class: at && name !== "what it is" ? "number" : "" }, name))));

const region = (label, ...content) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, ...content);

const changes = (found) =>
  h(
    "div",
    { class: "card changes" },
    h("h2", null, "Risk before and after"),
    region(
      "Risk before and after",
      h(
        "table",
        { class: "figures" },
        header(["figure", "before", "after", "what it is"]),
        h("tbody", null, found.changes.map((row) => h("tr", null, h("th", { scope: "row" }, row.name), h("td", { class: "number" }, row.before || "not known"), h("td", { class: "number" }, row.after), h("td", null, row.meaning)))),
      ),
    ),
  );

const utility = (found) =>
  found.columns.length
    ? h(
        "div",
        { class: "card utility" },
        h("h2", null, "What is left of every column"),
        region(
          "Utility of every column",
          h(
            "table",
            { class: "figures" },
            header(["column", "values before", "sets after", "detail lost", "error of a share"]),
            h("tbody", null, found.columns.map((row) => h("tr", null, h("th", { scope: "row" }, row.name), h("td", { class: "number" }, number(row.distinct)), h("td", { class: "number" }, number(row.sets)), h("td", { class: "number" }, row.lost), h("td", { class: "number" }, row.shares)))),
          ),
        ),
      )
    : null;

const find = async (ui, run, form) => {
  const values = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ""));
  // Beside the form, far below the top of the page.
  try {
    ui.set({ where: { run, values, answer: await post("explain", { run, values }) } });
  } catch (refused) {
    ui.set({ where: { run, values, refused } });
  }
};

const search = (state, ui, run, found) => {
  // What was asked for stays in its fields, to be corrected.
  const { answer: where, refused, values = {} } = ui.where && ui.where.run === run ? ui.where : {};
  const names = found.attributes.flatMap((each) => each.columns);
  return h(
    "div",
    { class: "card" },
    h("h2", null, "Where did a value go?"),
    h(
      "form",
      { class: "fields", onsubmit: (event) => { event.preventDefault(); find(ui, run, event.target); } },
      names.map((name) => field(name, h("input", { type: "text", name, autocomplete: "off", value: values[name] || "" }))),
      h("button", { type: "submit" }, "Find"),
    ),
    problem(refused, state, ui),
    where
      ? h(
          "div",
          { role: "status", class: "where" },
          where.columns.map((each) => h("p", null, h("b", null, `${each.name} = ${each.value || "missing"}`), " is published as ", each.published.slice(0, 8).map((own) => `${own.text} (${plural(own.records, "record")})`).join("; "), each.published.length > 8 ? ` and ${each.published.length - 8} other sets` : "")),
          h("p", { class: "note" }, where.classes.length ? `${plural(where.classes.length, "class", "classes")} can have such a record.` : "No class has these values together."),
        )
      : null,
  );
};

const FIGURES = [
  ["k", (run) => number(run.k)],
  ["Recoding", (run) => run.recoding],
  ["Detail lost", (run) => percent(run.loss)],
  ["Classes", (run) => number(run.classes)],
  ["Smallest class", (run) => number(run.smallest)],
  ["Largest class", (run) => number(run.largest)],
  ["No largest class can be below", (run) => number(run.lower_bound)],
  ["Withheld", (run) => number(run.suppressed)],
  ["Highest risk", (run) => percent(1 / run.smallest)],
  ["Risk on average", (run) => percent(run.average_risk)],
];

// Maps first, then bars: what is a list can wait.
const ORDER = ["map", "bars", ""];
const rank = (each) => ORDER.indexOf(kindOf(each));
const inOrder = (attributes) => [...attributes].sort((one, other) => rank(one) - rank(other));

const makeGlobal = async (ui) => {
  if (await ui.act("put", { values: { recoding: "global" } })) ui.go("run");
};

// Columns that both runs made coarser.
const shared = (looks) => {
  const [one, other] = looks;
  if (!one || !other) return [];
  return inOrder(one.attributes).flatMap((each) => {
    const its = other.attributes.find((own) => own.name === each.name);
    return its ? [[each, its]] : [];
  });
};

const compare = (state, ui, run, other) => {
  const pair = [run, other].map((at) => runOf(state, at));
  const looks = [run, other].map((at) => lookOf(ui, at));
  return h(
    "div",
    { class: "card" },
    h("h2", null, `Run ${run} beside run ${other}`),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        { class: "compare" },
        h("thead", null, h("tr", null, h("td", null), pair.map((each) => h("th", { scope: "col", class: "number" }, `Run ${each.number}`)))),
        h("tbody", null, FIGURES.map(([name, told]) => h("tr", null, h("th", { scope: "row" }, name), pair.map((each) => h("td", { class: "number" }, told(each)))))),
      ),
    ),
    h("div", { class: "pair" }, looks.map((look, at) => h("div", null, h("h3", null, `Class sizes of run ${pair[at].number}`), look ? histogram(look.histogram) : h("p", { class: "waiting" }, "One moment ...")))),
    shared(looks).map((two) => pictures(two, looks.map((look) => look.tiles.asked), pair.map((each) => `run ${each.number}`), `pair-${run}-${other}-${two[0].number}`)),
  );
};

// All that the command line would print of the run, in the words of the page.
const warnings = (state, ui, found) =>
  found.warnings.length ? h("div", { class: "warnings card" }, h("h2", null, "To be considered"), h("ul", null, found.warnings.map((each) => h("li", null, linked(state, ui, each))))) : null;

const notes = (found) =>
  h(
    "div",
    { class: "card notes" },
    h("h2", null, "Notes"),
    found.notes.length ? h("ul", { class: "note" }, found.notes.map((each) => h("li", null, each))) : null,
    h("details", null, h("summary", null, "The summary as text"), h("pre", { tabindex: "0", "aria-label": "Summary of the run" }, found.summary.join("\n"))),
  );

const chooser = (state, ui, run, other) => {
  if (state.runs.length < 2) return null;
  const options = (but) => state.runs.filter((each) => each.number !== but).map((each) => h("option", { value: String(each.number) }, `Run ${each.number}: k = ${each.k}, ${percent(each.loss)} lost`));
  return h(
    "div",
    { class: "fields" },
    field("Release", h("select", { value: String(run), "data-field": "run", onchange: (event) => ui.act("choose-run", { run: Number(event.target.value) }) }, options(0))),
    field("Compare with", h("select", { value: String(other || ""), "data-field": "compare", onchange: (event) => ui.act("choose-run", { beside: Number(event.target.value) }) }, h("option", { value: "" }, "nothing"), options(run))),
  );
};

export const look = (state, ui, step, said) => {
  const run = runOf(state).number;
  const other = state.beside;
  const found = lookOf(ui, run);
  const buttons = actions(button("Back", () => ui.go("choose")), primary("Next: take away", () => ui.go("take")));
  if (!found) return frame(step, "The release", null, problem(said, state, ui), h("p", { class: "waiting" }, "One moment ..."), buttons);
  return frame(
    step,
    "Look at the release",
    null,
    problem(said, state, ui),
    chooser(state, ui, run, other),
    h(
      "div",
      { class: `decision ${found.standing}` },
      h("h2", null, found.headline),
      h("p", null, found.decision.join(" ")),
      h("dl", { class: "tiles" }, [["k asked", found.tiles.asked], ["k attained", found.tiles.attained], ["published", found.tiles.published], ["withheld", found.tiles.suppressed], ["classes", found.tiles.classes], ["largest class", found.tiles.largest]].map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, number(value))))),
    ),
    warnings(state, ui, found),
    other ? compare(state, ui, run, other) : null,
    inOrder(found.attributes).map((each) => picture(each, found, `${run}-${each.number}`, () => makeGlobal(ui))),
    h("div", { class: "card" }, h("h2", null, "Class sizes against k"), histogram(found.histogram), h("p", { class: "note" }, found.histogram.words)),
    search(state, ui, run, found),
    changes(found),
    utility(found),
    h("div", { class: "card" }, h("h2", null, "All figures"), figures(found)),
    h("div", { class: "card" }, h("h2", null, "The certificate in words"), found.certificate.map((sentence) => h("p", null, sentence))),
    notes(found),
    buttons,
  );
};
