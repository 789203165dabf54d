import { Buffer } from "node:buffer";
import { type PdfDict, type PdfObject, PdfString } from "../../pdf-objects/syntax/objects.ts";
import { nameTreeEntries } from "../split/document/trees.ts";
import type { Member } from "./assembly.ts";

/** A document's named destinations (ISO 32000-2 §12.3.2.4), in the catalog's dictionary or in a name tree. */
export function namedDestinations({ document }: Member): Map<string, PdfObject> {
  const found = new Map<string, PdfObject>();
  const { catalog } = document;
  for (const [name, value] of document.dict(catalog.get("Dests")) ?? []) found.set(name, value);
  const tree = document.dict(catalog.get("Names"))?.get("Dests") ?? null;
  for (const { name, value } of nameTreeEntries(document, tree)) {
    const text = plain(name);
    if (!found.has(text)) found.set(text, value);
  }
  return found;
}

/**
 * The dictionary with the name of a destination replaced by the destination itself, since documents may use one name
 * for two places. A name that leads nowhere is removed.
 */
export function withPlaces(dict: PdfDict, names: ReadonlyMap<string, PdfObject>, { document }: Member): PdfDict {
  const key = dict.has("Dest") ? "Dest" : dict.get("S") === "GoTo" ? "D" : undefined;
  const value = key === undefined ? null : document.resolve(dict.get(key));
  const name = value instanceof PdfString ? plain(value) : typeof value === "string" ? value : undefined;
  if (key === undefined || name === undefined) return dict;
  const place = document.resolve(names.get(name));
  const array = place instanceof Map ? document.array(place.get("D")) : place;
  const changed: PdfDict = new Map(dict);
  if (Array.isArray(array)) changed.set(key, array);
  else changed.delete(key);
  return changed;
}

/** One character for each byte of the name. */
function plain({ bytes }: PdfString): string {
  return Buffer.from(bytes).toString("latin1");
}
