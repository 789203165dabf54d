import type { Edits } from "../pdf-file/edits.ts";
import { type PdfDict, type PdfObject, PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";

/** Adds entries behind all others of the parent tree of a structure (ISO 32000-2 §14.7.5.4, §7.9.7). */
export function extendTree(
  edits: Edits,
  rootRef: PdfObject | undefined,
  root: PdfDict,
  added: readonly [number, PdfObject][],
  next: number,
): void {
  const { document } = edits;
  const tree = root.get("ParentTree");
  const dict = document.dict(tree) ?? new Map<string, PdfObject>();
  const nums = added.flat();
  const kids = document.array(dict.get("Kids"));
  const made = new Map(dict);
  if (kids) {
    const limits = [added[0]![0], added.at(-1)![0]];
    made.set("Kids", [...kids, edits.add(pdfDict({ Limits: limits, Nums: nums }))]);
  } else made.set("Nums", [...(document.array(dict.get("Nums")) ?? []), ...nums]);
  const madeRoot: PdfDict = new Map(root).set("ParentTreeNextKey", next);
  if (tree instanceof PdfRef) edits.put(tree.number, made);
  else madeRoot.set("ParentTree", made);
  if (rootRef instanceof PdfRef) edits.put(rootRef.number, madeRoot);
}
