// What each column is: proposed with a reason, decided by a person.
import { get } from "../api.js";
import { h } from "../dom.js";
import { actions, button, field, frame, fromHome, picker, primary, problem } from "../parts.js";
import { number, percent, plural } from "../words.js";

const GROUPS = [
  ["Not known to others", [["keep", "Publish as it is"], ["sensitive", "Sensitive: not to be found out"]]],
  ["Who it is", [["drop", "Leave out: identifies people"], ["person", "Person: several records of one"], ["group", "Group, such as a household"]]],
  [
    "Known to others (quasi-identifier)",
    [
      ["ordered", "Ordered: numbers or dates"],
      ["label", "Labels: values without an order"],
      ["keep-common", "Labels, common ones stay"],
      ["code", "Codes: first letters say more"],
      ["region", "Areas of a map"],
      ["tree", "Labels below a tree"],
      ["points", "Place: latitude and longitude"],
    ],
  ],
];
const SHORT = Object.fromEntries(GROUPS.flatMap(([, own]) => own).map(([name, words]) => [name, words.split(":")[0]]));
Object.assign(SHORT, { drop: "Leave out", latitude: "Place", longitude: "Place" });
const LEVELS = { keep: "as it is", drop: "out", sensitive: "sensitive" };

const fieldsOf = async (ui, path, column) => {
  try {
    const found = await get("fields", { path, column });
    ui.set({ fields: { ...(ui.fields || {}), [`${path} ${column}`]: found } });
  } catch (refused) {
    ui.set({ fields: { ...(ui.fields || {}), [`${path} ${column}`]: { fields: [], areas: 0 } }, problem: refused });
  }
};

const OF_NUMBERS = "5 (a width), 0,18,65 (borders), <=89 (all above 89 are one)";
const OF_DATES = "month, quarter, year, decade, or days as 2020-01-01,2025-01-01";
const isLabels = (kind) => ["text", "mixed", "codes with leading zeros"].includes(kind);

const OPTIONS = {
  // Numbers and dates have an order; labels have no borders.
  ordered: (own, change, more) => [
    !isLabels(more.kind) || own.bands
      ? field("Ranges begin and end at", h("input", { type: "text", value: own.bands || "", placeholder: "anywhere", onchange: change("bands") }), /date|timestamp/.test(more.kind) ? OF_DATES : OF_NUMBERS)
      : null,
    isLabels(more.kind) || own.order
      ? field("Order of labels", h("input", { type: "text", value: (own.order || []).join(", "), onchange: change("order") }), "from the lowest to the highest: low, medium, high")
      : null,
  ],
  sensitive: (own, change) => [
    field("Different values in a class, at least", h("input", { type: "number", min: 1, value: own.l || "", onchange: change("l", Number) })),
    field("Distance from the whole table, at most", h("input", { type: "number", min: 0, max: 1, step: "0.05", value: own.t || "", onchange: change("t", Number) }), "t-closeness, from 0 to 1"),
  ],
  group: (own, change) => [field("Different ones in a class, at least", h("input", { type: "number", min: 1, value: own.least || 2, onchange: change("least", Number) }))],
  tree: (own, change, more) => [
    picker(more.ui, `tree ${more.column}`, "tree", fromHome(more.state, own.tree), change("tree", String, true), "File of the tree"),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: Boolean(own.ordered), onchange: change("ordered") }), "Siblings are in order"),
  ],
  region: (own, change, more) => {
    const known = (more.ui.fields || {})[`${own.map} ${more.column}`];
    if (own.map && !known && more.ui.fieldsFor !== own.map) {
      more.ui.fieldsFor = own.map;
      fieldsOf(more.ui, own.map, more.column);
    }
    const [best] = [...(known ? known.fields : [])].sort((one, other) => other.share - one.share);
    const named = known ? known.fields : own.key ? [{ name: own.key, share: null }] : [];
    return [
      picker(more.ui, `map ${more.column}`, "map", fromHome(more.state, own.map), change("map", String, true), "File of the map"),
      field("Field with the codes", h("select", { value: own.key || "", "data-field": `key ${more.column}`, onchange: change("key") }, h("option", { value: "" }, "choose"), named.map((each) => h("option", { value: each.name }, each.share === null ? each.name : `${each.name} (${percent(each.share)} of the values)`))), known ? `${plural(known.areas, "area")} on the map` : own.map ? "Reading the map ..." : ""),
      best && best.share && !own.key ? button(`Use ${best.name}: it has ${percent(best.share)} of the values`, () => change("key", String, true)(best.name), { class: "small" }) : null,
      field("Areas without neighbours", h("select", { value: own.islands || "own", onchange: change("islands") }, h("option", { value: "own" }, "are regions by themselves"), h("option", { value: "nearest" }, "join the nearest area"), h("option", { value: "fail" }, "are an error"))),
      field("Regions stay within", h("select", { value: own.within || "", onchange: change("within") }, h("option", { value: "" }, "anything"), named.map((each) => h("option", { value: each.name }, each.name)))),
    ];
  },
  points: (own, change, more) => {
    const others = more.names.filter((name) => name !== more.column);
    // The other axis: that of the place as it is, or the one that the column does not look like.
    const other = own.lat ? own.lat === more.column : more.look.treatment !== "longitude";
    const axis = other ? "lon" : "lat";
    return [field(axis === "lon" ? "Longitude is in" : "Latitude is in", h("select", { value: own[axis] || "", "data-field": `place ${more.column}`, onchange: change(axis) }, h("option", { value: "" }, "choose"), others.map((name) => h("option", { value: name }, name))))];
  },
  person: (own, change, more) => [
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: Boolean(more.state.job.pseudonym), onchange: (event) => more.ui.act("put", { values: { pseudonym: event.target.checked ? "owner" : null } }) }), "Publish pseudonyms by your owner key instead of leaving it out"),
  ],
};

const told = (each) => {
  const parts = [each.kind, `${number(each.distinct)} different`];
  if (each.missing) parts.push(`${number(each.missing)} missing`);
  if (each.low !== null) parts.push(`${each.low} to ${each.high}`);
  return parts.join(" · ");
};

const row = (state, ui, each) => {
  const { column, look } = each;
  const open = state.undecided.includes(column);
  const now = state.treatments[column];
  const pending = (ui.pending || {})[column];
  const chosen = pending || (open ? "" : now.as);
  const own = pending && pending !== now.as ? (ui.drafts || {})[column] || {} : now.options;
  const treat = async (treatment, options) => {
    const done = await ui.act("treat", { column, as: treatment, options });
    const { [column]: _, ...rest } = ui.pending || {};
    if (done) ui.set({ pending: rest });
  };
  const pick = (event) => {
    const treatment = event.target.value;
    // A map, a tree and a place need one thing more before they are a role.
    if (treatment === "region" || treatment === "tree" || treatment === "points") {
      ui.set({ pending: { ...(ui.pending || {}), [column]: treatment }, drafts: { ...(ui.drafts || {}), [column]: {} } });
    } else treat(treatment, treatment === "sensitive" ? (look.treatment === "sensitive" ? look.rules : { l: 2 }) : {});
  };
  const change = (name, as = String, direct = false) => {
    const put = (value) => {
      const next = { ...own, [name]: value };
      if (chosen === "points") {
        const axis = name === "lon" ? "lat" : "lon";
        return treat("points", { [axis]: column, [name]: value });
      }
      return treat(chosen, next);
    };
    if (direct) return put;
    return (event) => {
      const { type, checked, value } = event.target;
      if (type === "checkbox") return put(checked);
      if (name === "order") return put(value.split(",").map((part) => part.trim()).filter(Boolean));
      return put(value === "" ? null : as(value));
    };
  };
  const names = state.table.columns.map((other) => other.column);
  const details = OPTIONS[chosen] ? OPTIONS[chosen](own, change, { ui, state, column, look, names, kind: each.kind }) : [];
  const known = chosen && !["keep", "drop", "sensitive", "person", "group"].includes(chosen);
  const proposal = SHORT[look.treatment] || look.treatment;
  return h(
    "li",
    { class: `column ${open ? "open" : ""} ${known ? "known" : LEVELS[chosen] || ""}`, "data-key": column },
    h("div", { class: "name" }, h("h2", null, column), h("p", { class: "note" }, told(each))),
    h(
      "div",
      { class: "role" },
      h(
        "label",
        { class: "field" },
        h("span", { class: "unseen" }, `What ${column} is`),
        h(
          "select",
          { value: chosen, onchange: pick, "data-column": column },
          h("option", { value: "", disabled: true }, "Not decided yet"),
          GROUPS.map(([title, choices]) => h("optgroup", { label: title }, choices.map(([value, words]) => h("option", { value }, words)))),
        ),
      ),
      open && !pending
        ? h("p", { class: "proposal" }, button(`Accept: ${proposal}`, () => ui.act("accept", { columns: [column] }), { class: "small", "aria-label": `Accept for ${column}: ${proposal}` }))
        : null,
    ),
    h("p", { class: "why" }, `Looks like ${look.looks_like}: ${look.why}${look.advice ? `; ${look.advice}` : ""}.`),
    details.length ? h("div", { class: "fields options" }, details) : null,
  );
};

export const columns = (state, ui, step, said) => {
  const open = state.undecided;
  const known = Object.keys(state.job.quasi).length;
  const rest = open.length
    ? h(
        "div",
        { class: "bar proposals" },
        h("p", null, `${plural(open.length, "column")} not decided. covey proposes; you decide.`),
        button(open.length === 1 ? "Accept the proposal" : `Accept all ${open.length} proposals`, () => ui.act("accept", { columns: open }), { class: known ? "" : "primary" }),
      )
    : h("p", { class: "note" }, `${plural(known, "quasi-identifier")}: what others may know of a person, which is made coarser.`);
  return frame(
    step,
    "What is in each column?",
    "What others may know of a person is made coarser. What identifies people is left out. What others want to learn is watched.",
    problem(said, state, ui),
    rest,
    h("ul", { class: "columns" }, state.table.columns.map((each) => row(state, ui, each))),
    actions(
      button("Back", () => ui.go("table")),
      primary("Next: risk", () => ui.go("risk"), { disabled: open.length > 0 || !known, title: open.length ? "Decide on every column first" : null }),
      open.length ? h("span", { class: "note" }, `Decide on ${open.length === 1 ? open[0] : `${open.length} more columns`} first.`) : known ? null : h("span", { class: "note" }, "Name one column that others know."),
    ),
  );
};
