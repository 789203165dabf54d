import type { Box, Display } from "../pdf-pages/geometry.ts";

/** A transformation [a b c d e f]: x' = a·x + c·y + e, y' = b·x + d·y + f (8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  // Read by index: destructuring costs an iterator each until the code is optimised.
  const a = outer[0];
  const b = outer[1];
  const c = outer[2];
  const d = outer[3];
  return [
    inner[0] * a + inner[1] * c,
    inner[0] * b + inner[1] * d,
    inner[2] * a + inner[3] * c,
    inner[2] * b + inner[3] * d,
    inner[4] * a + inner[5] * c + outer[4],
    inner[4] * b + inner[5] * d + outer[5],
  ];
}

/** First a shift, then `outer`. */
export function shifted(x: number, y: number, [a, b, c, d, e, f]: Matrix): Matrix {
  return [a, b, c, d, x * a + y * c + e, x * b + y * d + f];
}

export function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (!Number.isFinite(determinant) || Math.abs(determinant) < 1e-300) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}

/** The box around a box's image. */
export function boxAround([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const xs = [a * left + c * bottom, a * right + c * bottom, a * right + c * top, a * left + c * top];
  const ys = [b * left + d * bottom, b * right + d * bottom, b * right + d * top, b * left + d * top];
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f];
}

/** Whether upright boxes are upright after it to the last digit. */
export function isUpright(matrix: Matrix): boolean {
  return (matrix[1] === 0 && matrix[2] === 0) || (matrix[0] === 0 && matrix[3] === 0);
}

/** How much of a direction may be lost before it counts as turned: rounding of sines is not. */
const ROUNDING = 1e-5;

/** Whether boxes that are upright before are slanted after it: quarter turns leave them upright. */
export function isTurned([a, b, c, d]: Matrix): boolean {
  if (b === 0 && c === 0) return false;
  const across = Math.abs(a) + Math.abs(d);
  const along = Math.abs(b) + Math.abs(c);
  return Math.min(across, along) > ROUNDING * Math.max(across, along);
}

/** Six finite numbers, or undefined. */
export function toMatrix(items: readonly unknown[] | undefined): Matrix | undefined {
  if (items === undefined || items.length < 6) return undefined;
  const numbers = items.length === 6 ? items : items.slice(0, 6);
  return numbers.every((item) => typeof item === "number" && Number.isFinite(item))
    ? (numbers as unknown as Matrix)
    : undefined;
}

/** From the page as it is seen, in points, to its user space. */
export function fromDisplay({ visible: [left, bottom, right, top], rotation, userUnit }: Display): Matrix {
  const unit = 1 / userUnit;
  switch (rotation) {
    case 0:
      return [unit, 0, 0, unit, left, bottom];
    case 90:
      return [0, unit, -unit, 0, right, bottom];
    case 180:
      return [-unit, 0, 0, -unit, right, top];
    case 270:
      return [0, -unit, unit, 0, left, top];
  }
}
