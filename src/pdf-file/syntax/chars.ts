import * as CHAR from "../../platform/char.ts";

/** Character classes of ISO 32000-2 §7.2.3. */
const REGULAR = 0;
export const SPACE = 1;
const DELIMITER = 2;

export const CLASS = new Uint8Array(256).fill(REGULAR);
for (const c of [0x00, CHAR.TAB, CHAR.LINE_FEED, CHAR.FORM_FEED, CHAR.CARRIAGE_RETURN, CHAR.SPACE]) CLASS[c] = SPACE;
for (const c of "()<>[]{}/%") CLASS[c.charCodeAt(0)] = DELIMITER;

export function isSpace(c: number | undefined): boolean {
  return c !== undefined && CLASS[c] === SPACE;
}

export function isDigit(c: number | undefined): boolean {
  return c !== undefined && c >= CHAR.ZERO && c <= CHAR.NINE;
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(c: number | undefined): number {
  if (c === undefined) return -1;
  if (c >= CHAR.ZERO && c <= CHAR.NINE) return c - CHAR.ZERO;
  const lower = c | 0x20; // a capital letter made small
  return lower >= CHAR.a && lower <= CHAR.f ? lower - 0x57 : -1; // 'a' to 'f', of which 'a' is 10
}

/** The end of the name or word, all of regular characters, at `start`. */
export function wordEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && CLASS[bytes[at]!] === REGULAR) at++;
  return at;
}

/** The first position at or after `pos` that is neither white space nor inside a comment. */
export function skipSpace(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  while (at < end) {
    const c = bytes[at]!;
    if (CLASS[c] === SPACE) at++;
    else if (c === CHAR.PERCENT) {
      while (at < end && bytes[at] !== CHAR.LINE_FEED && bytes[at] !== CHAR.CARRIAGE_RETURN) at++;
    } else break;
  }
  return at;
}

/** Whether the ASCII `word` is at `pos`. */
export function startsWith(bytes: Uint8Array, pos: number, word: string): boolean {
  if (pos < 0 || pos + word.length > bytes.length) return false;
  for (let i = 0; i < word.length; i++) if (bytes[pos + i] !== word.charCodeAt(i)) return false;
  return true;
}
