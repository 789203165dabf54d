import { letGo, resized } from "../../platform/buffers.ts";
import { positionsInOrder } from "./radix-order.ts";

/** An entry has four fields: number, type, place, and generation or index. */
export const FIELDS = 4;
/** The type of an entry as a cross-reference stream has it (ISO 32000-2 table 18). */
const [AT_OFFSET, COMPRESSED] = [1, 2];

/**
 * Where each object of a new file or section lies: at an offset with a generation, or in an object stream at an index.
 * They are typed arrays, since a file may have a million objects. Numbers may have gaps.
 */
export class XrefEntries {
  #fields: Float64Array<ArrayBuffer> = new Float64Array(16 * FIELDS);
  #ordered: Float64Array<ArrayBuffer> = new Float64Array(0);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Frees all memory now instead of at the next garbage collection: it lies outside the heap. */
  letGo(): void {
    this.#count = 0;
    letGo(this.#fields);
    letGo(this.#ordered);
  }

  /** Forgets all entries after the first `count`. */
  truncate(count: number): void {
    this.#count = count;
  }

  inFile(number: number, offset: number, generation: number): void {
    this.#push(number, AT_OFFSET, offset, generation);
  }

  inStream(number: number, stream: number, index: number): void {
    this.#push(number, COMPRESSED, stream, index);
  }

  #push(number: number, type: number, place: number, extra: number): void {
    const at = this.#count++ * FIELDS;
    if (at === this.#fields.length) {
      this.#fields = new Float64Array(resized(this.#fields.buffer, at * 2 * Float64Array.BYTES_PER_ELEMENT));
    }
    this.#fields[at] = number;
    this.#fields[at + 1] = type;
    this.#fields[at + 2] = place;
    this.#fields[at + 3] = extra;
  }

  /** Moves all offsets so far to count from a point `bytes` earlier. */
  shift(bytes: number): void {
    for (let at = 0; at < this.#count * FIELDS; at += FIELDS) {
      if (this.#fields[at + 1] === AT_OFFSET) this.#fields[at + 2]! += bytes;
    }
  }

  numbers(): Uint32Array {
    const numbers = new Uint32Array(this.#count);
    for (let i = 0; i < numbers.length; i++) numbers[i] = this.#fields[i * FIELDS]!;
    return numbers;
  }

  get hasCompressed(): boolean {
    for (let at = 1; at < this.#count * FIELDS; at += FIELDS) if (this.#fields[at] === COMPRESSED) return true;
    return false;
  }

  /** The fields of all entries, by number; valid until the next entry. */
  sorted(): Float64Array {
    const fields = this.#fields;
    const numbers = this.numbers();
    if (this.#ordered.length < numbers.length * FIELDS) this.#ordered = new Float64Array(fields.length);
    const sorted = this.#ordered.subarray(0, numbers.length * FIELDS);
    let at = 0;
    for (const position of positionsInOrder(numbers)) {
      for (let field = 0; field < FIELDS; field++) sorted[at++] = fields[position * FIELDS + field]!;
    }
    return sorted;
  }
}
