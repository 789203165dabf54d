import * as CHAR from "../../platform/char.ts";
import { CLASS, skipSpace, startsWith, wordEnd } from "./chars.ts";
import { hexEnd, literalEnd } from "./strings.ts";

/** Keys to search for in a dictionary's bytes, prepared once. */
export interface KeySet {
  readonly names: readonly string[];
  readonly byLength: readonly (readonly number[] | undefined)[];
  readonly codes: readonly Uint8Array[];
}

export function keySet(...names: string[]): KeySet {
  const byLength: number[][] = [];
  names.forEach((name, index) => {
    byLength[name.length] ??= [];
    byLength[name.length]!.push(index);
  });
  return { names, byLength, codes: names.map((name) => Uint8Array.from(name, (c) => c.charCodeAt(0))) };
}

/**
 * Where the wanted entries of a dictionary lie. Each key has three positions: its slash, its value's first byte, and
 * its value's end.
 */
export interface DictScan {
  /** Just after the closing `>>`, or as far as the dictionary was read where it is not plain. */
  end: number;
  /** Three positions for each key; -1 when the key is absent. */
  readonly slots: Int32Array;
}

export function newScan(keys: KeySet): DictScan {
  return { end: 0, slots: new Int32Array(keys.names.length * 3) };
}

/**
 * Finds the wanted entries of the dictionary that opens at `start`, without building any object. Returns false when
 * the bytes are not a plain well-formed dictionary (or name a wanted key twice, or escape a key): the caller then
 * parses it in full.
 */
export function scanDict(bytes: Uint8Array, start: number, end: number, keys: KeySet, scan: DictScan): boolean {
  const { slots } = scan;
  slots.fill(-1);
  scan.end = start;
  if (bytes[start] !== CHAR.LESS || bytes[start + 1] !== CHAR.LESS) return false;
  let at = start + 2;
  for (;;) {
    at = skipSpace(bytes, at, end);
    scan.end = at;
    if (at + 1 >= end) return false;
    const c = bytes[at]!;
    if (c === CHAR.GREATER) {
      if (bytes[at + 1] !== CHAR.GREATER) return false;
      scan.end = at + 2;
      return true;
    }
    if (c !== CHAR.SLASH) return false;
    const stop = wordEnd(bytes, at + 1, end);
    const key = findKey(bytes, at + 1, stop, keys);
    scan.end = stop;
    if (key === ESCAPED) return false;
    const value = skipSpace(bytes, stop, end);
    const valueEnd = skipValue(bytes, value, end);
    if (valueEnd < 0) {
      scan.end = ~valueEnd;
      return false;
    }
    if (key >= 0) {
      if (slots[key * 3] !== -1) return false;
      slots[key * 3] = at;
      slots[key * 3 + 1] = value;
      slots[key * 3 + 2] = valueEnd;
    }
    at = valueEnd;
  }
}

const ESCAPED = -2;

function findKey(bytes: Uint8Array, start: number, stop: number, keys: KeySet): number {
  const candidates = keys.byLength[stop - start];
  if (candidates) {
    for (const index of candidates) {
      const code = keys.codes[index]!;
      let i = 0;
      while (i < code.length && code[i] === bytes[start + i]) i++;
      if (i === code.length) return index;
    }
  }
  for (let i = start; i < stop; i++) if (bytes[i] === CHAR.HASH) return ESCAPED;
  return -1;
}

/** The end of a dictionary entry's value (a reference counts as one); negative when it is not plain. */
function skipValue(bytes: Uint8Array, start: number, end: number): number {
  const first = skipToken(bytes, start, end);
  if (first < 0) return first;
  // A number may begin a reference, so everything up to the next key belongs to the value.
  let at = first;
  for (;;) {
    const next = skipSpace(bytes, at, end);
    if (next >= end) return ~next;
    const c = bytes[next]!;
    if (c === CHAR.SLASH || c === CHAR.GREATER) return at;
    if (CLASS[c] !== 0) return ~next;
    at = plainWordEnd(bytes, next, end);
    if (at < 0) return at;
  }
}

/** The end of a number, of `true`, `false`, `null` or `R`. Any other word is left to the parser. */
function plainWordEnd(bytes: Uint8Array, start: number, end: number): number {
  const stop = wordEnd(bytes, start, end);
  const c = bytes[start]!;
  if (c <= CHAR.NINE) return stop;
  const known = c === CHAR.R ? "R" : c === CHAR.t ? "true" : c === CHAR.f ? "false" : "null";
  return stop - start === known.length && startsWith(bytes, start, known) ? stop : ~stop;
}

// The brackets that are open. Objects nest far less deeply than this; deeper ones are left to the parser.
const open = new Uint8Array(64);
const [ARRAY, DICT] = [1, 2];

/** Sees what is in an object. Each method says whether the object is still plain. */
export interface Sight {
  name(start: number, stop: number): boolean;
  /** The R of a reference. */
  reference(at: number): boolean;
}

/**
 * The end of the name, string, word, array or dictionary at `start`; where it is not plainly well formed, or not by
 * `sight`, how far it was read, as the complement of that.
 */
export function skipToken(bytes: Uint8Array, start: number, end: number, sight?: Sight): number {
  let depth = 0;
  let at = start;
  while (at < end) {
    const c = bytes[at]!;
    if (CLASS[c] === 0) {
      if (c === CHAR.R && sight?.reference(at) === false) return ~at;
      at = plainWordEnd(bytes, at, end);
      if (at < 0) return at;
    } else if (c === CHAR.SLASH) {
      const from = at + 1;
      at = wordEnd(bytes, from, end);
      if (sight?.name(from, at) === false) return ~at;
    } else if (c === CHAR.PAREN_OPEN) {
      at = literalEnd(bytes, at, end);
      if (bytes[at - 1] !== CHAR.PAREN_CLOSE) return ~at;
    } else if (c === CHAR.BRACKET_OPEN || (c === CHAR.LESS && bytes[at + 1] === CHAR.LESS)) {
      if (depth === open.length) return ~at;
      open[depth++] = c === CHAR.BRACKET_OPEN ? ARRAY : DICT;
      at += c === CHAR.BRACKET_OPEN ? 1 : 2;
    } else if (c === CHAR.LESS) {
      at = hexEnd(bytes, at, end);
      if (bytes[at - 1] !== CHAR.GREATER) return ~at;
    } else if (c === CHAR.BRACKET_CLOSE || (c === CHAR.GREATER && bytes[at + 1] === CHAR.GREATER)) {
      if (depth === 0 || open[--depth] !== (c === CHAR.BRACKET_CLOSE ? ARRAY : DICT)) return ~at;
      at += c === CHAR.BRACKET_CLOSE ? 1 : 2;
    } else return ~at;
    if (depth === 0) return at;
    at = skipSpace(bytes, at, end);
  }
  return ~at;
}
