// The classes, or the sets of a column, as a list: a page of rows at a time, however many there are.
const ROWS = 100;
const SEARCH_FROM = 12;

const ORDERS = {
  size: (sizes) => (a, b) => sizes[b] - sizes[a] || a - b,
  small: (sizes) => (a, b) => sizes[a] - sizes[b] || a - b,
};

const newRow = (name, size, most) => {
  const row = document.createElement("tr");
  const bar = document.createElement("progress");
  bar.max = most;
  bar.value = size;
  bar.setAttribute("aria-hidden", "true");
  row.insertCell().textContent = name;
  Object.assign(row.insertCell(), { className: "number", textContent: written.format(size) });
  Object.assign(row.insertCell(), { className: "share" }).append(bar);
  return row;
};

const showList = (part, title, data, point) => {
  const [rows, more, find, sort, count] = ["tbody", ".more", "input", "select", ".count"].map(
    (wanted) => part.querySelector(wanted),
  );
  const { nouns } = part.dataset;
  const total = data.sizes.length;
  const most = highest(data.sizes);
  const searched = data.names.map((name) => name.toLowerCase());
  let found = [];
  let shown = 0;

  const extend = () => {
    for (const index of found.slice(shown, shown + ROWS)) {
      const row = newRow(data.names[index], data.sizes[index], most);
      row.addEventListener("pointerenter", () => point(index));
      row.addEventListener("pointerleave", () => point(-1));
      rows.append(row);
    }
    shown = Math.min(shown + ROWS, found.length);
    more.hidden = shown >= found.length;
    count.textContent = `${written.format(found.length)} of ${written.format(total)} ${nouns}`;
  };
  const fill = () => {
    const wanted = find.value.trim().toLowerCase();
    found = searched.flatMap((name, index) => (name.includes(wanted) ? [index] : []));
    if (sort.value !== "number") found.sort(ORDERS[sort.value](data.sizes));
    rows.replaceChildren();
    shown = 0;
    extend();
  };

  part.querySelector("caption").textContent =
    nouns[0].toUpperCase() + nouns.slice(1) + " of " + title;
  part.querySelector(".controls").hidden = total < SEARCH_FROM;
  find.addEventListener("input", fill);
  sort.addEventListener("change", fill);
  more.addEventListener("click", extend);
  fill();
};
