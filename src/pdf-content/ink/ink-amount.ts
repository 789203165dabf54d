import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Display } from "../../pdf-pages/geometry.ts";
import { Extent } from "../extent.ts";

export type MarkKind = "text" | "drawing" | "picture";

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
    const across = cellsOf(box.left - left, box.right - left, right - left);
    const down = cellsOf(box.bottom - bottom, box.top - bottom, top - bottom);
    this.#work.spend((across.last - across.first + 1) * (down.last - down.first + 1) * COST.inkCell);
    for (let row = down.first; row <= down.last; row++) {
      const high = covered(down, row) * share;
      for (let column = across.first; column <= across.last; column++) {
        const cell = row * CELLS + column;
        this.#cells[cell] = Math.min(1, this.#cells[cell]! + high * covered(across, column));
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

/** Two places along a side of the page, in cells, and the cells between them. */
interface Stretch {
  readonly low: number;
  readonly high: number;
  readonly first: number;
  readonly last: number;
}

function cellsOf(from: number, to: number, length: number): Stretch {
  const [low, high] = [(from / length) * CELLS, (to / length) * CELLS];
  const first = Math.min(CELLS - 1, Math.floor(low));
  return { low, high, first, last: Math.max(first, Math.min(CELLS, Math.ceil(high)) - 1) };
}

function covered({ low, high }: Stretch, cell: number): number {
  return Math.max(0, Math.min(high, cell + 1) - Math.max(low, cell));
}
