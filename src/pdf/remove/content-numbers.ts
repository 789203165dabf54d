import { formatNumber } from "../../pdf-objects/syntax/numbers.ts";
import type { Matrix } from "../content/matrix.ts";

/** A ten-thousandth of a point is finer than any device. */
const DIGITS = 4;

/**
 * How many decimals a coordinate needs before the matrix; `unit` is the length of a unit of the outer space in points.
 */
export function decimalsFor([a, b, c, d]: Matrix, unit: number): number {
  const scale = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d)) * unit;
  if (!(scale > 0)) return DIGITS;
  return Math.max(0, Math.min(12, Math.ceil(DIGITS + Math.log10(scale))));
}

const POWERS = Array.from({ length: 13 }, (_, power) => 10 ** power);

export function rounded(value: number, decimals: number): string {
  const scaled = Math.round(value * POWERS[decimals]!);
  if (!Number.isFinite(scaled)) return "0";
  if (Math.abs(scaled) < 2 ** 31) return decimalText(scaled, decimals);
  return formatNumber(scaled / POWERS[decimals]!);
}

/** A factor of a matrix: eight digits that count. */
export function factor(value: number): string {
  if (!Number.isFinite(value)) return "0";
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return String(value + 0);
  const decimals = 7 - Math.floor(Math.log10(Math.abs(value)));
  if (decimals > 12 || decimals < 0) return formatNumber(Number(value.toPrecision(8)));
  return decimalText(Math.round(value * POWERS[decimals]!), decimals);
}

/**
 * So many ten-to-the-`decimals`ths: several times faster than to have a fraction printed, which half of the work was.
 */
function decimalText(scaled: number, decimals: number): string {
  const power = POWERS[decimals]!;
  let rest = Math.abs(scaled) % power;
  const whole = (Math.abs(scaled) - rest) / power;
  const sign = scaled < 0 ? "-" : "";
  if (rest === 0) return whole === 0 ? "0" : `${sign}${whole}`;
  let digits = decimals;
  while (rest % 10 === 0) {
    rest /= 10;
    digits--;
  }
  return `${sign}${whole}.${String(rest).padStart(digits, "0")}`;
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
