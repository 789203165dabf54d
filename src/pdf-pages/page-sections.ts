import type { PdfDocument } from "../pdf-file/document.ts";
import { PdfRef } from "../pdf-file/syntax/objects.ts";
import { PageIndex } from "./page-index.ts";

/** Items of the outline that are read, and letters of one that are told. */
const MAX_HEADINGS = 20_000;
const MAX_LETTERS = 500;

/**
 * The section that each page is in: the last heading of the outline's two upper levels (ISO 32000-2 §12.3.3) that
 * begins on it, or else before it. Nothing before the first heading.
 */
export function sectionsOf(document: PdfDocument): string[] {
  const pages = new PageIndex(document);
  const sections: string[] = [];
  const open = [{ item: document.dict(document.catalog.get("Outlines"))?.get("First"), level: 1 }];
  for (let left = MAX_HEADINGS; left > 0; left--) {
    const { item = null, level } = open.pop() ?? {};
    if (level === undefined) break;
    const heading = document.dict(item);
    if (!heading) continue;
    open.push({ item: heading.get("Next"), level });
    if (level < 2) open.push({ item: heading.get("First"), level: level + 1 });
    const page = document.items(heading.get("Dest"), 1)?.[0];
    const index = page instanceof PdfRef ? pages.indexOf(page.number) : -1;
    if (index >= 0) sections[index] = (document.text(heading.get("Title")) ?? "").slice(0, MAX_LETTERS);
  }
  let section = "";
  return Array.from({ length: document.pageCount }, (_, index) => {
    section = sections[index] ?? section;
    return section;
  });
}
