import { Buffer } from "node:buffer";

/** Called on any bytes: a Buffer over them for each call would cost more than a short search. */
const search: { indexOf: Search; lastIndexOf: Search } = Buffer.prototype;
type Search = (this: Uint8Array, wanted: Uint8Array | string | number, from: number, encoding: "latin1") => number;

/** The first place of the byte, of the bytes, or of the Latin-1 text, at or after `from`; -1 when there is none. */
export function indexOf(bytes: Uint8Array, wanted: Uint8Array | string | number, from: number): number {
  return search.indexOf.call(bytes, wanted, from, "latin1");
}

/** The last place that begins at or before `from`. */
export function lastIndexOf(bytes: Uint8Array, wanted: string, from: number): number {
  return search.lastIndexOf.call(bytes, wanted, from, "latin1");
}

/** Negative when `a` sorts before `b`, 0 when they are equal. */
export function compare(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Each byte as the character of the same number. */
export function longLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
