/** The pages of a part, in its order: runs of page indices (0-based, both ends included), never a list of each. */
export interface PageSet {
  readonly runs: readonly PageRun[];
  readonly count: number;
  /** As the answer shows it: 1-based, `3-7` or `1-3,7`. */
  readonly label: string;
}

export interface PageRun {
  readonly first: number;
  readonly last: number;
}

export function pageSet(runs: readonly PageRun[]): PageSet {
  let count = 0;
  for (const run of runs) count += run.last - run.first + 1;
  const label = runs.map(({ first, last }) => (first === last ? `${first + 1}` : `${first + 1}-${last + 1}`)).join(",");
  return { runs, count, label };
}

export function* pagesOf(set: PageSet): Generator<number> {
  for (const { first, last } of set.runs) for (let page = first; page <= last; page++) yield page;
}
