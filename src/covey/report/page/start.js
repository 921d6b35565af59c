// Bring the parts of the page to life; without this it is tables and words.
const k = Number(document.documentElement.dataset.k);
for (const article of document.querySelectorAll("article[data-attribute]")) {
  const data = JSON.parse(article.querySelector("script.data").textContent);
  const figure = article.querySelector(".picture");
  let point = () => {};
  if (figure) {
    const scene = figure.dataset.picture === "map" ? mapScene(data) : barScene(data, k);
    point = showPicture(figure, scene, data);
  }
  const title = article.querySelector("h4").textContent;
  showList(article.querySelector(".list"), title, data, point);
}

// A date in the page would make every run's bytes different. A copy may have another one.
const undated = document.querySelector("[data-undated]");
if (undated) {
  const line = (tag, textContent) => Object.assign(document.createElement(tag), { textContent });
  const date = new Date(document.lastModified).toLocaleString();
  undated.after(line("dt", "Date of this file"), line("dd", date));
}
