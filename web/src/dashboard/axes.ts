import { el } from "../dom.ts";

const MAX_TICKS = 4;
/** A label that starts further to the right would run out of the plot. */
const LAST_PLACE = 0.93;

/** The next round number at or above the highest value: 1, 2, 2.5 or 5, and zeros. */
export function roundedUp(highest: number): number {
  if (highest <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= highest) as number) * power;
}

/**
 * Ticks along the time axis, from 0 to 1, with their labels: hours of a day by this machine's clock, days of a month,
 * or months of a year, which are those of UTC.
 */
export function timeTicks(spans: readonly string[]): { place: number; text: string }[] {
  const isHours = spans[0]?.includes("T") === true;
  const isMarked = isHours
    ? (at: Date) => at.getHours() % (spans.length > 48 ? 24 : 6) === 0
    : (at: Date) => (spans.length > 31 ? at.getUTCDate() === 1 : at.getUTCDay() === 1);
  const marked = spans.flatMap((span, index) => {
    const at = new Date(span);
    const place = index / spans.length;
    return isMarked(at) && place < LAST_PLACE ? [{ place, text: textOf(at, isHours) }] : [];
  });
  const every = Math.ceil(marked.length / MAX_TICKS);
  return marked.filter((_, index) => index % every === 0);
}

function textOf(at: Date, isHours: boolean): string {
  if (isHours && at.getHours() !== 0) return at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...(isHours ? {} : { timeZone: "UTC" }) });
}

/** A drawing between its axes. Screen readers get a sentence for the drawing, and the figures from the tables. */
export function framed(drawing: SVGElement, highest: number, format: (value: number) => string, spans: string[]) {
  const heights = [highest, highest / 2, 0].map((value) => el("span", {}, format(value)));
  const times = timeTicks(spans).map(({ place, text }) => {
    const label = el("span", {}, text);
    label.style.left = `${place * 100}%`;
    return label;
  });
  return el(
    "div",
    { class: "plot-frame" },
    el("div", { class: "plot-heights", "aria-hidden": "true" }, ...heights),
    drawing,
    el("div", { class: "plot-times", "aria-hidden": "true" }, ...times),
  );
}
