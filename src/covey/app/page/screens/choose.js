// What each k would lose, with ten records before and after.
import { curve, widthOf } from "../curve.js";
import { h } from "../dom.js";
import { linked } from "../links.js";
import { actions, button, field, frame, primary, problem, warned } from "../parts.js";
import { clock, number, percent, plural } from "../words.js";

const SHARES = [[0, "no record"], [0.01, "up to 1 %"], [0.02, "up to 2 %"], [0.05, "up to 5 %"]];
const RECODINGS = { local: "every class its own: most detail", nested: "nested sets: sort and roll up", global: "the same for all classes" };

// It stands where the field does: a k without a release and one that is not solved have a place, too.
const slider = (state, ui, points) => {
  const { k } = state.job;
  const ks = [...new Set([...points.map((each) => each.k), k])].sort((a, b) => a - b);
  if (ks.length < 2) return null;
  const now = points.find((each) => each.k === k);
  const words = now ? (now.why_not ? ", no release" : "") : ", not solved yet";
  return field(
    "Slide along k",
    h("input", { type: "range", min: 0, max: ks.length - 1, step: 1, value: ks.indexOf(k), "aria-valuetext": `k = ${k}${words}`, oninput: (event) => ui.act("put", { values: { k: ks[Number(event.target.value)] } }) }),
  );
};

const example = (point) => {
  if (!point || !point.example) return null;
  const { columns, before, after, sizes } = point.example;
  return h(
    "div",
    { class: "card" },
    h("h2", null, `Ten records at k = ${number(point.k)}`),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Ten records before and after" },
      h(
        "table",
        { class: "example" },
        h("thead", null, h("tr", null, columns.map((name) => h("th", { scope: "col" }, name)), h("th", { scope: "col", class: "number" }, "look alike"))),
        h("tbody", null, before.map((row, at) =>
          h(
            "tr",
            null,
            row.map((value, i) => h("td", null, h("span", { class: "before" }, value === null ? "missing" : value), h("span", { class: "unseen" }, " becomes "), h("span", { class: "after" }, after[at] ? (after[at][i] === null ? "missing" : after[at][i]) : "withheld"))),
            h("td", { class: "number" }, after[at] ? number(sizes[at]) : ""),
          ))),
      ),
    ),
  );
};

// What is shown may be the answer of a larger k; a run makes that of the k that is chosen.
const borrowed = (point, k, pick) =>
  point.answer_of
    ? h(
        "p",
        { class: "note", role: "status" },
        `This is the answer of k = ${number(point.answer_of)}, which meets k = ${number(k)} as well, and is better than the one that was found for k = ${number(k)}. A run with k = ${number(k)} would make the worse one. `,
        button(`Choose k = ${number(point.answer_of)}`, () => pick(point.answer_of), { class: "small" }),
      )
    : null;

const chosen = (state, ui, point, pick) => {
  const { k } = state.job;
  if (!point) return h("p", { class: "note", role: "status" }, `k = ${number(k)} is not solved yet.`);
  if (point.why_not) {
    const said = [point.why_not, point.hint].filter(Boolean).map((text) => h("p", null, linked(state, ui, text)));
    return h("div", { class: "problem" }, h("p", { class: "what" }, `There is no release at k = ${number(k)}.`), said);
  }
  const tiles = h(
    "dl",
    { class: "tiles" },
    h("div", null, h("dt", null, "k"), h("dd", null, number(point.k))),
    h("div", null, h("dt", null, "detail lost"), h("dd", null, percent(point.loss))),
    h("div", null, h("dt", null, "largest class"), h("dd", null, number(point.largest))),
    h("div", null, h("dt", null, "classes"), h("dd", null, number(point.classes))),
    h("div", null, h("dt", null, "highest risk"), h("dd", null, percent(point.highest_risk))),
    point.suppressed ? h("div", null, h("dt", null, "withheld"), h("dd", null, number(point.suppressed))) : null,
  );
  return [tiles, borrowed(point, k, pick)];
};

const presetWords = (state) => {
  const own = state.presets.find((each) => each.name === state.job.preset);
  return own ? `${own.asks}. Source: ${own.source}. No claim of compliance.` : "A documented set of options, no claim of compliance";
};

const presets = (state, ui) =>
  (state.presets || []).length
    ? field(
        "Preset",
        h("select", { value: state.job.preset || "", onchange: (event) => ui.act("put", { values: { preset: event.target.value || null } }) }, h("option", { value: "" }, "none"), state.presets.map((each) => h("option", { value: each.name }, each.asks.length > 60 ? each.name : each.asks))),
        presetWords(state),
      )
    : null;

export const choose = (state, ui, step, said) => {
  const found = state.curve || { points: {}, sampled: 0, rows: 0, notes: [] };
  const points = Object.values(found.points).sort((a, b) => a.k - b.k);
  const { k } = state.job;
  const now = found.points[String(k)];
  const exploring = state.busy && state.busy.what === "explore";
  const pick = (value) => ui.act("put", { values: { k: value } });
  const solve = () => ui.act("explore", { k: [...new Set([...state.thresholds, k])], exact: !found.sampled });
  const unsolved = !now && !exploring;
  return frame(
    step,
    "How many people must look alike?",
    "Nobody can be found among fewer than k. A larger k protects more and loses more detail.",
    problem(said, state, ui),
    chosen(state, ui, now, pick),
    found.sampled
      ? h("p", { class: "sample" }, h("b", null, "A sample."), ` Solved on ${number(found.sampled)} of ${plural(found.rows, "row")}: in the whole table more people look alike, and less is lost. `, button("Solve the whole table", () => ui.act("explore", { k: state.thresholds, exact: true }), { disabled: Boolean(exploring) }))
      : null,
    h(
      "div",
      { class: "card" },
      h("div", { class: "legend" }, h("span", { class: "key loss" }, "detail lost"), h("span", { class: "key largest" }, "largest class")),
      h("div", { class: "scroll" }, curve(points, state.thresholds, k, pick, widthOf(document.getElementById("main").clientWidth))),
      h(
        "div",
        { class: "fields" },
        slider(state, ui, points),
        field("k", h("input", { type: "number", min: 1, value: k, "data-field": "k", onchange: (event) => event.target.value && pick(Number(event.target.value)) })),
        presets(state, ui),
      ),
      h(
        "p",
        { class: "note", role: "status" },
        exploring
          ? [`Solved ${points.length} of ${points.length + state.busy.wanted.filter((each) => !found.points[String(each)]).length}`, state.busy.words ? `: ${state.busy.words}` : "", state.busy.left === null ? "" : `, about ${clock(state.busy.left)} left`, " ", button("Stop", () => ui.act("cancel"), { class: "small" })]
          : unsolved || points.length < state.thresholds.length ? button(unsolved ? `Solve k = ${number(k)}` : "Solve the rest", solve, { class: "small" }) : null,
      ),
      !exploring && found.notes.length ? h("ul", { class: "note" }, found.notes.map((note) => h("li", null, note))) : null,
    ),
    h(
      "details",
      { class: "reading" },
      h("summary", null, "How much detail is kept"),
      h(
        "div",
        { class: "fields" },
        field("Recoding", h("select", { value: state.job.recoding || "local", onchange: (event) => ui.act("put", { values: { recoding: event.target.value } }) }, Object.entries(RECODINGS).map(([value, words]) => h("option", { value }, words)))),
        field("Records that may be withheld", h("select", { value: String(state.job.suppress || 0), onchange: (event) => ui.act("put", { values: { suppress: Number(event.target.value) || null } }) }, SHARES.map(([value, words]) => h("option", { value: String(value) }, words)))),
        field("Records without a value", h("select", { value: state.job.missing || "own", onchange: (event) => ui.act("put", { values: { missing: event.target.value } }) }, h("option", { value: "own" }, "are published as missing"), h("option", { value: "suppress" }, "are left out"), h("option", { value: "error" }, "are an error"))),
        field("Time limit in seconds", h("input", { type: "number", min: 0, step: "any", value: state.job.time_limit === undefined ? "" : state.job.time_limit, placeholder: "as many as suit the table", "data-field": "time_limit", onchange: (event) => ui.act("put", { values: { time_limit: event.target.value === "" ? null : Number(event.target.value) } }) }), "per run and per k of the curve; more seconds may find an answer that loses less"),
      ),
    ),
    warned(now, found.sampled, state, ui),
    example(now),
    actions(button("Back", () => ui.go("risk")), primary("Next: run", () => ui.go("run"), { disabled: Boolean(now && now.why_not) })),
  );
};
