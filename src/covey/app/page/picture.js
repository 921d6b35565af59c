// What became of a column, by the pictures of the report: a map or tiling, bars, or a list.
import { h } from "./dom.js";
import { barScene, mapScene, showList, showPicture } from "./report.js";
import { number } from "./words.js";

const tool = (name, text, label) => h("button", { type: "button", "data-do": name, ...(label ? { "aria-label": label, title: label } : {}) }, text);

const figure = (each, k, [least, most] = [each.smallest, each.largest]) => {
  const map = each.picture === "map";
  return h(
    "figure",
    { class: "picture", "data-picture": each.picture },
    h("div", { class: "toolbar", role: "group", "aria-label": "View" }, tool("in", "+", "Zoom in"), tool("out", "−", "Zoom out"), tool("fit", "Whole picture"), h("button", { type: "button", "data-do": "toggle", "aria-pressed": "false" }, map ? "Distinguish neighbours" : "Equal widths")),
    h("div", { class: "stage" }, h("canvas", { tabindex: "0", role: "img", "aria-label": `${map ? "Map" : "Bars"} of ${each.name}: ${each.generalized} The table below has the same ${each.nouns}.` }), h("div", { class: "tip", role: "status", hidden: true })),
    h(
      "figcaption",
      null,
      map ? h("span", { class: "legend" }, h("span", null, number(least)), h("span", { class: "ramp" }), h("span", null, `${number(most)} records`)) : h("span", null, `Height: records in the interval; the dashed line is k = ${number(k)}.`),
      h("span", { class: "help" }, `Wheel or + and − to zoom, drag or arrow keys to move, 0 for the whole picture; point at a ${each.noun} for its size.`),
    ),
  );
};

const toldOf = (each) => [each.generalized, each.overlap].filter(Boolean).join(" ");

// The tree above a column: what is published stands at the node where it lies.
const branch = (node, depth) => {
  const sets = node.sets.map((own) =>
    h("span", { class: own.whole ? "set" : "set part" }, own.text === node.name ? "published" : own.text, h("small", null, ` ${number(own.records)}`)),
  );
  if (!node.children.length) return h("li", null, h("span", { class: "node" }, node.name), sets);
  return h(
    "li",
    null,
    h("details", { open: depth < 3 }, h("summary", null, h("span", { class: "node" }, node.name), sets), h("ul", null, node.children.map((child) => branch(child, depth + 1)))),
  );
};

const list = (each) =>
  h(
    "div",
    { class: "list", "data-nouns": each.nouns },
    h(
      "div",
      { class: "controls" },
      h("label", null, `Find a ${each.noun} `, h("input", { type: "search", autocomplete: "off", spellcheck: "false" })),
      h("label", null, "Sort by ", h("select", null, h("option", { value: "number" }, "their order"), h("option", { value: "size", selected: each.by_size }, "largest first"), h("option", { value: "small" }, "smallest first"))),
      h("span", { class: "count", role: "status" }),
    ),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": `${each.nouns} of ${each.name}` },
      h("table", { class: "classes" }, h("caption", null), h("thead", null, h("tr", null, h("th", { scope: "col" }, each.noun), h("th", { scope: "col", class: "number" }, "records"), h("th", { scope: "col", class: "share" }, h("span", { class: "unseen" }, "size as a bar")))), h("tbody", null)),
    ),
    h("button", { type: "button", class: "more", hidden: true }, "Show more"),
  );

// Sets that overlap make no map, but each area shows how far it is blurred.
const blurOf = (each) => {
  const { areas, drawn } = each.blur;
  const means = areas.map((own) => own.areas);
  return {
    scene: { ...drawn, sizes: means },
    told: { names: areas.map((own) => `${own.code}: published with ${mean(own.areas)} areas on average`), sizes: areas.map((own) => own.records) },
    ends: [means.reduce((a, b) => Math.min(a, b)), means.reduce((a, b) => Math.max(a, b))],
  };
};

const blurFigure = (each, [least, most]) =>
  h(
    "figure",
    { class: "picture", "data-picture": "blur" },
    h("div", { class: "toolbar", role: "group", "aria-label": "View" }, tool("in", "+", "Zoom in"), tool("out", "−", "Zoom out"), tool("fit", "Whole picture"), h("button", { type: "button", "data-do": "toggle", "aria-pressed": "false" }, "Distinguish neighbours")),
    h("div", { class: "stage" }, h("canvas", { tabindex: "0", role: "img", "aria-label": `Map of ${each.name}: with how many areas each is published, from ${mean(least)} to ${mean(most)} on average.` }), h("div", { class: "tip", role: "status", hidden: true })),
    h(
      "figcaption",
      null,
      h("span", { class: "legend" }, h("span", null, mean(least)), h("span", { class: "ramp" }), h("span", null, `${mean(most)} areas on average`)),
      h("p", { class: "note" }, "Sets overlap, so this is no map of classes. The colour says with how many areas a record is published that may be of the area, on average, itself included. Areas without records are not drawn."),
    ),
  );

const mean = (value) => number(Number(value.toFixed(1)));

// With global recoding no two sets overlap, and a map can show them all.
const mapless = (each, makeGlobal) =>
  each.mapless ? h("p", { class: "note" }, "Sets overlap, so there is no map of classes; global recoding gives one, with less detail. ", h("button", { type: "button", class: "small", onclick: makeGlobal }, "Use global recoding")) : null;

export const picture = (each, found, key, makeGlobal) => {
  const blur = each.blur ? blurOf(each) : null;
  const shown = blur ? blurFigure(each, blur.ends) : each.picture ? figure(each, found.tiles.asked) : null;
  const listed = list(each);
  const card = h("div", { class: "card attribute", "data-keep": key, "data-key": key }, h("h2", null, each.name), h("p", null, toldOf(each)), mapless(each, makeGlobal), each.tree ? h("ul", { class: "tree" }, branch(each.tree, 0)) : null, shown, listed);
  // Drawn when it is in the page and has a size.
  queueMicrotask(() => {
    if (!card.isConnected) return;
    let point = () => {};
    if (blur) showPicture(shown, mapScene(blur.scene, blur.ends), blur.told);
    else if (shown) point = showPicture(shown, each.picture === "map" ? mapScene(each.data) : barScene(each.data, found.tiles.asked), each.data);
    showList(listed, each.name, each.data, point);
  });
  return card;
};

// A map is one of classes, or one of how far areas are blurred.
export const kindOf = (each) => (each.blur ? "map" : each.picture);

const widest = (ends) => [Math.min(...ends.map(([least]) => least)), Math.max(...ends.map(([, most]) => most))];

// What became of a column in two runs, side by side: in words, and drawn where both are maps or both
// are bars. Maps have the same colours for the same sizes.
// A map of classes beside one of blurred areas counts something else, and has colours of its own.
export const pictures = (pair, k, titles, key) => {
  const blurs = pair.map((each) => (each.blur ? blurOf(each) : null));
  const own = pair.map((each, at) => (blurs[at] ? blurs[at].ends : [each.smallest, each.largest]));
  const alike = Boolean(blurs[0]) === Boolean(blurs[1]);
  const ends = alike ? own.map(() => widest(own)) : own;
  const alikeDrawn = kindOf(pair[0]) && kindOf(pair[0]) === kindOf(pair[1]);
  const shown = pair.map((each, at) => (!alikeDrawn ? null : blurs[at] ? blurFigure(each, ends[at]) : figure(each, k[at], ends[at])));
  const card = h(
    "div",
    { class: "pair pictures", "data-keep": key, "data-key": key },
    pair.map((each, at) => h("div", null, h("h3", null, `${each.name}, ${titles[at]}`), h("p", { class: "note" }, toldOf(each)), shown[at])),
  );
  const draw = (each, at) => {
    if (blurs[at]) showPicture(shown[at], mapScene(blurs[at].scene, ends[at]), blurs[at].told);
    else showPicture(shown[at], each.picture === "map" ? mapScene(each.data, ends[at]) : barScene(each.data, k[at]), each.data);
  };
  queueMicrotask(() => {
    if (alikeDrawn && card.isConnected) pair.forEach(draw);
  });
  return card;
};
