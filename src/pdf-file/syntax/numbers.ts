import * as CHAR from "../../platform/char.ts";
import { isDigit } from "./chars.ts";

/** An unsigned integer and where it ends; `end` equals the start when there is none. Values stay exact to 2^53. */
export interface Unsigned {
  value: number;
  end: number;
}

export function readUnsigned(bytes: Uint8Array, start: number, end: number): Unsigned {
  let at = start;
  let value = 0;
  while (at < end && isDigit(bytes[at])) value = value * 10 + bytes[at++]! - CHAR.ZERO;
  return { value: Math.min(value, Number.MAX_SAFE_INTEGER), end: at };
}

/** A number as lenient readers understand it: `--5` is -5, `4.` is 4, `1.2.3` is 1.2, anything unreadable is 0. */
export function readNumber(bytes: Uint8Array, start: number, stop: number): number {
  let at = start;
  let negative = false;
  while (at < stop && (bytes[at] === CHAR.PLUS || bytes[at] === CHAR.MINUS)) {
    if (bytes[at] === CHAR.MINUS) negative = true;
    at++;
  }
  let value = 0;
  while (at < stop && isDigit(bytes[at])) value = value * 10 + bytes[at++]! - CHAR.ZERO;
  if (bytes[at] === CHAR.DOT && at < stop) {
    at++;
    let digits = 0;
    let scale = 1;
    // A double can distinguish no more than seventeen digits.
    for (; at < stop && isDigit(bytes[at]); at++) {
      if (scale >= 1e17) continue;
      digits = digits * 10 + bytes[at]! - CHAR.ZERO;
      scale *= 10;
    }
    value += digits / scale;
  }
  if (!Number.isFinite(value)) value = 0;
  return negative && value !== 0 ? -value : value;
}

/** A number in PDF's syntax, which has no exponents (7.3.3). */
export function formatNumber(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  if (Math.abs(value) >= 1) return String(BigInt(value));
  const text15 = value.toFixed(15).replace(/(?<!0)0+$/, "");
  return text15.endsWith(".") ? "0" : text15;
}

/** Numbers of a content stream need no more places. */
export function short(value: number): string {
  return formatNumber(Math.round(value * 1e5) / 1e5);
}
