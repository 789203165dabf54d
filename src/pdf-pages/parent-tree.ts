import type { PdfDocument } from "../pdf-file/document.ts";
import type { Edits } from "../pdf-file/edits.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import { numberTreeEntries } from "./trees.ts";

/** The root of a structure tree (ISO 32000-2 §14.7.2), and its parent tree (§14.7.5.4). */
export interface StructureRoot {
  readonly ref: PdfObject;
  readonly dict: PdfDict;
  /** The elements by the keys of pages, annotations and XObjects. */
  readonly parents: ReadonlyMap<number, PdfObject>;
  /** The first key that is free. */
  readonly nextKey: number;
}

export function structureRoot(document: PdfDocument): StructureRoot | undefined {
  const ref = document.catalog.get("StructTreeRoot") ?? null;
  const dict = document.dict(ref);
  if (!dict) return undefined;
  const parents = numberTreeEntries(document, dict.get("ParentTree") ?? null);
  let nextKey = Math.max(document.number(dict.get("ParentTreeNextKey")) ?? 0, 0);
  for (const key of parents.keys()) nextKey = Math.max(nextKey, key + 1);
  return { ref, dict, parents, nextKey };
}

/** Adds entries behind all others of the parent tree (§7.9.7), with keys from the first that is free. */
export function extendTree(edits: Edits, { ref, dict: root, nextKey }: StructureRoot, added: PdfObject[]): void {
  const { document } = edits;
  const tree = root.get("ParentTree");
  const dict = document.dict(tree) ?? new Map<string, PdfObject>();
  const nums = added.flatMap((value, index) => [nextKey + index, value]);
  const kids = document.array(dict.get("Kids"));
  const made = new Map(dict);
  if (kids) {
    const limits = [nextKey, nextKey + added.length - 1];
    made.set("Kids", [...kids, edits.add(pdfDict({ Limits: limits, Nums: nums }))]);
  } else made.set("Nums", [...(document.array(dict.get("Nums")) ?? []), ...nums]);
  const madeRoot: PdfDict = new Map(root).set("ParentTreeNextKey", nextKey + added.length);
  if (tree instanceof PdfRef) edits.put(tree.number, made);
  else madeRoot.set("ParentTree", made);
  if (ref instanceof PdfRef) edits.put(ref.number, madeRoot);
}
