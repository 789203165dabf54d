import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { PdfProblem } from "../pdf-file/pdf-problem.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString } from "../pdf-file/syntax/objects.ts";

/** Nodes and entries that one tree may have. */
const MAX_NODES = 100_000;
const MAX_ENTRIES = 500_000;

/** The entries of a name tree (ISO 32000-2 §7.9.6) in its order; values are not resolved. */
export function nameTreeEntries(document: PdfDocument, root: PdfObject): { name: PdfString; value: PdfObject }[] {
  return pairs(document, root, "Names").flatMap(({ key, value }) => {
    const name = document.resolve(key);
    return name instanceof PdfString ? [{ name, value }] : [];
  });
}

/** The entries of a number tree (§7.9.7); of two with the same key the first counts. */
export function numberTreeEntries(document: PdfDocument, root: PdfObject): Map<number, PdfObject> {
  const entries = new Map<number, PdfObject>();
  for (const { key, value } of pairs(document, root, "Nums")) {
    const number = document.resolve(key);
    if (typeof number === "number" && !entries.has(number)) entries.set(number, value);
  }
  return entries;
}

function pairs(document: PdfDocument, root: PdfObject, leafKey: string): { key: PdfObject; value: PdfObject }[] {
  const found: { key: PdfObject; value: PdfObject }[] = [];
  const visited = new Set<PdfObject | number>();
  const open: PdfObject[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const identity = node instanceof PdfRef ? node.number : node;
    const dict: PdfDict | undefined = document.dict(node);
    if (dict === undefined || visited.has(identity)) continue;
    visited.add(identity);
    const leaf = document.array(dict.get(leafKey));
    if (leaf !== undefined) {
      document.work.spend(leaf.length * COST.entry * 3);
      for (let i = 0; i + 1 < leaf.length; i += 2) found.push({ key: leaf[i] ?? null, value: leaf[i + 1] ?? null });
    }
    const kids = document.array(dict.get("Kids")) ?? [];
    for (let i = kids.length - 1; i >= 0; i--) open.push(kids[i] ?? null);
    if (visited.size > MAX_NODES || found.length > MAX_ENTRIES || open.length > MAX_ENTRIES) {
      throw new PdfProblem("budget", `The document has a name or number tree of more than ${MAX_ENTRIES} entries.`);
    }
  }
  return found;
}
