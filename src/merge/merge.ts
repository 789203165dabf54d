import type { Turns } from "../meter/turns.ts";
import { Work } from "../meter/work.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import {
  type DocumentInformation,
  described,
  describedCatalog,
  type Extras,
  newIdentifiers,
  oldXmp,
} from "../pdf-file/information.ts";
import { latin1, type Rope } from "../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfStream, pdfDict } from "../pdf-file/syntax/objects.ts";
import { Assembly, ObjectCopier } from "../pdf-file/write/assembly.ts";
import { structureRoot } from "../pdf-pages/parent-tree.ts";
import { joinedIntents, joinedLabels, joinedLayers, joinedList } from "./joined-entries.ts";
import { type FieldsMode, JoinedForm } from "./joined-form.ts";
import { fileName, joinedNames, type LinkedMember, placesOf, withPlaces } from "./joined-names.ts";
import { joinedOutline, type OutlineMode } from "./joined-outline.ts";
import { allPages, copyPages, type JoinedPages, type OverlaysOf, type PagePlan, placePages } from "./joined-pages.ts";
import { isTagged, mergeStructures, type TaggedMember, withOwnKeys, withoutKeys } from "./joined-structure.ts";

/** One of the documents to be joined, in their order. */
export interface MergePart {
  document: PdfDocument;
  /** The document's title in the outline. */
  title: string;
  /** The name of its file: links of the other documents into that file lead to its pages. */
  name?: string | undefined;
  /**
   * Where a page of the file is in the document, both counted from 0, if they differ; undefined where it is not in it.
   */
  indexOf?: ((page: number) => number | undefined) | undefined;
}

export interface MergeOptions {
  information?: DocumentInformation | undefined;
  /** What the whole claims to conform to, and files in it. */
  extras?: Extras | undefined;
  tagged: boolean;
  outline: OutlineMode;
  /** Fields of one name in several documents: apart, under names of their own, unless they are to be joined. */
  fields?: FieldsMode | undefined;
  /** The pages of the whole, each the next of a part. Without it, all pages of each part, one after the other. */
  pages?: readonly PagePlan[] | undefined;
  /** What is laid on each page of the whole, counted from 1. */
  overlays?: OverlaysOf | undefined;
}

/** What a reader of the whole should know. */
export type MergeNote = "fields" | "intents" | "untagged" | "portfolio" | "claim";

export interface Merged {
  readonly rope: Rope;
  readonly notes: readonly MergeNote[];
}

/** What the copying may cost. Reading each document is charged to its own meter. */
export function mergeWork(parts: readonly Pick<MergePart, "document">[]): Work {
  return new Work(parts.reduce((sum, { document }) => sum + document.bytes.length, 0));
}

/** Catalog entries that come from the first document (ISO 32000-2 §7.7.2). */
const OF_THE_FIRST = ["Lang", "ViewerPreferences", "PageLayout", "PageMode", "OpenAction", "URI"];

/** Of deflate: level 9 takes a third longer for 2 % less. */
const LEVEL = 6;

/** Names in dictionaries that are changed: of places and links (withPlaces), of tags (withOwnKeys), of fonts (withFonts). */
const REWRITTEN = ["Dest", "GoTo", "GoToR", "StructParent", "StructParents", "ID", "Headers", "DA"];

/**
 * Joins several documents: their pages in order, one outline, one form, one tagged structure, the names, layers, labels
 * and attached files of all. Links inside a document still work. How a viewer shows the whole (language, preferences,
 * the first view) comes from the first one.
 */
export function mergeInTurns(parts: readonly MergePart[], options: MergeOptions, work: Work): Turns<Merged> {
  // A page takes over what it shows, and nothing is written twice.
  for (const document of new Set(parts.map(({ document }) => document))) document.work.produce(document.bytes.length);
  return new Merge(parts, options, work).run();
}

class Merge {
  readonly #assembly: Assembly;
  readonly #parts: readonly MergePart[];
  readonly #options: MergeOptions;
  readonly #members: readonly ObjectCopier[];
  readonly #tagged: readonly TaggedMember[];
  readonly #plan: readonly PagePlan[];
  readonly #notes = new Set<MergeNote>();

  constructor(parts: readonly MergePart[], options: MergeOptions, work: Work) {
    this.#parts = parts;
    this.#options = options;
    this.#assembly = new Assembly(work, LEVEL);
    this.#members = parts.map(({ document }) => new ObjectCopier(document, this.#assembly));
    this.#tagged = options.tagged ? taggedMembers(this.#members) : [];
    this.#plan = options.pages ?? allPages(parts.map(({ document }) => document));
  }

  *run(): Turns<Merged> {
    const assembly = this.#assembly;
    const pages = placePages(assembly, this.#members, this.#plan);
    const form = new JoinedForm(assembly, this.#members, this.#options.fields ?? "apart");
    const linked = this.#members.map((member, index) => {
      const { indexOf = (page: number) => page } = this.#parts[index] as MergePart;
      const pageAt = (page: number) => pages.own[index]![indexOf(page) ?? -1];
      return { member, places: placesOf(member), pageAt };
    });
    this.#rewriteDicts(linked, form);
    yield* copyPages(assembly, this.#members, pages, this.#plan, this.#options.overlays);
    const catalog = this.#catalog(pages);
    const fields = form.dict();
    if (fields) catalog.set("AcroForm", fields);
    if (form.met) this.#notes.add("fields");
    const names = joinedNames(assembly, linked);
    if (names) catalog.set("Names", names);
    return { rope: yield* assembly.complete(this.#trailer(catalog)), notes: [...this.#notes] };
  }

  /** Names and keys that would clash with those of other documents are changed in every dictionary that is copied. */
  #rewriteDicts(linked: readonly LinkedMember[], form: JoinedForm): void {
    const files = new Map<string, LinkedMember>();
    for (const [index, own] of linked.entries()) {
      const { name } = this.#parts[index] as MergePart;
      if (name !== undefined && !files.has(fileName(name))) files.set(fileName(name), own);
    }
    for (const own of linked) {
      const { member } = own;
      const tagged = this.#tagged.find((one) => one.member === member);
      const key = tagged ? (dict: PdfDict) => withOwnKeys(dict, tagged.base, tagged.prefix) : withoutKeys;
      member.rewrite(REWRITTEN, (dict) => key(withPlaces(form.withFonts(dict, member), own, files)));
    }
  }

  #catalog(pages: JoinedPages): PdfDict {
    const assembly = this.#assembly;
    const members = this.#members;
    const first = members[0] as ObjectCopier;
    const catalog = pdfDict({ Type: "Catalog", Pages: pages.root });
    for (const name of OF_THE_FIRST) {
      const value = first.document.catalog.get(name);
      if (value !== undefined) catalog.set(name, first.copy(value));
    }
    if (this.#tagged.length > 0) {
      // Only a document that is tagged throughout is a tagged one (§14.8.1).
      if (this.#tagged.length === members.length) catalog.set("MarkInfo", pdfDict({ Marked: true }));
      else this.#notes.add("untagged");
      catalog.set("StructTreeRoot", mergeStructures(assembly, this.#tagged));
    }
    const chapters = members.map((member, index) => ({
      member,
      title: this.#parts[index]?.title ?? "",
      firstPage: pages.own[index]?.[0],
    }));
    const items = joinedOutline(assembly, chapters, this.#options.outline);
    if (items !== null) catalog.set("Outlines", items);
    else if (catalog.get("PageMode") === "UseOutlines") catalog.delete("PageMode");
    this.#setLists(catalog, pages);
    return catalog;
  }

  #setLists(catalog: PdfDict, { placed }: JoinedPages): void {
    const members = this.#members;
    const layers = joinedLayers(members);
    if (layers) catalog.set("OCProperties", layers);
    const labels = joinedLabels(members, placed);
    if (labels) catalog.set("PageLabels", labels);
    for (const key of ["Threads", "AF"]) {
      const list = joinedList(members, key);
      if (list.length > 0) catalog.set(key, list);
    }
    // With a claim the check says whether the others' colours are right under what some documents say of theirs.
    const says = ({ document }: ObjectCopier) => !this.#options.extras || document.catalog.has("OutputIntents");
    const { intents, differ } = joinedIntents(members.filter(says));
    if (intents.length > 0) catalog.set("OutputIntents", intents);
    if (differ) this.#notes.add("intents");
    if (members.some(({ document }) => document.dict(document.catalog.get("Collection")))) this.#notes.add("portfolio");
  }

  /** A standard that the first document keeps need not be kept by the others. */
  #trailer(catalog: PdfDict): PdfDict {
    const assembly = this.#assembly;
    const first = this.#members[0] as ObjectCopier;
    const { information, extras } = this.#options;
    const keepsClaims = !first.document.catalog.has("Metadata");
    const made = described(first.document, information, { ...extras, keepsClaims });
    if (!extras && this.#members.some(({ document }) => CLAIM.test(oldXmp(document) ?? ""))) this.#notes.add("claim");
    const info = made?.info ?? first.document.dict(first.document.trailer.get("Info"));
    const root = made ? describedCatalog(catalog, made, assembly.addData(made.xmp.dict, made.xmp.raw)) : catalog;
    const trailer = pdfDict({ Root: assembly.add(extras ? this.#extended(root, extras) : root) });
    if (info) trailer.set("Info", assembly.add(first.copyDict(info)));
    const id = first.document.array(first.document.trailer.get("ID")) ?? (extras && newIdentifiers());
    return id ? trailer.set("ID", id) : trailer;
  }

  /** What the documents say of their colours stays; where they differ, nothing is said for all of them. */
  #extended(catalog: PdfDict, extras: Extras): PdfDict {
    const assembly = this.#assembly;
    const extended = extras.extended(catalog, (object: PdfObject) =>
      object instanceof PdfStream ? assembly.addData(object.dict, object.raw) : assembly.add(object),
    );
    const intents = catalog.get("OutputIntents");
    if (intents) extended.set("OutputIntents", intents);
    else if (this.#notes.has("intents")) extended.delete("OutputIntents");
    return extended;
  }
}

/** What XMP says of a standard: PDF/A or PDF/UA. */
const CLAIM = /pdf(?:a|ua)id/;

/** The documents that have tags: where their keys into the parent tree begin, and the prefix of elements' names. */
function taggedMembers(members: readonly ObjectCopier[]): TaggedMember[] {
  let base = 0;
  return members.filter(isTagged).map((member, index) => {
    const own = { member, base, prefix: latin1(members.length > 1 ? `${index + 1}.` : "") };
    base += structureRoot(member.document)!.nextKey;
    return own;
  });
}
