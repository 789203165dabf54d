import type { PdfDocument } from "../pdf-file/document.ts";
import type { PdfDict, PdfObject } from "../pdf-file/syntax/objects.ts";

const MAX_DEPTH = 32;

/** An entry of a form field, its own or that of a field above it (12.7.4.1). */
export function fieldEntry(document: PdfDocument, dict: PdfDict, key: string): PdfObject {
  let field: PdfDict | undefined = dict;
  for (let depth = 0; field && depth < MAX_DEPTH; depth++) {
    const value = document.resolve(field.get(key));
    if (value !== null) return value;
    field = document.dict(field.get("Parent"));
  }
  return null;
}
