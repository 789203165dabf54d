import { MAX_OBJECT_NUMBER } from "../../pdf-file/pdf-limits.ts";

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

/** Top-level keys that are kept with the references in their values. */
export const TAG = { other: 0, p: 1, pg: 2, k: 3 } as const;
const TAG_SHIFT = 24;

/** A reference as it is kept: its number, and above it the tag. */
export function tagged(number: number, tag: number): number {
  return ((tag << TAG_SHIFT) | (number > MAX_OBJECT_NUMBER ? 0 : number)) >>> 0;
}

export const refNumber = (tagged: number): number => tagged & MAX_OBJECT_NUMBER;
export const refTag = (tagged: number): number => tagged >>> TAG_SHIFT;

export interface ScannedObject {
  flags: number;
  /** After the object's value, or as far as it was read where it is not plainly well formed. */
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
