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

/** Six finite numbers, or undefined. */
export function toMatrix(items: readonly unknown[] | undefined): Matrix | undefined {
  if (items === undefined || items.length < 6) return undefined;
  const numbers = items.length === 6 ? items : items.slice(0, 6);
  return numbers.every((item) => typeof item === "number" && Number.isFinite(item))
    ? (numbers as unknown as Matrix)
    : undefined;
}
