import { MAX_OBJECT_NUMBER } from "../limits.ts";
import { CLASS } from "../syntax/chars.ts";
import { nameEnd, readName } from "../syntax/names.ts";
import { wordEnd } from "../syntax/numbers.ts";
import { type PdfObject, PdfRef, PdfStream } from "../syntax/objects.ts";
import { hexEnd, literalEnd } from "../syntax/strings.ts";

/** What an object says of itself in its outermost dictionary. */
export const FLAG = {
  /** /Type is Page, Pages, Catalog or StructTreeRoot: what only this module may put into a part. */
  skeleton: 1,
  structElement: 2,
  /** Has /Rect and /Subtype, as annotations have. */
  rect: 4,
  subtype: 8,
  fieldType: 16,
  kids: 32,
  partialName: 64,
  /** /StructParent or /StructParents. */
  structParent: 128,
  k: 256,
  /** /K holds something other than references. */
  kMixed: 512,
  /** /S, which every structure element has. */
  s: 1024,
  pg: 2048,
} as const;

/** Top-level keys whose references are told apart. */
export const TAG = { other: 0, p: 1, pg: 2, k: 3 } as const;
const TAG_SHIFT = 24;

export const refNumber = (tagged: number): number => tagged & MAX_OBJECT_NUMBER;
export const refTag = (tagged: number): number => tagged >>> TAG_SHIFT;

export interface ScannedObject {
  flags: number;
  /** After the object's value. */
  end: number;
  /** What follows: 0 the end of the data, 1 `endobj`, 2 `stream`. */
  keyword: 0 | 1 | 2;
  /** A direct /Length, else -1. */
  length: number;
  lengthRef?: number | undefined;
  refs: number[];
}

const KEY = { none: 0, other: 1, type: 2, k: 3, length: 4, p: 5, pg: 6 } as const;

/**
 * Finds the references and the telling keys of the object at bytes[start, end) without building it. False when the
 * bytes are not plainly well formed: the parser, which is lenient, then says what they mean.
 */
export function scanObject(bytes: Uint8Array, start: number, end: number, out: ScannedObject): boolean {
  const refs = out.refs;
  refs.length = 0;
  let flags = 0;
  let length = -1;
  let lengthRef: number | undefined;
  let at = start;
  while (at < end && CLASS[bytes[at] as number] === 1) at++;
  // Keys are those of the first level: the elements of an array that is the object itself lie one deeper.
  const base = bytes[at] === 0x5b ? 1 : 0;
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
    while (at < end && CLASS[bytes[at] as number] === 1) at++;
    if (at >= end) break;
    const c = bytes[at] as number;
    if (c >= 0x30 && c <= 0x39) {
      let value = 0;
      const from = at;
      for (; at < end; at++) {
        const digit = (bytes[at] as number) - 0x30;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      valueEnd = at;
      if (at < end && CLASS[bytes[at] as number] === 0) {
        at = wordEnd(bytes, at, end);
        if (at - from > 40) return false;
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
    if (c === 0x52 && (at + 1 >= end || CLASS[bytes[at + 1] as number] !== 0)) {
      if (ints < 2) return false;
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
      refs.push(((tag << TAG_SHIFT) | number) >>> 0);
      continue;
    }
    if (ints > 0 && key === KEY.k && depth > 1) flags |= FLAG.kMixed;
    ints = 0;
    if (c === 0x2f) {
      const stop = nameEnd(bytes, at + 1, end);
      if (depth === 1) {
        if (key === KEY.none || expectKey) {
          key = keyAt(bytes, at + 1, stop);
          if (key < 0) return false;
          flags |= keyFlag(bytes, at + 1, stop);
          expectKey = false;
        } else {
          if (key === KEY.type) flags |= typeFlag(bytes, at + 1, stop);
          expectKey = true;
        }
      }
      at = stop;
      valueEnd = at;
      continue;
    }
    if (c === 0x3c && bytes[at + 1] === 0x3c) {
      if (key === KEY.k && depth >= 1) flags |= FLAG.kMixed;
      if (depth === 1) expectKey = true;
      depth++;
      at += 2;
      continue;
    }
    if (c === 0x5b) {
      if (depth === 1) expectKey = true;
      depth++;
      at++;
      continue;
    }
    if (c === 0x5d || c === 0x3e) {
      if (c === 0x3e && bytes[at + 1] !== 0x3e) return false;
      at += c === 0x5d ? 1 : 2;
      if (--depth < base) return false;
      valueEnd = at;
      continue;
    }
    if (c === 0x28) {
      at = literalEnd(bytes, at, end);
      if (bytes[at - 1] !== 0x29) return false;
      if (depth === 1) expectKey = true;
      valueEnd = at;
      continue;
    }
    if (c === 0x3c) {
      at = hexEnd(bytes, at, end);
      if (bytes[at - 1] !== 0x3e) return false;
      if (depth === 1) expectKey = true;
      valueEnd = at;
      continue;
    }
    if (c === 0x25) {
      while (at < end && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++;
      continue;
    }
    if (CLASS[c] !== 0) return false;
    const stop = wordEnd(bytes, at, end);
    const word = keyword(bytes, at, stop);
    if (word < 0) return false;
    if (word > 0) {
      ending = word === 1 ? 1 : 2;
      break;
    }
    at = stop;
    valueEnd = at;
    if (depth === 1) expectKey = true;
  }
  out.flags = flags;
  out.end = valueEnd;
  out.keyword = ending;
  out.length = length;
  out.lengthRef = lengthRef;
  return depth === base;
}

/** The same facts from an object that the parser has read. */
export function walkObject(object: PdfObject, out: ScannedObject): void {
  out.refs.length = 0;
  out.flags = 0;
  const dict = object instanceof PdfStream ? object.dict : object;
  if (dict instanceof Map) {
    for (const [key, value] of dict) {
      out.flags |= KEY_FLAGS.get(key) ?? 0;
      if (key === "Type" && typeof value === "string") out.flags |= TYPE_FLAGS.get(value) ?? 0;
      if (key === "K" && !(value instanceof PdfRef) && !allReferences(value)) out.flags |= FLAG.kMixed;
      collect(value, key === "P" ? TAG.p : key === "K" ? TAG.k : key === "Pg" ? TAG.pg : TAG.other, out.refs);
    }
  } else collect(dict, TAG.other, out.refs);
}

function allReferences(value: PdfObject): boolean {
  return Array.isArray(value) && value.every((item) => item instanceof PdfRef);
}

function collect(object: PdfObject, tag: number, refs: number[]): void {
  if (object instanceof PdfRef) {
    const number = object.number > MAX_OBJECT_NUMBER ? 0 : object.number;
    refs.push(((tag << TAG_SHIFT) | number) >>> 0);
    return;
  }
  if (!Array.isArray(object) && !(object instanceof Map)) return;
  // The parser bounds how deep values nest.
  for (const item of object.values()) collect(item, tag, refs);
}

function is(bytes: Uint8Array, start: number, stop: number, word: string): boolean {
  if (stop - start !== word.length || bytes[start] !== word.charCodeAt(0)) return false;
  for (let i = 1; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** Which of the keys that matter this is; -1 for one with #xx in it, which may be any. */
function keyAt(bytes: Uint8Array, start: number, stop: number): number {
  const length = stop - start;
  if (length === 1) {
    if (bytes[start] === 0x4b) return KEY.k;
    if (bytes[start] === 0x50) return KEY.p;
  } else if (length === 2 && is(bytes, start, stop, "Pg")) return KEY.pg;
  else if (length === 4 && is(bytes, start, stop, "Type")) return KEY.type;
  else if (length === 6 && is(bytes, start, stop, "Length")) return KEY.length;
  for (let at = start; at < stop; at++) if (bytes[at] === 0x23) return -1;
  return KEY.other;
}

const KEY_FLAGS = new Map<string, number>([
  ["K", FLAG.k],
  ["S", FLAG.s],
  ["T", FLAG.partialName],
  ["Pg", FLAG.pg],
  ["FT", FLAG.fieldType],
  ["Rect", FLAG.rect],
  ["Kids", FLAG.kids],
  ["Subtype", FLAG.subtype],
  ["StructParent", FLAG.structParent],
  ["StructParents", FLAG.structParent],
]);

const TYPE_FLAGS = new Map<string, number>([
  ["StructElem", FLAG.structElement],
  ["Page", FLAG.skeleton],
  ["Pages", FLAG.skeleton],
  ["Catalog", FLAG.skeleton],
  ["StructTreeRoot", FLAG.skeleton],
]);

function keyFlag(bytes: Uint8Array, start: number, stop: number): number {
  // By length first: most keys are none of these.
  switch (stop - start) {
    case 1:
    case 2:
    case 4:
    case 7:
    case 12:
    case 13:
      return KEY_FLAGS.get(readName(bytes, start, stop)) ?? 0;
    default:
      return 0;
  }
}

function typeFlag(bytes: Uint8Array, start: number, stop: number): number {
  return TYPE_FLAGS.get(readName(bytes, start, stop)) ?? 0;
}

/** 1 for `endobj`, 2 for `stream`, 0 for a word that may stand as a value, -1 for anything else. */
function keyword(bytes: Uint8Array, start: number, stop: number): number {
  if (is(bytes, start, stop, "endobj")) return 1;
  if (is(bytes, start, stop, "stream")) return 2;
  const first = bytes[start] as number;
  if (first === 0x2b || first === 0x2d || first === 0x2e) return stop - start <= 40 ? 0 : -1;
  return is(bytes, start, stop, "true") || is(bytes, start, stop, "false") || is(bytes, start, stop, "null") ? 0 : -1;
}
