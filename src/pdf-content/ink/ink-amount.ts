import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Display } from "../../pdf-pages/geometry.ts";
import { Extent } from "../extent.ts";

export type MarkKind = "text" | "drawing" | "picture";

/** How much of a page is ink. */
export interface InkFacts {
  /** The part of the page that is covered. */
  readonly share: number;
  /** The longer side of the largest mark, in points, and what it is; undefined where there is none. */
  readonly largestMark: number;
  readonly kind: MarkKind | undefined;
}

/** Cells across a page, and down it. */
const CELLS = 64;

/**
 * How much of a page is ink, and its largest mark. Texts and drawings count with their boxes, images with their
 * samples.
 */
export class InkAmount {
  /** The longer side of the largest mark, and of what kind it is. */
  #largest = 0;
  #kind: MarkKind | undefined;
  /** The share of each cell that is covered. */
  readonly #cells = new Float32Array(CELLS * CELLS);
  readonly #page: Extent;
  readonly #userUnit: number;
  readonly #work: Work;

  constructor({ visible, userUnit }: Pick<Display, "visible" | "userUnit">, work: Work) {
    this.#page = Extent.of(visible);
    this.#userUnit = userUnit;
    this.#work = work;
    work.spend(this.#cells.length * COST.inkCell);
  }

  get facts(): InkFacts {
    const share = this.#cells.reduce((sum, cell) => sum + cell, 0) / this.#cells.length;
    return { share: Math.min(1, share), largestMark: this.#largest * this.#userUnit, kind: this.#kind };
  }

  /** Adds a mark, or the place of an image of which only a share is ink. */
  add(kind: MarkKind, place: Extent, share = 1, largest?: number): void {
    const box = place.copy();
    box.clip(this.#page);
    if (box.isEmpty || share === 0) return;
    const size = largest ?? Math.max(box.right - box.left, box.top - box.bottom);
    if (size > this.#largest || this.#kind === undefined) {
      this.#largest = size;
      this.#kind = kind;
    }
    const { left, bottom, right, top } = this.#page;
    const across = covered(box.left - left, box.right - left, right - left);
    const down = covered(box.bottom - bottom, box.top - bottom, top - bottom);
    this.#work.spend(across.shares.length * down.shares.length * COST.inkCell);
    for (const [row, high] of down.shares.entries()) {
      const start = (down.first + row) * CELLS + across.first;
      for (const [column, wide] of across.shares.entries()) {
        this.#cells[start + column] = Math.min(1, this.#cells[start + column]! + high * wide * share);
      }
    }
  }

  /** What covers the page hides what was there. */
  clear(): void {
    this.#work.spend(this.#cells.length * COST.clearedByte);
    this.#cells.fill(0);
    this.#largest = 0;
    this.#kind = undefined;
  }
}

/** Which cells along a side lie between two places, and how much of each. */
function covered(from: number, to: number, length: number): { first: number; shares: number[] } {
  const [low, high] = [(from / length) * CELLS, (to / length) * CELLS];
  const first = Math.min(CELLS - 1, Math.floor(low));
  const last = Math.max(first, Math.min(CELLS, Math.ceil(high)) - 1);
  const shares = Array.from({ length: last - first + 1 }, (_, at) => {
    return Math.max(0, Math.min(high, first + at + 1) - Math.max(low, first + at));
  });
  return { first, shares };
}
