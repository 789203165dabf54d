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
    const [, first, dash, last] = /^\s*(\d+)\s*(-?)\s*(\d*)\s*$/.exec(range) ?? [];
    if (first === undefined || Number(first) !== next) return undefined;
    const end = dash === "" ? Number(first) : last === "" ? pageCount : Number(last);
    if (end < next || end > pageCount) return undefined;
    if (end < pageCount) cuts.add(end);
    next = end + 1;
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

/** Pages that become one file. */
export interface Part {
  pages: number[];
  /** As the interface writes them. */
  text: string;
  title?: string;
}

const RANGE = /^\s*(\d+)\s*(-?)\s*(\d*)\s*$/;

/** The parts that these lines describe. Invalid ranges are left out; `faultsIn` reports them. */
export function partsFromRanges(lines: readonly string[], pageCount: number): Part[] {
  return lines.map((line) => ({
    text: line.replace(/\s+/g, ""),
    pages: line.split(",").flatMap((range) => {
      const [, first, dash, last] = RANGE.exec(range) ?? [];
      if (first === undefined) return [];
      const end = dash === "" ? Number(first) : last === "" ? pageCount : Math.min(Number(last), pageCount);
      return Array.from({ length: Math.max(end - Number(first) + 1, 0) }, (_, step) => Number(first) + step);
    }),
  }));
}

/** The first fault in lines of ranges, in words. */
export function faultsIn(lines: readonly string[], pageCount: number): string | undefined {
  if (lines.length === 0) return "Write at least one range, such as 1-3.";
  for (const line of lines) {
    for (const range of line.split(",")) {
      const [, first, dash, last] = RANGE.exec(range) ?? [];
      if (first === undefined) return `“${range.trim()}” is not a range. Write 5, 1-3 or 9-.`;
      const end = dash === "" ? Number(first) : last === "" ? pageCount : Number(last);
      if (Number(first) < 1) return "Pages are counted from 1.";
      if (Math.max(Number(first), end) > pageCount) {
        return `“${range.trim()}” goes beyond the last page, which is ${pageCount}.`;
      }
      if (end < Number(first)) return `“${range.trim()}” ends before it begins.`;
    }
  }
  return undefined;
}
