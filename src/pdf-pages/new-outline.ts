import type { PdfDocument } from "../pdf-file/document.ts";
import { Edits } from "../pdf-file/edits.ts";
import { type PdfDict, PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import type { NamedPlace } from "./named-places.ts";
import { PageIndex } from "./page-index.ts";

export interface OutlineItem extends NamedPlace {
  readonly title: string;
  /** An item is below the last one before it of a lower level. */
  readonly level: number;
}

interface Open {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly level: number;
  last?: { ref: PdfRef; dict: PdfDict };
  /** How many items there are below it in all: they are all open. */
  count: number;
}

/** Gives the document this outline in place of its own (ISO 32000-2 §12.3.3). */
export function setOutline(document: PdfDocument, items: readonly OutlineItem[]): void {
  const root = document.trailer.get("Root");
  if (!(root instanceof PdfRef)) return;
  const edits = new Edits(document);
  const pages = new PageIndex(document);
  const top: Open = { ref: edits.newRef(), dict: pdfDict({ Type: "Outlines" }), level: 0, count: 0 };
  const open = [top];
  const close = () => {
    const { ref, dict, count } = open.pop() as Open;
    if (count > 0) dict.set("Count", count);
    edits.put(ref.number, dict);
    const above = open.at(-1);
    if (above) above.count += 1 + count;
  };
  for (const { title, level, page, x, y } of items) {
    const target = pages.refOf(page - 1);
    if (!target) continue;
    while (open.length > 1 && (open.at(-1) as Open).level >= level) close();
    const above = open.at(-1) as Open;
    const ref = edits.newRef();
    const dict = pdfDict({ Title: encodeTextString(title), Parent: above.ref, Dest: [target, "XYZ", x, y, null] });
    if (above.last) {
      above.last.dict.set("Next", ref);
      dict.set("Prev", above.last.ref);
    } else above.dict.set("First", ref);
    above.dict.set("Last", ref);
    above.last = { ref, dict };
    open.push({ ref, dict, level, count: 0 });
  }
  while (open.length > 0) close();
  const catalog = new Map(document.catalog);
  if (top.count > 0) catalog.set("Outlines", top.ref);
  else catalog.delete("Outlines");
  edits.put(root.number, catalog);
  document.edit(edits.objects);
}
