import { MAX_OBJECT_NUMBER } from "../../pdf-file/pdf-limits.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { CLASS, wordEnd } from "../../pdf-file/syntax/chars.ts";
import { hexEnd, literalEnd } from "../../pdf-file/syntax/strings.ts";
import * as CHAR from "../../platform/char.ts";
import { FLAG, type ScannedObject, TAG, tagged } from "./object-facts.ts";
import { isWord, KEY, KEY_BITS, KEY_SHIFT, keyAt, typeFlagAt } from "./object-keys.ts";

/** What surely fits 31 bits; longer numbers are left to the parser. */
const MAX_DIGITS = 9;

/**
 * Finds the references and the telling keys of the object at bytes[start, end) without building it. False when the
 * bytes are not plainly well formed: the parser, which is lenient, then says what they mean.
 */
export function scanObject(bytes: Uint8Array, start: number, end: number, out: ScannedObject): boolean {
  const { refs } = out;
  let refCount = 0;
  let flags = 0;
  let length = -1;
  let lengthRef: number | undefined;
  let at = start;
  while (at < end && CLASS[bytes[at]!] === 1) at++;
  // Only keys of the outermost dictionary count. Where the object itself is an array, they lie one level deeper.
  const base = bytes[at] === CHAR.BRACKET_OPEN ? 1 : 0;
  let depth: number = base;
  let key: number = base === 1 ? KEY.other : KEY.none;
  let expectKey = false;
  // The last integers, for `N G R`.
  let ints = 0;
  let before = 0;
  let last = 0;
  let valueEnd = start;
  let ending: 0 | 1 | 2 = 0;
  for (;;) {
    while (at < end && CLASS[bytes[at]!] === 1) at++;
    if (at >= end) break;
    const c = bytes[at]!;
    if (c >= CHAR.ZERO && c <= CHAR.NINE) {
      let value = 0;
      const from = at;
      for (; at < end; at++) {
        const digit = bytes[at]! - CHAR.ZERO;
        if (digit < 0 || digit > 9) break;
        value = (value * 10 + digit) | 0;
      }
      if (at - from > MAX_DIGITS) return failed(out, at);
      valueEnd = at;
      if (at < end && CLASS[bytes[at]!] === 0) {
        at = wordEnd(bytes, at, end);
        if (at - from > 40) return failed(out, at);
        valueEnd = at;
        ints = 0;
      } else {
        before = last;
        last = value;
        ints++;
      }
      if (depth === 1) {
        if (key === KEY.length && ints === 1) length = last;
        if (key === KEY.k && ints === 1) flags |= FLAG.kMixed;
        expectKey = true;
      }
      continue;
    }
    if (c === CHAR.R && (at + 1 >= end || CLASS[bytes[at + 1]!] !== 0)) {
      if (ints < 2) return failed(out, at);
      if (ints > 2 && key === KEY.k) flags |= FLAG.kMixed;
      ints = 0;
      at++;
      valueEnd = at;
      const number = before > MAX_OBJECT_NUMBER ? 0 : before;
      if (depth === 1) {
        if (key === KEY.length) {
          length = -1;
          lengthRef = number;
        }
        if (key === KEY.k) flags &= ~FLAG.kMixed;
      }
      const tag = key === KEY.p ? TAG.p : key === KEY.k ? TAG.k : key === KEY.pg ? TAG.pg : TAG.other;
      refs[refCount++] = tagged(number, tag);
      continue;
    }
    if (ints > 0 && key === KEY.k && depth > 1) flags |= FLAG.kMixed;
    ints = 0;
    if (c === CHAR.SLASH) {
      const stop = wordEnd(bytes, at + 1, end);
      if (depth === 1) {
        if (key === KEY.none || expectKey) {
          const found = keyAt(bytes, at + 1, stop);
          if (found < 0) return failed(out, at);
          key = found & KEY_BITS;
          flags |= found >>> KEY_SHIFT;
          expectKey = false;
        } else {
          if (key === KEY.type) flags |= typeFlagAt(bytes, at + 1, stop);
          expectKey = true;
        }
      }
      at = stop;
      valueEnd = at;
      continue;
    }
    // '<<'
    if (c === CHAR.LESS && bytes[at + 1] === CHAR.LESS) {
      if (key === KEY.k && depth >= 1) flags |= FLAG.kMixed;
      if (depth === 1) expectKey = true;
      depth++;
      at += 2;
      continue;
    }
    if (c === CHAR.BRACKET_OPEN) {
      if (depth === 1) expectKey = true;
      depth++;
      at++;
      continue;
    }
    if (c === CHAR.BRACKET_CLOSE || c === CHAR.GREATER) {
      if (c === CHAR.GREATER && bytes[at + 1] !== CHAR.GREATER) return failed(out, at);
      at += c === CHAR.BRACKET_CLOSE ? 1 : 2;
      if (--depth < base) return failed(out, at);
      valueEnd = at;
      continue;
    }
    if (c === CHAR.PAREN_OPEN) {
      at = literalEnd(bytes, at, end);
      if (bytes[at - 1] !== CHAR.PAREN_CLOSE) return failed(out, at);
      if (depth === 1) expectKey = true;
      valueEnd = at;
      continue;
    }
    if (c === CHAR.LESS) {
      at = hexEnd(bytes, at, end);
      if (bytes[at - 1] !== CHAR.GREATER) return failed(out, at);
      if (depth === 1) expectKey = true;
      valueEnd = at;
      continue;
    }
    if (c === CHAR.PERCENT) {
      while (at < end && bytes[at] !== CHAR.LINE_FEED && bytes[at] !== CHAR.CARRIAGE_RETURN) at++;
      continue;
    }
    if (CLASS[c] !== 0) return failed(out, at);
    const stop = wordEnd(bytes, at, end);
    const word = keyword(bytes, at, stop);
    if (word < 0) return failed(out, at);
    if (word > 0) {
      ending = word === 1 ? 1 : 2;
      break;
    }
    at = stop;
    valueEnd = at;
    if (depth === 1) expectKey = true;
  }
  out.refCount = refCount;
  out.flags = flags;
  out.end = valueEnd;
  out.keyword = ending;
  out.length = length;
  out.lengthRef = lengthRef;
  return depth === base;
}

function failed(out: ScannedObject, at: number): false {
  out.end = at;
  return false;
}

export const ENDOBJ = latin1("endobj");
const STREAM = latin1("stream");
const TRUE = latin1("true");
const FALSE = latin1("false");
const NULL = latin1("null");

/** 1 for `endobj`, 2 for `stream`, 0 for a word that may be a value, -1 for anything else. */
function keyword(bytes: Uint8Array, start: number, stop: number): number {
  if (isWord(bytes, start, stop, ENDOBJ)) return 1;
  if (isWord(bytes, start, stop, STREAM)) return 2;
  const first = bytes[start]!;
  if (first === CHAR.PLUS || first === CHAR.MINUS || first === CHAR.DOT) return stop - start <= 40 ? 0 : -1;
  return isWord(bytes, start, stop, TRUE) || isWord(bytes, start, stop, FALSE) || isWord(bytes, start, stop, NULL)
    ? 0
    : -1;
}
