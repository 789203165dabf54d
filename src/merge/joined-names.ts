import { Holding } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { latin1 } from "../pdf-file/rope.ts";
import { nameKey, stringKey } from "../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import type { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { destinationsByName } from "../pdf-pages/named-destinations.ts";
import { nameTreeEntries } from "../pdf-pages/trees.ts";
import { compareKeys, mapKey, withoutMark } from "../platform/map-key.ts";

/** No file system has longer paths. */
const LONGEST_NAME = 4096;

/** Memory of a name and its place in the tree. */
const NAME_BYTES = 250;

/** A document whose links are joined. */
export interface LinkedMember {
  readonly member: ObjectCopier;
  /** Where each of its names leads. */
  readonly places: ReadonlyMap<string, PdfObject>;
  /** The new page of one of its own, by the index that it had in the file. */
  readonly pageAt: (index: number) => PdfRef | undefined;
}

/** The documents by the names of their files, by which links of the others may lead to them; of one name the first. */
export type MembersByFile = ReadonlyMap<string, LinkedMember>;

export function placesOf(member: ObjectCopier): ReadonlyMap<string, PdfObject> {
  return destinationsByName(member.document);
}

/**
 * The dictionary with the name of a destination replaced by the destination itself, since documents may use one name
 * for two places. A name that leads nowhere is removed. A link into the file of another document leads there.
 */
export function withPlaces(dict: PdfDict, own: LinkedMember, files: MembersByFile): PdfDict {
  const { document } = own.member;
  const action = dict.get("S");
  if (action === "GoToR") return intoTheWhole(dict, own, files);
  const key = dict.has("Dest") ? "Dest" : action === "GoTo" ? "D" : undefined;
  const value = key === undefined ? null : document.resolve(dict.get(key));
  const name = nameKey(value);
  if (key === undefined || name === undefined) return dict;
  const array = placeNamed(own, name);
  const changed: PdfDict = new Map(dict);
  if (array) changed.set(key, array);
  else changed.delete(key);
  return changed;
}

function placeNamed({ member: { document }, places }: LinkedMember, name: string): PdfObject[] | undefined {
  const place = document.resolve(places.get(name));
  const array = place instanceof Map ? document.array(place.get("D")) : place;
  return Array.isArray(array) ? array : undefined;
}

/** A remote go-to action (ISO 32000-2 §12.6.4.3) as one of this file, where its file is one of the documents. */
function intoTheWhole(dict: PdfDict, own: LinkedMember, files: MembersByFile): PdfDict {
  const { document } = own.member;
  const file = document.resolve(dict.get("F"));
  const said = file instanceof Map ? (file.get("UF") ?? file.get("F")) : file;
  const name = document.resolve(said);
  const isShort = name instanceof PdfString && name.bytes.length <= LONGEST_NAME;
  const target = isShort ? files.get(fileName(document.text(name))) : undefined;
  const place = target && placeIn(target, document.resolve(dict.get("D")));
  if (!place || target === own) return dict;
  return new Map(dict)
    .set("S", "GoTo")
    .set(
      "D",
      place.map((item) => (item instanceof PdfRef ? own.member.keep(item) : item)),
    )
    .set("F", null)
    .set("NewWindow", null);
}

/** The place as the new file has it. A remote destination gives its page as an index (§12.3.2.2). */
function placeIn(target: LinkedMember, given: PdfObject): PdfObject[] | undefined {
  const name = nameKey(given);
  if (name !== undefined) {
    const copied = target.member.copy(placeNamed(target, name) ?? null);
    return Array.isArray(copied) ? copied : undefined;
  }
  if (!Array.isArray(given) || typeof given[0] !== "number") return undefined;
  const page = target.pageAt(given[0]);
  return page && [page, ...given.slice(1)];
}

/** The last part of a path, in any case, as a key. */
export function fileName(path: string | undefined): string {
  return mapKey((path ?? "").split(/[/\\]/).at(-1)!.toLowerCase());
}

/** The names of the whole file: destinations, attached files, scripts. Equal names of later documents get a number. */
export function joinedNames(assembly: Assembly, members: readonly LinkedMember[]): PdfDict | undefined {
  const names: PdfDict = new Map();
  const add = (key: string, entries: readonly (readonly [string, PdfObject])[][]): void => {
    const held = new Holding(assembly.work);
    for (const own of entries) held.entries(own.length, NAME_BYTES, COST.key);
    const tree = nameTree(entries);
    if (tree.length > 0) names.set(key, assembly.add(pdfDict({ Names: tree })));
    held.letGo();
  };
  add(
    "Dests",
    members.map(({ member, places }) => [...places].map(([name, place]) => [name, member.copy(place)])),
  );
  for (const key of ["EmbeddedFiles", "JavaScript"]) {
    add(
      key,
      members.map(({ member: { document }, member }) =>
        nameTreeEntries(document, document.dict(document.catalog.get("Names"))?.get(key) ?? null).map(
          ({ name, value }) => [stringKey(name), member.copy(value)],
        ),
      ),
    );
  }
  return names.size > 0 ? names : undefined;
}

/** The entries of a name tree (§7.9.6), in its order. */
function nameTree(entries: readonly (readonly [string, PdfObject])[][]): PdfObject[] {
  const all = new Map<string, PdfObject>();
  const counts = new Map<string, number>();
  entries.forEach((own, index) => {
    for (const [name, value] of own) {
      all.set(all.has(name) ? freeName(all, counts, `${withoutMark(name)} (${index + 1})`) : name, value);
    }
  });
  return [...all]
    .sort(([a], [b]) => compareKeys(a, b))
    .flatMap(([name, value]) => [new PdfString(latin1(withoutMark(name))), value]);
}

/** The name with the document's number, and with one more where even that is taken. */
function freeName(taken: ReadonlyMap<string, PdfObject>, counts: Map<string, number>, numbered: string): string {
  const key = mapKey(numbered);
  let more = counts.get(key) ?? 1;
  const named = () => (more === 1 ? key : mapKey(`${numbered} (${more})`));
  while (taken.has(named())) more++;
  counts.set(key, more);
  return named();
}
