import type { Matrix } from "../pdf-content/matrix.ts";
import { ByteWriter } from "../pdf-file/syntax/byte-writer.ts";
import { formatNumber } from "../pdf-file/syntax/numbers.ts";
import * as CHAR from "../platform/char.ts";
import { latin1Text } from "../platform/latin1.ts";

/** A ten-thousandth of a point is finer than any device. */
const DIGITS = 4;

/**
 * The decimals that a coordinate needs before the matrix. `unit` is the length of a unit of the outer space in points.
 */
export function decimalsFor([a, b, c, d]: Matrix, unit: number): number {
  const scale = Math.max(Math.abs(a), Math.abs(b), Math.abs(c), Math.abs(d)) * unit;
  if (!(scale > 0)) return DIGITS;
  return Math.max(0, Math.min(12, Math.ceil(DIGITS + Math.log10(scale))));
}

const POWERS = Array.from({ length: 13 }, (_, power) => 10 ** power);
/** Digits of one number, from its end. */
const digits = new Uint8Array(24);
const scratch = new ByteWriter(256);

/** Writes a coordinate with at most `decimals` decimals. */
export function putRounded(out: ByteWriter, value: number, decimals: number): void {
  const scaled = Math.round(value * POWERS[decimals]!);
  if (Math.abs(scaled) < 2 ** 31) putDecimal(out, scaled, decimals);
  else out.text(Number.isFinite(scaled) ? formatNumber(scaled / POWERS[decimals]!) : "0");
}

/**
 * Writes a factor of a matrix, or an unchanged number, with eight significant digits; whole numbers with all digits.
 */
export function putFactor(out: ByteWriter, value: number): void {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) {
    putDecimal(out, value, 0);
    return;
  }
  const decimals = 7 - Math.floor(Math.log10(Math.abs(value)));
  if (decimals >= 0 && decimals <= 12) putDecimal(out, Math.round(value * POWERS[decimals]!), decimals);
  else out.text(Number.isFinite(value) ? formatNumber(Number(value.toPrecision(8))) : "0");
}

/**
 * Writes `scaled` divided by ten to the power of `decimals`. The language's own printing of fractions took half of the
 * time of a whole removal; this is many times faster.
 */
function putDecimal(out: ByteWriter, scaled: number, decimals: number): void {
  let rest = scaled < 0 ? -scaled : scaled;
  let at = digits.length;
  let hasPoint = false;
  for (let place = 0; rest > 0 || place <= decimals; place++) {
    const next = Math.floor(rest / 10);
    const digit = rest - next * 10;
    rest = next;
    if (place === decimals && hasPoint) digits[--at] = CHAR.DOT;
    if (place < decimals && digit === 0 && !hasPoint) continue;
    if (place < decimals) hasPoint = true;
    digits[--at] = CHAR.ZERO + digit;
  }
  if (scaled < 0) digits[--at] = CHAR.MINUS;
  out.copy(digits, at);
}

export function rounded(value: number, decimals: number): string {
  return text(() => putRounded(scratch, value, decimals));
}

export function factor(value: number): string {
  return text(() => putFactor(scratch, value));
}

export function putMatrix(out: ByteWriter, [a, b, c, d, e, f]: Matrix, decimals: number): void {
  for (const value of [a, b, c, d]) {
    putFactor(out, value);
    out.byte(CHAR.SPACE);
  }
  putRounded(out, e, decimals);
  out.byte(CHAR.SPACE);
  putRounded(out, f, decimals);
}

export function matrixText(matrix: Matrix, decimals: number): string {
  return text(() => putMatrix(scratch, matrix, decimals));
}

function text(put: () => void): string {
  scratch.clear();
  put();
  return latin1Text(scratch.view(), 0, scratch.length);
}
