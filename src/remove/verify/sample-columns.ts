import type { Matrix } from "../../pdf-content/matrix.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** Coordinates are rounded when they are written. */
const SLACK = 0.01;

/** The samples of an image that meet the area: in each row, those between two columns. */
export class ColumnsIn {
  readonly #width: number;
  readonly #height: number;
  readonly #matrix: Matrix;
  readonly #area: Box;

  constructor(width: number, height: number, matrix: Matrix, area: Box) {
    this.#width = width;
    this.#height = height;
    this.#matrix = matrix;
    this.#area = area;
  }

  /** The columns [first, end) of the row, counted from the top; equal when none meets the area. */
  of(row: number): [number, number] {
    const [a, b, c, d, e, f] = this.#matrix;
    const [left, bottom, right, top] = this.#area;
    const across = this.#meeting(a, c, e, row, left, right);
    const up = this.#meeting(b, d, f, row, bottom, top);
    const first = Math.max(0, across[0], up[0]);
    const end = Math.min(this.#width, across[1], up[1]);
    return first < end ? [first, end] : [0, 0];
  }

  /** The columns whose samples reach, in one direction, from `low` to `high`. */
  #meeting(byX: number, byY: number, origin: number, row: number, low: number, high: number): [number, number] {
    const step = byX / this.#width;
    const rows = [byY * (1 - row / this.#height), byY * (1 - (row + 1) / this.#height)];
    // A sample of column x lies between step·x + least and step·x + most.
    const least = origin + Math.min(...rows) + Math.min(0, step);
    const most = origin + Math.max(...rows) + Math.max(0, step);
    if (step === 0) return most >= low - SLACK && least <= high + SLACK ? [0, this.#width] : [0, 0];
    const ends = [(low - SLACK - most) / step, (high + SLACK - least) / step];
    return [Math.ceil(Math.min(...ends)), Math.floor(Math.max(...ends)) + 1];
  }
}
