import type { PdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Copier } from "../copy/copier.ts";

/** Adds what a field says of itself (12.7.4); a signature keeps no value. */
export function addFieldEntries(copier: Copier, into: PdfDict, source: PdfDict): void {
  for (const [key, value] of copier.dict(source, "field")) into.set(key, value);
  const isSignature = copier.document.resolve(source.get("FT")) === "Sig";
  if (isSignature) return;
  for (const [key, value] of copier.dict(source, "fieldValue")) into.set(key, value);
}
