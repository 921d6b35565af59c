// The release as a folder or a download, the report, and the job.
import { h } from "../dom.js";
import { unbroken } from "../job.js";
import { actions, button, field, frame, primary, problem, runOf, uploadsNote } from "../parts.js";
import { number, percent } from "../words.js";

const link = (href, text, more = {}) => h("a", { href, class: "button", ...more }, text);

const done = (taken) =>
  taken.length
    ? h(
        "div",
        { class: "done", role: "status" },
        taken.map((each) =>
          each.what === "release"
            ? h("p", null, h("b", null, each.path), ` has the release of run ${each.run}. Its receipt is in `, h("b", null, each.receipts), ": keep that, and do not publish it.")
            : h("p", null, h("b", null, each.path), ` has the job of run ${each.run}.`),
        ),
      )
    : null;

export const take = (state, ui, step, said) => {
  const own = runOf(state);
  const run = own.number;
  // What covey refused stays in the field, to be corrected.
  const target = ui.target || state.target;
  const aim = async (path) => {
    ui.target = path;
    if (await ui.act("aim", { path })) ui.target = "";
  };
  const jobTarget = ui.jobTarget === undefined ? "job.toml" : ui.jobTarget;
  const busy = Boolean(state.busy);
  return frame(
    step,
    "Take the release away",
    `Run ${run}: k = ${number(own.k)}, ${number(own.classes)} classes, ${percent(own.loss)} of the detail lost.`,
    problem(said, state, ui),
    done(state.taken),
    h(
      "div",
      { class: "ways" },
      h(
        "div",
        { class: "card" },
        h("h2", null, "A folder on this machine"),
        h("p", { class: "note" }, `Relative to ${state.home}. It appears whole or not at all. What is published: ${own.files.join(", ")}.`),
        field("Folder of the release", h("input", { type: "text", value: target, "data-field": "target", spellcheck: "false", onchange: (event) => aim(event.target.value) })),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: Boolean(ui.overwrite), onchange: (event) => ui.set({ overwrite: event.target.checked }) }), "Replace a former release there"),
        actions(primary("Write the release", () => ui.act("write", { run, path: document.querySelector("[data-field=target]").value, overwrite: Boolean(ui.overwrite) }), { disabled: busy })),
      ),
      h(
        "div",
        { class: "card" },
        h("h2", null, "Or a download"),
        h("p", { class: "note" }, "The release in one file. The receipt proves which table it was made of: it is for you alone."),
        h("div", { class: "links" }, link(`runs/${run}/release.zip`, "Download the release", { download: "release.zip" }), link(`runs/${run}/receipts.jsonl`, "Download the receipt", { download: "release.receipts.jsonl" }), link(`runs/${run}/report.html`, "Open the report", { target: "_blank", rel: "noopener" })),
      ),
      h(
        "div",
        { class: "card whole" },
        h("h2", null, "The job, to do it again"),
        h("p", { class: "note" }, `The same release as run ${run} comes from its command, its job file and its Python call, byte for byte.`),
        own.changed ? h("p", { class: "note" }, "The job was changed since this run. Here is the job that the run was made of.") : null,
        uploadsNote(own.uploads, state.home, "uploads"),
        h("pre", { tabindex: "0", "aria-label": "The command", "data-of": "run" }, unbroken(own.texts.command)),
        field("Job file", h("input", { type: "text", value: jobTarget, "data-field": "job", spellcheck: "false", onchange: (event) => ui.set({ jobTarget: event.target.value }) })),
        actions(button("Save the job file", () => ui.act("save-job", { run, path: document.querySelector("[data-field=job]").value, overwrite: Boolean(ui.overwrite) })), link(`runs/${run}/job.toml`, "Download the job file", { download: "job.toml" })),
        h("p", { class: "note" }, `A job file names its tables from its own folder: put the download in ${state.home}.`),
      ),
    ),
    actions(button("Back", () => ui.go("look"))),
  );
};
