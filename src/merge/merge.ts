import type { Turns } from "../meter/turns.ts";
import { Work } from "../meter/work.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type DocumentInformation, described, describedCatalog } from "../pdf-file/information.ts";
import { latin1, type Rope } from "../pdf-file/rope.ts";
import { INHERITABLE } from "../pdf-file/structure/page-tree.ts";
import { nameKey } from "../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import { encodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { destinationsByName } from "../pdf-pages/named-destinations.ts";
import { structureRoot } from "../pdf-pages/parent-tree.ts";
import { compareKeys, withoutMark } from "../platform/map-key.ts";
import { allTagged, mergeStructures, type TaggedMember, withOwnKeys, withoutKeys } from "./joined-structure.ts";
import { type Overlay, Overlays } from "./overlay.ts";

/** One of the documents to be joined, in their order. */
export interface MergePart {
  document: PdfDocument;
  /** The document's title in the outline. */
  title: string;
  /** The overlays of each page, counted from 1. */
  overlays?(page: number): readonly Overlay[];
}

export interface MergeOptions {
  information?: DocumentInformation | undefined;
  tagged: boolean;
  /** Whether the outline has an item for each of several documents, even for those without outlines. */
  outline: boolean;
}

/** What the copying may cost. Reading each document is charged to its own meter. */
export function mergeWork(parts: readonly MergePart[]): Work {
  return new Work(parts.reduce((sum, { document }) => sum + document.bytes.length, 0));
}

/**
 * Joins several documents: their pages in order, one outline with an item for each, one tagged structure. Links inside
 * a document still work. Entries that belong to a document as a whole (language, information, preferences) come from
 * the first one.
 */
export function* mergeInTurns(
  parts: readonly MergePart[],
  { information, tagged, outline }: MergeOptions,
  work: Work,
): Turns<Rope> {
  // A page takes over what it shows, and nothing is written twice.
  for (const { document } of parts) document.work.produce(document.bytes.length);
  const assembly = new Assembly(work);
  const members = parts.map(({ document }) => new ObjectCopier(document, assembly));
  const structured = tagged && allTagged(members);
  const keyed = ownKeys(members, structured);
  const names = members.map((member, index) => {
    const own = destinationsByName(member.document);
    const { base, prefix } = keyed[index] as TaggedMember;
    const key = structured ? (dict: PdfDict) => withOwnKeys(dict, base, prefix) : withoutKeys;
    member.rewrite = (dict) => key(withPlaces(dict, own, member));
    return own;
  });
  const pages = yield* definePages(assembly, parts, members);
  const first = members[0] as ObjectCopier;
  const root = pdfDict({ Type: "Catalog", Pages: pages.root });
  for (const name of ["Lang", "ViewerPreferences"]) {
    const value = first.document.catalog.get(name);
    if (value !== undefined) root.set(name, first.copy(value));
  }
  if (structured) {
    root.set("MarkInfo", pdfDict({ Marked: true }));
    root.set("StructTreeRoot", mergeStructures(assembly, keyed));
  }
  const items = outline ? outlineOf(assembly, parts, members, pages.first) : null;
  if (items !== null) root.set("Outlines", items);
  const places = destinationTree(members, names);
  if (places.length > 0) root.set("Names", pdfDict({ Dests: assembly.add(pdfDict({ Names: places })) }));
  const made = described(first.document, information);
  const info = made?.info ?? first.document.dict(first.document.trailer.get("Info"));
  const trailer = pdfDict({
    Root: assembly.add(made ? describedCatalog(root, made, assembly.addData(made.xmp.dict, made.xmp.raw)) : root),
  });
  if (info) trailer.set("Info", assembly.add(first.copyDict(info)));
  const id = first.document.array(first.document.trailer.get("ID"));
  return yield* assembly.complete(id ? trailer.set("ID", id) : trailer);
}

/** Where each document's keys into the parent tree begin, and the prefix of its elements' names. */
function ownKeys(members: readonly ObjectCopier[], structured: boolean): TaggedMember[] {
  let base = 0;
  return members.map((member, index) => {
    const own = { member, base, prefix: latin1(members.length > 1 ? `${index + 1}.` : "") };
    if (structured) base += structureRoot(member.document)!.nextKey;
    return own;
  });
}

function* definePages(
  assembly: Assembly,
  parts: readonly MergePart[],
  members: readonly ObjectCopier[],
): Turns<{ root: PdfRef; first: PdfRef[] }> {
  const root = assembly.newRef();
  const overlays = new Overlays(assembly);
  const kids: PdfRef[] = [];
  const first: PdfRef[] = [];
  for (const [index, { document, overlays: laid }] of parts.entries()) {
    const member = members[index] as ObjectCopier;
    member.alias(document.catalog.get("Pages"), root);
    first.push(assembly.newRef());
    const own = Array.from({ length: document.pageCount }, (_, at) => (at === 0 ? first[index]! : assembly.newRef()));
    // All pages get their numbers before the first is copied, since links lead from one to another.
    own.forEach((ref, at) => {
      member.alias(document.page(at).ref, ref);
    });
    for (const [at, ref] of own.entries()) {
      const page = document.page(at);
      const held: PdfDict = new Map(page.dict);
      for (const name of INHERITABLE) {
        const value = page.attribute(name);
        if (value !== null) held.set(name, value);
      }
      const above = laid?.(at + 1) ?? [];
      // These entries are written again, with the page's overlays among them.
      if (above.length > 0) for (const name of ["Resources", "Contents"]) held.delete(name);
      const dict = member.copyDict(held).set("Parent", root).set("Type", "Page");
      overlays.apply(dict, page, member, above);
      assembly.put(ref, dict);
      kids.push(ref);
      if (assembly.work.isTurnOver) yield;
    }
  }
  assembly.put(root, pdfDict({ Type: "Pages", Count: kids.length, Kids: kids }));
  return { root, first };
}

function outlineOf(
  assembly: Assembly,
  parts: readonly MergePart[],
  members: readonly ObjectCopier[],
  firstPages: readonly PdfRef[],
): PdfObject {
  const [only] = members;
  if (members.length === 1 && only) return copyOutline(only);
  return mergeOutlines(
    assembly,
    members.map((member, index) => ({
      member,
      title: parts[index]?.title ?? "",
      firstPage: firstPages[index] as PdfRef,
    })),
  );
}

/**
 * Named destinations, for addresses that end in a name. When two documents have the same name, the first document's
 * counts.
 */
function destinationTree(
  members: readonly ObjectCopier[],
  names: readonly ReadonlyMap<string, PdfObject>[],
): PdfObject[] {
  const places = new Map<string, PdfObject>();
  members.forEach((member, index) => {
    for (const [name, place] of names[index] ?? []) if (!places.has(name)) places.set(name, member.copy(place));
  });
  return [...places]
    .sort(([a], [b]) => compareKeys(a, b))
    .flatMap(([name, place]) => [new PdfString(latin1(withoutMark(name))), place]);
}

/**
 * The dictionary with the name of a destination replaced by the destination itself, since documents may use one name
 * for two places. A name that leads nowhere is removed.
 */
function withPlaces(dict: PdfDict, names: ReadonlyMap<string, PdfObject>, { document }: ObjectCopier): PdfDict {
  const key = dict.has("Dest") ? "Dest" : dict.get("S") === "GoTo" ? "D" : undefined;
  const value = key === undefined ? null : document.resolve(dict.get(key));
  const name = nameKey(value);
  if (key === undefined || name === undefined) return dict;
  const place = document.resolve(names.get(name));
  const array = place instanceof Map ? document.array(place.get("D")) : place;
  const changed: PdfDict = new Map(dict);
  if (Array.isArray(array)) changed.set(key, array);
  else changed.delete(key);
  return changed;
}

/** What the joined outline needs to know about each document. */
interface Chapter {
  member: ObjectCopier;
  title: string;
  firstPage: PdfRef;
}

/** One outline (ISO 32000-2 §12.3.3): an item for each document, with the document's own outline below it. */
function mergeOutlines(assembly: Assembly, chapters: readonly Chapter[]): PdfRef {
  const root = assembly.newRef();
  const items = chapters.map(() => assembly.newRef());
  let visible = 0;
  chapters.forEach(({ member, title, firstPage }, index) => {
    const { document } = member;
    const own = document.catalog.get("Outlines");
    const tree = document.dict(own);
    const item = pdfDict({ Title: encodeTextString(title), Parent: root, Dest: [firstPage, "Fit"] });
    const [before, after] = [items[index - 1], items[index + 1]];
    if (before) item.set("Prev", before);
    if (after) item.set("Next", after);
    visible++;
    if (tree?.has("First")) {
      // Its items become children of the new item instead of the old root.
      member.alias(own, items[index] as PdfRef);
      const count = document.number(tree.get("Count")) ?? 0;
      item.set("First", member.copy(tree.get("First") ?? null));
      item.set("Last", member.copy(tree.get("Last") ?? null));
      item.set("Count", count);
      visible += Math.max(0, count);
    }
    assembly.put(items[index] as PdfRef, item);
  });
  assembly.put(
    root,
    pdfDict({ Type: "Outlines", First: items[0] ?? null, Last: items.at(-1) ?? null, Count: visible }),
  );
  return root;
}

/** The outline of a single document, unchanged. */
function copyOutline(member: ObjectCopier): PdfObject {
  const own = member.document.catalog.get("Outlines") ?? null;
  return member.document.dict(own)?.has("First") ? member.copy(own) : null;
}
