import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "./document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "./syntax/objects.ts";
import { unusedNumber } from "./update.ts";

/** Memory for an object that is changed, and for each of its entries or items. */
const OBJECT_BYTES = 600;
const ENTRY_BYTES = 40;

/** New and changed objects of a document, gathered before the document has them: until then it may be repaired. */
export class Edits {
  readonly document: PdfDocument;
  readonly objects: Map<number, PdfObject>;
  #next = 0;

  constructor(document: PdfDocument) {
    this.document = document;
    this.objects = new Map(document.edits);
  }

  newRef(): PdfRef {
    const number = unusedNumber(this.document, this.#next);
    this.#next = number + 1;
    return new PdfRef(number, 0);
  }

  put(number: number, object: PdfObject): void {
    const { work } = this.document;
    const size = object instanceof Map ? object.size : Array.isArray(object) ? object.length : 0;
    work.spend(size * COST.item);
    work.hold((this.objects.has(number) ? 0 : OBJECT_BYTES) + size * ENTRY_BYTES);
    this.objects.set(number, object);
  }

  add(object: PdfObject): PdfRef {
    const ref = this.newRef();
    this.put(ref.number, object);
    return ref;
  }

  /** As it will be. */
  get(object: PdfObject | undefined): PdfObject {
    const edited = object instanceof PdfRef ? this.objects.get(object.number) : undefined;
    return edited ?? this.document.resolve(object);
  }

  dict(object: PdfObject | undefined): PdfDict | undefined {
    const value = this.get(object);
    return value instanceof Map ? value : undefined;
  }
}
