import type { SplitPdfResult } from "../../../../client/src/index.ts";
import { type Part, partsFromRanges } from "../document/parts.ts";

/** Where a rule divides a document. */
export interface Plan {
  rule: string;
  parts: Part[];
  /** What was found on a page, in a few words. */
  marks: ReadonlyMap<number, string>;
  notes: readonly string[];
}

/** What a dry run found: the parts, and on which pages. */
export function planOf(
  rule: string,
  { parts = [], blank = [], notes }: Pick<SplitPdfResult, "parts" | "blank" | "notes">,
  pageCount: number,
): Plan {
  const { text } = JSON.parse(rule) as { text?: { at: string; page: string } };
  const listed = partsFromRanges(
    parts.map(({ pages }) => pages),
    pageCount,
  );
  const marks = new Map<number, string>();
  for (const [index, { match }] of parts.entries()) {
    const pages = listed[index]?.pages ?? [];
    const [first = 0, last = 0] = [pages[0], pages.at(-1)];
    // A page that is left out is before its part, or behind it.
    const away = text?.page === "drop" ? 1 : 0;
    if (match !== undefined) marks.set(text?.at === "end" ? last + away : first - away, match);
  }
  for (const { pageNumber, contentBox, shows } of blank) {
    if (contentBox === null) marks.set(pageNumber, shows === "specks" ? "Blank but for specks" : "Blank");
  }
  return { rule, parts: listed, marks, notes };
}
