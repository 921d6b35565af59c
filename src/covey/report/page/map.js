// Regions and rectangles. A scene draws itself in a view and says which class is at a place.
const CROWD = 2000;

const outline = (rings) => {
  const path = new Path2D();
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const steps of rings) {
    let x = 0;
    let y = 0;
    for (let i = 0; i < steps.length; i += 2) {
      x += steps[i];
      y += steps[i + 1];
      if (i) path.lineTo(x, y);
      else path.moveTo(x, y);
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
    path.closePath();
  }
  return { path, box };
};

// The ends of the scale of colours are those of the data, or of several pictures side by side.
const mapScene = (data, [least, most] = [lowest(data.sizes), highest(data.sizes)]) => {
  const span = most - least;
  const shapes = data.rings.map(outline);
  const bySize = data.sizes.map((size) => onRamp(span ? (size - least) / span : 0.5));
  const apart = data.colours.map((colour) => APART[colour % APART.length]);

  return {
    width: data.width,
    height: data.height,
    flat: false,
    toggled: false,
    draw(context, view, pointed) {
      const fill = this.toggled ? apart : bySize;
      const left = -view.x / view.scale;
      const top = -view.y / view.scale;
      const right = left + view.width / view.scale;
      const bottom = top + view.height / view.scale;
      context.translate(view.x, view.y);
      context.scale(view.scale, view.scale);
      context.lineJoin = "round";
      context.strokeStyle = css("--border");
      // Where shapes are many, their borders would hide them.
      context.lineWidth = (shapes.length > CROWD && view.zoom < 3 ? 0.4 : 1) / view.scale;
      shapes.forEach(({ path, box }, i) => {
        if (box[2] < left || box[0] > right || box[3] < top || box[1] > bottom) return;
        context.fillStyle = fill[i];
        context.fill(path, "evenodd");
        context.stroke(path);
      });
      if (pointed >= 0) {
        context.strokeStyle = css("--mark");
        context.lineWidth = 3 / view.scale;
        context.stroke(shapes[pointed].path);
      }
    },
    at(context, view, screenX, screenY) {
      const x = (screenX - view.x) / view.scale;
      const y = (screenY - view.y) / view.scale;
      context.setTransform(1, 0, 0, 1, 0, 0);
      return shapes.findIndex(({ path, box }) => {
        if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) return false;
        return context.isPointInPath(path, x, y, "evenodd");
      });
    },
  };
};
