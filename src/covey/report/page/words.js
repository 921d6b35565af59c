// Numbers and colours that all parts of the page share. Names are data: they only become text.
const written = new Intl.NumberFormat("en-US");
const records = (size) => written.format(size) + (size === 1 ? " record" : " records");
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

const rootStyle = getComputedStyle(document.documentElement);
const css = (name) => rootStyle.getPropertyValue(name).trim();

// Not Math.max(...sizes): there may be more sizes than a function takes.
const lowest = (sizes) => sizes.reduce((low, size) => Math.min(low, size), Infinity);
const highest = (sizes) => sizes.reduce((high, size) => Math.max(high, size), -Infinity);

// The same as .ramp in the style, from few records to many.
const RAMP = ["#e3f0d8", "#a4d4b4", "#5fb0b0", "#2f7f9c", "#2b4f85", "#2a2760"];
const APART = [
  "#8dc3bd", "#f0d28a", "#b7b3d8", "#ea9a86", "#8fb4d9", "#bcd98a", "#e3b7d3", "#cfcfc6", "#c79b6d",
];

const parts = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

const onRamp = (share) => {
  const at = clamp(share, 0, 1) * (RAMP.length - 1);
  const low = Math.min(Math.floor(at), RAMP.length - 2);
  const [from, to] = [parts(RAMP[low]), parts(RAMP[low + 1])];
  const mixed = from.map((part, i) => Math.round(part + (at - low) * (to[i] - part)));
  return `rgb(${mixed.join(",")})`;
};
