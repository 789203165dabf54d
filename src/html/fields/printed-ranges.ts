import { HtmlProblem } from "../html-problem.ts";

export function noSuchPages(pageCount: number): HtmlProblem {
  const pages = `${pageCount} page${pageCount === 1 ? "" : "s"}`;
  return new HtmlProblem("input", `pageRanges names pages that the result does not have: it has ${pages}.`, {
    field: "pageRanges",
  });
}

/**
 * The first pages that `pageRanges` names, in the browser's notation: no more are printed, however long the document
 * is. Ranges that the browser will refuse stay as they are.
 */
export function firstPages(ranges: string | undefined, most: number): string {
  const spans = (ranges ?? "1-").split(",").map(span);
  if (spans.some(([from, to]) => from < 1 || from > to)) return ranges ?? "";
  spans.sort(([a], [b]) => a - b);
  const kept: string[] = [];
  let room = most;
  let last = 0;
  for (const [from, to] of spans) {
    // A page that two ranges name is printed once.
    const first = Math.max(from, last + 1);
    if (room === 0 || first > to) continue;
    last = Math.min(to, first + room - 1);
    room -= last - first + 1;
    kept.push(`${first}-${last}`);
  }
  return kept.join(",");
}

function span(text: string): [from: number, to: number] {
  const [from = "", to] = text.split("-").map((part) => part.trim());
  if (to === undefined) return [Number(from), Number(from)];
  return [from === "" ? 1 : Number(from), to === "" ? Number.POSITIVE_INFINITY : Number(to)];
}

/** The pages that the ranges name, counted from 0, each once. Without ranges, all pages. */
export function pagesIn(ranges: string | undefined, count: number): number[] {
  const chosen = new Set<number>();
  for (const [from, to] of (ranges ?? "1-").split(",").map(span)) {
    for (let page = Math.max(1, from); page <= Math.min(to, count); page++) chosen.add(page - 1);
  }
  return [...chosen].sort((a, b) => a - b);
}
