// Parts that several screens have.
import { get, upload } from "./api.js";
import { h } from "./dom.js";
import { linked } from "./links.js";
import { bytes } from "./words.js";

export const problem = (said, state, ui, applied) =>
  said &&
  h(
    "div",
    { class: "problem", role: "alert" },
    h("p", { class: "what" }, linked(state, ui, said.message)),
    (said.details || []).length ? h("ul", null, said.details.map((line) => h("li", null, linked(state, ui, line)))) : null,
    said.hint ? h("p", null, linked(state, ui, said.hint)) : null,
    applied && (said.remedy || []).length
      ? h("button", { type: "button", onclick: () => applied(said.remedy) }, "Read it with ", said.remedy_words)
      : null,
  );

// What the command line would warn of, before anything is made.
export const warned = (point, sampled, state, ui) =>
  point && (point.warnings || []).length
    ? h(
        "div",
        { class: "odd" },
        h("h2", null, sampled ? "To be considered, as far as the sample shows" : "To be considered"),
        h("ul", null, point.warnings.map((each) => h("li", null, linked(state, ui, each)))),
      )
    : null;

export const frame = (step, title, lead, ...content) =>
  h(
    "section",
    { class: "screen", "aria-labelledby": "title", "data-key": title },
    h("p", { class: "kicker" }, step),
    h("h1", { id: "title", tabindex: "-1" }, title),
    lead ? h("p", { class: "lead" }, lead) : null,
    ...content,
  );

// The run that is looked at and taken away.
export const runOf = (state, number = state.run) => state.runs.find((each) => each.number === number);

// The command line does not know where covey keeps uploads.
export const uploadsNote = (names, home, of) => {
  if (!names.length) return null;
  const [were, them] = names.length === 1 ? ["was", "it"] : ["were", "them"];
  return h("p", { class: "note", "data-of": of }, h("b", null, names.join(", ")), ` ${were} uploaded: before you run the command, the job file or the call, put ${them} into ${home}.`);
};

// A path as the user knows it.
export const fromHome = (state, path) => {
  const home = `${state.home}/`;
  return path && path.startsWith(home) ? path.slice(home.length) : path;
};

export const actions = (...buttons) => h("div", { class: "actions" }, ...buttons);
export const button = (text, onclick, more = {}) =>
  h("button", { type: "button", onclick, ...more }, text);
export const primary = (text, onclick, more = {}) =>
  button(text, onclick, { class: "primary", ...more });

export const field = (label, input, help) =>
  h("label", { class: "field" }, h("span", null, label), input, help ? h("small", null, help) : null);

export const progressOf = (busy) =>
  h(
    "div",
    { class: "progress" },
    h("progress", { max: 1, "aria-label": "Progress", ...(busy.done ? { value: busy.done } : {}) }),
    h("p", { class: "note" }, busy.words || "starting"),
  );

// A file that the browser sends, and what is done with its path on this machine then.
export const send = async (ui, chosen, done) => {
  if (!chosen) return;
  try {
    ui.set({ problem: null, sent: 0 });
    const found = await upload(chosen, (share) => ui.set({ sent: share }));
    ui.set({ sent: null });
    await done(found.path);
  } catch (refused) {
    ui.set({ sent: null, problem: refused });
  }
};

// A path that is typed, or found in the folders that the page may use.
export const picker = (ui, key, purpose, value, chosen, label) => {
  const open = ui.listing && ui.listing.key === key ? ui.listing : null;
  const input = h("input", {
    type: "text",
    value: value || "",
    spellcheck: "false",
    autocomplete: "off",
    "data-field": key,
    onchange: (event) => event.target.value.trim() && chosen(event.target.value.trim()),
  });
  const browse = async (folder) => {
    try {
      ui.set({ listing: { key, ...(await get("files", { folder, for: purpose })) } });
    } catch (said) {
      ui.set({ problem: said });
    }
  };
  const pick = (entry) => {
    if (entry.folder) return browse(entry.path);
    ui.set({ listing: null });
    return chosen(entry.path);
  };
  return h(
    "div",
    { class: "picker" },
    h("label", { class: "field" }, h("span", null, label), input),
    open
      ? button("Close the list", () => ui.set({ listing: null }))
      : button("Browse ...", () => browse(""), { "aria-label": `Browse for ${label.toLowerCase()}` }),
    purpose === "map" || purpose === "tree"
      ? h("label", { class: "field sent" }, h("span", null, "Or upload it"), h("input", { type: "file", "data-upload": key, "aria-label": `Upload ${label.toLowerCase()}`, onchange: (event) => send(ui, event.target.files[0], chosen) }))
      : null,
    open && purpose === "folder"
      ? button("Use this folder", () => {
          ui.set({ listing: null });
          chosen(open.folder);
        })
      : null,
    open
      ? h(
          "div",
          { class: "listing" },
          h("p", { class: "note" }, open.folder),
          h(
            "ul",
            null,
            open.roots.map((root) => h("li", null, button(root.name, () => browse(root.path)))),
            open.above ? h("li", null, button("..", () => browse(open.above), { "aria-label": "The folder above" })) : null,
            open.entries.map((entry) =>
              h("li", null, button(entry.folder ? `${entry.name}/` : entry.name, () => pick(entry)), entry.folder ? null : h("small", null, bytes(entry.size))),
            ),
            open.entries.length ? null : h("li", { class: "note" }, "Nothing here that fits."),
          ),
        )
      : null,
  );
};
