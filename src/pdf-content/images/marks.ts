import { Extent } from "../extent.ts";
import type { Matrix } from "../matrix.ts";

/** A part of an image, in samples: the first and last column and row. */
export type SampleWindow = readonly [left: number, top: number, right: number, bottom: number];

/** Where in an image there is ink: the first and last column and row, or counts when specks must be ignored. */
export class Marks {
  readonly width: number;
  readonly height: number;
  left: number;
  right = -1;
  top = -1;
  bottom = -1;
  /** Samples of ink in each row; kept only when specks must be distinguished from marks. */
  readonly #rows: Uint32Array | undefined;
  /** For each column, how many runs of ink begin there, less those that ended before it. */
  readonly #turns: Int32Array | undefined;
  /** Runs of ink that were counted. */
  runs = 0;

  /** The ends of the rows of ink, transformed: their box is smaller than that of a turned box. */
  readonly turned: Extent | undefined;
  readonly #frame: Matrix | undefined;
  /** Where samples are counted: what is outside does not show. */
  readonly #window: SampleWindow;

  /** `frame` transforms samples: x to the right and y down. */
  constructor(width: number, height: number, counts: boolean, frame?: Matrix, window?: SampleWindow) {
    this.#frame = frame;
    this.#window = window ?? [0, 0, width - 1, height - 1];
    if (frame) this.turned = new Extent();
    this.width = width;
    this.height = height;
    this.left = width;
    if (!counts) return;
    this.#rows = new Uint32Array(height);
    this.#turns = new Int32Array(width + 1);
  }

  get counts(): boolean {
    return this.#rows !== undefined;
  }

  /** Samples of ink in each row or column; undefined when they are not counted. */
  inkAlong(direction: "rows" | "columns"): Uint32Array | undefined {
    return direction === "rows" ? this.#rows : this.#columns();
  }

  /** Whether every row must be reported, also one inside the box. */
  get wantsRows(): boolean {
    return this.counts || this.#frame !== undefined;
  }

  /** Ink in row y from `first` to `last`. */
  span(y: number, first: number, last: number): void {
    if (first < this.left) this.left = first;
    if (last > this.right) this.right = last;
    if (this.top < 0 || y < this.top) this.top = y;
    if (y > this.bottom) this.bottom = y;
    if (this.#frame) this.turned!.addBox(first, y, last + 1, y + 1, this.#frame);
  }

  /** A row in which each byte that is not 0 is ink. */
  row(y: number, ink: Uint8Array): void {
    const first = ink.indexOf(1);
    if (first < 0) return;
    const last = ink.lastIndexOf(1);
    this.span(y, first, last);
    if (!this.counts) return;
    for (let x = first; x <= last; x++) {
      const from = x;
      while (ink[x] === 1) x++;
      if (x > from) this.run(y, from, x - 1);
    }
  }

  all(): void {
    this.span(0, 0, this.width - 1);
    this.span(this.height - 1, 0, this.width - 1);
    if (this.counts) for (let y = 0; y < this.height; y++) this.run(y, 0, this.width - 1);
  }

  /** Counts the ink in row y from `first` to `last`. */
  run(y: number, first: number, last: number): void {
    const [left, top, right, bottom] = this.#window;
    const from = Math.max(first, left);
    const end = Math.min(last, right) + 1;
    if (y < top || y > bottom || from >= end) return;
    this.#rows![y]! += end - from;
    this.#turns![from]!++;
    this.#turns![end]!--;
    this.runs++;
  }

  #columns(): Uint32Array | undefined {
    if (!this.#turns) return undefined;
    const columns = new Uint32Array(this.width);
    let count = 0;
    for (let x = 0; x < columns.length; x++) {
      count += this.#turns[x]!;
      columns[x] = count;
    }
    return columns;
  }

  /** How many samples are ink; they must be counted. */
  get inked(): number {
    return this.#rows!.reduce((sum, count) => sum + count, 0);
  }

  /**
   * The largest mark where a sample is `across` wide and `down` high: with a larger least size, `box` finds nothing.
   */
  largest(across: number, down: number): number {
    return Math.min(largestRun(this.#rows!, down, across), largestRun(this.#columns()!, across, down));
  }

  /**
   * The box without specks. Neighbouring rows (or columns) with ink are a speck when they are fewer than the least size
   * and none of them has more ink than that size. Undefined when nothing is left.
   */
  box(leastAcross: number, leastDown: number): readonly [number, number, number, number] | undefined {
    if (this.right < 0) return undefined;
    const columns = this.#columns();
    if (!this.#rows || !columns) return [this.left, this.top, this.right, this.bottom];
    const down = extremes(this.#rows, leastDown, leastAcross);
    const across = extremes(columns, leastAcross, leastDown);
    return down && across && [across[0], down[0], across[1], down[1]];
  }
}

function largestRun(counts: Uint32Array, length: number, each: number): number {
  let largest = 0;
  for (let at = 0, run = 0, most = 0; at < counts.length; at++) {
    run = counts[at] === 0 ? 0 : run + 1;
    most = counts[at] === 0 ? 0 : Math.max(most, counts[at]!);
    largest = Math.max(largest, run * length, most * each);
  }
  return largest;
}

function extremes(counts: Uint32Array, leastLength: number, leastCount: number): [number, number] | undefined {
  let first = -1;
  let last = -1;
  for (let at = 0; at < counts.length; ) {
    if (counts[at] === 0) {
      at++;
      continue;
    }
    const start = at;
    let most = 0;
    for (; at < counts.length && counts[at]! > 0; at++) most = Math.max(most, counts[at]!);
    if (at - start < leastLength && most < leastCount) continue;
    if (first < 0) first = start;
    last = at - 1;
  }
  return first < 0 ? undefined : [first, last];
}
