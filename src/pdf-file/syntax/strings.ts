import * as CHAR from "../../platform/char.ts";
import { CLASS, hexDigit } from "./chars.ts";

/**
 * The end of the literal string whose opening parenthesis is at `start` (7.3.4.2): just after its closing parenthesis.
 */
export function literalEnd(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const c = bytes[at]!;
    if (c === CHAR.BACKSLASH)
      at++; // '\'
    else if (c === CHAR.PAREN_OPEN)
      depth++; // '('
    else if (c === CHAR.PAREN_CLOSE && --depth === 0) return at + 1;
  }
  return end;
}

/**
 * The bytes of the literal string bytes[start, stop), without its parentheses. It is a view when nothing is escaped.
 */
export function readLiteral(bytes: Uint8Array, start: number, stop: number): Uint8Array {
  let plain = true;
  for (let at = start; at < stop && plain; at++)
    plain = bytes[at] !== CHAR.BACKSLASH && bytes[at] !== CHAR.CARRIAGE_RETURN;
  if (plain) return bytes.subarray(start, stop);
  const out = new Uint8Array(stop - start);
  return firstOf(out, putLiteral(bytes, start, stop, out, 0));
}

/** V8 keeps few bytes in its heap until there is a view of them: making that takes longer than a copy. */
function firstOf(bytes: Uint8Array, length: number): Uint8Array {
  if (length === bytes.length) return bytes;
  return length <= FEW ? bytes.slice(0, length) : bytes.subarray(0, length);
}

const FEW = 64;

/** The same, put into `out` at `from`, where there is room for as many bytes; returns where they end. */
export function putLiteral(bytes: Uint8Array, start: number, stop: number, out: Uint8Array, from: number): number {
  let length = from;
  for (let at = start; at < stop; at++) {
    let c = bytes[at]!;
    if (c === CHAR.CARRIAGE_RETURN) {
      // An end of line in a string counts as one line feed, however it is written.
      if (bytes[at + 1] === CHAR.LINE_FEED && at + 1 < stop) at++;
      c = CHAR.LINE_FEED;
    } else if (c === CHAR.BACKSLASH) {
      c = bytes[++at] ?? CHAR.BACKSLASH;
      if (at >= stop) break;
      if (c === CHAR.CARRIAGE_RETURN || c === CHAR.LINE_FEED) {
        if (c === CHAR.CARRIAGE_RETURN && bytes[at + 1] === CHAR.LINE_FEED && at + 1 < stop) at++;
        continue;
      }
      if (c >= CHAR.ZERO && c <= 0x37) {
        let octal = c - CHAR.ZERO;
        for (let n = 0; n < 2 && at + 1 < stop && bytes[at + 1]! >= CHAR.ZERO && bytes[at + 1]! <= 0x37; n++) {
          octal = octal * 8 + bytes[++at]! - CHAR.ZERO;
        }
        c = octal & 0xff;
      } else c = ESCAPES.get(c) ?? c;
    }
    out[length++] = c;
  }
  return length;
}

const ESCAPES = new Map([
  [CHAR.n, CHAR.LINE_FEED],
  [CHAR.r, CHAR.CARRIAGE_RETURN],
  [CHAR.t, CHAR.TAB],
  [CHAR.b, 0x08],
  [CHAR.f, CHAR.FORM_FEED], // 'f', form feed
]);

/** The bytes of the hexadecimal string in bytes[start, stop). A missing last digit counts as 0 (7.3.4.3). */
export function readHex(bytes: Uint8Array, start: number, stop: number): Uint8Array {
  const digits = bytes[stop - 1] === CHAR.GREATER ? stop - 1 - start : stop - start;
  const out = new Uint8Array((digits + 1) >> 1);
  return firstOf(out, putHex(bytes, start, stop, out, 0));
}

/** The same, put into `out` at `from`, where there is room for half as many bytes; returns where they end. */
export function putHex(bytes: Uint8Array, start: number, stop: number, out: Uint8Array, from: number): number {
  let length = from;
  let isHalf = false;
  for (let at = start; at < stop; at++) {
    const digit = hexDigit(bytes[at]);
    if (digit < 0) continue;
    if (isHalf) out[length - 1]! |= digit;
    else out[length++] = digit << 4;
    isHalf = !isHalf;
  }
  return length;
}

/** Where the hexadecimal string that opens at `start` ends, or `end` when it does not. */
export function hexEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start + 1;
  while (at < end && bytes[at] !== CHAR.GREATER && (CLASS[bytes[at]!] === 1 || hexDigit(bytes[at]) >= 0)) at++;
  return bytes[at] === CHAR.GREATER && at < end ? at + 1 : at;
}
