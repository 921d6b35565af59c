"use strict";
// Pictures that zoom and lists that search. Names are data: they only ever become text.
(() => {
  const RAMP = ["#e3f0d8", "#a4d4b4", "#5fb0b0", "#2f7f9c", "#2b4f85", "#2a2760"];
  const APART = ["#8dc3bd", "#f0d28a", "#b7b3d8", "#ea9a86", "#8fb4d9", "#bcd98a", "#e3b7d3", "#cfcfc6", "#c79b6d"];
  const PAGE = 100, SEARCH_FROM = 12, MOST_ZOOM = 400;
  const written = new Intl.NumberFormat("en-US");
  const records = (size) => written.format(size) + (size === 1 ? " record" : " records");
  const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const mixed = (share) => {
    const at = clamp(share, 0, 1) * (RAMP.length - 1), low = Math.min(Math.floor(at), RAMP.length - 2);
    const part = (hex, i) => parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16);
    const mix = [0, 1, 2].map((i) => Math.round(part(RAMP[low], i) + (at - low) * (part(RAMP[low + 1], i) - part(RAMP[low], i))));
    return "rgb(" + mix.join(",") + ")";
  };

  // A scene draws itself in a view and says which class is at a place.
  const mapScene = (data) => {
    const least = Math.min(...bounds(data.sizes)), most = Math.max(...bounds(data.sizes));
    const shapes = data.rings.map((rings) => {
      const path = new Path2D(), box = [Infinity, Infinity, -Infinity, -Infinity];
      for (const steps of rings) {
        let x = 0, y = 0;
        for (let i = 0; i < steps.length; i += 2) {
          x += steps[i];
          y += steps[i + 1];
          if (i) path.lineTo(x, y); else path.moveTo(x, y);
          box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y);
          box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y);
        }
        path.closePath();
      }
      return { path, box };
    });
    const bySize = data.sizes.map((size) => mixed(most > least ? (size - least) / (most - least) : 0.5));
    const apart = data.colours.map((colour) => APART[colour % APART.length]);
    return {
      width: data.width, height: data.height, flat: false, toggled: false,
      draw(context, view, pointed) {
        const fill = this.toggled ? apart : bySize;
        const left = -view.x / view.scale, top = -view.y / view.scale;
        const right = left + view.width / view.scale, bottom = top + view.height / view.scale;
        const seen = (box) => box[2] >= left && box[0] <= right && box[3] >= top && box[1] <= bottom;
        context.translate(view.x, view.y);
        context.scale(view.scale, view.scale);
        context.lineJoin = "round";
        context.strokeStyle = css("--border");
        // Where shapes are many, their borders would hide them.
        context.lineWidth = (shapes.length > 2000 && view.zoom < 3 ? 0.4 : 1) / view.scale;
        shapes.forEach((shape, i) => {
          if (!seen(shape.box)) return;
          context.fillStyle = fill[i];
          context.fill(shape.path, "evenodd");
          context.stroke(shape.path);
        });
        if (pointed >= 0) {
          context.strokeStyle = css("--mark");
          context.lineWidth = 3 / view.scale;
          context.stroke(shapes[pointed].path);
        }
      },
      at(context, view, x, y) {
        const worldX = (x - view.x) / view.scale, worldY = (y - view.y) / view.scale;
        context.setTransform(1, 0, 0, 1, 0, 0);
        return shapes.findIndex(({ path, box }) =>
          worldX >= box[0] && worldX <= box[2] && worldY >= box[1] && worldY <= box[3] &&
          context.isPointInPath(path, worldX, worldY, "evenodd"));
      },
    };
  };

  const barScene = (data, k) => {
    const count = data.sizes.length, most = Math.max(Math.max(...bounds(data.sizes)), k) * 1.12;
    const equal = Array.from({ length: count + 1 }, (_, i) => i / count);
    const span = data.edges ? data.edges[count] - data.edges[0] : 0;
    const byRange = span > 0 ? data.edges.map((edge) => (edge - data.edges[0]) / span) : null;
    const WIDTH = 10000, FOOT = 24;
    return {
      width: WIDTH, height: 1, flat: true, toggled: !byRange, fixed: !byRange,
      draw(context, view, pointed) {
        const edges = this.toggled ? equal : byRange, tall = view.height - FOOT;
        const across = (share) => view.x + share * WIDTH * view.scale;
        for (let i = 0; i < count; i++) {
          const left = across(edges[i]), right = across(edges[i + 1]);
          if (right < 0 || left > view.width) continue;
          const high = tall * data.sizes[i] / most, gap = right - left > 4 ? 1 : 0;
          context.fillStyle = i === pointed ? css("--mark") : data.sizes[i] < k ? css("--low") : css("--bar");
          context.fillRect(left, tall - high, Math.max(right - left - gap, 0.75), high);
        }
        const line = tall - tall * k / most;
        context.strokeStyle = context.fillStyle = css("--mark");
        context.lineWidth = 1.5;
        context.setLineDash([6, 4]);
        context.beginPath();
        context.moveTo(0, line);
        context.lineTo(view.width, line);
        context.stroke();
        context.setLineDash([]);
        // On paper of its own, or bars would hide it.
        const label = "k = " + written.format(k);
        context.font = "600 12px system-ui, sans-serif";
        const broad = context.measureText(label).width + 12;
        context.fillStyle = css("--card");
        context.fillRect(6, line - 22, broad, 18);
        context.fillStyle = css("--mark");
        context.fillText(label, 12, line - 8);
        context.fillStyle = context.strokeStyle = css("--soft");
        context.fillRect(0, tall, view.width, 1);
        context.font = "12px system-ui, sans-serif";
        if (byRange && !this.toggled) {
          for (const [share, text] of ticks(data.edges[0], span, view, WIDTH)) {
            context.fillRect(across(share), tall, 1, 5);
            context.fillText(text, across(share) + 3, tall + 17);
          }
        }
      },
      at(_context, view, x, _y) {
        const share = (x - view.x) / view.scale / WIDTH, edges = this.toggled ? equal : byRange;
        if (share < 0 || share > 1) return -1;
        let low = 0, high = count;
        while (high - low > 1) {
          const middle = (low + high) >> 1;
          if (edges[middle] <= share) low = middle; else high = middle;
        }
        return low;
      },
    };
  };

  const bounds = (sizes) => sizes.reduce(([low, high], size) => [Math.min(low, size), Math.max(high, size)], [Infinity, -Infinity]);

  const ticks = (first, span, view, width) => {
    const shown = view.width / view.scale / width * span, rough = shown / Math.max(view.width / 110, 2);
    const power = Math.pow(10, Math.floor(Math.log10(rough))), step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
    const left = first - view.x / view.scale / width * span, found = [];
    const digits = Math.max(0, -Math.floor(Math.log10(step)));
    for (let at = Math.ceil(Math.max(left, first) / step) * step; at <= Math.min(left + shown, first + span); at += step) {
      found.push([(at - first) / span, String(Number(at.toFixed(digits)))]);
      if (found.length > 40) break;
    }
    return found;
  };

  const picture = (figure, scene, data) => {
    const canvas = figure.querySelector("canvas"), tip = figure.querySelector(".tip"), context = canvas.getContext("2d");
    const view = { x: 0, y: 0, scale: 1, zoom: 1, width: 0, height: 0 };
    let pointed = -1, waiting = false, last = null;

    const least = () => scene.flat ? view.width / scene.width : 0.96 * Math.min(view.width / scene.width, view.height / scene.height);
    const held = () => {
      view.zoom = view.scale / least();
      const wide = scene.width * view.scale, tall = scene.height * view.scale;
      view.x = wide <= view.width ? (view.width - wide) / 2 : clamp(view.x, view.width - wide - view.width * (scene.flat ? 0 : 0.3), view.width * (scene.flat ? 0 : 0.3));
      view.y = scene.flat ? 0 : tall <= view.height ? (view.height - tall) / 2 : clamp(view.y, view.height * 0.7 - tall, view.height * 0.3);
    };
    const draw = () => {
      waiting = false;
      const sharp = window.devicePixelRatio || 1;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, canvas.width, canvas.height);
      context.scale(sharp, sharp);
      scene.draw(context, view, pointed);
      figure.dataset.zoom = view.zoom.toFixed(3);
    };
    const redraw = () => { if (!waiting) { waiting = true; requestAnimationFrame(draw); } };
    const fit = () => { view.scale = least(); view.x = view.y = 0; held(); redraw(); };
    const size = () => {
      const box = canvas.getBoundingClientRect(), sharp = window.devicePixelRatio || 1;
      if (!box.width) return;
      const zoom = view.width ? view.zoom : 1;
      view.width = box.width; view.height = box.height;
      canvas.width = Math.round(box.width * sharp); canvas.height = Math.round(box.height * sharp);
      view.scale = least() * zoom;
      held();
      redraw();
    };
    const zoom = (factor, x = view.width / 2, y = view.height / 2) => {
      const scale = clamp(view.scale * factor, least(), least() * MOST_ZOOM), change = scale / view.scale;
      view.x = x - (x - view.x) * change;
      view.y = y - (y - view.y) * change;
      view.scale = scale;
      held();
      redraw();
    };
    const move = (x, y) => { view.x += x; view.y += y; held(); redraw(); };
    const point = (index) => { if (index !== pointed) { pointed = index; redraw(); } };
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left - canvas.clientLeft, event.clientY - box.top - canvas.clientTop];
    };
    const hover = (event) => {
      const [x, y] = place(event), index = scene.at(context, view, x, y);
      point(index);
      tip.hidden = index < 0;
      if (index < 0) return;
      const name = document.createElement("b");
      name.textContent = data.names[index];
      tip.replaceChildren(name, records(data.sizes[index]));
      const left = x + 14 + tip.offsetWidth > view.width ? x - 14 - tip.offsetWidth : x + 14;
      tip.style.transform = "translate(" + Math.max(left, 0) + "px," + clamp(y + 14, 0, view.height - tip.offsetHeight) + "px)";
    };
    const gone = () => { tip.hidden = true; point(-1); };

    canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-clamp(event.deltaY, -240, 240) * 0.0025), ...place(event)); gone(); }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => { last = [event.clientX, event.clientY]; canvas.setPointerCapture(event.pointerId); canvas.classList.add("moving"); });
    canvas.addEventListener("pointermove", (event) => {
      if (!last) { hover(event); return; }
      move(event.clientX - last[0], event.clientY - last[1]);
      last = [event.clientX, event.clientY];
      gone();
    });
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => { last = null; canvas.classList.remove("moving"); if (end === "pointerup") hover(event); });
    canvas.addEventListener("pointerleave", gone);
    canvas.addEventListener("keydown", (event) => {
      const does = {
        "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), "0": fit,
        ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0), ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60),
      }[event.key];
      if (does && !event.ctrlKey && !event.metaKey) { event.preventDefault(); does(); }
    });
    const toggle = figure.querySelector("[data-do=toggle]"), legend = figure.querySelector(".legend");
    toggle.hidden = Boolean(scene.fixed);
    figure.querySelector(".toolbar").addEventListener("click", (event) => {
      const does = event.target.dataset.do;
      if (does === "in") zoom(1.5);
      if (does === "out") zoom(1 / 1.5);
      if (does === "fit") fit();
      if (does === "toggle") {
        scene.toggled = !scene.toggled;
        toggle.setAttribute("aria-pressed", String(scene.toggled));
        if (legend) legend.hidden = scene.toggled;
        redraw();
      }
    });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
    figure.hidden = false;
    new ResizeObserver(size).observe(canvas);
    size();
    return point;
  };

  const list = (part, data, point) => {
    const rows = part.querySelector("tbody"), more = part.querySelector(".more"), controls = part.querySelector(".controls");
    const find = part.querySelector("input"), sort = part.querySelector("select"), count = part.querySelector(".count");
    const most = Math.max(...bounds(data.sizes)), total = data.sizes.length;
    const lower = data.names.map((name) => name.toLowerCase());
    let found = [], shown = 0;

    const row = (index) => {
      const line = document.createElement("tr"), name = document.createElement("td"), size = document.createElement("td"), share = document.createElement("td"), bar = document.createElement("progress");
      name.textContent = data.names[index];
      size.textContent = written.format(data.sizes[index]);
      size.className = "number";
      share.className = "share";
      bar.max = most;
      bar.value = data.sizes[index];
      bar.setAttribute("aria-hidden", "true");
      share.append(bar);
      line.append(name, size, share);
      line.addEventListener("pointerenter", () => point(index));
      line.addEventListener("pointerleave", () => point(-1));
      return line;
    };
    const extend = () => {
      rows.append(...found.slice(shown, shown + PAGE).map(row));
      shown = Math.min(shown + PAGE, found.length);
      more.hidden = shown >= found.length;
      count.textContent = written.format(found.length) + " of " + written.format(total) + (total === 1 ? " class" : " classes");
    };
    const fill = () => {
      const wanted = find.value.trim().toLowerCase();
      found = [];
      for (let i = 0; i < total; i++) if (lower[i].includes(wanted)) found.push(i);
      if (sort.value === "size") found.sort((a, b) => data.sizes[b] - data.sizes[a] || a - b);
      if (sort.value === "small") found.sort((a, b) => data.sizes[a] - data.sizes[b] || a - b);
      rows.replaceChildren();
      shown = 0;
      extend();
    };
    controls.hidden = total < SEARCH_FROM;
    const caption = part.querySelector("caption");
    caption.textContent = "Classes of " + part.closest("article").querySelector("h3").textContent;
    find.addEventListener("input", fill);
    sort.addEventListener("change", fill);
    more.addEventListener("click", extend);
    fill();
  };

  const k = Number(document.documentElement.dataset.k);
  for (const article of document.querySelectorAll("article[data-attribute]")) {
    const data = JSON.parse(article.querySelector("script.data").textContent), figure = article.querySelector(".picture");
    let point = () => {};
    if (figure) point = picture(figure, figure.dataset.picture === "map" ? mapScene(data) : barScene(data, k), data);
    list(article.querySelector(".list"), data, point);
  }
})();
