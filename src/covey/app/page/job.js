// The job beside the page: what it does, the command line can do.
import { h } from "./dom.js";
import { button } from "./parts.js";

const TABS = { command: "Command", file: "Job file", python: "Python" };

// A browser would break a line inside of "--drop".
export const unbroken = (text) => text.split(/(--[a-z-]+)/).map((part) => (part.startsWith("--") ? h("span", { class: "option" }, part) : part));

export const drawJob = (state, ui) => {
  if (!state.texts) {
    return [
      h("h2", null, "The job"),
      h("p", { class: "note" }, "Every click edits a job. It is shown here as the command, the file and the Python call that do the same."),
    ];
  }
  const text = state.texts[ui.tab];
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
    h("h2", null, "The job"),
    h("div", { role: "tablist", "aria-label": "The job as", class: "tabs", onkeydown: turned }, Object.keys(TABS).map(tab)),
    h("pre", { id: "job-text", role: "tabpanel", "aria-labelledby": `tab-${ui.tab}`, tabindex: "0" }, ui.tab === "command" ? unbroken(text) : text),
    button(ui.copied ? "Copied" : "Copy", copy, { class: "small" }),
  ];
};
