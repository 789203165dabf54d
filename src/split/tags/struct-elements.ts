import { FLAG, refNumber, refTag, TAG } from "../scan/object-facts.ts";
import type { RawObjects } from "../scan/raw-objects.ts";

/** Elements with more references than this are cut without reading those that lead to other parts. */
export const WIDE = 32;
/** How deep an element is searched for content. Where there is more below, it is taken to have some. */
const EMPTY_DEPTH = 6;
/** Entries by which even an element without content says something (ISO 32000-2 §14.9, §14.13.5). */
const SAYING = ["Alt", "ActualText", "E", "T", "AF"];

const EMPTY = { unknown: 0, silent: 1, saying: 2, no: 3 } as const;

/** Which objects of a document are structure elements (ISO 32000-2 §14.7.2), and how they hang together. */
export class StructElements {
  readonly rootNumber: number;
  readonly #raw: RawObjects;
  readonly #emptiness: Uint8Array;

  /** `rootNumber` is the structure tree root's, -1 where the document has none. */
  constructor(raw: RawObjects, rootNumber: number) {
    this.#raw = raw;
    this.rootNumber = rootNumber;
    this.#emptiness = new Uint8Array(rootNumber < 0 ? 0 : raw.size);
  }

  /**
   * Whether the object is an element, wherever it is met: /Type is optional, /S and a /P that is one of them are not.
   */
  isElement(number: number): boolean {
    if (!this.isLike(number)) return false;
    if ((this.#raw.flags(number) & FLAG.structElement) !== 0) return true;
    const parent = this.parentOf(number);
    if (parent < 0) return false;
    return parent === this.rootNumber || this.isLike(parent) || (this.#raw.flags(parent) & FLAG.skeleton) !== 0;
  }

  /** Whether the object can be an element where only elements are expected. */
  isLike(number: number): boolean {
    if (number === this.rootNumber || !this.#raw.exists(number)) return false;
    const flags = this.#raw.flags(number);
    return (flags & FLAG.structElement) !== 0 || (flags & (FLAG.s | FLAG.otherType | FLAG.skeleton)) === FLAG.s;
  }

  parentOf(number: number): number {
    return this.#lastOf(number, TAG.p);
  }

  pageOf(number: number): number {
    return this.#lastOf(number, TAG.pg);
  }

  #lastOf(number: number, tag: number): number {
    const raw = this.#raw;
    const first = raw.firstRefOf(number);
    for (let i = first + raw.refCountOf(number) - 1; i >= first; i--) {
      if (refTag(raw.refAt(i)) === tag) return refNumber(raw.refAt(i));
    }
    return -1;
  }

  /** What /K refers to, in its order: kids, and of content the pages and objects that it names. */
  kidsOf(number: number): Uint32Array {
    const raw = this.#raw;
    const first = raw.firstRefOf(number);
    const kids = new Uint32Array(raw.refCountOf(number));
    let count = 0;
    for (let i = first; i < first + kids.length; i++) {
      const tagged = raw.refAt(i);
      if (refTag(tagged) === TAG.k) kids[count++] = refNumber(tagged);
    }
    return kids.subarray(0, count);
  }

  /** Whether neither the element nor anything below it has content, such as an empty cell of a table. */
  isEmpty(number: number, depth = 0): boolean {
    const state = this.#emptinessOf(number, depth);
    return state === EMPTY.silent || state === EMPTY.saying;
  }

  /** Whether an empty element says something, as by an alternate description: then it matters whose it is. */
  says(number: number): boolean {
    return this.#emptinessOf(number, 0) === EMPTY.saying;
  }

  #emptinessOf(number: number, depth: number): number {
    if (!this.isLike(number)) return EMPTY.no;
    if (this.#emptiness[number] === EMPTY.unknown) {
      // While its kids are searched it counts as having content, so that circles end.
      this.#emptiness[number] = EMPTY.no;
      if (this.#hasNothing(number, depth)) {
        const dict = this.#raw.document.dict(this.#raw.document.get(number));
        this.#emptiness[number] = SAYING.some((key) => dict?.has(key)) ? EMPTY.saying : EMPTY.silent;
      }
    }
    return this.#emptiness[number]!;
  }

  #hasNothing(number: number, depth: number): boolean {
    const flags = this.#raw.flags(number);
    if ((flags & FLAG.k) === 0) return true;
    if ((flags & FLAG.kMixed) !== 0 || depth >= EMPTY_DEPTH) return false;
    const kids = this.kidsOf(number);
    return kids.length <= WIDE && kids.every((kid) => this.isEmpty(kid, depth + 1));
  }
}
