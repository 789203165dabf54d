import type { PdfDocument } from "../pdf-file/document.ts";
import { Edits } from "../pdf-file/edits.ts";
import { dictWithout, PdfRef } from "../pdf-file/syntax/objects.ts";
import { namedDestinations } from "./named-destinations.ts";
import { PageIndex } from "./page-index.ts";

/** A place on a page, counted from 1, in points from the page's own origin. */
export interface NamedPlace {
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** Where the document's named destinations are that say a place (ISO 32000-2 §12.3.2.2, XYZ). */
export function placesNamed(document: PdfDocument): Map<string, NamedPlace> {
  const pages = new PageIndex(document);
  const found = new Map<string, NamedPlace>();
  for (const { name, value } of namedDestinations(document)) {
    const [page, , x, y] = document.items(value, 4) ?? [];
    const index = page instanceof PdfRef ? pages.indexOf(page.number) : -1;
    if (index < 0 || found.has(name)) continue;
    found.set(name, { page: index + 1, x: document.number(x) ?? 0, y: document.number(y) ?? 0 });
  }
  return found;
}

/** Takes away the names of the catalog's dictionary that begin so. */
export function forgetPlaces(document: PdfDocument, prefix: string): void {
  const { catalog, trailer } = document;
  const names = document.dict(catalog.get("Dests"));
  const root = trailer.get("Root");
  const own = [...(names?.keys() ?? [])].filter((name) => name.startsWith(prefix));
  if (!names || own.length === 0 || !(root instanceof PdfRef)) return;
  const left = dictWithout(names, own);
  const edits = new Edits(document);
  edits.put(root.number, left.size > 0 ? new Map(catalog).set("Dests", left) : dictWithout(catalog, ["Dests"]));
  document.edit(edits.objects);
}
