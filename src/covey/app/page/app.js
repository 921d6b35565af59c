// The page: what covey says of the job is drawn, and every click is sent to covey.
import { listen, post } from "./api.js";
import { h, show } from "./dom.js";
import { drawJob } from "./job.js";
import { reached } from "./links.js";
import { button } from "./parts.js";
import { choose } from "./screens/choose.js";
import { columns } from "./screens/columns.js";
import { look } from "./screens/look.js";
import { risk } from "./screens/risk.js";
import { run } from "./screens/run.js";
import { table } from "./screens/table.js";
import { take } from "./screens/take.js";
import { clock, percent } from "./words.js";

const SCREENS = { table, columns, risk, choose, run, look, take };
const NAMES = {
  table: "Table",
  columns: "Columns",
  risk: "Risk before",
  choose: "Choose k",
  run: "Run",
  look: "Look",
  take: "Take away",
};

let state = null;
let shown = "";
let said = "";

// What this tab alone knows: an open list, the page of the preview.
const ui = {
  problem: null,
  lost: false,
  tab: "command",
  set(values) {
    Object.assign(ui, values);
    draw();
  },
  // A click: what covey refuses is shown where it was clicked.
  async act(name, body) {
    try {
      ui.problem = null;
      return await post(name, body);
    } catch (refused) {
      ui.set({ problem: refused });
      return null;
    }
  },
  go: (screen) => ui.act("show", { screen }),
  // Go to a control, which may be on another screen.
  reach(place) {
    ui.wanted = place;
    return place.screen === state.screen ? draw() : ui.go(place.screen);
  },
};

const isOpen = (name) => {
  if (name === "table") return true;
  if (!state.job) return false;
  if (name === "look" || name === "take") return state.runs.length > 0;
  if (name === "columns") return true;
  return Object.keys(state.job.quasi).length > 0;
};

const step = (name, at) => {
  const here = name === state.screen;
  const inside = [h("span", { class: "at", "aria-hidden": "true" }, at + 1), NAMES[name]];
  return h(
    "li",
    { class: here ? "here" : "" },
    button(inside, () => ui.go(name), {
      disabled: !isOpen(name),
      "aria-current": here ? "step" : null,
    }),
  );
};

const drawTop = () => [
  h("p", { class: "brand" }, "covey"),
  h("nav", { "aria-label": "Steps" }, h("ol", { class: "steps" }, state.screens.map(step))),
  button("Undo", () => ui.act("undo"), {
    class: "undo",
    disabled: !state.undo,
    title: state.undo_to ? `Back to ${state.undo_to}, as you left it` : "Take back the last change of the job",
  }),
];

// Where the steps do not fit, they scroll.
const showStep = () => document.querySelector(".steps .here")?.scrollIntoView({ block: "nearest", inline: "center" });

const announce = (text) => {
  if (text === said) return;
  said = text;
  document.getElementById("live").textContent = text;
};

const draw = () => {
  if (!state) return;
  show(document.getElementById("top"), ...drawTop());
  const main = document.getElementById("main");
  const at = state.screens.indexOf(state.screen);
  const gone = ui.lost
    ? h(
        "div",
        { class: "problem", role: "alert" },
        h("p", { class: "what" }, "covey is no longer running."),
        h("p", null, "Nothing can be done here until it is started again in the terminal: covey app"),
      )
    : null;
  const said_ = ui.problem || state.problem;
  const screen = SCREENS[state.screen](state, ui, `Step ${at + 1} of ${state.screens.length}`, said_);
  show(main, gone, screen);
  show(document.getElementById("job"), ...drawJob(state, ui));
  document.body.dataset.screen = state.screen;
  document.body.dataset.busy = state.busy ? state.busy.what : "";
  document.body.dataset.version = state.version;
  document.title = `${NAMES[state.screen]} - covey`;
  if (shown !== state.screen) {
    const first = !shown;
    shown = state.screen;
    // Who reads by ear or moves by keys begins at the heading of the new screen.
    if (!first) document.getElementById("title").focus();
    window.scrollTo(0, 0);
    showStep();
  }
  if (ui.wanted && ui.wanted.screen === state.screen) {
    reached(main, ui.wanted);
    ui.wanted = null;
  }
};

listen((name, value) => {
  if (name === "state") {
    if (state && state.screen !== value.screen) Object.assign(ui, { problem: null, listing: null, losing: null });
    // Another table is being read: what this tab knows is about the one before.
    if (value.busy && value.busy.what === "open") {
      Object.assign(ui, { losing: null, reading: null, pending: {}, fields: {}, fieldsFor: "", listing: null, target: "" });
    }
    // What could not be read stays in its field, to be corrected.
    const ended = state && state.busy && state.busy.what === "open" && !value.busy;
    if (ended && !value.problem) Object.assign(ui, { other: false, path: "" });
    if (state && state.run !== value.run) ui.live = false;
    state = value;
    if (!value.busy) announce(value.problem ? value.problem.message : "");
    draw();
  } else if (name === "progress" && state) {
    state.busy = value;
    const left = value.left === null ? "" : `, about ${clock(value.left)} left`;
    // Not every percent: who listens would hear nothing else.
    announce(`${value.words}, ${percent(Math.floor(value.done * 10) / 10)} done${left && value.done > 0.1 ? left : ""}`);
    draw();
  } else if (name === "closed" || name === "lost") {
    ui.set({ lost: true });
  } else if (name === "back" && ui.lost) {
    ui.set({ lost: false });
  }
});

// Some pictures are as wide as there is room.
let waiting = 0;
window.addEventListener("resize", () => {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(() => {
    draw();
    showStep();
  });
});

// The link works once: it is of no use in the history.
window.history.replaceState(null, "", window.location.pathname);
