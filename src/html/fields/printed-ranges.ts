import { PageRangeProblem, type PageRanges, pagesNamed, readPageRanges } from "../../engine.ts";
import { testedText } from "../../fields/schema-parts.ts";
import { counted } from "../../platform/counted.ts";
import { HtmlProblem } from "../html-problem.ts";

export function noSuchPages(pageCount: number): HtmlProblem {
  const text = `pageRanges names pages that the result does not have: it has ${counted(pageCount, "page")}.`;
  return new HtmlProblem("input", text, { field: "pageRanges" });
}

/** Whether the browser can print these pages: it does not know how many there are before it prints. */
export function isForBrowser(ranges: string | undefined): boolean {
  return ranges === undefined || spans(read(ranges)) !== undefined;
}

/**
 * The first pages that `pageRanges` names, in the browser's notation: no more are printed, however long the document
 * is. Ranges that the browser will refuse stay as they are.
 */
export function firstPages(ranges: string | undefined, most: number): string {
  const named = spans(read(ranges)) ?? [];
  if (named.some(([from, to]) => from < 1 || from > to)) return ranges ?? "";
  named.sort(([a], [b]) => a - b);
  const kept: string[] = [];
  let room = most;
  let last = 0;
  for (const [from, to] of named) {
    // A page that two ranges name is printed once.
    const first = Math.max(from, last + 1);
    if (room === 0 || first > to) continue;
    last = Math.min(to, first + room - 1);
    room -= last - first + 1;
    kept.push(`${first}-${last}`);
  }
  return kept.join(",");
}

/** The pages that the ranges name, each once. Without ranges, all pages. */
export function pagesIn(ranges: string | undefined, count: number): number[] {
  return [...new Set(pagesNamed(read(ranges), count, { passesOver: true }))].sort((a, b) => a - b);
}

/** Whether the ranges do not name a later page before an earlier one: the result has pages in their order. */
export function isInOrder(text: string): boolean {
  const ranges = read(text);
  const named = spans(ranges);
  if (!named) return !ranges.groups.some(({ from, to }) => from.fromEnd && !to.fromEnd);
  return named.every(([from], at) => at === 0 || from >= (named[at - 1] as (typeof named)[number])[0]);
}

/** As browsers have it, "-3" are the first three pages. */
function read(ranges = "1-"): PageRanges {
  return readPageRanges(ranges, "from the first");
}

/** First and last page of each range; undefined when they depend on how many pages there are. */
function spans({ groups, positions }: PageRanges): [from: number, to: number][] | undefined {
  const found: [number, number][] = [];
  for (const { sign, from, to, step } of groups) {
    const isToEnd = to.fromEnd && to.page === 1 && !from.fromEnd;
    if (positions || sign !== "" || step !== 1 || from.fromEnd || (to.fromEnd && !isToEnd)) return undefined;
    found.push([from.page, isToEnd ? Number.POSITIVE_INFINITY : to.page]);
  }
  return found;
}

export const rangesText = testedText(1_000, isReadable, 'expected page ranges such as "1-3, 5, 8-" or "odd"');

function isReadable(text: string): boolean {
  try {
    read(text);
    return true;
  } catch (error) {
    if (error instanceof PageRangeProblem) return false;
    throw error;
  }
}
