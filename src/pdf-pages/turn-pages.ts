import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { Edits } from "../pdf-file/edits.ts";
import { displayOf } from "./page-view.ts";

/** Turns pages, counted from 1, clockwise by so many degrees beyond what they are. Their contents stay. */
export function* turnPages(document: PdfDocument, turns: Iterable<readonly [page: number, turn: number]>): Turns<void> {
  const edits = yield* document.ofPages(function* () {
    const edits = new Edits(document);
    for (const [number, turn] of turns) {
      document.work.spend(COST.page);
      const page = document.page(number - 1);
      const { ref } = page;
      const { rotation } = displayOf(document, page);
      // A page that is no object of its own stays as it lies.
      if (ref) edits.put(ref.number, new Map(edits.dict(ref) ?? page.dict).set("Rotate", (rotation + turn) % 360));
      yield;
    }
    return edits;
  });
  document.edit(edits.objects);
}
