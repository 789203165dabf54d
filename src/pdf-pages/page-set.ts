/** The pages of a part, in its order: runs of pages counted from 1, never a list of each. */
export interface PageSet {
  readonly runs: readonly PageRun[];
  readonly count: number;
  /** As the answer shows it: `3-7` or `1-3,7`. */
  readonly label: string;
  has(page: number): boolean;
}

/** Both ends are in the run. */
export interface PageRun {
  readonly first: number;
  readonly last: number;
  /** From one page to the next, 1 when it is not given; below 0 in a run that goes back. */
  readonly step?: number;
}

export function pageSet(runs: readonly PageRun[]): PageSet {
  return new Runs(runs);
}

/** A class, since there may be thousands: an object with a getter of its own takes three times the memory. */
class Runs implements PageSet {
  readonly runs: readonly PageRun[];
  readonly count: number;

  constructor(runs: readonly PageRun[]) {
    this.runs = runs;
    this.count = runs.reduce((count, { first, last, step = 1 }) => count + (last - first) / step + 1, 0);
  }

  get label(): string {
    return this.runs.map(labelOf).join(",");
  }

  has(page: number): boolean {
    return this.runs.some(({ first, last, step = 1 }) => {
      const steps = (page - first) / step;
      return Number.isInteger(steps) && steps >= 0 && steps <= (last - first) / step;
    });
  }
}

function labelOf(run: PageRun): string {
  const { first, last, step = 1 } = run;
  if (first !== last && Math.abs(step) === 1) return `${first}-${last}`;
  return [...pagesOfRun(run)].join(",");
}

export function* pagesOf(set: PageSet): Generator<number> {
  for (const run of set.runs) yield* pagesOfRun(run);
}

/** The same pages as a document lists them: counted from 0. */
export function* indicesOf(set: PageSet): Generator<number> {
  for (const page of pagesOf(set)) yield page - 1;
}

function* pagesOfRun({ first, last, step = 1 }: PageRun): Generator<number> {
  for (let page = first; step > 0 ? page <= last : page >= last; page += step) yield page;
}

/** The pages in the same order, in as few runs as a look from the first to the last finds. */
export function runsOf(pages: readonly number[]): PageRun[] {
  const runs: PageRun[] = [];
  for (let at = 0; at < pages.length; ) {
    const first = pages[at]!;
    const step = pages[at + 1]! - first;
    let end = at + 1;
    // Two pages that are apart are no run: the second may begin one.
    const isRun = Math.abs(step) === 1 || (step !== 0 && pages[at + 2]! - pages[at + 1]! === step);
    if (isRun) while (end < pages.length && pages[end]! - pages[end - 1]! === step) end++;
    runs.push(isRun && step !== 1 ? { first, last: pages[end - 1]!, step } : { first, last: pages[end - 1]! });
    at = end;
  }
  return runs;
}
