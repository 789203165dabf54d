import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { displaySize } from "../pdf-pages/geometry.ts";
import { displayOf } from "../pdf-pages/page-view.ts";
import type { LayerWord, PageWords } from "../text-layer/words.ts";
import type { PagesCoverage } from "./coverage.ts";
import { isIn } from "./recognised.ts";

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
    const isOpen = (word: LayerWord): boolean => why.some(({ area }) => area && isIn(area, word, height));
    return {
      page,
      lines: lines.map((line) => {
        document.work.spend(line.words.length * why.length * COST.comparedArea);
        return { ...line, words: line.words.filter(isOpen) };
      }),
    };
  });
}
