import { type PdfObject, type PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import type { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";

/** What the joined outline needs to know about each document. */
export interface Chapter {
  member: ObjectCopier;
  title: string;
  firstPage: PdfRef;
}

/** One outline (ISO 32000-2 §12.3.3): an item for each document, with the document's own outline below it. */
export function mergeOutlines(assembly: Assembly, chapters: readonly Chapter[]): PdfRef {
  const root = assembly.newRef();
  const items = chapters.map(() => assembly.newRef());
  let visible = 0;
  chapters.forEach(({ member, title, firstPage }, index) => {
    const { document } = member;
    const own = document.catalog.get("Outlines");
    const tree = document.dict(own);
    const item = pdfDict({ Title: encodeTextString(title), Parent: root, Dest: [firstPage, "Fit"] });
    const [before, after] = [items[index - 1], items[index + 1]];
    if (before) item.set("Prev", before);
    if (after) item.set("Next", after);
    visible++;
    if (tree?.has("First")) {
      // Its items become children of the new item instead of the old root.
      member.alias(own, items[index] as PdfRef);
      const count = document.number(tree.get("Count")) ?? 0;
      item.set("First", member.copy(tree.get("First") ?? null));
      item.set("Last", member.copy(tree.get("Last") ?? null));
      item.set("Count", count);
      visible += Math.max(0, count);
    }
    assembly.put(items[index] as PdfRef, item);
  });
  assembly.put(
    root,
    pdfDict({ Type: "Outlines", First: items[0] ?? null, Last: items.at(-1) ?? null, Count: visible }),
  );
  return root;
}

/** The outline of a single document, unchanged. */
export function copyOutline(member: ObjectCopier): PdfObject {
  const own = member.document.catalog.get("Outlines") ?? null;
  return member.document.dict(own)?.has("First") ? member.copy(own) : null;
}
