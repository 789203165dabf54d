import { unbrotli } from "#platform/brotli.ts";
import { fromBase64 } from "../platform/bytes.ts";
import { latin1Text } from "../platform/latin1.ts";
import { Ranges } from "./ranges.ts";

/** Adobe's collections of characters (ISO 32000-2, 9.7.3), by their orderings. */
export const ORDERINGS = ["Japan1", "GB1", "CNS1", "Korea1", "KR"] as const;
export type Ordering = (typeof ORDERINGS)[number];

/** More than any collection is when unpacked. */
const MOST_BYTES = 1 << 20;

/** A predefined CMap (9.7.5.2): from codes, in code spaces of so many bytes, to CIDs. */
export interface PredefinedCMap {
  /** The CMap that it builds on, or an empty text. */
  readonly base: string;
  readonly spaces: readonly (readonly [length: number, low: number, high: number])[];
  readonly cids: Ranges;
}

/**
 * One of Adobe's collections: the text of each CID (9.10.2), and the predefined CMaps that lead to its CIDs.
 * scripts/character-collections.ts packs them.
 */
export class Collection {
  readonly #numbers: Numbers;
  readonly #texts: Ranges;
  /** The texts that are not one character. */
  readonly #longer = new Map<number, string>();
  /** Where each CMap is. */
  readonly #places = new Map<string, number>();

  constructor(packed: string) {
    const bytes = unbrotli(fromBase64(packed), MOST_BYTES);
    if (bytes === undefined || bytes === "too long") throw new Error("A collection of characters cannot be unpacked.");
    const numbers = new Numbers(bytes);
    this.#numbers = numbers;
    this.#texts = numbers.ranges();
    for (let left = numbers.next(), cid = 0; left > 0; left--) {
      cid += numbers.next();
      this.#longer.set(cid, String.fromCharCode(...numbers.list()));
    }
    while (!numbers.atEnd) {
      const name = numbers.name();
      const end = numbers.next() + numbers.at;
      this.#places.set(name, numbers.at);
      numbers.at = end;
    }
  }

  text(cid: number): string | undefined {
    const character = this.#texts.find(cid);
    return this.#longer.get(cid) ?? (character === undefined ? undefined : String.fromCodePoint(character));
  }

  cmap(name: string): PredefinedCMap | undefined {
    const at = this.#places.get(name);
    if (at === undefined) return undefined;
    const numbers = this.#numbers;
    numbers.at = at;
    const base = numbers.name();
    const spaces = Array.from(
      { length: numbers.next() },
      () => [numbers.next(), numbers.next(), numbers.next()] as const,
    );
    return { base, spaces, cids: numbers.ranges() };
  }
}

/** Numbers of seven bits a byte, the lowest first. */
class Numbers {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  next(): number {
    let number = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.at++]!;
      number += (byte & 127) * unit;
      if (byte < 128) return number;
    }
  }

  list(): number[] {
    return Array.from({ length: this.next() }, () => this.next());
  }

  name(): string {
    const length = this.next();
    this.at += length;
    return latin1Text(this.#bytes, this.at - length, this.at);
  }

  /** All distances between ranges, all lengths, and how far each first value is from the last one before it. */
  ranges(): Ranges {
    const ranges = new Ranges();
    const [gaps, lengths, steps] = [this.list(), this.list(), this.list()];
    let [next, value] = [0, 0];
    for (const [at, gap] of gaps.entries()) {
      const [low, length, step] = [next + gap, lengths[at]!, steps[at]!];
      value += step % 2 === 0 ? step / 2 : -(step + 1) / 2;
      ranges.add(low, low + length, value);
      next = low + length + 1;
      value += length + 1;
    }
    return ranges;
  }
}
