/** Character classes of ISO 32000-2 §7.2.3. */
const REGULAR = 0;
export const SPACE = 1;
const DELIMITER = 2;

export const CLASS = new Uint8Array(256).fill(REGULAR);
for (const c of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) CLASS[c] = SPACE;
for (const c of "()<>[]{}/%") CLASS[c.charCodeAt(0)] = DELIMITER;

export function isSpace(c: number | undefined): boolean {
  return c !== undefined && CLASS[c] === SPACE;
}

export function isDigit(c: number | undefined): boolean {
  return c !== undefined && c >= 0x30 && c <= 0x39; // '0', '9'
}

/** The value of a hexadecimal digit, or -1. */
export function hexDigit(c: number | undefined): number {
  if (c === undefined) return -1;
  if (c >= 0x30 && c <= 0x39) return c - 0x30; // '0', '9'
  const lower = c | 0x20; // a capital letter made small
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1; // 'a' to 'f', of which 'a' is 10
}

/** The first position at or after `pos` that is neither white space nor inside a comment. */
export function skipSpace(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  while (at < end) {
    const c = bytes[at]!;
    if (CLASS[c] === SPACE) at++;
    else if (c === 0x25) {
      // '%'
      while (at < end && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++; // line feed, carriage return
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
