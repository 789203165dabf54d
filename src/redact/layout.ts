import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { GAP, type Piece } from "../pdf-content/text/gather.ts";
import type { Box } from "../pdf-pages/geometry.ts";
import { grouped } from "../platform/grouped.ts";
import { Shelf } from "../remove/shelf.ts";

/** How a row stands among those above and below: which of its ends stays where it is. */
export type Alignment = "left" | "right" | "centre" | "justified";

/** Part of a line without a gap as wide as a letter is high, such as the cell of a table. */
export interface Row extends Pick<Piece, "direction" | "base" | "size"> {
  readonly low: number;
  readonly high: number;
  readonly pieces: readonly Piece[];
  /** The mean gap between its words, in parts of the size; undefined for one word. */
  readonly gap: number | undefined;
  alignment: Alignment;
}

/** How far base lines of one row may be apart, in parts of the size. */
const SAME_ROW = 0.25;
/** Ends that are no further apart, in parts of the size, are one margin; spaces that differ by more were stretched. */
const SAME_MARGIN = 0.06;
const SAME_SPACE = 0.02;
/** Rows that make a margin. */
const LEAST_ROWS = 3;
/** What a row takes in memory, and its piece there. */
const ROW_BYTES = 300;

interface Rows {
  readonly all: readonly Row[];
  readonly shelf: Shelf<Row>;
}

/** The rows of a page's visible text, and the room that each has. */
export class Layout {
  readonly #visible: Box;
  readonly #work: Work;
  readonly #rows = new Map<Piece["direction"], Rows>();

  private constructor(visible: Box, work: Work) {
    this.#visible = visible;
    this.#work = work;
  }

  static *of(pieces: readonly Piece[], visible: Box, work: Work): Turns<Layout> {
    const layout = new Layout(visible, work);
    const shown = pieces.filter(({ isHidden }) => !isHidden);
    for (const [direction, own] of grouped(shown, (piece) => piece.direction)) {
      const sorting = own.length * Math.log2(own.length + 1) * COST.sortedPiece;
      yield;
      work.spend(2 * sorting);
      const lines = linesOf(own);
      yield;
      work.spend(3 * sorting);
      const all = lines.flatMap(rowsOf);
      work.hold(all.length * ROW_BYTES);
      alignRows(all);
      layout.#rows.set(direction, { all, shelf: new Shelf(work, all, bandOf) });
      yield;
    }
    return layout;
  }

  /** The row with this place in it. */
  rowAt({ direction, base, low, high }: Pick<Row, "direction" | "base" | "low" | "high">): Row | undefined {
    const middle = (low + high) / 2;
    const near = this.#rows.get(direction)?.shelf.reaching(base, base) ?? [];
    return near.find((row) => isBeside(row.base, base, row.size) && row.low <= middle && row.high >= middle);
  }

  /** How far it may reach: to the text beside it, the ends of rows above and below, and the page's. */
  room({ direction, base, size, low, high }: Row): readonly [from: number, to: number] {
    const { all, shelf } = this.#rows.get(direction)!;
    this.#work.spend(all.length * COST.comparedPlace);
    let [from, to] = [low, high];
    for (const row of all) {
      if (row.low >= high || row.high <= low) continue;
      [from, to] = [Math.min(from, row.low), Math.max(to, row.high)];
    }
    for (const row of shelf.reaching(...bandOf({ base, size }))) {
      if (row.low >= high) to = Math.min(to, row.low - GAP * size);
      if (row.high <= low) from = Math.max(from, row.high + GAP * size);
    }
    const [left, bottom, right, top] = this.#visible;
    const sides = [left, right].flatMap((x) => [bottom, top].map((y) => x * direction.x + y * direction.y));
    from = Math.max(from, Math.min(...sides));
    to = Math.min(to, Math.max(...sides));
    return [Math.min(from, low), Math.max(to, high)];
  }
}

/** What letters of a row may cover, across its direction. */
function bandOf({ base, size }: Pick<Row, "base" | "size">): [number, number] {
  return [base - SAME_ROW * size, base + 0.75 * size];
}

function isBeside(one: number, other: number, size: number): boolean {
  return Math.abs(one - other) < SAME_ROW * size;
}

/** Pieces of the same height, from the top. */
function linesOf(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => b.base - a.base)) {
    const line = lines.at(-1);
    if (line && isBeside(line[0]!.base, piece.base, line[0]!.size)) line.push(piece);
    else lines.push([piece]);
  }
  return lines;
}

function rowsOf(line: Piece[]): Row[] {
  const rows: Piece[][] = [];
  let high = Number.NEGATIVE_INFINITY;
  for (const piece of line.sort((a, b) => a.low - b.low)) {
    if (piece.low - high < piece.size) rows.at(-1)!.push(piece);
    else rows.push([piece]);
    high = rows.at(-1)!.length === 1 ? piece.high : Math.max(high, piece.high);
  }
  return rows.map(rowOf);
}

function rowOf(pieces: readonly Piece[]): Row {
  const { direction, base, size, low } = pieces[0]!;
  let [high, gaps, count] = [low, 0, 0];
  for (const piece of pieces) {
    const gap = piece.low - high;
    if (gap > GAP * size) [gaps, count] = [gaps + gap, count + 1];
    high = Math.max(high, piece.high);
  }
  const gap = count === 0 ? undefined : gaps / count / size;
  return { direction, base, size, low, high, pieces, gap, alignment: "left" };
}

/**
 * Rows that end at one margin, and begin at another, are justified when their spaces differ. Where they do not, the
 * ends are alike by chance, or as in a table.
 */
function alignRows(rows: readonly Row[]): void {
  for (const group of clusters(rows, ({ low, high }) => (low + high) / 2)) {
    if (!hasMargin(group, ({ low }) => low)) for (const row of group) row.alignment = "centre";
  }
  for (const group of clusters(rows, ({ low }) => low)) for (const row of group) row.alignment = "left";
  for (const group of clusters(rows, ({ high }) => high)) {
    const gaps = group.flatMap(({ gap }) => gap ?? []).sort((a, b) => a - b);
    const areStretched = gaps.length > 0 && gaps.at(-1)! - gaps[0]! > SAME_SPACE;
    // Numbers of a column are as wide as one another more often than words are.
    const begins = hasMargin(group, ({ low }) => low, gaps.length === 0 ? 1 : 0.5);
    if (begins && !areStretched) continue;
    for (const row of group) row.alignment = begins ? "justified" : "right";
  }
}

/** Whether so many of the rows have one end in common. */
function hasMargin(rows: readonly Row[], endOf: (row: Row) => number, share = 0.5): boolean {
  return clusters(rows, endOf, 2).some((group) => group.length >= share * rows.length);
}

/** Rows whose ends are at one place. */
function clusters(rows: readonly Row[], endOf: (row: Row) => number, least = LEAST_ROWS): Row[][] {
  const groups: Row[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const row of [...rows].sort((a, b) => endOf(a) - endOf(b))) {
    if (endOf(row) - last < SAME_MARGIN * row.size) groups.at(-1)!.push(row);
    else groups.push([row]);
    last = endOf(row);
  }
  return groups.filter((group) => group.length >= least);
}
