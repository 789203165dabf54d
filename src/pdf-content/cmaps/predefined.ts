import type { Ordering } from "../../collections/collection.ts";
import { partOf } from "../parts.ts";
import { CMap } from "./cmap.ts";

/** The collections whose CIDs the predefined CMaps lead to (9.7.5.2, table 116), by the beginning of their names. */
const COLLECTIONS: readonly (readonly [RegExp, Ordering])[] = [
  [/RKSJ|^UniJIS|^(78|78ms|Add|EUC|Ext)-|^[HV]$/, "Japan1"],
  [/^(Uni)?GB/, "GB1"],
  [/^(UniCNS|CNS|B5|ET|HK)/, "CNS1"],
  [/^(UniKS|KSC)/, "Korea1"],
  [/^UniAKR/, "KR"],
];
/** The code spaces of others that codes are text in. */
const SPACES: readonly (readonly [RegExp, string])[] = [
  [/UCS2|UTF16/, "0000-d7ff d800dc00-dbffdfff e000-ffff"],
  [/UTF32/, "00000000-0010ffff"],
  [/UTF8/, "00-7f c080-dfbf e08080-efbfbf f0808080-f7bfbfbf"],
];

/** Those of collections, which all fonts share. */
const cmaps = new Map<string, CMap>();

function ofCollection(name: string, ordering: Ordering): CMap | undefined {
  const found = partOf(ordering).cmap(name);
  if (!found) return undefined;
  const cmap = new CMap(undefined, found.cids);
  cmap.name(name);
  for (const space of found.spaces) cmap.addSpace(...space);
  if (found.base !== "") cmap.buildOn(predefined(found.base));
  cmap.ordering = ordering;
  cmaps.set(name, cmap);
  return cmap;
}

/** The CMap of this name. An unknown name gives codes of two bytes. */
export function predefined(name: string): CMap {
  const ordering = COLLECTIONS.find(([pattern]) => pattern.test(name))?.[1];
  const known = ordering && (cmaps.get(name) ?? ofCollection(name, ordering));
  if (known) return known;
  const cmap = new CMap();
  cmap.name(name);
  cmap.isIdentity = name.startsWith("Identity");
  cmap.isUnknown = !cmap.isIdentity;
  const found = SPACES.find(([pattern]) => pattern.test(name));
  for (const range of (found?.[1] ?? "0000-ffff").split(" ")) {
    const [low, high] = range.split("-") as [string, string];
    cmap.addSpace(low.length / 2, Number.parseInt(low, 16), Number.parseInt(high, 16));
  }
  return cmap;
}
