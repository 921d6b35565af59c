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
