import { compare } from "#platform/bytes.ts";
import type { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { ImageFacts } from "../../pdf-content/images/image-facts.ts";
import type { ImageData } from "../../pdf-content/images/image-rows.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { decodeFilters } from "../../pdf-file/filters/decode.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import type { RowCounts } from "../tally.ts";

/** Counts the rows of a part while it is cut, so that its data need not be inflated again to count them. */
export class PartRows {
  readonly #bits: number;
  readonly #facts: ImageFacts;
  readonly #rect: SampleRect;
  readonly #visible: Visible;
  readonly #encoder: RowEncoder;
  readonly #zeros: Uint8Array;
  #lit = 0;
  #deflatedLit = 0;

  constructor(facts: ImageFacts, rect: SampleRect, visible: Visible, encoder: RowEncoder) {
    this.#bits = facts.bits * (facts.space?.components ?? 1);
    this.#facts = facts;
    this.#rect = rect;
    this.#visible = visible;
    this.#encoder = encoder;
    this.#zeros = new Uint8Array(rowBytesOf(facts));
  }

  /** A row of the old image, as it was read. */
  read(row: Uint8Array, y: number): void {
    for (const [first, end] of this.#visible.spans(y, this.#facts.width, this.#facts.height)) {
      const from = Math.ceil((Math.max(first, this.#rect.left) * this.#bits) / 8);
      const to = Math.floor((Math.min(end, this.#rect.right) * this.#bits) / 8);
      if (from >= to || !this.#isLit(row.subarray(from, to))) continue;
      this.#lit++;
      return;
    }
  }

  write(row: Uint8Array): void {
    if (this.#isLit(row)) this.#deflatedLit++;
    this.#encoder.row(row);
  }

  #isLit(samples: Uint8Array): boolean {
    return samples[0] !== 0 || compare(samples, this.#zeros.subarray(0, samples.length)) !== 0;
  }

  counts(wanted: number): RowCounts {
    const { rows, sum } = this.#encoder;
    return { wanted, deflated: rows, lit: this.#lit, deflatedLit: this.#deflatedLit, sum };
  }
}

/**
 * How many of the part's rows the old image has, by the length of what its filters give. Where the reader found fewer
 * than all, another one is asked.
 */
export function rowsInData(
  document: PdfDocument,
  { raw, dict, facts }: ImageData,
  { top, bottom }: SampleRect,
  found: number,
): number {
  let rows = found;
  if (found < bottom) {
    const data = decodeFilters(raw, dict, (object) => document.resolve(object), document.work);
    rows = Math.max(found, Math.floor(data.length / rowBytesOf(facts)));
  }
  return Math.max(0, Math.min(rows, bottom) - top);
}

function rowBytesOf({ width, bits, space }: ImageFacts): number {
  return Math.ceil((width * bits * (space?.components ?? 1)) / 8);
}

/** A rectangle of samples: columns [left, right), rows [top, bottom) from the image's top. */
export interface SampleRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The samples of an image that are visible in a box of the page: in each row, those between two columns. */
export class Visible {
  /** Whether the columns that are visible in a row follow one another. */
  readonly isOne: boolean = true;
  readonly #matrix: Matrix;
  readonly #seen: Box;
  protected readonly work: Work;

  constructor(matrix: Matrix, seen: Box, work: Work) {
    this.#matrix = matrix;
    this.#seen = seen;
    this.work = work;
  }

  /** All columns of the row that are visible, from [first, end) to [first, end), each behind the one before. */
  spans(row: number, width: number, height: number): (readonly [number, number])[] {
    return [this.columns(row, width, height)];
  }

  /** The columns [first, end) of the row whose samples meet the box; first ≥ end when none does. */
  columns(row: number, width: number, height: number): [number, number] {
    this.work.spend(COST.seenRow);
    const [a, b, c, d, e, f] = this.#matrix;
    // Rows run from the top, y of the unit square from the bottom (8.9.3).
    const [low, high] = [1 - (row + 1) / height, 1 - row / height];
    const [firstX, endX] = range(
      a,
      Math.min(c * low, c * high) + e,
      Math.max(c * low, c * high) + e,
      this.#seen[0],
      this.#seen[2],
    );
    const [firstY, endY] = range(
      b,
      Math.min(d * low, d * high) + f,
      Math.max(d * low, d * high) + f,
      this.#seen[1],
      this.#seen[3],
    );
    const first = Math.floor(Math.max(firstX, firstY) * width + 1e-6);
    const end = Math.ceil(Math.min(endX, endY) * width - 1e-6);
    return [Math.max(0, first), Math.min(width, end)];
  }
}

/** The same, of which the samples in holes are not visible. */
export class VisibleAround extends Visible {
  override readonly isOne = false;
  readonly #holes: readonly Visible[];

  constructor(matrix: Matrix, seen: Box, holes: readonly Box[], work: Work) {
    super(matrix, seen, work);
    this.#holes = holes.map((hole) => new Visible(matrix, hole, work));
  }

  override spans(row: number, width: number, height: number): (readonly [number, number])[] {
    this.work.spend(this.#holes.length * COST.sortedBox);
    const spans: (readonly [number, number])[] = [];
    const [from, to] = this.columns(row, width, height);
    const cuts = this.#holes.map((hole) => hole.columns(row, width, height)).filter(([first, end]) => first < end);
    let next = from;
    for (const [first, end] of cuts.sort(([one], [other]) => one - other)) {
      if (first > next) spans.push([next, Math.min(first, to)]);
      next = Math.max(next, end);
      if (next >= to) break;
    }
    if (next < to || spans.length === 0) spans.push([Math.min(next, to), to]);
    return spans;
  }
}

/** The u for which slope × u + [low, high] meets [from, to]. */
function range(slope: number, low: number, high: number, from: number, to: number): [number, number] {
  if (slope === 0) return high > from && low < to ? [0, 1] : [1, 0];
  const ends = [(from - high) / slope, (to - low) / slope];
  return [Math.min(...ends), Math.max(...ends)];
}
