// A scene on a canvas: zoom by wheel, buttons and keys, move by dragging and arrows, point.
const MOST_ZOOM = 400;
const STEP = 1.5;
const STRIDE = 60;
const MARGIN = 0.3;

// A part of the scene's plane; y stands still where a scene is flat.
const newView = (scene) => {
  const view = { x: 0, y: 0, scale: 1, zoom: 1, width: 0, height: 0 };
  const least = () => {
    if (scene.flat) return view.width / scene.width;
    return 0.96 * Math.min(view.width / scene.width, view.height / scene.height);
  };
  const along = (at, shown, whole) => {
    if (whole <= shown) return (shown - whole) / 2;
    const margin = scene.flat ? 0 : shown * MARGIN;
    return clamp(at, shown - whole - margin, margin);
  };
  const settle = () => {
    view.zoom = view.scale / least();
    view.x = along(view.x, view.width, scene.width * view.scale);
    view.y = scene.flat ? 0 : along(view.y, view.height, scene.height * view.scale);
  };
  return Object.assign(view, {
    fit() {
      view.scale = least();
      settle();
    },
    resize(width, height) {
      const zoom = view.width ? view.zoom : 1;
      Object.assign(view, { width, height });
      view.scale = least() * zoom;
      settle();
    },
    magnify(factor, x = view.width / 2, y = view.height / 2) {
      const scale = clamp(view.scale * factor, least(), least() * MOST_ZOOM);
      view.x = x - ((x - view.x) * scale) / view.scale;
      view.y = y - ((y - view.y) * scale) / view.scale;
      view.scale = scale;
      settle();
    },
    move(x, y) {
      view.x += x;
      view.y += y;
      settle();
    },
  });
};

// Shows the scene, and returns how to point at a class from elsewhere; -1 is none.
const showPicture = (figure, scene, data) => {
  const canvas = figure.querySelector("canvas");
  const context = canvas.getContext("2d");
  const tip = figure.querySelector(".tip");
  const toggle = figure.querySelector("[data-do=toggle]");
  const legend = figure.querySelector(".legend");
  const view = newView(scene);
  let pointed = -1;
  let waiting = false;
  let last = null;

  const draw = () => {
    const sharp = window.devicePixelRatio || 1;
    waiting = false;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.scale(sharp, sharp);
    scene.draw(context, view, pointed);
    figure.dataset.zoom = view.zoom.toFixed(3);
  };
  const redraw = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(draw);
  };
  const resized = () => {
    const { width, height } = canvas.getBoundingClientRect();
    const sharp = window.devicePixelRatio || 1;
    if (!width) return;
    canvas.width = Math.round(width * sharp);
    canvas.height = Math.round(height * sharp);
    view.resize(width, height);
    redraw();
  };
  const point = (index) => {
    if (index === pointed) return;
    pointed = index;
    redraw();
  };
  const leave = () => {
    tip.hidden = true;
    point(-1);
  };
  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    const [left, top] = [box.left + canvas.clientLeft, box.top + canvas.clientTop];
    return [event.clientX - left, event.clientY - top];
  };
  const hover = (event) => {
    const [x, y] = place(event);
    const index = scene.at(context, view, x, y);
    point(index);
    tip.hidden = index < 0;
    if (index < 0) return;
    const name = document.createElement("b");
    name.textContent = data.names[index];
    tip.replaceChildren(name, records(data.sizes[index]));
    const room = x + 14 + tip.offsetWidth <= view.width;
    const left = room ? x + 14 : Math.max(x - 14 - tip.offsetWidth, 0);
    const top = clamp(y + 14, 0, view.height - tip.offsetHeight);
    tip.style.transform = `translate(${left}px,${top}px)`;
  };
  const changed = (change) => {
    change();
    leave();
    redraw();
  };

  const does = {
    in: () => view.magnify(STEP),
    out: () => view.magnify(1 / STEP),
    fit: () => view.fit(),
    toggle: () => {
      scene.toggled = !scene.toggled;
      toggle.setAttribute("aria-pressed", String(scene.toggled));
      if (legend) legend.hidden = scene.toggled;
    },
  };
  const keys = {
    "+": does.in,
    "=": does.in,
    "-": does.out,
    0: does.fit,
    ArrowLeft: () => view.move(STRIDE, 0),
    ArrowRight: () => view.move(-STRIDE, 0),
    ArrowUp: () => view.move(0, STRIDE),
    ArrowDown: () => view.move(0, -STRIDE),
  };

  const listen = (name, act, options) => canvas.addEventListener(name, act, options);
  const turned = (event) => {
    event.preventDefault();
    const factor = Math.exp(-clamp(event.deltaY, -240, 240) * 0.0025);
    changed(() => view.magnify(factor, ...place(event)));
  };
  listen("wheel", turned, { passive: false });
  listen("pointerdown", (event) => {
    last = [event.clientX, event.clientY];
    canvas.setPointerCapture(event.pointerId);
    canvas.classList.add("moving");
  });
  listen("pointermove", (event) => {
    if (!last) return hover(event);
    const [x, y] = last;
    last = [event.clientX, event.clientY];
    return changed(() => view.move(event.clientX - x, event.clientY - y));
  });
  const dropped = () => {
    last = null;
    canvas.classList.remove("moving");
  };
  listen("pointerup", dropped);
  listen("pointercancel", dropped);
  listen("pointerleave", leave);
  listen("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    changed(keys[event.key]);
  });
  figure.querySelector(".toolbar").addEventListener("click", (event) => {
    const wanted = does[event.target.dataset.do];
    if (wanted) changed(wanted);
  });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);

  toggle.hidden = Boolean(scene.fixed);
  figure.hidden = false;
  new ResizeObserver(resized).observe(canvas);
  resized();
  return point;
};
