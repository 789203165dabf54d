import * as CHAR from "../../platform/char.ts";
import { latin1Text } from "../../platform/latin1.ts";
import { LONGEST_KEY, mapKey } from "../../platform/map-key.ts";
import { hexDigit } from "./chars.ts";
import { type PdfObject, PdfString } from "./objects.ts";

// A direct-mapped cache of short names: documents repeat the same few hundred, and a hit allocates nothing. Its size is
// fixed, so that no document can make it grow.
const SLOTS = 1024;
const LONGEST_CACHED = 32;
const cache: string[] = new Array<string>(SLOTS).fill("");

/** The name in bytes[start, stop), with #xx decoded (7.3.5), as a key. */
export function readName(bytes: Uint8Array, start: number, stop: number): string {
  let hash = 0;
  for (let i = start; i < stop; i++) {
    const c = bytes[i]!;
    if (c === CHAR.HASH) return decodeName(bytes, start, stop);
    hash = (hash * 31 + c) | 0;
  }
  if (stop - start > LONGEST_CACHED) return latin1Text(bytes, start, Math.min(stop, start + LONGEST_KEY));
  return shortName(bytes, start, stop, hash);
}

function shortName(bytes: Uint8Array, start: number, stop: number, hash: number): string {
  const length = stop - start;
  const slot = (hash ^ (hash >>> 11)) & (SLOTS - 1);
  const cached = cache[slot]!;
  if (cached.length === length) {
    let i = 0;
    while (i < length && cached.charCodeAt(i) === bytes[start + i]) i++;
    if (i === length) return cached;
  }
  const name = mapKey(latin1Text(bytes, start, stop));
  cache[slot] = name;
  return name;
}

/** For most names, each of which would otherwise take an array of its own. */
const scratch = new Uint8Array(256);

function decodeName(bytes: Uint8Array, start: number, stop: number): string {
  const decoded = stop - start > scratch.length ? new Uint8Array(stop - start) : scratch;
  let length = 0;
  let hash = 0;
  for (let i = start; i < stop; i++) {
    const high = bytes[i] === CHAR.HASH && i + 2 < stop ? hexDigit(bytes[i + 1]) : -1;
    const low = high >= 0 ? hexDigit(bytes[i + 2]) : -1;
    const c = low >= 0 ? high * 16 + low : bytes[i]!;
    decoded[length++] = c;
    hash = (hash * 31 + c) | 0;
    if (low >= 0) i += 2;
  }
  if (length <= LONGEST_CACHED) return shortName(decoded, 0, length, hash);
  return mapKey(latin1Text(decoded, 0, Math.min(length, LONGEST_KEY)));
}

/** A string's bytes as a key, one character each, as names have them. */
export function stringKey({ bytes }: PdfString): string {
  return mapKey(latin1Text(bytes, 0, LONGEST_KEY));
}

/** The key of a name, or of a string that stands for one: of destinations, and of the states of buttons. */
export function nameKey(value: PdfObject | undefined): string | undefined {
  if (value instanceof PdfString) return stringKey(value);
  return typeof value === "string" ? value : undefined;
}
