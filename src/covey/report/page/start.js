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
  const title = article.querySelector("h3").textContent;
  showList(article.querySelector(".list"), title, data, point);
}

// The file's own time says when: written into the page it would make every run's bytes different.
const writtenAt = document.getElementById("written");
if (writtenAt) {
  writtenAt.textContent = new Date(document.lastModified).toLocaleString();
}
