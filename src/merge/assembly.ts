import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Rope } from "../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../pdf-file/syntax/objects.ts";
import { PackedFile } from "../pdf-file/write/packed.ts";

/**
 * Changes a dictionary of a document when it is copied into the file, if its names or keys would clash with another
 * document's.
 */
export type Rewrite = (dict: PdfDict) => PdfDict;

/**
 * A new file into which objects of several documents are copied, under new numbers, with everything that they refer to.
 */
export class Assembly {
  readonly work: Work;
  readonly #file = new PackedFile(1);
  readonly #queue: (() => void)[] = [];

  constructor(work: Work) {
    this.work = work;
  }

  member(document: PdfDocument): Member {
    return new Member(document, this);
  }

  /** A number for an object that is defined later. */
  newRef(): PdfRef {
    return new PdfRef(this.#file.newNumber(), 0);
  }

  define(ref: PdfRef, object: PdfObject): void {
    this.work.spend(COST.copiedObject);
    this.work.spend(this.#file.add(ref.number, object) * COST.packedByte);
  }

  add(object: PdfObject): PdfRef {
    const ref = this.newRef();
    this.define(ref, object);
    return ref;
  }

  addStream(dict: PdfDict, raw: Uint8Array): PdfRef {
    const ref = this.newRef();
    this.defineStream(ref, dict, raw);
    return ref;
  }

  defineStream(ref: PdfRef, dict: PdfDict, raw: Uint8Array): void {
    this.work.spend(COST.copiedObject + (dict.has("Filter") ? 0 : raw.length * COST.deflatedByte));
    this.#file.addStream(ref.number, dict, raw);
  }

  /** Work that copies further objects. It is queued, since recursion could not follow a deep graph of objects. */
  later(work: () => void): void {
    this.#queue.push(work);
  }

  *finish(trailer: { root: PdfRef; info: PdfRef | undefined; id: PdfObject | undefined }): Turns<Rope> {
    for (let at = 0; at < this.#queue.length; at++) {
      this.#queue[at]?.();
      if (this.work.isTurnOver) yield;
    }
    return this.#file.finish(trailer);
  }
}

/** One of the documents. Its objects are copied when they are asked for. */
export class Member {
  readonly document: PdfDocument;
  rewrite: Rewrite = (dict) => dict;
  readonly #assembly: Assembly;
  readonly #refs = new Map<number, PdfRef>();

  constructor(document: PdfDocument, assembly: Assembly) {
    this.document = document;
    this.#assembly = assembly;
  }

  /** From now on, references to the object lead to another one, which replaces it. */
  alias(object: PdfObject | undefined, ref: PdfRef): void {
    if (object instanceof PdfRef) this.#refs.set(object.number, ref);
  }

  /** Copies the object unchanged, with everything that it refers to. */
  copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#ref(object);
    if (Array.isArray(object)) {
      this.#assembly.work.spend(object.length * COST.copiedEntry);
      return object.map((item) => this.copy(item));
    }
    return object instanceof Map ? this.copyDict(object) : object;
  }

  /** Pages may share what they inherit, however long it is. */
  copyDict(dict: PdfDict): PdfDict {
    this.#assembly.work.spend(dict.size * COST.copiedEntry);
    const copied: PdfDict = new Map();
    for (const [key, value] of this.rewrite(dict)) copied.set(key, this.copy(value));
    return copied;
  }

  #ref({ number }: PdfRef): PdfRef {
    const known = this.#refs.get(number);
    if (known) return known;
    const ref = this.#assembly.newRef();
    this.#refs.set(number, ref);
    this.#assembly.later(() => {
      const object = this.document.get(number);
      if (object instanceof PdfStream) {
        this.#assembly.defineStream(ref, this.copyStreamDict(object.dict), this.document.rawStream(object));
      } else this.#assembly.define(ref, this.copy(object));
    });
    return ref;
  }

  /** /Length may refer to a separate object, which the new file does not need. */
  copyStreamDict(dict: PdfDict): PdfDict {
    return this.copyDict(new Map([...dict].filter(([key]) => key !== "Length")));
  }
}
