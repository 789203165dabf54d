import type { PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { NewFile } from "../new-file.ts";

/** The parent tree (14.7.5.4): from marked content and annotations to their elements. */
export class ParentTree {
  readonly #pageCount: number;
  /** For each page, the elements of its marked content, by the content's number. */
  readonly #marks = new Map<number, PdfRef[]>();
  readonly #objects: PdfRef[] = [];

  constructor(pageCount: number) {
    this.#pageCount = pageCount;
  }

  get nextKey(): number {
    return this.#pageCount + this.#objects.length;
  }

  /** How many places a page's list would have more with this number. */
  placesFor(page: number, mcid: number): number {
    return Math.max(mcid + 1 - (this.#marks.get(page)?.length ?? 0), 0);
  }

  addMark(page: number, mcid: number, element: PdfRef): void {
    const owners = this.#marks.get(page) ?? [];
    this.#marks.set(page, owners);
    owners[mcid] = element;
  }

  /** Returns the key of the annotation. */
  addObject(element: PdfRef): number {
    return this.#pageCount + this.#objects.push(element) - 1;
  }

  write(file: NewFile): PdfRef {
    const entries: PdfObject[] = [];
    for (const [page, owners] of [...this.#marks].sort(([a], [b]) => a - b)) {
      entries.push(page, file.add(Array.from(owners, (item) => item ?? null)));
    }
    for (const [index, element] of this.#objects.entries()) entries.push(this.#pageCount + index, element);
    return file.add(new Map([["Nums", entries]]));
  }
}
