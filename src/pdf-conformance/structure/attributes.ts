import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { stringKey } from "../../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfString } from "../../pdf-file/syntax/objects.ts";

/** An attribute of an element (ISO 32000-1, 14.7.5): its own, or one of its classes is not looked for. */
export function attribute(document: PdfDocument, dict: PdfDict, owner: string, key: string): PdfObject {
  const value = document.resolve(dict.get("A"));
  for (const item of Array.isArray(value) ? value : [value]) {
    const attributes = document.dict(item);
    if (attributes && document.resolve(attributes.get("O")) === owner && attributes.has(key)) {
      return document.resolve(attributes.get(key));
    }
  }
  return null;
}

export function stringsOf(document: PdfDocument, object: PdfObject): string[] {
  const items = Array.isArray(object) ? object.map((item) => document.resolve(item)) : [];
  // Each of many cells may name the same.
  document.work.spend(items.length * COST.object);
  return items.filter((item) => item instanceof PdfString).map(stringKey);
}
