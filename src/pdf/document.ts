import { PdfProblem } from "../pdf-objects/pdf-problem.ts";
import { ObjectReader } from "./structure/object-reader.ts";
import { type Page, PageTree } from "./structure/page-tree.ts";

/** A document: its objects, and its pages. */
export class PdfDocument extends ObjectReader {
  #pageTree: PageTree | undefined;

  get pages(): PageTree {
    while (this.#pageTree === undefined) {
      const { xref } = this;
      const tree = new PageTree(this);
      // Reading the root may have rebuilt the file. Everything read before is then out of date.
      if (xref !== this.xref) continue;
      // The file may still contain pages that the cross-reference has lost.
      if (tree.count === 0 && this.#repairIfPossible()) continue;
      this.#pageTree = tree;
    }
    return this.#pageTree;
  }

  get pageCount(): number {
    return this.pages.count;
  }

  /** The page at `index`, counted from 0. */
  page(index: number): Page {
    return this.pages.page(index);
  }

  protected override repair(): boolean {
    const isRepaired = super.repair();
    if (isRepaired) this.#pageTree = undefined;
    return isRepaired;
  }

  #repairIfPossible(): boolean {
    try {
      return this.repair();
    } catch (error) {
      if (error instanceof PdfProblem && error.kind === "corrupt") return false;
      throw error;
    }
  }
}
