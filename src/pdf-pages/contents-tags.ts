import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { Edits } from "../pdf-file/edits.ts";
import { dictWithout, type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";

/**
 * Makes tables of contents of the lists that have this language, and none of theirs: TOC, and TOCI for their items
 * (ISO 32000-1 §14.8.4.2). Browsers know no such elements.
 */
export function tagContents(document: PdfDocument, language: string): void {
  const edits = new Edits(document);
  let isChanged = false;
  const left: [object: PdfObject, isItem: boolean][] = [[document.catalog.get("StructTreeRoot") ?? null, false]];
  const seen = new Set<number>();
  for (let next = left.pop(); next; next = left.pop()) {
    const [object, isItem] = next;
    const element = document.dict(object);
    if (!element || (object instanceof PdfRef && seen.has(object.number))) continue;
    if (object instanceof PdfRef) seen.add(object.number);
    document.work.spend(COST.item);
    const isContents = document.text(element.get("Lang")) === language;
    const type = document.resolve(element.get("S"));
    if (object instanceof PdfRef && ((isContents && type === "L") || (isItem && type === "LI"))) {
      isChanged = true;
      const named = isContents
        ? dictWithout(element, ["Lang", "A"]).set("S", "TOC")
        : new Map(element).set("S", "TOCI");
      edits.put(object.number, named);
    }
    const kids = document.array(element.get("K")) ?? [element.get("K") ?? null];
    for (const kid of kids) if (kid instanceof PdfRef || kid instanceof Map) left.push([kid, isContents]);
  }
  if (isChanged) document.edit(edits.objects);
}
