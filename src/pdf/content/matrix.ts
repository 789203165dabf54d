/** A transformation [a b c d e f]: x' = a·x + c·y + e, y' = b·x + d·y + f (8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First `inner`, then `outer`. */
export function multiply(inner: Matrix, outer: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner;
  const [oa, ob, oc, od, oe, of] = outer;
  return [
    a * oa + b * oc,
    a * ob + b * od,
    c * oa + d * oc,
    c * ob + d * od,
    e * oa + f * oc + oe,
    e * ob + f * od + of,
  ];
}

/** Six finite numbers, or undefined. */
export function toMatrix(items: readonly unknown[] | undefined): Matrix | undefined {
  if (items === undefined || items.length < 6) return undefined;
  const numbers = items.slice(0, 6);
  return numbers.every((item) => typeof item === "number" && Number.isFinite(item))
    ? (numbers as unknown as Matrix)
    : undefined;
}
