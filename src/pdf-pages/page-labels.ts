import type { PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, pdfDict } from "../pdf-file/syntax/objects.ts";
import { lastUpTo } from "../platform/last-up-to.ts";
import { numberTreeEntries } from "./trees.ts";

/** Page labels (ISO 32000-2 §12.4.2): ranges that begin at a page index. */
export class PageLabels {
  readonly #starts: number[];
  readonly #styles: PdfDict[];

  constructor(document: PdfDocument) {
    const ranges: { start: number; style: PdfDict }[] = [];
    for (const [start, value] of numberTreeEntries(document, document.catalog.get("PageLabels") ?? null)) {
      const dict = document.dict(value);
      if (dict === undefined || start < 0) continue;
      const style: PdfDict = new Map();
      for (const key of ["S", "P", "St"]) {
        const entry = document.resolve(dict.get(key));
        if (entry !== null) style.set(key, entry);
      }
      ranges.push({ start: Math.trunc(start), style });
    }
    ranges.sort((a, b) => a.start - b.start);
    this.#starts = ranges.map(({ start }) => start);
    this.#styles = ranges.map(({ style }) => style);
  }

  /** The /PageLabels under which the given pages keep the labels that they have. */
  of(pages: Iterable<number>): PdfDict | undefined {
    if (this.#starts.length === 0) return undefined;
    const nums: PdfObject[] = [];
    let position = 0;
    let range = -2;
    let expected = -1;
    for (const page of pages) {
      // The last range that begins at or before the page; -1 before the first.
      const own = lastUpTo(this.#starts, page);
      if (own !== range || page !== expected) nums.push(position, this.#style(own, page));
      range = own;
      expected = page + 1;
      position++;
    }
    return pdfDict({ Nums: nums });
  }

  #style(range: number, page: number): PdfDict {
    // Pages before the first range have no label of their own: viewers show their plain number.
    if (range < 0) return pdfDict({ S: "D", St: page + 1 });
    const style = new Map(this.#styles[range]);
    const first = style.get("St");
    const number = (typeof first === "number" ? first : 1) + page - this.#starts[range]!;
    if (number === 1) style.delete("St");
    else style.set("St", number);
    return style;
  }
}
