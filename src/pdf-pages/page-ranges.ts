import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { type PageRun, runsOf } from "./page-set.ts";

/** Counted from 1, from the first page or from the last. */
interface End {
  readonly page: number;
  readonly fromEnd: boolean;
}

/** What is between two commas. */
export interface RangeGroup {
  /**
   * Whether its pages are added, or taken out: `x` of the last group that was added, as in qpdf; `!` of all groups
   * before it, and at the beginning of all pages.
   */
  readonly sign: "" | "x" | "!";
  readonly from: End;
  readonly to: End;
  /** 2 for odd or even pages. */
  readonly step: 1 | 2;
}

export interface PageRanges {
  readonly groups: readonly RangeGroup[];
  /** Which of all those pages count, by their position among them: the first, third, … are odd. */
  readonly positions: "odd" | "even" | undefined;
}

/** `reason` says what is wrong, as the end of a sentence about the text. */
export class PageRangeProblem extends Error {
  readonly reason: string;
  readonly kind: "reverse" | undefined;

  constructor(reason: string, kind?: "reverse") {
    super(reason);
    this.name = "PageRangeProblem";
    this.reason = reason;
    this.kind = kind;
  }
}

const RANGE_GRAMMAR =
  'Write "3-7", "5", "5-" (to the end), "r2" (the second to last), "odd", or a comma list such as "1-3,7" or "1-10,x4".';

/** Pages that one expression may name, with those that it takes out again. */
const MAX_NAMED = 1_000_000;
const LAST: End = { page: 1, fromEnd: true };
const GROUP = /^([x!]?) ?(?:(odd|even)|(z|r?\d{1,9}|-\d{1,9})(?: ?(-) ?(z|r?\d{1,9}|-\d{1,9})?)?)$/;
const POSITIONS = /^(.*?) ?: ?(odd|even)$/s;

/**
 * Reads page ranges as qpdf's users write them. `dash` says what a dash at the beginning means: a page counted from the
 * last, or, as browsers have it, the pages from the first.
 */
export function readPageRanges(text: string, dash: "from the last" | "from the first" = "from the last"): PageRanges {
  const plain = text.trim().replace(/\s+/g, " ");
  const [, list = plain, positions] = POSITIONS.exec(plain) ?? [];
  const groups = list.split(",").map((piece) => {
    const group = piece.trim();
    return readGroup(dash === "from the first" && group.startsWith("-") ? `1${group}` : group);
  });
  if (groups[0]?.sign === "x") throw new PageRangeProblem('an exclusion with "x" follows what it is taken from.');
  return { groups, positions: positions as "odd" | "even" | undefined };
}

function readGroup(text: string): RangeGroup {
  const match = GROUP.exec(text);
  if (match === null) throw new PageRangeProblem(`that is not a page range. ${RANGE_GRAMMAR}`);
  const [, sign = "", parity, first = "", dash, last] = match;
  const kind = sign as RangeGroup["sign"];
  if (parity !== undefined) {
    return { sign: kind, from: { page: parity === "odd" ? 1 : 2, fromEnd: false }, to: LAST, step: 2 };
  }
  const from = readEnd(first);
  return { sign: kind, from, to: last !== undefined ? readEnd(last) : dash === undefined ? from : LAST, step: 1 };
}

function readEnd(text: string): End {
  if (text === "z") return LAST;
  const fromEnd = text.startsWith("r") || text.startsWith("-");
  return { page: Number(fromEnd ? text.slice(1) : text), fromEnd };
}

export interface RangeOptions {
  /** Whether a range may go from a page to an earlier one. */
  readonly allowReverse?: boolean | undefined;
  /** Whether pages that the document does not have are passed over, instead of refused. */
  readonly passesOver?: boolean;
  readonly work?: Work | undefined;
}

/** The pages that the ranges name in a document, in their order; a page may be named twice. */
export function pagesNamed(ranges: PageRanges, pageCount: number, options: RangeOptions): number[] {
  const { groups, positions } = ranges;
  const { work } = options;
  work?.spend(groups.length * COST.entry);
  /** Pages of groups that only "!" can still change, and those of the last one. */
  const before: number[] = [];
  let last: number[] = [];
  if (groups[0]?.sign === "!") last = pagesBetween(1, pageCount, 1, work);
  for (const group of groups) {
    const ends = endsOf(group, pageCount, options);
    if (ends === undefined) continue;
    const { first, end } = ends;
    if (group.sign === "") {
      for (const page of last) before.push(page);
      last = pagesBetween(first, end, group.step, work);
      if (before.length + last.length > MAX_NAMED) throw new PageRangeProblem(`it names more than ${MAX_NAMED} pages.`);
      continue;
    }
    const [low, high] = [Math.min(first, end), Math.max(first, end)];
    const stays = (page: number): boolean => page < low || page > high || (page - first) % group.step !== 0;
    work?.spend(last.length * COST.item);
    last = last.filter(stays);
    if (group.sign === "x") continue;
    work?.spend(before.length * COST.item);
    let kept = 0;
    for (const page of before) if (stays(page)) before[kept++] = page;
    before.length = kept;
  }
  for (const page of last) before.push(page);
  return positions === undefined ? before : before.filter((_, at) => (at % 2 === 0) === (positions === "odd"));
}

/** The same as runs: of groups that only add pages one each, as they are written. */
export function runsNamed(ranges: PageRanges, pageCount: number, options: RangeOptions): PageRun[] {
  const { groups, positions } = ranges;
  if (positions !== undefined || groups.some(({ sign, step }) => sign !== "" || step !== 1)) {
    return runsOf(pagesNamed(ranges, pageCount, options));
  }
  options.work?.spend(groups.length * COST.entry);
  return groups.flatMap((group) => {
    const ends = endsOf(group, pageCount, options);
    if (ends === undefined) return [];
    const { first, end: last } = ends;
    return last < first ? { first, last, step: -1 } : { first, last };
  });
}

/** A group's first and last page; undefined when it has none. */
function endsOf(group: RangeGroup, pageCount: number, { allowReverse, passesOver }: RangeOptions) {
  const { from, to, step, sign } = group;
  const [first, end] = [pageAt(from, pageCount), pageAt(to, pageCount)];
  if (step === 2) return first <= end ? { first, end } : undefined;
  if (passesOver) {
    const within = { first: Math.max(first, 1), end: Math.min(end, pageCount) };
    return within.first <= within.end ? within : undefined;
  }
  if (from.page === 0 || to.page === 0) throw new PageRangeProblem("pages are counted from 1.");
  if (first > pageCount || end > pageCount) throw new PageRangeProblem("it goes beyond the last page.");
  if (first < 1 || end < 1) throw new PageRangeProblem("it goes beyond the first page.");
  if (end < first && sign === "" && !allowReverse) {
    throw new PageRangeProblem("its last page comes before its first.", "reverse");
  }
  return { first, end };
}

function pageAt({ page, fromEnd }: End, pageCount: number): number {
  return fromEnd ? pageCount + 1 - page : page;
}

function pagesBetween(first: number, last: number, step: number, work: Work | undefined): number[] {
  const count = Math.floor(Math.abs(last - first) / step) + 1;
  work?.spend(count * COST.item);
  const way = last < first ? -step : step;
  return Array.from({ length: count }, (_, at) => first + way * at);
}
