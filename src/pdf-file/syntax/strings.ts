import { CLASS, hexDigit } from "./chars.ts";

/**
 * The end of the literal string whose opening parenthesis is at `start` (7.3.4.2): just after its closing parenthesis.
 */
export function literalEnd(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const c = bytes[at]!;
    if (c === 0x5c)
      at++; // '\'
    else if (c === 0x28)
      depth++; // '('
    else if (c === 0x29 && --depth === 0) return at + 1; // ')'
  }
  return end;
}

/**
 * The bytes of the literal string bytes[start, stop), without its parentheses. It is a view when nothing is escaped.
 */
export function readLiteral(bytes: Uint8Array, start: number, stop: number): Uint8Array {
  let plain = true;
  // '\', carriage return
  for (let at = start; at < stop && plain; at++) plain = bytes[at] !== 0x5c && bytes[at] !== 0x0d;
  if (plain) return bytes.subarray(start, stop);
  const out = new Uint8Array(stop - start);
  return out.subarray(0, putLiteral(bytes, start, stop, out, 0));
}

/** The same, put into `out` at `from`, where there is room for as many bytes; returns where they end. */
export function putLiteral(bytes: Uint8Array, start: number, stop: number, out: Uint8Array, from: number): number {
  let length = from;
  for (let at = start; at < stop; at++) {
    let c = bytes[at]!;
    // carriage return
    if (c === 0x0d) {
      // An end of line in a string counts as one line feed, however it is written.
      if (bytes[at + 1] === 0x0a && at + 1 < stop) at++; // line feed
      c = 0x0a; // line feed
    } else if (c === 0x5c) {
      // '\'
      c = bytes[++at] ?? 0x5c; // '\'
      if (at >= stop) break;
      // carriage return, line feed
      if (c === 0x0d || c === 0x0a) {
        if (c === 0x0d && bytes[at + 1] === 0x0a && at + 1 < stop) at++; // carriage return, line feed
        continue;
      }
      // '0', '7'
      if (c >= 0x30 && c <= 0x37) {
        let octal = c - 0x30; // '0'
        // '0', '7'
        for (let n = 0; n < 2 && at + 1 < stop && bytes[at + 1]! >= 0x30 && bytes[at + 1]! <= 0x37; n++) {
          octal = octal * 8 + bytes[++at]! - 0x30; // '0'
        }
        c = octal & 0xff;
      } else c = ESCAPES.get(c) ?? c;
    }
    out[length++] = c;
  }
  return length;
}

const ESCAPES = new Map([
  [0x6e, 0x0a], // 'n', line feed
  [0x72, 0x0d], // 'r', carriage return
  [0x74, 0x09], // 't', tab
  [0x62, 0x08],
  [0x66, 0x0c], // 'f', form feed
]);

/** The bytes of the hexadecimal string in bytes[start, stop). A missing last digit counts as 0 (7.3.4.3). */
export function readHex(bytes: Uint8Array, start: number, stop: number): Uint8Array {
  const out = new Uint8Array((stop - start + 1) >> 1);
  return out.subarray(0, putHex(bytes, start, stop, out, 0));
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
  while (at < end && bytes[at] !== 0x3e && (CLASS[bytes[at]!] === 1 || hexDigit(bytes[at]) >= 0)) at++; // '>'
  return bytes[at] === 0x3e && at < end ? at + 1 : at; // '>'
}
