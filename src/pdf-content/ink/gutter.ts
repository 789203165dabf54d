import type { Turns } from "../../meter/turns.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { Page } from "../../pdf-file/structure/page-tree.ts";
import { type Display, displaySize } from "../../pdf-pages/geometry.ts";
import { Extent } from "../extent.ts";
import type { Marks } from "../images/marks.ts";
import type { Matrix } from "../matrix.ts";
import { InkReader } from "./page-ink.ts";

/** Strips across the page, each white or not. */
const STRIPS = 400;
/** Where a gutter may be, and how wide it must be, as shares of the width. */
const [FROM, TO, LEAST] = [0.38, 0.62, 0.008];
/** How far a cut stays from ink, where the gap is wide enough. */
const MARGIN = 0.03;
/** Up to this share of a column's samples, ink of a scan is dust. */
const DUST = 0.003;

/** Finds the white between the two halves of pages. */
export class GutterReader {
  readonly #reader: InkReader;
  #ink: StripInk | undefined;

  /** A sample of a scan that is darker than `threshold`, of 255, is ink. */
  constructor(document: PdfDocument, threshold: number) {
    const seen = (marks: Marks, matrix: Matrix): boolean => this.#ink?.addMarks(marks, matrix) ?? false;
    this.#reader = new InkReader(document, { threshold, specks: 1, seen });
  }

  /** How far from the left of the page as displayed its gutter is, in points; undefined where it has none. */
  *read(page: Page, display: Display): Turns<number | undefined> {
    const ink = new StripInk(display);
    this.#ink = ink;
    yield* this.#reader.read(page, display.visible, { into: ink });
    this.#ink = undefined;
    const share = widestGap(ink.strips);
    if (share === undefined) return undefined;
    const { rotation } = display;
    const isReversed = rotation === 180 || rotation === 270;
    return displaySize(display).width * (isReversed ? 1 - share : share);
  }
}

/** Which strips of a page have ink, along the direction in user space that goes across the page as displayed. */
class StripInk extends Extent {
  readonly strips = new Uint8Array(STRIPS);
  readonly #isTurned: boolean;
  readonly #from: number;
  readonly #length: number;

  constructor({ visible, rotation }: Display) {
    super();
    this.#isTurned = rotation === 90 || rotation === 270;
    this.#from = visible[this.#isTurned ? 1 : 0];
    this.#length = visible[this.#isTurned ? 3 : 2] - this.#from;
  }

  override add(other: Extent): void {
    super.add(other);
    if (other.isEmpty) return;
    if (this.#isTurned) this.#mark(other.bottom, other.top);
    else this.#mark(other.left, other.right);
  }

  /** What covers the page hides what was there. */
  override clear(): void {
    super.clear();
    this.strips?.fill(0);
  }

  /** Nothing lies within what was found already: a box says nothing of the white in it. */
  override contains(): boolean {
    return false;
  }

  /** Adds an image that is upright on the page, by its columns; false for any other. */
  addMarks(marks: Marks, [a, b, c, d, e, f]: Matrix): boolean {
    const isUpright = b === 0 && c === 0;
    if (!isUpright && (a !== 0 || d !== 0)) return false;
    const counts = marks.inkAlong(isUpright === this.#isTurned ? "rows" : "columns");
    if (counts === undefined) return false;
    const isRows = isUpright === this.#isTurned;
    const dust = (isRows ? marks.width : marks.height) * DUST;
    // Rows run from the top of the unit square, columns from its left.
    const [origin, along] = this.#isTurned ? [f, isUpright ? d : b] : [e, isUpright ? a : c];
    for (let at = 0; at < counts.length; at++) {
      if (counts[at]! <= dust) continue;
      const [low, high] = [at / counts.length, (at + 1) / counts.length].map((share) => (isRows ? 1 - share : share));
      this.#mark(origin + along * low!, origin + along * high!);
    }
    return true;
  }

  #mark(one: number, other: number): void {
    const share = (place: number): number => ((place - this.#from) / this.#length) * STRIPS;
    const low = Math.floor(share(Math.min(one, other)) + 1e-6);
    const high = Math.ceil(share(Math.max(one, other)) - 1e-6);
    this.strips.fill(1, Math.max(0, low), Math.max(0, Math.min(STRIPS, Math.max(high, low + 1))));
  }
}

/** The place nearest to the middle, within the widest gap that reaches into the middle of the page. */
function widestGap(strips: Uint8Array): number | undefined {
  let widest = LEAST * STRIPS;
  let place: number | undefined;
  for (let at = 0; at < STRIPS; at++) {
    const start = at;
    while (at < STRIPS && strips[at] === 0) at++;
    if (at - start < widest || start >= TO * STRIPS || at <= FROM * STRIPS) continue;
    widest = at - start;
    const margin = Math.min(MARGIN * STRIPS, widest / 2);
    place = Math.min(Math.max(STRIPS / 2, start + margin), at - margin) / STRIPS;
  }
  return place;
}
