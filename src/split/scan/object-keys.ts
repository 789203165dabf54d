import { latin1 } from "../../pdf-file/rope.ts";
import { readName } from "../../pdf-file/syntax/names.ts";
import * as CHAR from "../../platform/char.ts";
import { FLAG } from "./object-facts.ts";

/** Kinds of keys that a scan distinguishes. */
export const KEY = { none: 0, other: 1, type: 2, k: 3, length: 4, p: 5, pg: 6 } as const;
/** What `keyAt` gives, shifted by this, is the flag. */
export const KEY_SHIFT = 3;
/** Of what `keyAt` gives, the kind. */
export const KEY_BITS = (1 << KEY_SHIFT) - 1;

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

/** Words as bytes: comparing with the letters of a string takes longer. */
const PG = latin1("Pg");
const TYPE = latin1("Type");
const STRUCT_ELEM = latin1("StructElem");

export function keyFlag(key: string): number {
  return (KEYS.get(key) ?? 0) >>> KEY_SHIFT;
}

export function typeFlag(type: string): number {
  return TYPE_FLAGS.get(type) ?? FLAG.otherType;
}

/** The key that this is, with the flag that it raises above; -1 for one with #xx in it, which may be any. */
export function keyAt(bytes: Uint8Array, start: number, stop: number): number {
  const length = stop - start;
  const first = bytes[start]!;
  if (length === 1) return first === CHAR.HASH ? -1 : SHORT_KEYS[first]!;
  if (length === 2) {
    if (isWord(bytes, start, stop, PG)) return KEYS.get("Pg") as number;
  } else if (length === 4 && isWord(bytes, start, stop, TYPE)) return KEY.type;
  for (let at = start; at < stop; at++) if (bytes[at] === CHAR.HASH) return -1;
  // No key that matters begins with another letter.
  return first === CHAR.F || first === CHAR.K || first === CHAR.L || first === CHAR.R || first === CHAR.S
    ? (KEYS.get(readName(bytes, start, stop)) ?? KEY.other)
    : KEY.other;
}

export function typeFlagAt(bytes: Uint8Array, start: number, stop: number): number {
  if (isWord(bytes, start, stop, STRUCT_ELEM)) return FLAG.structElement;
  return typeFlag(readName(bytes, start, stop));
}

export function isWord(bytes: Uint8Array, start: number, stop: number, word: Uint8Array): boolean {
  if (stop - start !== word.length) return false;
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word[i]) return false;
  return true;
}
