import type { Holding } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import type { Resolution } from "../precincts.ts";
import type { TileComponent } from "../tile.ts";
import { BandRows, type Row } from "./band-rows.ts";
import type { CodedBands } from "./coded-bands.ts";

/** Rows of a resolution that lifting needs at a time, those that it has finished included. */
const HELD_ROWS = 12;

/** Memory of a resolution's rows and bands without samples. */
const RESOLUTION_BYTES = 1000;
const ROW_BYTES = 200;

/** Gives rows from the top, each valid until the next is asked for. */
interface RowSource {
  next(): Row;
}

/** Rows, and the bands that they are made of: a row of code-blocks of each may be decoded before it is needed. */
export interface ComponentRows {
  readonly rows: RowSource;
  readonly bands: readonly BandRows[];
}

/** The samples of a component of a tile, row by row (annex F). */
export function componentRows(
  { coding: { isReversible }, resolutions }: TileComponent,
  coded: CodedBands,
  holding: Holding,
): ComponentRows {
  const all = [new BandRows(coded.of(resolutions[0]!.bands[0]!), holding)];
  let rows: RowSource = all[0]!;
  for (const resolution of resolutions.slice(1)) {
    if (isSame(resolution)) continue;
    const rowCount = Math.min(HELD_ROWS, resolution.bottom - resolution.top);
    holding.work.spend(COST.resolution);
    holding.take(RESOLUTION_BYTES + rowCount * (ROW_BYTES + 4 * (resolution.right - resolution.left)));
    const bands = resolution.bands.map((band) => new BandRows(coded.of(band), holding));
    for (const band of bands) all.push(band);
    rows = lifted(new Interleaved(rows, bands, resolution, isReversible), resolution, isReversible);
  }
  return { rows, bands: all };
}

/** Whether it has the samples of the one below it and no others, as with more decompositions than the sides allow. */
function isSame({ left, top, right, bottom, bands }: Resolution): boolean {
  if (right <= left || bottom <= top) return true;
  return left % 2 === 0 && top % 2 === 0 && bands.every((band) => band.right <= band.left || band.bottom <= band.top);
}

/** Rows of low and high frequencies in turn, in each of which the columns are put together already. */
class Interleaved implements RowSource {
  readonly #low: RowSource;
  readonly #bands: readonly BandRows[];
  readonly #left: number;
  readonly #width: number;
  readonly #isReversible: boolean;
  readonly #rows: Row[] = [];
  #y: number;

  constructor(low: RowSource, bands: readonly BandRows[], { left, right, top }: Resolution, isReversible: boolean) {
    this.#low = low;
    this.#bands = bands;
    this.#left = left;
    this.#width = right - left;
    this.#isReversible = isReversible;
    this.#y = top;
  }

  next(): Row {
    const row = this.#row(this.#y % HELD_ROWS);
    const isHigh = (this.#y++ & 1) === 1;
    const [across, down, both] = this.#bands as [BandRows, BandRows, BandRows];
    const low = isHigh ? down.next() : this.#low.next();
    const high = isHigh ? both.next() : across.next();
    const count = this.#width;
    const first = this.#left & 1;
    for (let x = first, i = 0; x < count; x += 2, i++) row[x] = low[i]!;
    for (let x = 1 - first, i = 0; x < count; x += 2, i++) row[x] = high[i]!;
    if (this.#isReversible) reverseRow(row as Int32Array, first);
    else irreversibleRow(row as Float32Array, first);
    return row;
  }

  /** A low picture does not need all of them. */
  #row(index: number): Row {
    this.#rows[index] ??= this.#isReversible ? new Int32Array(this.#width) : new Float32Array(this.#width);
    return this.#rows[index]!;
  }
}

/** §F.3.8.2.1.1: `first` is the first column of low frequencies. */
function reverseRow(row: Int32Array, first: number): void {
  const { length } = row;
  if (length === 1) {
    if (first === 1) row[0]! >>= 1;
    return;
  }
  for (let x = first; x < length; x += 2) {
    const before = x > 0 ? row[x - 1]! : row[1]!;
    const after = x + 1 < length ? row[x + 1]! : before;
    row[x]! -= (before + after + 2) >> 2;
  }
  for (let x = 1 - first; x < length; x += 2) {
    const before = x > 0 ? row[x - 1]! : row[1]!;
    const after = x + 1 < length ? row[x + 1]! : before;
    row[x]! += (before + after) >> 1;
  }
}

/** Table F.4. */
const [ALPHA, BETA, GAMMA, DELTA, SCALE] = [
  -1.586134342059924, -0.052980118572961, 0.882911075530934, 0.443506852043971, 1.230174104914001,
];

function irreversibleRow(row: Float32Array, first: number): void {
  const { length } = row;
  if (length === 1) {
    if (first === 1) row[0]! /= 2;
    return;
  }
  for (let x = first; x < length; x += 2) row[x]! *= SCALE;
  for (let x = 1 - first; x < length; x += 2) row[x]! *= 1 / SCALE;
  liftRow(row, first, DELTA);
  liftRow(row, 1 - first, GAMMA);
  liftRow(row, first, BETA);
  liftRow(row, 1 - first, ALPHA);
}

function liftRow(row: Float32Array, first: number, factor: number): void {
  const { length } = row;
  for (let x = first; x < length; x += 2) {
    const before = x > 0 ? row[x - 1]! : row[1]!;
    const after = x + 1 < length ? row[x + 1]! : before;
    row[x]! -= factor * (before + after);
  }
}

function lifted(source: RowSource, { top, bottom }: Resolution, isReversible: boolean): RowSource {
  if (bottom - top === 1) return { next: () => (top % 2 === 0 ? source.next() : halved(source.next())) };
  if (isReversible) {
    return new LiftedRows(
      source,
      top,
      bottom,
      (row, above, below) => {
        for (let x = 0; x < row.length; x++) row[x]! -= (above[x]! + below[x]! + 2) >> 2;
      },
      (row, above, below) => {
        for (let x = 0; x < row.length; x++) row[x]! += (above[x]! + below[x]!) >> 1;
      },
    );
  }
  const step =
    (factor: number): Lift =>
    (row, above, below) => {
      for (let x = 0; x < row.length; x++) row[x]! -= factor * (above[x]! + below[x]!);
    };
  const inner = new LiftedRows(scaled(source, top), top, bottom, step(DELTA), step(GAMMA));
  return new LiftedRows(inner, top, bottom, step(BETA), step(ALPHA));
}

function halved(row: Row): Row {
  return row.map((value) => (row instanceof Int32Array ? value >> 1 : value / 2));
}

function scaled(source: RowSource, top: number): RowSource {
  let y = top;
  return {
    next() {
      const row = source.next();
      const factor = (y++ & 1) === 0 ? SCALE : 1 / SCALE;
      for (let x = 0; x < row.length; x++) row[x]! *= factor;
      return row;
    },
  };
}

type Lift = (row: Row, above: Row, below: Row) => void;

/**
 * Two steps of lifting across rows: rows of even numbers are changed by their neighbours, then the others by theirs. At
 * the top and bottom rows are mirrored. There are at least two.
 */
class LiftedRows implements RowSource {
  readonly #source: RowSource;
  readonly #bottom: number;
  readonly #even: Lift;
  readonly #odd: Lift;
  /** The next row that is read, and those that are finished. */
  #y: number;
  readonly #ready: Row[] = [];
  /** The last even row, which is finished, and the odd row behind it, which is not. */
  #lastEven: Row | undefined;
  #lastOdd: Row | undefined;

  constructor(source: RowSource, top: number, bottom: number, even: Lift, odd: Lift) {
    this.#source = source;
    this.#bottom = bottom;
    this.#even = even;
    this.#odd = odd;
    this.#y = top;
    if (top % 2 === 1) {
      this.#lastOdd = source.next();
      this.#y++;
    }
  }

  next(): Row {
    while (this.#ready.length === 0) this.#step();
    return this.#ready.shift()!;
  }

  /** Reads an even row and the odd one behind it; finishes the even row, and the odd one before it. */
  #step(): void {
    const before = this.#lastOdd;
    if (this.#y >= this.#bottom) {
      // The last row is odd.
      this.#odd(before!, this.#lastEven!, this.#lastEven!);
      this.#ready.push(before!);
      return;
    }
    const row = this.#source.next();
    const behind = this.#y + 1 < this.#bottom ? this.#source.next() : undefined;
    this.#even(row, before ?? behind!, behind ?? before!);
    if (before) {
      this.#odd(before, this.#lastEven ?? row, row);
      this.#ready.push(before);
    }
    this.#ready.push(row);
    this.#lastEven = row;
    this.#lastOdd = behind;
    this.#y += 2;
  }
}
