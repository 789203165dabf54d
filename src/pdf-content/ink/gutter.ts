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
/**
 * Up to this share of a column's samples, ink of a scan is dust. From these on, it is a spine or a rule: between
 * whites, and where writing reaches it.
 */
const [DUST, RULE, SHADOW] = [0.003, 0.4, 0.7];
/** Of a mark without a height. */
const LEAST_SHARE = 1e-6;
/** A gap that is as wide as this share of the widest may be the one between the halves, too. */
const RIVAL = 0.75;
/** The widest that a spine and its shadow are, as a share of the width. */
const WIDEST_SPINE = 0.08;

/** Where two halves of a page meet, in points from its left as displayed: the best place, and the others that do. */
export interface Gutter {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Whether there is no spine, and another white that may as well be it. */
  readonly hasRival: boolean;
}

/** Finds the white between the two halves of pages, or the spine between them. */
export class GutterReader {
  readonly #reader: InkReader;
  #ink: StripInk | undefined;

  /** A sample of a scan that is darker than `threshold`, of 255, is ink. */
  constructor(document: PdfDocument, threshold: number) {
    const seen = (marks: Marks, matrix: Matrix): boolean => this.#ink?.addMarks(marks, matrix) ?? false;
    this.#reader = new InkReader(document, { threshold, specks: 1, seen });
  }

  /** Undefined where the page has none. */
  *read(page: Page, display: Display): Turns<Gutter | undefined> {
    const ink = new StripInk(display);
    this.#ink = ink;
    yield* this.#reader.read(page, display.visible, { into: ink });
    this.#ink = undefined;
    const clear = spine(ink.strips);
    const found = clear ?? widestGap(ink.strips);
    if (found === undefined) return undefined;
    const hasRival = clear === undefined && gapsOf(ink.strips).filter((gap) => isRival(gap, found)).length > 1;
    const { rotation } = display;
    const isReversed = rotation === 180 || rotation === 270;
    const { width } = displaySize(display);
    const [from, at, to] = found.map((strip) => (width * (isReversed ? STRIPS - strip : strip)) / STRIPS);
    return { at: at!, from: Math.min(from!, to!), to: Math.max(from!, to!), hasRival };
  }
}

/** Which strips of a page have ink, along the direction in user space that goes across the page as displayed. */
class StripInk extends Extent {
  /** Of each strip the largest share that one mark, or one image, has from end to end; 0 in white. */
  readonly strips = new Float32Array(STRIPS);
  readonly #isTurned: boolean;
  readonly #from: number;
  readonly #length: number;
  readonly #height: number;

  constructor({ visible, rotation }: Display) {
    super();
    const [left, bottom, right, top] = visible;
    this.#isTurned = rotation === 90 || rotation === 270;
    this.#from = this.#isTurned ? bottom : left;
    [this.#length, this.#height] = this.#isTurned ? [top - bottom, right - left] : [right - left, top - bottom];
  }

  override add(other: Extent): void {
    super.add(other);
    if (other.isEmpty) return;
    const [across, up] = [
      [other.left, other.right],
      [other.bottom, other.top],
    ] as const;
    const [low, high] = this.#isTurned ? up : across;
    const [from, to] = this.#isTurned ? across : up;
    this.#mark(low, high, Math.max((to - from) / this.#height, LEAST_SHARE));
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
    const samples = isRows ? marks.width : marks.height;
    // Rows run from the top of the unit square, columns from its left.
    const [origin, along] = this.#isTurned ? [f, isUpright ? d : b] : [e, isUpright ? a : c];
    for (let at = 0; at < counts.length; at++) {
      const share = counts[at]! / samples;
      if (share <= DUST) continue;
      const [low, high] = [at / counts.length, (at + 1) / counts.length].map((place) => (isRows ? 1 - place : place));
      this.#mark(origin + along * low!, origin + along * high!, share);
    }
    return true;
  }

  #mark(one: number, other: number, share: number): void {
    const strip = (place: number): number => ((place - this.#from) / this.#length) * STRIPS;
    const low = Math.max(0, Math.floor(strip(Math.min(one, other)) + 1e-6));
    const high = Math.ceil(strip(Math.max(one, other)) - 1e-6);
    for (let at = low; at < Math.min(STRIPS, Math.max(high, low + 1)); at++)
      this.strips[at] = Math.max(this.strips[at]!, share);
  }
}

/** A run of strips: the first, and the one after the last. */
type Run = readonly [from: number, to: number];
/** Strips: the first, the place of the cut, and the one after the last. */
type Found = readonly [from: number, at: number, to: number];

function runsOf(strips: Float32Array, isOne: (share: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < STRIPS; at++) {
    const start = at;
    while (at < STRIPS && isOne(strips[at]!)) at++;
    if (at > start) runs.push([start, at]);
  }
  return runs;
}

const isMiddle = ([from, to]: Run): boolean => from < TO * STRIPS && to > FROM * STRIPS;
const isWhite = (share: number): boolean => share === 0;

/**
 * The middle of a spine: a narrow shadow from the top of the page to its bottom, or what is narrow and long between two
 * whites. The one nearest to the middle of the page, where there are several.
 */
function spine(strips: Float32Array): Found | undefined {
  const whites = runsOf(strips, isWhite).filter(([from, to]) => to - from >= LEAST * STRIPS);
  const between = whites
    .slice(1)
    .map(([from], at): Run => [whites[at]![1], from])
    .filter(([from, to]) => strips.subarray(from, to).some((share) => share >= RULE));
  const shadows = runsOf(strips, (share) => share >= SHADOW);
  const middleOf = ([from, to]: Run): number => (from + to) / 2;
  const distance = (run: Run): number => Math.abs(middleOf(run) - STRIPS / 2);
  for (const runs of [between, shadows]) {
    const narrow = runs.filter((run) => isMiddle(run) && run[1] - run[0] <= WIDEST_SPINE * STRIPS);
    const [best] = narrow.sort((a, b) => distance(a) - distance(b));
    if (best) return [middleOf(best), middleOf(best), middleOf(best)];
  }
  return undefined;
}

/** The gaps that reach into the middle of the page. */
function gapsOf(strips: Float32Array): Run[] {
  return runsOf(strips, isWhite).filter((gap) => isMiddle(gap) && gap[1] - gap[0] >= LEAST * STRIPS);
}

function isRival([from, to]: Run, [first, , end]: Found): boolean {
  return to - from >= RIVAL * (end - first);
}

/** The place nearest to the middle, within the widest gap that reaches into the middle of the page. */
function widestGap(strips: Float32Array): Found | undefined {
  let found: Found | undefined;
  for (const [from, to] of gapsOf(strips)) {
    if (to - from < (found ? found[2] - found[0] : 0)) continue;
    const margin = Math.min(MARGIN * STRIPS, (to - from) / 2);
    found = [from, Math.min(Math.max(STRIPS / 2, from + margin), to - margin), to];
  }
  return found;
}
