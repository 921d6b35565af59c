// The job beside the page: what it does, the command line can do.
import { h } from "./dom.js";
import { button, runOf, uploadsNote } from "./parts.js";

const TABS = { command: "Command", file: "Job file", python: "Python" };

// A browser would break a line inside of "--drop".
export const unbroken = (text) => text.split(/(--[a-z-]+)/).map((part) => (part.startsWith("--") ? h("span", { class: "option" }, part) : part));

// A release that is looked at or taken away stands beside the job that it was made of, not beside
// one that was changed since.
const ofRun = (state, ui) => {
  const run = ["look", "take"].includes(state.screen) && state.runs.length ? runOf(state) : null;
  if (!run || !run.changed) return { title: "The job", texts: state.texts, uploads: state.uploads, note: null };
  const turn = button(ui.live ? `Show the job of run ${run.number}` : "Show the job as it is now", () => ui.set({ live: !ui.live, copied: false }), { class: "small" });
  return {
    title: ui.live ? "The job as it is now" : `The job of run ${run.number}`,
    texts: ui.live ? state.texts : run.texts,
    uploads: ui.live ? state.uploads : run.uploads,
    note: h("p", { class: "note", "data-of": "changed" }, "The job was changed since this run. ", turn),
  };
};

export const drawJob = (state, ui) => {
  if (!state.texts) {
    return [
      h("h2", null, "The job"),
      h("p", { class: "note" }, "Every click edits a job. It is shown here as the command, the file and the Python call that do the same."),
    ];
  }
  const { title, texts, uploads, note } = ofRun(state, ui);
  const text = texts[ui.tab];
  const tab = (name) =>
    button(TABS[name], () => ui.set({ tab: name, copied: false }), {
      role: "tab",
      id: `tab-${name}`,
      "aria-selected": String(ui.tab === name),
      "aria-controls": "job-text",
      tabindex: ui.tab === name ? "0" : "-1",
    });
  const turned = (event) => {
    const names = Object.keys(TABS);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(ui.tab) + step + names.length) % names.length];
    ui.set({ tab: next, copied: false });
    document.getElementById(`tab-${next}`).focus();
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      ui.set({ copied: true });
    } catch {
      getSelection().selectAllChildren(document.getElementById("job-text"));
    }
  };
  return [
    h("h2", null, title),
    note,
    h("div", { role: "tablist", "aria-label": "The job as", class: "tabs", onkeydown: turned }, Object.keys(TABS).map(tab)),
    h("pre", { id: "job-text", role: "tabpanel", "aria-labelledby": `tab-${ui.tab}`, tabindex: "0" }, ui.tab === "command" ? unbroken(text) : text),
    button(ui.copied ? "Copied" : "Copy", copy, { class: "small" }),
    uploadsNote(uploads, state.home, "job-uploads"),
  ];
};
