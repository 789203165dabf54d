import { formatNumber } from "../../pdf-objects/syntax/numbers.ts";
import type { Matrix } from "../content/matrix.ts";

/** A ten-thousandth of a point is finer than any device. */
const DIGITS = 4;

/** How many decimals a coordinate needs before the matrix; `unit` is the length of a unit of the outer space in points. */
export function decimalsFor([a, b, c, d]: Matrix, unit: number): number {
  const scale = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d)) * unit;
  if (!(scale > 0)) return DIGITS;
  return Math.max(0, Math.min(12, Math.ceil(DIGITS + Math.log10(scale))));
}

export function rounded(value: number, decimals: number): string {
  const factor = 10 ** decimals;
  const near = Math.round(value * factor) / factor;
  return formatNumber(Number.isFinite(near) ? near + 0 : 0);
}

/** A factor of a matrix: seven digits that count. */
export function factor(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return "0";
  return formatNumber(Number(value.toPrecision(8)));
}

export function matrixText([a, b, c, d, e, f]: Matrix, decimals: number): string {
  return `${factor(a)} ${factor(b)} ${factor(c)} ${factor(d)} ${rounded(e, decimals)} ${rounded(f, decimals)}`;
}

/** The way back; undefined where the matrix has none. */
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
