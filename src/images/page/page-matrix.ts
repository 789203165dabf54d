import type { Orientation } from "../image.ts";

/** `[a b c d e f]` of ISO 32000-2 §8.3.3: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export function concat(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [A, B, C, D, E, F] = second;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

export function scale(x: number, y: number): Matrix {
  return [x, 0, 0, y, 0, 0];
}

export function translate(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

/** Turns clockwise as seen on the page, where y points up. Quarter turns are exact. */
export function rotateClockwise(degrees: number): Matrix {
  const turned = ((degrees % 360) + 360) % 360;
  const radians = (turned * Math.PI) / 180;
  const quarter = turned / 90;
  const cos = Number.isInteger(quarter) ? [1, 0, -1, 0][quarter % 4]! : Math.cos(radians);
  const sin = Number.isInteger(quarter) ? [0, 1, 0, -1][quarter % 4]! : Math.sin(radians);
  return [cos, -sin, sin, cos, 0, 0];
}

/**
 * How each EXIF orientation maps the unit square in which PDF draws an image, so that the picture is upright (TIFF 6.0,
 * Orientation).
 */
export const ORIENTATIONS: Readonly<Record<Orientation, Matrix>> = {
  1: [1, 0, 0, 1, 0, 0],
  2: [-1, 0, 0, 1, 1, 0],
  3: [-1, 0, 0, -1, 1, 1],
  4: [1, 0, 0, -1, 0, 1],
  5: [0, -1, -1, 0, 1, 1],
  6: [0, -1, 1, 0, 0, 1],
  7: [0, 1, 1, 0, 0, 0],
  8: [0, 1, -1, 0, 1, 0],
};

/** Whether the orientation exchanges width and height. */
export function swapsAxes(orientation: Orientation): boolean {
  return orientation >= 5;
}

/** Rounded to as many digits as a viewer can use. */
export function rounded(value: number): number {
  return Number(value.toFixed(6));
}
