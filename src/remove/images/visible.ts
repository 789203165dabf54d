import type { Matrix } from "../../pdf-content/matrix.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** A rectangle of samples: columns [left, right), rows [top, bottom) from the image's top. */
export interface SampleRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The samples of an image that are visible in a box of the page: in each row, those between two columns. */
export class Visible {
  readonly #matrix: Matrix;
  readonly #seen: Box;

  constructor(matrix: Matrix, seen: Box) {
    this.#matrix = matrix;
    this.#seen = seen;
  }

  /** The columns [first, end) of the row whose samples meet the box; first ≥ end when none does. */
  columns(row: number, width: number, height: number): [number, number] {
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

/** The u for which slope × u + [low, high] meets [from, to]. */
function range(slope: number, low: number, high: number, from: number, to: number): [number, number] {
  if (slope === 0) return high > from && low < to ? [0, 1] : [1, 0];
  const ends = [(from - high) / slope, (to - low) / slope];
  return [Math.min(...ends), Math.max(...ends)];
}
