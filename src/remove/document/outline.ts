import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Copier } from "../copy/copier.ts";
import type { NewDestinations } from "./destinations.ts";

const MOST_ITEMS = 100_000;
const MOST_LEVELS = 64;

/** The outline as it is (12.3.3), with destinations in the new file. */
export function newOutline(copier: Copier, destinations: NewDestinations): PdfRef | undefined {
  const { document, file } = copier;
  const seen = new Set<number | PdfDict>();
  const level = (first: PdfObject | undefined, parent: PdfRef, depth: number): { refs: PdfRef[]; shown: number } => {
    const items: { ref: PdfRef; dict: PdfDict }[] = [];
    let shown = 0;
    for (let next = first; next !== undefined && depth < MOST_LEVELS; ) {
      const old = document.dict(next);
      const key = next instanceof PdfRef ? next.number : old;
      if (!old || key === undefined || seen.has(key) || seen.size >= MOST_ITEMS) break;
      seen.add(key);
      const ref = file.newRef();
      const item = copier.dict(old, "outlineItem").set("Parent", parent);
      const destination = destinations.of(old.get("Dest"));
      const action = destinations.action(old.get("A"));
      if (destination !== undefined) item.set("Dest", destination);
      else if (action) item.set("A", action);
      const inner = level(old.get("First"), ref, depth + 1);
      shown++;
      if (inner.refs.length > 0) {
        const isOpen = (document.number(old.get("Count")) ?? 0) > 0;
        item.set("First", inner.refs[0]!).set("Last", inner.refs.at(-1)!);
        item.set("Count", isOpen ? inner.shown : -inner.shown);
        if (isOpen) shown += inner.shown;
      }
      items.push({ ref, dict: item });
      next = old.get("Next");
    }
    items.forEach(({ ref, dict }, index) => {
      if (index > 0) dict.set("Prev", items[index - 1]!.ref);
      if (index + 1 < items.length) dict.set("Next", items[index + 1]!.ref);
      file.put(ref, dict);
    });
    return { refs: items.map(({ ref }) => ref), shown };
  };
  const root = file.newRef();
  const { refs, shown } = level(document.dict(document.catalog.get("Outlines"))?.get("First"), root, 0);
  if (refs.length === 0) return undefined;
  file.put(
    root,
    new Map<string, PdfObject>([
      ["Type", "Outlines"],
      ["First", refs[0]!],
      ["Last", refs.at(-1)!],
      ["Count", shown],
    ]),
  );
  return root;
}
