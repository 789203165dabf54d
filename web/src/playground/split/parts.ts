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

/** The cuts that ranges mean, where they are whole parts in order; undefined where they are anything else. */
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

/** One range a line, as they are typed. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
