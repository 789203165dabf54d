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
  /** Whether the CIDs are unknown here: only the code space of a predefined CMap is kept. */
  isUnknown = false;
  #lows: number[] = [];
  #highs: number[] = [];
  #cids: number[] = [];
  #isSorted = true;

  readonly #holding: Holding | undefined;

  /** The CMaps that are predefined hold nothing. */
  constructor(holding?: Holding) {
    this.#holding = holding;
  }

  addSpace(length: number, low: number, high: number): void {
    if (length >= 1 && length <= 4 && this.spaces.length < MAX_SPACES) this.spaces.push({ length, low, high });
  }

  addRange(low: number, high: number, cid: number): void {
    if (high < low) return;
    this.#holding?.entries(1, RANGE_BYTES, COST.run);
    this.#lows.push(low);
    this.#highs.push(high);
    this.#cids.push(cid);
    this.#isSorted = false;
  }

  /** Takes from another CMap what this one does not have. */
  addBase(base: CMap): void {
    for (const space of base.spaces) this.addSpace(space.length, space.low, space.high);
    for (let i = 0; i < base.#lows.length; i++) this.addRange(base.#lows[i]!, base.#highs[i]!, base.#cids[i]!);
    this.isIdentity ||= base.isIdentity;
    this.isUnknown ||= base.isUnknown;
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
    if (!this.#isSorted) this.#sort();
    let low = 0;
    let high = this.#lows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#lows[middle]! <= code) low = middle + 1;
      else high = middle;
    }
    const at = low - 1;
    if (at >= 0 && code <= this.#highs[at]!) return this.#cids[at]! + code - this.#lows[at]!;
    return this.isIdentity ? code : this.isUnknown ? -1 : 0;
  }

  #sort(): void {
    const order = this.#lows.map((_, i) => i).sort((a, b) => this.#lows[a]! - this.#lows[b]!);
    const pick = (from: readonly number[]): number[] => order.map((i) => from[i]!);
    [this.#lows, this.#highs, this.#cids] = [pick(this.#lows), pick(this.#highs), pick(this.#cids)];
    this.#isSorted = true;
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
