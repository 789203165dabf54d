import { PageRangeProblem, pagesNamed, readPageRanges } from "../../../../src/pdf-pages/page-ranges.ts";
import { plural } from "../../format.ts";

/** Where a document is cut: after these pages. */
export function rangesFromCuts(cuts: ReadonlySet<number>, pageCount: number): string[] {
  const ranges = [];
  let first = 1;
  for (let page = 1; page <= pageCount; page++) {
    if (page < pageCount && !cuts.has(page)) continue;
    ranges.push(first === page ? String(page) : `${first}-${page}`);
    first = page + 1;
  }
  return ranges;
}

/** The cuts that give these ranges; undefined where the ranges are not consecutive parts of the whole document. */
export function cutsFromRanges(ranges: readonly string[], pageCount: number): Set<number> | undefined {
  const cuts = new Set<number>();
  let next = 1;
  for (const range of ranges) {
    const pages = pagesOf(range, pageCount);
    if (typeof pages === "string" || pages.length === 0) return undefined;
    for (const page of pages) if (page !== next++) return undefined;
    if (next <= pageCount) cuts.add(next - 1);
  }
  return next === pageCount + 1 ? cuts : undefined;
}

/** The lines of a text, one range on each. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Pages in the grammar of the interface: ranges where they follow each other. */
export function rangesOf(pages: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const page of [...new Set(pages)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}

/** Pages that become one file. */
export interface Part {
  pages: number[];
  /** As the interface writes them. */
  text: string;
  title?: string;
}

/** The pages that a line names, in the grammar of the interface, or what is wrong with it. */
function pagesOf(line: string, pageCount: number): number[] | string {
  try {
    const pages = pagesNamed(readPageRanges(line), pageCount, {});
    if (pages.length === 0) return "it names no page.";
    const twice = twiceIn(pages);
    return twice === undefined ? pages : `it names page ${twice} twice.`;
  } catch (error) {
    if (error instanceof PageRangeProblem) return error.reason;
    throw error;
  }
}

function twiceIn(pages: readonly number[]): number | undefined {
  const seen = new Set<number>();
  return pages.find((page) => seen.size === seen.add(page).size);
}

/** The parts that these lines describe. Invalid ranges are left out; `faultsIn` reports them. */
export function partsFromRanges(lines: readonly string[], pageCount: number): Part[] {
  return lines.map((line) => {
    const pages = pagesOf(line, pageCount);
    return { text: line.replace(/\s+/g, ""), pages: typeof pages === "string" ? [] : pages };
  });
}

/** The first fault in lines of ranges, in words. */
export function faultsIn(lines: readonly string[], pageCount: number): string | undefined {
  if (lines.length === 0) return "Write at least one range, such as 1-3.";
  for (const line of lines) {
    const fault = pagesOf(line, pageCount);
    if (typeof fault === "string") return `“${line.trim()}”: ${fault} The document has ${plural(pageCount, "page")}.`;
  }
  return undefined;
}

const MOST_NAMED = 8;

/** The first of these pages, and how many more there are. */
export function pagesText(pages: readonly number[]): string {
  const more = pages.length > MOST_NAMED ? ` and ${pages.length - MOST_NAMED} more` : "";
  return `page ${pages.slice(0, MOST_NAMED).join(", ")}${more}`;
}
