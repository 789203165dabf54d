import { MAX_OBJECT_NUMBER } from "../limits.ts";
import { CLASS } from "../syntax/chars.ts";
import { nameEnd, readName } from "../syntax/names.ts";
import { wordEnd } from "../syntax/numbers.ts";
import { type PdfObject, PdfRef, PdfStream } from "../syntax/objects.ts";
import { hexEnd, literalEnd } from "../syntax/strings.ts";

/** What an object says of itself in its outermost dictionary. */
export const FLAG = {
  /** /Type is Page, Pages, Catalog or the like: what only this module may put into a part. */
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
  /** /Type is something else than a structure element's. */
  otherType: 2048,
  /** /Resources, as forms, patterns and fonts have. */
  resources: 4096,
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
  /** The tagged references are the first `refCount` of these: the array is used again for the next object. */
  refs: number[];
  refCount: number;
}

export function newScannedObject(): ScannedObject {
  return { flags: 0, end: 0, length: -1, keyword: 0, refs: [], refCount: 0 };
}

const KEY = { none: 0, other: 1, type: 2, k: 3, length: 4, p: 5, pg: 6 } as const;
const KEY_SHIFT = 3;
const KEY_BITS = (1 << KEY_SHIFT) - 1;

/** By name: the key's kind, and above it the flag that it raises. */
const KEYS = new Map<string, number>([
  ["Type", KEY.type],
  ["Length", KEY.length],
  ["P", KEY.p],
  ["K", KEY.k | (FLAG.k << KEY_SHIFT)],
  ["Pg", KEY.pg],
  ["S", KEY.other | (FLAG.s << KEY_SHIFT)],
  ["T", KEY.other | (FLAG.partialName << KEY_SHIFT)],
  ["FT", KEY.other | (FLAG.fieldType << KEY_SHIFT)],
  ["Rect", KEY.other | (FLAG.rect << KEY_SHIFT)],
  ["Kids", KEY.other | (FLAG.kids << KEY_SHIFT)],
  ["Subtype", KEY.other | (FLAG.subtype << KEY_SHIFT)],
  ["Resources", KEY.other | (FLAG.resources << KEY_SHIFT)],
  ["StructParent", KEY.other | (FLAG.structParent << KEY_SHIFT)],
  ["StructParents", KEY.other | (FLAG.structParent << KEY_SHIFT)],
]);

const SHORT_KEYS = Uint16Array.from({ length: 256 }, (_, code) => KEYS.get(String.fromCharCode(code)) ?? KEY.other);

const TYPE_FLAGS = new Map<string, number>([
  ["StructElem", FLAG.structElement],
  ["Page", FLAG.skeleton],
  ["Pages", FLAG.skeleton],
  ["Catalog", FLAG.skeleton],
  ["StructTreeRoot", FLAG.skeleton],
  // Parts of the whole document's hierarchies (§14.12, §12.4.3).
  ["DPartRoot", FLAG.skeleton],
  ["DPart", FLAG.skeleton],
  ["Thread", FLAG.skeleton],
  ["Bead", FLAG.skeleton],
]);

/** What surely fits 31 bits; longer numbers are left to the parser. */
const MOST_DIGITS = 9;

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
        value = (value * 10 + digit) | 0;
      }
      if (at - from > MOST_DIGITS) return false;
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
      refs[refCount++] = ((tag << TAG_SHIFT) | number) >>> 0;
      continue;
    }
    if (ints > 0 && key === KEY.k && depth > 1) flags |= FLAG.kMixed;
    ints = 0;
    if (c === 0x2f) {
      const stop = nameEnd(bytes, at + 1, end);
      if (depth === 1) {
        if (key === KEY.none || expectKey) {
          const found = keyAt(bytes, at + 1, stop);
          if (found < 0) return false;
          key = found & KEY_BITS;
          flags |= found >>> KEY_SHIFT;
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
  out.refCount = refCount;
  out.flags = flags;
  out.end = valueEnd;
  out.keyword = ending;
  out.length = length;
  out.lengthRef = lengthRef;
  return depth === base;
}

/** The same facts from an object that the parser has read. */
export function walkObject(object: PdfObject, out: ScannedObject): void {
  out.refCount = 0;
  out.flags = 0;
  const dict = object instanceof PdfStream ? object.dict : object;
  if (dict instanceof Map) {
    for (const [key, value] of dict) {
      out.flags |= (KEYS.get(key) ?? 0) >>> KEY_SHIFT;
      if (key === "Type" && typeof value === "string") out.flags |= TYPE_FLAGS.get(value) ?? FLAG.otherType;
      if (key === "K" && !(value instanceof PdfRef) && !allReferences(value)) out.flags |= FLAG.kMixed;
      collect(value, key === "P" ? TAG.p : key === "K" ? TAG.k : key === "Pg" ? TAG.pg : TAG.other, out);
    }
  } else collect(dict, TAG.other, out);
}

function allReferences(value: PdfObject): boolean {
  return Array.isArray(value) && value.every((item) => item instanceof PdfRef);
}

function collect(object: PdfObject, tag: number, out: ScannedObject): void {
  if (object instanceof PdfRef) {
    const number = object.number > MAX_OBJECT_NUMBER ? 0 : object.number;
    out.refs[out.refCount++] = ((tag << TAG_SHIFT) | number) >>> 0;
    return;
  }
  if (!Array.isArray(object) && !(object instanceof Map)) return;
  // The parser bounds how deep values nest.
  for (const item of object.values()) collect(item, tag, out);
}

function is(bytes: Uint8Array, start: number, stop: number, word: string): boolean {
  if (stop - start !== word.length || bytes[start] !== word.charCodeAt(0)) return false;
  for (let i = 1; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** The key that this is, with the flag that it raises above; -1 for one with #xx in it, which may be any. */
function keyAt(bytes: Uint8Array, start: number, stop: number): number {
  const length = stop - start;
  const first = bytes[start] as number;
  if (length === 1) return first === 0x23 ? -1 : (SHORT_KEYS[first] as number);
  if (length === 2) {
    if (is(bytes, start, stop, "Pg")) return KEYS.get("Pg") as number;
  } else if (length === 4 && is(bytes, start, stop, "Type")) return KEY.type;
  for (let at = start; at < stop; at++) if (bytes[at] === 0x23) return -1;
  // No key that matters begins with another letter.
  return first === 0x46 || first === 0x4b || first === 0x4c || first === 0x52 || first === 0x53
    ? (KEYS.get(readName(bytes, start, stop)) ?? KEY.other)
    : KEY.other;
}

function typeFlag(bytes: Uint8Array, start: number, stop: number): number {
  if (is(bytes, start, stop, "StructElem")) return FLAG.structElement;
  return TYPE_FLAGS.get(readName(bytes, start, stop)) ?? FLAG.otherType;
}

/** 1 for `endobj`, 2 for `stream`, 0 for a word that may stand as a value, -1 for anything else. */
function keyword(bytes: Uint8Array, start: number, stop: number): number {
  if (is(bytes, start, stop, "endobj")) return 1;
  if (is(bytes, start, stop, "stream")) return 2;
  const first = bytes[start] as number;
  if (first === 0x2b || first === 0x2d || first === 0x2e) return stop - start <= 40 ? 0 : -1;
  return is(bytes, start, stop, "true") || is(bytes, start, stop, "false") || is(bytes, start, stop, "null") ? 0 : -1;
}
