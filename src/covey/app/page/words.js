// Numbers and parts of sentences.
const NUMBER = new Intl.NumberFormat("en-US");
export const number = (value) => NUMBER.format(value);
export const plural = (count, one, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`;
export const percent = (share) =>
  share === 0 ? "0 %" : share < 0.001 ? "< 0.1 %" : `${Number((100 * share).toPrecision(3))} %`;
export const bytes = (size) => {
  const units = ["bytes", "KB", "MB", "GB"];
  let at = 0;
  let rest = size;
  while (rest >= 1000 && at < units.length - 1) {
    rest /= 1000;
    at += 1;
  }
  return `${at ? rest.toFixed(rest < 10 ? 1 : 0) : rest} ${units[at]}`;
};
export const clock = (seconds) => {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
};
