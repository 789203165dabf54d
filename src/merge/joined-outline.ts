import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import type { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";

/** What the joined outline needs to know about each document. */
export interface Chapter {
  readonly member: ObjectCopier;
  readonly title: string;
  /** Undefined where none of its pages is in the file. */
  readonly firstPage: PdfRef | undefined;
}

/**
 * How the outline is joined: an item for each document with its own outline below; only those items; the documents'
 * outlines one after the other; or none.
 */
export type OutlineMode = "keep" | "titles" | "flat" | "none";

/** The outline of the whole (ISO 32000-2 §12.3.3). */
export function joinedOutline(assembly: Assembly, chapters: readonly Chapter[], mode: OutlineMode): PdfObject {
  if (mode === "none") return null;
  const [only] = chapters;
  if (chapters.length === 1 && only && mode !== "titles") return ownOutline(only.member) ?? null;
  return mode === "flat" ? inARow(assembly, chapters) : underTitles(assembly, chapters, mode === "keep");
}

/** The outline of a single document, unchanged. */
function ownOutline(member: ObjectCopier): PdfObject | undefined {
  const own = member.document.catalog.get("Outlines") ?? null;
  return member.document.dict(own)?.has("First") ? member.copy(own) : undefined;
}

function underTitles(assembly: Assembly, chapters: readonly Chapter[], withOwn: boolean): PdfRef {
  const root = assembly.newRef();
  const items = chapters.map(() => assembly.newRef());
  let visible = 0;
  chapters.forEach(({ member, title, firstPage }, index) => {
    const { document } = member;
    const own = document.catalog.get("Outlines");
    const tree = withOwn ? document.dict(own) : undefined;
    const item = pdfDict({ Title: encodeTextString(title), Parent: root });
    if (firstPage) item.set("Dest", [firstPage, "Fit"]);
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

/** The ends of a document's outline: the items that are joined to those of its neighbours. */
interface Row {
  readonly member: ObjectCopier;
  readonly first: PdfRef;
  readonly last: PdfRef;
  readonly count: number;
}

function inARow(assembly: Assembly, chapters: readonly Chapter[]): PdfObject {
  const root = assembly.newRef();
  const rows = chapters.flatMap(({ member }): Row[] => {
    const own = member.document.catalog.get("Outlines");
    const tree = member.document.dict(own);
    const [first, last] = [tree?.get("First"), tree?.get("Last")];
    if (!(first instanceof PdfRef) || !(last instanceof PdfRef)) return [];
    member.alias(own, root);
    const ends = { first: assembly.newRef(), last: assembly.newRef() };
    if (first.number === last.number) ends.last = ends.first;
    member.alias(first, ends.first);
    member.alias(last, ends.last);
    return [{ member, ...ends, count: Math.max(0, member.document.number(tree?.get("Count")) ?? 0) }];
  });
  rows.forEach(({ member, first, last }, index) => {
    const tree = member.document.dict(member.document.catalog.get("Outlines"));
    for (const [end, ref] of new Map([
      [first, tree?.get("First")],
      [last, tree?.get("Last")],
    ])) {
      const item: PdfDict = member.copyDict(member.document.dict(ref) ?? new Map());
      const [before, after] = [rows[index - 1]?.last, rows[index + 1]?.first];
      if (end === first && before) item.set("Prev", before);
      if (end === last && after) item.set("Next", after);
      assembly.put(end, item);
    }
  });
  const [head, tail] = [rows[0], rows.at(-1)];
  if (!head || !tail) return null;
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  assembly.put(root, pdfDict({ Type: "Outlines", First: head.first, Last: tail.last, Count: count }));
  return root;
}
