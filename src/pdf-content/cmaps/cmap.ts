import type { Ordering } from "../../collections/collection.ts";
import { Ranges } from "../../collections/ranges.ts";
import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";

/** A code space: codes of `length` bytes, each byte between those of `low` and `high` (9.7.6.2). */
export interface CodeSpace {
  readonly length: number;
  readonly low: number;
  readonly high: number;
}

const MAX_SPACES = 128;
/** What a range takes in memory. */
const RANGE_BYTES = 40;

/** From the bytes of strings to codes, and from codes to CIDs. */
export class CMap {
  readonly spaces: CodeSpace[] = [];
  isVertical = false;
  /** Whether a code is its own CID. */
  isIdentity = false;
  /** Whether codes are UTF-16 or UTF-32, so that they are text themselves. */
  isUnicode = false;
  /** Whether it is a predefined CMap of which only the code space is known here. */
  isUnknown = false;
  /** The collection of characters that a predefined CMap, or the one that this builds on, leads to. */
  ordering: Ordering | undefined;
  #base: CMap | undefined;
  readonly #cids: Ranges;
  readonly #holding: Holding | undefined;

  /** The CMaps that are predefined hold nothing. */
  constructor(holding?: Holding, cids = new Ranges()) {
    this.#holding = holding;
    this.#cids = cids;
  }

  /** Has what the name of a predefined CMap says. */
  name(name: string): void {
    this.isVertical = name === "V" || name.endsWith("-V");
    this.isUnicode = /UCS2|UTF16|UTF32/.test(name);
  }

  addSpace(length: number, low: number, high: number): void {
    if (length >= 1 && length <= 4 && this.spaces.length < MAX_SPACES) this.spaces.push({ length, low, high });
  }

  addRange(low: number, high: number, cid: number): void {
    if (high < low) return;
    this.#holding?.entries(1, RANGE_BYTES, COST.run);
    this.#cids.add(low, high, cid);
  }

  /** Has from another CMap what this one does not have itself. Only the last of several counts. */
  buildOn(base: CMap): void {
    for (const space of base.spaces) this.addSpace(space.length, space.low, space.high);
    this.#base = base;
    this.isIdentity = base.isIdentity;
    this.isUnknown = base.isUnknown;
    this.ordering = base.ordering;
  }

  /**
   * The number of bytes of the code at `at`: the length of the shortest space that contains it, or else of the shortest
   * space.
   */
  lengthAt(bytes: Uint8Array, at: number, to: number): number {
    let shortest = 4;
    for (const { length, low, high } of this.spaces) {
      if (length < shortest) shortest = length;
      if (at + length <= to && isWithin(bytes, at, length, low, high)) return length;
    }
    return Math.min(this.spaces.length === 0 ? 2 : shortest, to - at);
  }

  cid(code: number): number {
    const cid = this.#cids.find(code) ?? this.#base?.cid(code);
    return cid ?? (this.isIdentity ? code : this.isUnknown ? -1 : 0);
  }
}

function isWithin(bytes: Uint8Array, at: number, length: number, low: number, high: number): boolean {
  for (let i = 0; i < length; i++) {
    const shift = 8 * (length - 1 - i);
    const byte = bytes[at + i]!;
    if (byte < ((low >>> shift) & 255) || byte > ((high >>> shift) & 255)) return false;
  }
  return true;
}
