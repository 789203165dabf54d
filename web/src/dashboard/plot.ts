import { el, svg } from "../dom.ts";
import { duration } from "../format.ts";
import { framed, roundedUp, timeTicks } from "./axes.ts";
import { type Measure, type Percentiles, spanOf, type Tally, total } from "./tally.ts";

const WIDTH = 320;
const HEIGHT = 96;
const GAP = 0.22;
/** More dots than this would run together. */
const MAX_DOTS = 31;

/** Stacked bars, one for each day or hour. */
export function plot(options: {
  title: string;
  measure: Measure;
  tallies: Tally[];
  spans: string[];
  operations: string[];
  format: (value: number) => string;
}): HTMLElement {
  const { title, measure, tallies, spans, operations, format } = options;
  const bySpan = Map.groupBy(tallies, spanOf);
  const highest = Math.max(...spans.map((span) => total(bySpan.get(span) ?? [], measure)), 0);
  const top = roundedUp(highest);
  const step = WIDTH / spans.length;
  const bars = spans.flatMap((span, index) => {
    let y = HEIGHT;
    const rows = bySpan.get(span) ?? [];
    return operations.flatMap((operation, series) => {
      const own = rows.filter((row) => row.operation === operation);
      const value = total(own, measure);
      if (value === 0) return [];
      // However little happened, it can be seen.
      const height = Math.max((value / top) * HEIGHT, 1.5);
      y -= height;
      const x = index * step + (step * GAP) / 2;
      const box = { x, y, width: step * (1 - GAP), height, class: seriesOf(series) };
      return [svg("rect", box, svg("title", {}, `${written(span)}, ${operation}: ${format(value)}`))];
    });
  });
  const sum = format(total(tallies, measure));
  const summary = `${title}: ${sum} ${between(spans)}, at most ${format(highest)} in ${oneOf(spans)}.`;
  return figure(title, sum, framed(canvas(summary, spans, bars), top, format, spans));
}

/** How long requests took, as two lines: p50 and p95. */
export function latencyPlot(bySpan: (Percentiles & { day?: string; hour?: string })[], spans: string[]): HTMLElement {
  const known = new Map(bySpan.map((one) => [spanOf(one), one]));
  const highest = Math.max(...bySpan.map(({ p95 }) => p95), 0);
  const top = roundedUp(highest);
  const lines = (["p95", "p50"] as const).map((which, series) => {
    const points = spans.flatMap((span, index) => {
      const value = known.get(span)?.[which];
      return value === undefined ? [] : [[(index + 0.5) * (WIDTH / spans.length), HEIGHT - (value / top) * HEIGHT]];
    });
    const d = points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
    const line = svg("path", { class: `line line-${series + 1}`, d });
    if (points.length > MAX_DOTS) return line;
    // A line of no length has round ends: it is a dot.
    const dots = points.map(([x, y]) => `M${x} ${y}h0`).join("");
    return svg("g", {}, line, svg("path", { class: `line dots line-${series + 1}`, d: dots }));
  });
  const summary = `Latency ${between(spans)}: in ${oneOf(spans)} half of the requests took at most ${duration(
    Math.max(...bySpan.map(({ p50 }) => p50), 0),
  )}, and 95 of a hundred at most ${duration(highest)}.`;
  const names = [el("span", { class: "name-2" }, "p50"), el("span", {}, ", "), el("span", { class: "name-1" }, "p95")];
  const step = WIDTH / spans.length;
  const values = spans.flatMap((span, index) => {
    const one = known.get(span);
    if (!one) return [];
    const text = `${written(span)}: p50 ${duration(one.p50)}, p95 ${duration(one.p95)}`;
    const box = { x: index * step, y: 0, width: step, height: HEIGHT, class: "value" };
    return [svg("rect", box, svg("title", {}, text))];
  });
  const drawing = canvas(summary, spans, [...lines, ...values]);
  return figure("Latency", el("span", {}, ...names), framed(drawing, top, duration, spans));
}

function figure(title: string, sum: string | Node, frame: HTMLElement): HTMLElement {
  return el("figure", { class: "plot" }, el("figcaption", {}, el("span", {}, title), el("strong", {}, sum)), frame);
}

function canvas(summary: string, spans: string[], drawing: SVGElement[]): SVGElement {
  const lines = [0.5, HEIGHT / 2, HEIGHT - 0.5].map((y) => `M0 ${y}h${WIDTH}`);
  const marks = timeTicks(spans).map(({ place }) => `M${place * WIDTH} 0v${HEIGHT}`);
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary, preserveAspectRatio: "none" },
    svg("path", { class: "axis", d: [...lines, ...marks].join("") }),
    ...drawing,
  );
}

function between(spans: string[]): string {
  return `from ${written(spans[0] ?? "")} to ${written(spans.at(-1) ?? "")}`;
}

function oneOf(spans: string[]): string {
  return spans[0]?.includes("T") ? "an hour" : "a day";
}

function written(span: string): string {
  if (!span.includes("T")) return span;
  const at = new Date(span);
  const time = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${at.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${time}`;
}

export function legend(operations: string[]): HTMLElement {
  const items = operations.map((operation, series) =>
    el("li", {}, el("span", { class: `swatch ${seriesOf(series)}`, "aria-hidden": "true" }), operation),
  );
  return el("ul", { class: "legend", "aria-label": "Operations" }, ...items);
}

function seriesOf(index: number): string {
  return `series-${Math.min(index, 4) + 1}`;
}
