import type { PdfDocument } from "../pdf-file/document.ts";
import type { PdfDict, PdfObject } from "../pdf-file/syntax/objects.ts";

export type ResourceKind = "ExtGState" | "ColorSpace" | "Pattern" | "Shading" | "XObject" | "Font" | "Properties";

/**
 * The resources of a content stream (7.8.3). A name that a form's own resources do not have is looked up in the page's.
 */
export class Resources {
  readonly #document: PdfDocument;
  readonly #dict: PdfDict | undefined;
  readonly #outer: Resources | undefined;
  readonly #kinds = new Map<ResourceKind, PdfDict | null>();

  constructor(document: PdfDocument, object: PdfObject | undefined, outer?: Resources) {
    this.#document = document;
    this.#dict = document.dict(document.needed(object));
    this.#outer = outer;
  }

  /** The entry, not resolved. */
  find(kind: ResourceKind, name: string): PdfObject | undefined {
    return this.own(kind, name) ?? this.#outer?.find(kind, name);
  }

  /** The entry that the content's own resources have. */
  own(kind: ResourceKind, name: string): PdfObject | undefined {
    let entries = this.#kinds.get(kind);
    if (entries === undefined) {
      entries = this.#document.dict(this.#document.needed(this.#dict?.get(kind))) ?? null;
      this.#kinds.set(kind, entries);
    }
    return entries?.get(name);
  }
}
