import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { unusedNumber } from "../../pdf-file/update.ts";
import { FLAG, newScannedObject, refNumber } from "../scan/object-facts.ts";
import type { RawObjects } from "../scan/raw-objects.ts";
import { walkObject } from "../scan/walk-object.ts";

/** What an object is in the part, where that differs from the document. */
export interface Definition {
  readonly object: PdfObject;
  readonly refs: readonly number[];
}

/** What a draft must know of the document to tell what belongs to pages of other parts. */
export interface Owners {
  /** Whether the object is a page or a node of the page tree. */
  isInPageTree(number: number): boolean;
  isField(number: number): boolean;
  isOutlineItem(number: number): boolean;
  isStructElement(number: number): boolean;
  /** The object with what it names and never uses left out; undefined where that is nothing. */
  pruned(number: number): PdfObject | undefined;
}

/** Objects that one part may hold: more than any file can. */
const MAX_OBJECTS = 1 << 21;

/**
 * A part while it is put together: objects keep their numbers, so that what does not change is copied byte for byte;
 * what changes is defined here, and what is new has numbers beyond the document's.
 */
export class Draft {
  readonly document: PdfDocument;
  readonly raw: RawObjects;
  readonly definitions = new Map<number, Definition>();
  /** Pages, annotations, fields and structure elements come along only if they are named here. */
  readonly pages = new Set<number>();
  readonly annotations = new Set<number>();
  readonly fields = new Set<number>();
  readonly elements: StampSet;
  /** The same elements, in the order in which they were named. */
  readonly admitted: number[] = [];
  /** Objects of the document that are in the part and hold /StructParent or /StructParents. */
  readonly structParents: number[] = [];
  /** What is in the part, in the order in which it was reached. */
  readonly reached: number[] = [];
  readonly #owners: Owners;
  readonly #members: StampSet;
  #nextNumber: number;
  readonly #scratch = newScannedObject();
  readonly #fresh = new Set<number>();

  constructor(document: PdfDocument, raw: RawObjects, owners: Owners, stamps: Stamps) {
    this.document = document;
    this.raw = raw;
    this.#owners = owners;
    stamps.part++;
    this.#members = new StampSet(stamps.members, stamps.part);
    this.elements = new StampSet(stamps.elements, stamps.part);
    this.#nextNumber = unusedNumber(document, 0);
  }

  /** A reference as the part's cross-reference will have it. */
  ref(number: number): PdfRef {
    return new PdfRef(number, this.raw.generationOf(number));
  }

  /** The object's own reference where the part can go on using it, else one to a new object. Object 0 is no object. */
  refLike(ref: PdfObject | undefined): PdfRef {
    const usable = ref instanceof PdfRef && ref.number > 0 && ref.number < this.raw.size;
    return usable ? this.ref(ref.number) : this.add(null);
  }

  define(number: number, object: PdfObject): void {
    this.definitions.set(number, { object, refs: this.#refsIn(object) });
  }

  admitElement(number: number): void {
    if (this.elements.has(number)) return;
    this.elements.add(number);
    this.admitted.push(number);
  }

  add(object: PdfObject): PdfRef {
    const number = unusedNumber(this.document, this.#nextNumber);
    this.#nextNumber = number + 1;
    this.define(number, object);
    return new PdfRef(number, 0);
  }

  /** A stream that is new gets an object of its own; anything else is as it was. */
  orNew(object: PdfObject): PdfObject {
    return object instanceof PdfStream ? this.add(object) : object;
  }

  /** One more than the highest number that the part may use. */
  get size(): number {
    return this.#nextNumber;
  }

  has(number: number): boolean {
    return number < this.raw.size ? this.#members.has(number) : this.#fresh.has(number);
  }

  /** The object's dictionary as the part has it so far. */
  dictOf(number: number): PdfDict | undefined {
    const definition = this.definitions.get(number);
    return this.document.dict(definition === undefined ? this.ref(number) : definition.object);
  }

  /**
   * Brings in the object and all that it refers to. What belongs to pages of other parts does not come along: the
   * reference is cut from the object that names it.
   */
  reach(from: number): void {
    if (!this.#enter(from)) return;
    const open = [from];
    for (let number = open.pop(); number !== undefined; number = open.pop()) {
      this.#prune(number);
      const definition = this.definitions.get(number);
      const sound = definition === undefined ? this.#enterRaw(number, open) : this.#enterListed(definition.refs, open);
      if (!sound) this.#cutBlocked(number);
    }
  }

  /** A form, pattern or font may name the resources of the whole document. It gets only those that it uses. */
  #prune(number: number): void {
    if (number >= this.raw.size || this.definitions.has(number)) return;
    if ((this.raw.flags(number) & FLAG.resources) === 0 || this.pages.has(number)) return;
    const pruned = this.#owners.pruned(number);
    if (pruned !== undefined) this.define(number, pruned);
  }

  /** Brings in what the object of the document refers to; false when some of it may not come along. */
  #enterRaw(number: number, open: number[]): boolean {
    const { raw } = this;
    const first = raw.firstRefOf(number);
    const end = first + raw.refCountOf(number);
    let sound = true;
    for (let i = first; i < end; i++) {
      const target = refNumber(raw.refAt(i));
      if (target >= raw.size || !this.#enterTarget(target, open)) sound = false;
    }
    return sound;
  }

  #enterListed(refs: readonly number[], open: number[]): boolean {
    let sound = true;
    for (const tagged of refs) if (!this.#enterTarget(refNumber(tagged), open)) sound = false;
    return sound;
  }

  #enterTarget(target: number, open: number[]): boolean {
    if (this.has(target)) return true;
    if (!this.#admits(target)) return false;
    if (this.#enter(target)) open.push(target);
    return true;
  }

  #enter(number: number): boolean {
    if (this.has(number)) return false;
    if (number < this.raw.size) {
      this.#members.add(number);
      if ((this.raw.flags(number) & FLAG.structParent) !== 0) this.structParents.push(number);
    } else this.#fresh.add(number);
    this.reached.push(number);
    if (this.reached.length > MAX_OBJECTS) throw new PdfProblem("budget", "A part would hold too many objects.");
    return true;
  }

  #admits(number: number): boolean {
    if (this.definitions.has(number) || this.pages.has(number)) return true;
    const owners = this.#owners;
    if (number === 0 || !this.raw.exists(number)) return false;
    const flags = this.raw.flags(number);
    if ((flags & FLAG.skeleton) !== 0) return false;
    // Most references of a tagged document lead to elements: they are settled first.
    if ((flags & FLAG.structElement) !== 0) return this.elements.has(number);
    if (owners.isInPageTree(number)) return false;
    if ((flags & FLAG.rect) !== 0 && (flags & FLAG.subtype) !== 0) return this.annotations.has(number);
    if (this.annotations.has(number) || this.fields.has(number)) return true;
    if ((flags & FLAG.fieldType) !== 0 || ((flags & FLAG.kids) !== 0 && (flags & FLAG.partialName) !== 0)) return false;
    if (owners.isStructElement(number)) return this.elements.has(number);
    return !owners.isField(number) && !owners.isOutlineItem(number);
  }

  #cutBlocked(number: number): void {
    const defined = this.definitions.get(number)?.object;
    // Only what is defined here knows the objects that are new: a reference of the document's leads nowhere.
    const limit = defined ? this.#nextNumber : this.raw.size;
    this.define(number, this.#withoutBlocked(defined ?? this.document.get(number), limit));
  }

  #withoutBlocked(object: PdfObject, limit: number): PdfObject {
    this.document.work.spend(COST.item);
    if (object instanceof PdfRef) return object.number < limit && this.has(object.number) ? object : null;
    if (Array.isArray(object)) return object.map((item) => this.#withoutBlocked(item, limit));
    if (object instanceof Map) return this.#dictWithoutBlocked(object, limit);
    if (object instanceof PdfStream) return object.withDict(this.#dictWithoutBlocked(object.dict, limit));
    return object;
  }

  /** An entry that would be null is left out: the same to a reader, and shorter. */
  #dictWithoutBlocked(dict: PdfDict, limit: number): PdfDict {
    const kept: PdfDict = new Map();
    for (const [key, value] of this.document.entries(dict)) {
      const cut = this.#withoutBlocked(value, limit);
      if (cut !== null) kept.set(key, cut);
    }
    return kept;
  }

  #refsIn(object: PdfObject): number[] {
    this.document.work.spend(walkObject(object, this.#scratch) * COST.item);
    return this.#scratch.refs.slice(0, this.#scratch.refCount);
  }
}

/** Marks by object number, shared by the parts of a document: cleared for the next part by its number alone. */
export interface Stamps {
  readonly members: Uint32Array;
  readonly elements: Uint32Array;
  part: number;
}

/** A set of the document's object numbers. */
class StampSet {
  readonly #stamps: Uint32Array;
  readonly #stamp: number;

  constructor(stamps: Uint32Array, stamp: number) {
    this.#stamps = stamps;
    this.#stamp = stamp;
  }

  has(number: number): boolean {
    return this.#stamps[number] === this.#stamp;
  }

  add(number: number): void {
    this.#stamps[number] = this.#stamp;
  }
}
