import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { TextReader } from "../pdf-content/text/text-reader.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { displayOf } from "../pdf-pages/page-view.ts";

/** Those of the pages, counted from 1, that have no text of their own: as `layText` judges it. */
export function* pagesWithoutText(document: PdfDocument, pages: Iterable<number>): Turns<number[]> {
  return yield* document.ofPages(function* () {
    const reader = new TextReader(document);
    const without: number[] = [];
    for (const number of pages) {
      document.work.spend(COST.page);
      const page = document.page(number - 1);
      const { lines } = yield* reader.read(page, displayOf(document, page).visible);
      if (lines.length === 0) without.push(number);
      yield;
    }
    return without;
  });
}
