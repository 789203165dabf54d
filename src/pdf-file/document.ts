import type { Turns } from "../meter/turns.ts";
import { PdfProblem, unlessCorrupt } from "./pdf-problem.ts";
import { ObjectReader } from "./structure/object-reader.ts";
import { type Page, PageTree } from "./structure/page-tree.ts";
import type { PdfObject } from "./syntax/objects.ts";

/** What is wrong with the file, as far as reading it has shown. */
export interface Damage {
  /** Whether the cross-reference had to be rebuilt. */
  readonly repaired: boolean;
  /** How many pages the document counts that could not be found. */
  readonly missingPages: number;
  /** How many objects the pages that were read need and could not be found. */
  readonly missingObjects: number;
}

export class PdfDocument extends ObjectReader {
  #pageTree: PageTree | undefined;
  /** Whether nodes' counts of pages are believed: not in a damaged file, and not once one was found to lie. */
  #trusting = true;

  get pages(): PageTree {
    while (this.#pageTree === undefined) {
      const { xref } = this;
      this.#trusting &&= !this.rebuilt;
      const tree = new PageTree(this, this.#trusting);
      // Reading the root may have rebuilt the file. Everything read before is then out of date.
      if (xref !== this.xref) continue;
      // The file may still contain pages that the cross-reference has lost.
      if ((tree.count === 0 || tree.missing > 0) && unlessCorrupt(() => this.repair())) continue;
      this.#pageTree = tree;
    }
    return this.#pageTree;
  }

  get pageCount(): number {
    return this.pages.count;
  }

  /** The number of pages of a document that must have some. */
  requirePages(): number {
    if (this.pageCount === 0) throw new PdfProblem("corrupt", "The document has no pages.");
    return this.pageCount;
  }

  get damage(): Damage {
    const { missing } = this.pages;
    return { repaired: this.rebuilt, missingPages: missing, missingObjects: this.missingObjects.size };
  }

  /** The page at `index`, counted from 0. */
  page(index: number): Page {
    for (;;) {
      const page = this.pages.page(index);
      if (page) return page;
      this.distrust();
    }
  }

  /** Called when a node's count turned out to be wrong: every node and page is then read, once. */
  distrust(): void {
    if (!this.#trusting) throw new PdfProblem("corrupt", "The page tree is damaged beyond use.");
    this.readEveryPage();
  }

  /** From now on every node and page is read, and no count is believed. */
  readEveryPage(): void {
    this.#trusting = false;
    this.#pageTree = undefined;
  }

  override edit(edits: ReadonlyMap<number, PdfObject>): void {
    super.edit(edits);
    this.readEveryPage();
  }

  /**
   * What `work` makes of the pages. To read them may show that the file must be repaired, or that a count of pages is
   * wrong: the pages are then others, and the work begins again. Either can happen once.
   */
  *ofPages<T>(work: (pages: PageTree) => Turns<T>): Turns<T> {
    for (;;) {
      const { pages } = this;
      try {
        const made = yield* work(pages);
        if (this.pages === pages) return made;
      } catch (error) {
        if (this.pages === pages) throw error;
      }
    }
  }

  protected override repair(wanted?: number): boolean {
    const isRepaired = super.repair(wanted);
    if (isRepaired) this.#pageTree = undefined;
    return isRepaired;
  }
}
