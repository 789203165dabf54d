import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { MAX_OBJECT_NUMBER } from "../pdf-limits.ts";

/** Kinds of entries (7.5.4, 7.5.8.3); UNKNOWN is a number that no section mentions. */
export const UNKNOWN = 0;
export const FREE = 1;
export const IN_FILE = 2;
export const IN_STREAM = 3;
/** An object that the file has otherwise, or not at all: `ObjectReader` holds it. `extra` is its generation. */
const EDITED = 4;

/** What an entry takes in memory. */
const ENTRY_BYTES = 7;

/**
 * Where each object lies, in typed arrays: seven bytes an object, whatever the file's size.
 * For IN_FILE, `place` is the offset and `extra` the generation; for IN_STREAM, the object stream's number and the
 * index in it (a hint only: the stream's own header decides); for FREE, the section that says so.
 */
export class Xref {
  readonly #work: Work;
  kind: Uint8Array;
  place: Uint32Array;
  extra: Uint16Array;
  /** One more than the highest number that has an entry. */
  size = 0;
  /** The section being read, counted from the newest. */
  section = 0;

  constructor(work: Work, capacity = 1024) {
    this.#work = work;
    work.hold(capacity * ENTRY_BYTES);
    this.kind = new Uint8Array(capacity);
    this.place = new Uint32Array(capacity);
    this.extra = new Uint16Array(capacity);
  }

  /** Makes room for the numbers below `count`; false when there cannot be that many. */
  reserve(count: number): boolean {
    if (count > MAX_OBJECT_NUMBER + 1) return false;
    if (count > this.kind.length) {
      const capacity = Math.min(Math.max(count, this.kind.length * 2), MAX_OBJECT_NUMBER + 1);
      this.#work.hold((capacity - this.kind.length) * ENTRY_BYTES);
      this.#work.spend(capacity * COST.clearedEntry);
      this.kind = grown(this.kind, new Uint8Array(capacity));
      this.place = grown(this.place, new Uint32Array(capacity));
      this.extra = grown(this.extra, new Uint16Array(capacity));
    }
    return true;
  }

  /** Sets an entry unless a newer section has set it; sections are read from the newest to the oldest. */
  offer(number: number, kind: number, place: number, extra: number): void {
    if (number > MAX_OBJECT_NUMBER || !this.reserve(number + 1) || this.kind[number] !== UNKNOWN) return;
    this.set(number, kind, place, extra);
  }

  set(number: number, kind: number, place: number, extra: number): void {
    if (!this.reserve(number + 1)) return;
    this.kind[number] = kind;
    this.place[number] = place;
    this.extra[number] = Math.min(extra, 0xffff);
    if (number >= this.size) this.size = number + 1;
  }

  /** Takes what a hybrid file's stream says of objects that the table of the same section hides as free (7.5.8.4). */
  reveal(hidden: Xref): void {
    for (let number = 0; number < hidden.size; number++) {
      const kind = hidden.kind[number]!;
      if (kind < IN_FILE) continue;
      const known = this.kindOf(number);
      if (known === UNKNOWN || (known === FREE && this.place[number] === this.section)) {
        this.set(number, kind, hidden.place[number]!, hidden.extra[number]!);
      }
    }
  }

  /** Nothing may be asked of it afterwards. */
  letGo(): void {
    this.#work.letGo(this.kind.length * ENTRY_BYTES);
  }

  /** The object is now another, or one is new. */
  edit(number: number): void {
    this.set(number, EDITED, 0, this.kindOf(number) === IN_FILE ? this.extra[number]! : 0);
  }

  kindOf(number: number): number {
    return number < this.size ? this.kind[number]! : UNKNOWN;
  }

  exists(number: number): boolean {
    return this.kindOf(number) >= IN_FILE;
  }
}

function grown<T extends Uint8Array | Uint16Array | Uint32Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
