import type { PdfDocument } from "../pdf-file/document.ts";
import { stringKey } from "../pdf-file/syntax/names.ts";
import type { PdfObject, PdfString } from "../pdf-file/syntax/objects.ts";
import { nameTreeEntries } from "./trees.ts";

/** The numbers of each kind of destination that give a place on the page (ISO 32000-2 table 149). */
export const DESTINATION_PLACES: ReadonlyMap<PdfObject, string> = new Map([
  ["XYZ", "xy"],
  ["Fit", ""],
  ["FitH", "y"],
  ["FitV", "x"],
  ["FitR", "xyxy"],
  ["FitB", ""],
  ["FitBH", "y"],
  ["FitBV", "x"],
]);

export interface NamedDestination {
  /** The name's bytes, one character each, as a key. */
  readonly name: string;
  /** Undefined for a name of the catalog's dictionary. */
  readonly string: PdfString | undefined;
  readonly value: PdfObject;
}

/**
 * A document's named destinations (ISO 32000-2 §12.3.2.4): strings of the name tree, then names of the catalog's older
 * dictionary. Viewers look for a name of either kind in both. Where both have it, the one that is first here counts,
 * as for PDFium and pdf.js.
 */
export function namedDestinations(document: PdfDocument): NamedDestination[] {
  const { catalog } = document;
  const tree = nameTreeEntries(document, document.dict(catalog.get("Names"))?.get("Dests") ?? null);
  return [
    ...tree.map(({ name, value }) => ({ name: stringKey(name), string: name, value })),
    ...[...document.entries(catalog.get("Dests"))].map(([name, value]) => ({ name, string: undefined, value })),
  ];
}

/** Where each name leads. */
export function destinationsByName(document: PdfDocument): Map<string, PdfObject> {
  const found = new Map<string, PdfObject>();
  for (const { name, value } of namedDestinations(document)) if (!found.has(name)) found.set(name, value);
  return found;
}
