import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfObject, PdfString } from "../../pdf-file/syntax/objects.ts";
import { latin1Text } from "../../platform/latin1.ts";

/** A language, with at most a script and a region (14.9.2). Anything longer could hold any text. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?$/i;

export function languageOf(document: PdfDocument, object: PdfObject | undefined): PdfString | undefined {
  const value = document.resolve(object);
  if (!(value instanceof PdfString)) return undefined;
  return LANGUAGE.test(latin1Text(value.bytes)) ? value : undefined;
}
