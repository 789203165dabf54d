import type { PdfObject } from "../syntax/objects.ts";

/**
 * Parsed objects by number. Each goes into a slot that follows from its number, in place of the one before. A map that
 * is cleared now and then takes much more memory: V8 drops the map's old table late, and what is in it stays as long.
 */
export class ObjectCache {
  readonly #numbers: Int32Array;
  readonly #objects: (PdfObject | undefined)[];
  readonly #mask: number;

  /** `slots` is a power of two. */
  constructor(slots: number) {
    this.#numbers = new Int32Array(slots).fill(-1);
    this.#objects = new Array<PdfObject | undefined>(slots).fill(undefined);
    this.#mask = slots - 1;
  }

  get(number: number): PdfObject | undefined {
    const slot = number & this.#mask;
    return this.#numbers[slot] === number ? this.#objects[slot] : undefined;
  }

  set(number: number, object: PdfObject): void {
    const slot = number & this.#mask;
    this.#numbers[slot] = number;
    this.#objects[slot] = object;
  }

  clear(): void {
    this.#numbers.fill(-1);
    this.#objects.fill(undefined);
  }
}
