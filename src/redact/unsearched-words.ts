import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { displaySize } from "../pdf-pages/geometry.ts";
import { displayOf } from "../pdf-pages/page-view.ts";
import type { LayerWord, PageWords } from "../text-layer/words.ts";
import type { PagesCoverage } from "./coverage.ts";

/** The words that lie where nothing was searched: others are text of their page already. */
export function unsearchedWords(
  document: PdfDocument,
  pages: readonly PageWords[],
  coverage: PagesCoverage,
): PageWords[] {
  const whyOf = new Map(coverage.pages.map(({ page, why }) => [page, why]));
  return pages.map(({ page, lines }) => {
    const all = whyOf.get(page) ?? [];
    document.work.spend(COST.page + all.length * COST.item);
    const why = all.filter(({ kind }) => kind !== "symbols" && kind !== "recognised");
    if (why.some(({ area }) => !area)) return { page, lines };
    const { height } = displaySize(displayOf(document, document.page(page - 1)));
    const isOpen = ([left, top, right, bottom]: LayerWord["box"]): boolean => {
      const [x, y] = [(left + right) / 2, height - (top + bottom) / 2];
      return why.some(({ area: at }) => at && x >= at.x && x <= at.x + at.width && y >= at.y && y <= at.y + at.height);
    };
    return {
      page,
      lines: lines.map((line) => {
        document.work.spend(line.words.length * why.length * COST.comparedArea);
        return { ...line, words: line.words.filter(({ box }) => isOpen(box)) };
      }),
    };
  });
}
