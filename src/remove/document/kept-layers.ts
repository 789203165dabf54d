import { type PdfDict, type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Copier } from "../copy/copier.ts";

const MOST_DEPTH = 32;
/** Items of all lists of groups that are read. A list counts wherever something refers to it. */
const MOST_ITEMS = 100_000;

/** /OCProperties (8.11.4) with the groups that something in the new file belongs to; undefined when there are none. */
export function newLayers(copier: Copier): PdfDict | undefined {
  const { document, layers, file } = copier;
  if (layers.size === 0) return undefined;
  const old = document.dict(document.catalog.get("OCProperties"));
  const config = document.dict(old?.get("D"));
  let items = 0;
  const list = (object: PdfObject | undefined): readonly PdfObject[] => {
    const found = document.array(object) ?? [];
    items += found.length;
    return items > MOST_ITEMS ? [] : found;
  };
  const kept = (object: PdfObject | undefined): PdfRef[] =>
    list(object).flatMap((item) => (item instanceof PdfRef ? (layers.get(item.number) ?? []) : []));
  const order = (object: PdfObject | undefined, depth: number): PdfObject[] =>
    (depth > MOST_DEPTH ? [] : list(object)).flatMap((item): PdfObject[] => {
      if (item instanceof PdfRef && layers.has(item.number)) return [layers.get(item.number)!];
      const inner = document.array(item) ? order(item, depth + 1) : [];
      return inner.length > 0 ? [inner] : [];
    });
  const made: PdfDict = new Map();
  for (const key of ["BaseState", "ListMode", "Intent"]) {
    const value = copier.copy(config?.get(key), "name");
    if (value !== null) made.set(key, value);
  }
  for (const key of ["ON", "OFF", "Locked"]) {
    const groups = kept(config?.get(key));
    if (groups.length > 0) made.set(key, groups);
  }
  const shown = order(config?.get("Order"), 0);
  if (shown.length > 0) made.set("Order", shown);
  const exclusive = (document.array(config?.get("RBGroups")) ?? []).map(kept).filter((groups) => groups.length > 0);
  if (exclusive.length > 0) made.set("RBGroups", exclusive);
  const uses = (document.array(config?.get("AS")) ?? []).flatMap((item): PdfObject[] => {
    const dict = document.dict(item);
    const groups = kept(dict?.get("OCGs"));
    return dict && groups.length > 0 ? [copier.dict(dict, "layerUse").set("OCGs", groups)] : [];
  });
  if (uses.length > 0) made.set("AS", uses);
  return new Map<string, PdfObject>([
    ["OCGs", [...layers.values()]],
    ["D", file.add(made)],
  ]);
}
