// Intervals: as wide as their range or all alike, as high as their records. A scene like the map.
const ACROSS = 10000;
const FOOT = 24;
const TICKS_AT_MOST = 40;

const roundStep = (rough) => {
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough);
};

const ticks = (first, span, view) => {
  const perPixel = span / (view.scale * ACROSS);
  const shown = view.width * perPixel;
  const left = first - view.x * perPixel;
  const step = roundStep(shown / Math.max(view.width / 110, 2));
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  const end = Math.min(left + shown, first + span);
  const found = [];
  let at = Math.ceil(Math.max(left, first) / step) * step;
  for (; at <= end && found.length < TICKS_AT_MOST; at += step) {
    found.push([(at - first) / span, String(Number(at.toFixed(digits)))]);
  }
  return found;
};

const barScene = (data, k) => {
  const count = data.sizes.length;
  const labels = data.begins || data.names;
  const longest = labels.reduce((long, text) => (text.length > long.length ? text : long), "");
  const most = Math.max(highest(data.sizes), k) * 1.12;
  const span = data.edges ? data.edges[count] - data.edges[0] : 0;
  const alike = Array.from({ length: count + 1 }, (_, i) => i / count);
  const byRange = span > 0 ? data.edges.map((edge) => (edge - data.edges[0]) / span) : null;

  const drawThreshold = (context, view, tall) => {
    const line = tall - (tall * k) / most;
    const label = "k = " + written.format(k);
    context.strokeStyle = css("--mark");
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(0, line);
    context.lineTo(view.width, line);
    context.stroke();
    context.setLineDash([]);
    // On paper of its own, or bars would hide it.
    context.font = "600 12px system-ui, sans-serif";
    context.fillStyle = css("--card");
    context.fillRect(6, line - 22, context.measureText(label).width + 12, 18);
    context.fillStyle = css("--mark");
    context.fillText(label, 12, line - 8);
  };

  // Below bars of one width: where each begins, or its name in the middle. Of those that would
  // touch every second one, fifth, tenth, ..., the same ones wherever the picture is moved to.
  const drawLabels = (context, view, across, tall) => {
    const wide = across(1 / count) - across(0);
    const step = roundStep(Math.max((context.measureText(longest).width + 12) / wide, 1));
    const before = Math.max(Math.floor(-view.x / wide), 0);
    context.textAlign = data.begins ? "left" : "center";
    for (let i = before - (before % step); i < count && across(i / count) < view.width; i += step) {
      if (!labels[i]) continue;
      const at = across((data.begins ? i : i + 0.5) / count);
      context.fillRect(at, tall, 1, 5);
      context.fillText(labels[i], data.begins ? at + 3 : at, tall + 17);
    }
    context.textAlign = "left";
  };

  return {
    width: ACROSS,
    height: 1,
    flat: true,
    toggled: !byRange,
    fixed: !byRange,
    draw(context, view, pointed) {
      const edges = this.toggled ? alike : byRange;
      const tall = view.height - FOOT;
      const across = (share) => view.x + share * ACROSS * view.scale;
      const [safe, low, mark] = [css("--bar"), css("--low"), css("--mark")];
      for (let i = 0; i < count; i++) {
        const left = across(edges[i]);
        const right = across(edges[i + 1]);
        if (right < 0 || left > view.width) continue;
        const high = (tall * data.sizes[i]) / most;
        const gap = right - left > 4 ? 1 : 0;
        context.fillStyle = i === pointed ? mark : data.sizes[i] < k ? low : safe;
        context.fillRect(left, tall - high, Math.max(right - left - gap, 0.75), high);
      }
      drawThreshold(context, view, tall);
      context.fillStyle = css("--soft");
      context.fillRect(0, tall, view.width, 1);
      context.font = "12px system-ui, sans-serif";
      if (this.toggled) {
        drawLabels(context, view, across, tall);
        return;
      }
      for (const [share, text] of ticks(data.edges[0], span, view)) {
        context.fillRect(across(share), tall, 1, 5);
        context.fillText(text, across(share) + 3, tall + 17);
      }
    },
    at(_context, view, x) {
      const edges = this.toggled ? alike : byRange;
      const share = (x - view.x) / view.scale / ACROSS;
      if (share < 0 || share > 1) return -1;
      let low = 0;
      let high = count;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (edges[middle] <= share) low = middle;
        else high = middle;
      }
      return low;
    },
  };
};
