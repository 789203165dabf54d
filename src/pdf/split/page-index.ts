import type { PdfDocument } from "../document.ts";
import { PdfRef } from "../syntax/objects.ts";

/** Which page an object is, and which object a page is: read from the tree alone. */
export class PageIndex {
  readonly count: number;
  private readonly document: PdfDocument;
  /** By object number: the page's index plus one; of a page that stands twice in the tree, the first. */
  private readonly indices: Uint32Array;

  constructor(document: PdfDocument) {
    this.document = document;
    this.count = document.pageCount;
    this.indices = new Uint32Array(document.size);
    for (let index = 0; index < this.count; index++) {
      const number = document.pages.leaf(index).ref?.number;
      if (number !== undefined && this.indices[number] === 0) this.indices[number] = index + 1;
    }
  }

  indexOf(number: number): number {
    return (this.indices[number] ?? 0) - 1;
  }

  refOf(index: number): PdfRef | undefined {
    const ref = index >= 0 && index < this.count ? this.document.pages.leaf(index).ref : undefined;
    return ref && new PdfRef(ref.number, ref.generation);
  }
}
