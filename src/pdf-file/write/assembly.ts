import { deflate } from "#platform/zlib.ts";
import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../document.ts";
import type { Rope } from "../rope.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream } from "../syntax/objects.ts";
import { writeObject } from "../syntax/serialise.ts";
import { PackedFile } from "./packed.ts";

const LEVEL = 9;

/**
 * A new file, as small as possible, into which objects of documents are copied with everything that they refer to.
 * Streams without a filter are deflated.
 */
export class Assembly extends PackedFile {
  readonly work: Work;
  readonly #queue: (() => void)[] = [];

  constructor(work: Work) {
    super(LEVEL);
    this.work = work;
  }

  override put(ref: PdfRef, object: PdfObject): void {
    const out = this.begin(ref);
    const before = out.length;
    writeObject(out, object);
    this.work.spend(COST.copiedObject + (out.length - before) * COST.packedByte);
    this.end();
  }

  addData(dict: PdfDict, raw: Uint8Array): PdfRef {
    const ref = this.newRef();
    this.putData(ref, dict, raw);
    return ref;
  }

  /** The data, already coded by the dictionary's filters. Metadata is not compressed: programs search files for it. */
  putData(ref: PdfRef, dict: PdfDict, raw: Uint8Array): void {
    const isCoded = dict.has("Filter") || dict.get("Type") === "Metadata";
    this.work.spend(COST.copiedObject + (isCoded ? 0 : raw.length * COST.deflatedByte));
    const deflated = isCoded ? raw : deflate(raw, { level: LEVEL });
    if (deflated.length >= raw.length) this.putStream(ref, dict, [raw]);
    else {
      const own: PdfDict = new Map(dict).set("Filter", "FlateDecode");
      own.delete("DecodeParms");
      this.putStream(ref, own, [deflated]);
    }
  }

  /** Work that copies further objects. It is queued, since recursion could not follow a deep graph of objects. */
  later(work: () => void): void {
    this.#queue.push(work);
  }

  /** Copies what is queued, and ends the file. */
  *complete(trailer: PdfDict): Turns<Rope> {
    for (let at = 0; at < this.#queue.length; at++) {
      this.#queue[at]?.();
      if (this.work.isTurnOver) yield;
    }
    return this.finish(trailer);
  }
}

/** Copies objects of one document into the file, under new numbers, when they are asked for. */
export class ObjectCopier {
  readonly document: PdfDocument;
  /** Changes a dictionary that is copied, such as names or keys that would clash with another document's. */
  rewrite: (dict: PdfDict) => PdfDict = (dict) => dict;
  readonly #assembly: Assembly;
  readonly #refs = new Map<number, PdfRef>();
  readonly #kept = new Set<PdfRef>();

  constructor(document: PdfDocument, assembly: Assembly) {
    this.document = document;
    this.#assembly = assembly;
  }

  /** From now on, references to the object lead to another one, which replaces it. */
  alias(object: PdfObject | undefined, ref: PdfRef): void {
    if (object instanceof PdfRef) this.#refs.set(object.number, ref);
  }

  /** A reference of the new file itself, which may stand in what is copied. */
  keep(ref: PdfRef): PdfRef {
    this.#kept.add(ref);
    return ref;
  }

  /** Copies the object unchanged, with everything that it refers to. */
  copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return this.#kept.has(object) ? object : this.#ref(object);
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
        // /Length may refer to a separate object, which the new file does not need.
        const dict = new Map([...object.dict].filter(([key]) => key !== "Length"));
        this.#assembly.putData(ref, this.copyDict(dict), this.document.rawStream(object));
      } else this.#assembly.put(ref, this.copy(object));
    });
    return ref;
  }
}
