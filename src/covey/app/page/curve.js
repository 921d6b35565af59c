// Loss and largest class against k, as an SVG: k on a scale where each doubling is as far.
import { svg } from "./dom.js";
import { number, percent } from "./words.js";

const WIDEST = 640;
const NARROWEST = 240;
const HIGH = 260;
const LEFT = 52;
const RIGHT = 60;
const TOP = 16;
const FOOT = 34;

// A narrow screen has a narrow curve, with letters of the same size, and nothing beside the screen.
export const widthOf = (place) => Math.min(Math.max(place - 2 * 24, NARROWEST), WIDEST);

const along = (k, all, wide) => {
  const [low, high] = [Math.log(all[0]), Math.log(all[all.length - 1])];
  const share = high > low ? (Math.log(k) - low) / (high - low) : 0.5;
  return LEFT + share * (wide - LEFT - RIGHT);
};
const up = (share) => HIGH - FOOT - share * (HIGH - TOP - FOOT);

const steps = (most) => {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [0.2, 0.5, 1, 2].map((times) => times * power).find((each) => most / each <= 5);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
};

const line = (points, name) =>
  points.length > 1
    ? svg("path", { class: `line ${name}`, d: points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("") })
    : null;

// Of two numbers that would touch, the chosen one stays, or the first.
const readable = (all, chosen, wide) =>
  all.filter((k, at) => {
    const near = (other) => other !== undefined && Math.abs(along(k, all, wide) - along(other, all, wide)) < 20;
    if (k === chosen) return true;
    return !near(all[at - 1]) && !(near(all[at + 1]) && all[at + 1] === chosen);
  });

export const curve = (points, thresholds, chosen, pick, wide = WIDEST) => {
  const solved = points.filter((each) => !each.why_not);
  const all = [...new Set([...thresholds, ...points.map((each) => each.k)])].sort((a, b) => a - b);
  const most = Math.max(...solved.map((each) => each.largest), 1) * 1.08;
  const worst = Math.max(...solved.map((each) => each.loss), 0);
  const full = [0.1, 0.2, 0.4, 1].find((share) => share >= worst);
  const refused = points.filter((each) => each.why_not);
  const losses = solved.map((each) => [along(each.k, all, wide), up(each.loss / full)]);
  const sizes = solved.map((each) => [along(each.k, all, wide), up(each.largest / most)]);
  const words = [...solved.map((each) => `k = ${each.k}: ${percent(each.loss)} lost, largest class ${number(each.largest)}`), ...refused.map((each) => `k = ${each.k}: no release`)];
  const at = along(chosen, all, wide);
  return svg(
    "svg",
    { class: "curve", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": `Loss and largest class by k. ${words.join("; ")}` },
    [0, 0.25, 0.5, 0.75, 1].map((share) => [
      svg("line", { class: "grid", x1: LEFT, x2: wide - RIGHT, y1: up(share), y2: up(share) }),
      svg("text", { class: "tick loss", x: LEFT - 8, y: up(share) + 4, "text-anchor": "end" }, `${Number((100 * share * full).toPrecision(3))} %`),
    ]),
    // Without an answer nobody knows how large classes are.
    (solved.length ? steps(most) : []).map((size) => svg("text", { class: "tick largest", x: wide - RIGHT + 8, y: up(size / most) + 4 }, number(size))),
    readable(all, chosen, wide).map((k) => svg("text", { class: k === chosen ? "tick now" : "tick", x: along(k, all, wide), y: HIGH - FOOT + 18, "text-anchor": "middle" }, number(k))),
    svg("line", { class: "now", x1: at, x2: at, y1: TOP, y2: HIGH - FOOT }),
    line(sizes, "largest"),
    line(losses, "loss"),
    solved.map((each) => [
      svg("rect", { class: "dot largest", x: along(each.k, all, wide) - 4, y: up(each.largest / most) - 4, width: 8, height: 8 }),
      svg("circle", { class: "dot loss", cx: along(each.k, all, wide), cy: up(each.loss / full), r: 5 }),
      svg("rect", { class: "hit", x: along(each.k, all, wide) - 14, y: TOP, width: 28, height: HIGH - TOP, onclick: () => pick(each.k) }, svg("title", null, `k = ${each.k}: ${percent(each.loss)} of the detail lost, largest class ${number(each.largest)}, ${number(each.classes)} classes`)),
    ]),
    refused.map((each) => [
      svg("text", { class: "none", x: along(each.k, all, wide), y: HIGH - FOOT - 4, "text-anchor": "middle" }, "×"),
      svg("rect", { class: "hit", x: along(each.k, all, wide) - 14, y: TOP, width: 28, height: HIGH - TOP, onclick: () => pick(each.k) }, svg("title", null, `k = ${each.k}: no release`)),
    ]),
    svg("text", { class: "axis", x: (LEFT + wide - RIGHT) / 2, y: HIGH - 2, "text-anchor": "middle" }, "k"),
  );
};
