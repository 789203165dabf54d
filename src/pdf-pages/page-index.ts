import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";

/** Which page an object is, and which object a page is: read from the tree alone. */
export class PageIndex {
  readonly count: number;
  readonly #document: PdfDocument;
  /** By object number; of a page that is twice in the tree, the first. */
  readonly #indices = new Map<number, number>();
  readonly #nodes = new Set<number>();

  constructor(document: PdfDocument) {
    this.#document = document;
    this.count = document.pageCount;
    for (let index = 0; index < this.count; index++) {
      const number = document.pages.leaf(index).ref?.number;
      if (number !== undefined && !this.#indices.has(number)) this.#indices.set(number, index);
    }
    for (const { ref } of document.pages.parents()) this.#enterNodes(ref);
  }

  /** A node and those above it. */
  #enterNodes(from: PdfObject | undefined): void {
    for (let node = from; node instanceof PdfRef && !this.#nodes.has(node.number); ) {
      this.#nodes.add(node.number);
      node = this.#document.dict(node)?.get("Parent");
    }
  }

  /** Whether the object is a page or a node of the page tree, whatever it calls itself. */
  has(number: number): boolean {
    return this.indexOf(number) >= 0 || this.#nodes.has(number);
  }

  indexOf(number: number): number {
    return this.#indices.get(number) ?? -1;
  }

  refOf(index: number): PdfRef | undefined {
    const ref = index >= 0 && index < this.count ? this.#document.pages.leaf(index).ref : undefined;
    return ref && new PdfRef(ref.number, ref.generation);
  }
}
