import type { PdfDocument } from "../pdf-file/document.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { PdfStream } from "../pdf-file/syntax/objects.ts";

/** The appearances of a page's annotations, whether they are shown or not; nothing is given where the turn is over. */
export function* shownAppearances(document: PdfDocument, page: Page): Generator<PdfStream | undefined> {
  for (const item of document.array(page.dict.get("Annots")) ?? []) {
    if (document.work.isTurnOver) yield undefined;
    for (const look of document.entries(document.dict(item)?.get("AP")).values()) {
      const value = document.resolve(look);
      if (value instanceof PdfStream) yield value;
      else if (value instanceof Map) {
        for (const state of document.entries(value).values()) {
          const stream = document.resolve(state);
          if (stream instanceof PdfStream) yield stream;
        }
      }
    }
  }
}
