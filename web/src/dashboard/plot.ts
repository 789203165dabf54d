import { el, svg } from "../dom.ts";
import { type Measure, type Tally, total } from "./tally.ts";

const WIDTH = 320;
const HEIGHT = 96;
const GAP = 0.22;

/** Stacked bars, one a day; for screen readers it is one sentence, and the table below has the figures. */
export function plot(options: {
  title: string;
  measure: Measure;
  tallies: Tally[];
  days: string[];
  operations: string[];
  format: (value: number) => string;
}): HTMLElement {
  const { title, measure, tallies, days, operations, format } = options;
  const byDay = new Map(days.map((day) => [day, tallies.filter((tally) => tally.day === day)]));
  const highest = Math.max(...[...byDay.values()].map((rows) => total(rows, measure)), 0);
  const sum = total(tallies, measure);
  const step = WIDTH / days.length;
  const bars = days.flatMap((day, index) => {
    let top = HEIGHT;
    const rows = byDay.get(day) ?? [];
    return operations.flatMap((operation, series) => {
      const value = total(
        rows.filter((row) => row.operation === operation),
        measure,
      );
      if (value === 0 || highest === 0) return [];
      // The least that happened is still seen.
      const height = Math.max((value / highest) * (HEIGHT - 4), 1.5);
      top -= height;
      const x = index * step + (step * GAP) / 2;
      const box = { x, y: top, width: step * (1 - GAP), height, class: `series-${Math.min(series, 4) + 1}` };
      return [svg("rect", box, svg("title", {}, `${day}, ${operation}: ${format(value)}`))];
    });
  });
  const summary = `${title}: ${format(sum)} from ${days[0]} to ${days.at(-1)}, at most ${format(highest)} in a day.`;
  return el(
    "figure",
    { class: "plot" },
    el("figcaption", {}, el("span", {}, title), el("strong", {}, format(sum))),
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": summary, preserveAspectRatio: "none" },
      svg("path", { class: "axis", d: `M0 ${HEIGHT - 0.5}h${WIDTH}` }),
      ...bars,
    ),
    el(
      "div",
      { class: "plot-days", "aria-hidden": "true" },
      el("span", {}, days[0] ?? ""),
      el("span", {}, days.at(-1) ?? ""),
    ),
  );
}

export function legend(operations: string[]): HTMLElement {
  const items = operations.map((operation, series) =>
    el("li", {}, el("span", { class: `swatch series-${Math.min(series, 4) + 1}`, "aria-hidden": "true" }), operation),
  );
  return el("ul", { class: "legend", "aria-label": "Operations" }, ...items);
}
