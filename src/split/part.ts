import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Described } from "../pdf-file/information.ts";
import { INHERITABLE } from "../pdf-file/structure/page-tree.ts";
import { stringKey } from "../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import type { PageLabels } from "../pdf-pages/page-labels.ts";
import { indicesOf, type PageSet } from "../pdf-pages/page-set.ts";
import { grouped } from "../platform/grouped.ts";
import { compareKeys } from "../platform/map-key.ts";
import { keptAction, keptDestination, keptTriggers, type PartScope } from "./document/actions.ts";
import type { DocumentEntries } from "./document/document-entries.ts";
import type { Form } from "./document/form.ts";
import type { Notes } from "./document/notes.ts";
import { admitAnnotations, keptAnnotations } from "./document/part-annotations.ts";
import type { Destinations } from "./document/part-destinations.ts";
import type { Outline } from "./document/part-outline.ts";
import type { ResourcePruner } from "./resources/used-resources.ts";
import { refNumber } from "./scan/object-facts.ts";
import type { RawObjects } from "./scan/raw-objects.ts";
import { type StructureTree, unmarkStructure } from "./tags/structure-tree.ts";
import { Draft, type Owners, type Stamps } from "./write/draft.ts";
import type { PartFile } from "./write/part-file.ts";
import { partTrailer } from "./write/part-trailer.ts";
import { type Writing, writePart } from "./write/write-part.ts";

/** What all parts of a document share, found out once. */
export interface OfAllParts extends Writing {
  readonly document: PdfDocument;
  readonly raw: RawObjects;
  readonly owners: Owners;
  readonly destinations: Destinations;
  readonly outline: Outline;
  readonly labels: PageLabels;
  readonly documentEntries: DocumentEntries;
  readonly form: Form;
  readonly structure: StructureTree | undefined;
  /** Whether a part has the files that are attached to the document. */
  readonly hasFiles: (set: PageSet) => boolean;
  readonly attachments: ReadonlyMap<string, { name: PdfString; value: PdfObject }>;
  readonly pruner: ResourcePruner;
  readonly stamps: Stamps;
  readonly notes: Notes;
  /** What the request says of each part. */
  readonly described: Described | undefined;
}

/** Catalog entries that a part takes as they are (ISO 32000-2 §7.7.2). */
const COPIED = ["Version", "Extensions", "PageLayout", "PageMode", "URI", "Lang", "OCProperties"];

/** Those that come along with the files of the document: how a portfolio shows them, and what they are to it. */
export const OF_FILES = ["Collection", "AF"];

export function buildPart(shared: OfAllParts, set: PageSet): PartFile {
  const { draft, root } = draftPart(shared, set);
  return writePart(draft, partTrailer(shared.document, draft, set.label, root, shared.described), shared);
}

/** One part before it is written, and its catalog. */
export function draftPart(shared: OfAllParts, set: PageSet): { readonly draft: Draft; readonly root: PdfRef } {
  const draft = new Draft(shared.document, shared.raw, shared.owners, shared.stamps);
  return { draft, root: new PartBuilder(shared, set, draft).build() };
}

class PartBuilder {
  readonly #shared: OfAllParts;
  readonly #set: PageSet;
  readonly #draft: Draft;
  readonly #document: PdfDocument;
  readonly #indices: ReadonlySet<number>;
  readonly #attachmentNames = new Set<string>();
  readonly #scope: PartScope;
  #hasScript = false;

  constructor(shared: OfAllParts, set: PageSet, draft: Draft) {
    this.#shared = shared;
    this.#set = set;
    this.#draft = draft;
    this.#document = shared.document;
    this.#indices = new Set(indicesOf(set));
    this.#scope = {
      document: shared.document,
      destinations: shared.destinations,
      hasPage: (index) => this.#indices.has(index),
      hasWidget: (number) => draft.annotations.has(number) || draft.fields.has(number),
      isSigned: (annotation, number) => shared.form.isSigned(annotation, number),
      seesSignature: () => shared.notes.add("signature"),
      seesScript: () => {
        this.#hasScript = true;
      },
      seesAttachment: (name) => {
        if (name instanceof PdfString) this.#attachmentNames.add(stringKey(name));
      },
    };
  }

  build(): PdfRef {
    const draft = this.#draft;
    const document = this.#document;
    const shared = this.#shared;
    const root = document.trailer.get("Root");
    const pages = this.#definePages();
    const catalog = pdfDict({ Type: "Catalog", Pages: pages });
    const form = shared.form.of(draft, this.#scope, shared.notes);
    if (form !== undefined) catalog.set("AcroForm", form);
    draft.reach(pages.number);
    this.#copyCatalogEntries(catalog);
    this.#cutStructure(catalog);
    const outline = shared.outline.of(draft, this.#scope, indicesOf(this.#set));
    if (outline !== undefined) catalog.set("Outlines", outline);
    else if (catalog.get("PageMode") === "UseOutlines") catalog.delete("PageMode");
    const labels = shared.labels.of(indicesOf(this.#set));
    if (labels !== undefined) catalog.set("PageLabels", labels);
    this.#setNames(catalog);
    const rootRef = draft.refLike(root);
    draft.define(rootRef.number, catalog);
    draft.reach(rootRef.number);
    return rootRef;
  }

  #definePages(): PdfRef {
    const draft = this.#draft;
    const document = this.#document;
    const kids: PdfRef[] = [];
    const listed: (PdfObject[] | undefined)[] = [];
    for (const index of indicesOf(this.#set)) {
      const page = document.page(index);
      const repeated = page.ref !== undefined && draft.pages.has(page.ref.number);
      const own = draft.refLike(repeated ? undefined : page.ref);
      draft.pages.add(own.number);
      kids.push(own);
      listed.push(admitAnnotations(draft, document, page.dict));
    }
    // Where /Pages of the catalog is itself a page, the part's tree needs a number of its own.
    const old = document.catalog.get("Pages");
    const isPage = old instanceof PdfRef && draft.pages.has(old.number);
    const root = draft.refLike(isPage ? undefined : old);
    this.#shared.form.admitFields(
      draft,
      (number) => number === root.number || draft.pages.has(number) || this.#shared.owners.isInPageTree(number),
    );
    const resources = this.#prunedResources();
    let position = 0;
    for (const index of indicesOf(this.#set)) {
      this.#definePage(index, kids[position] as PdfRef, root, listed[position], resources.get(index));
      position++;
    }
    draft.define(root.number, pdfDict({ Type: "Pages", Count: kids.length, Kids: kids }));
    return root;
  }

  /** Defines the page where it cannot be copied as it is. */
  #definePage(
    index: number,
    own: PdfRef,
    root: PdfRef,
    listed: PdfObject[] | undefined,
    resources: PdfObject | undefined,
  ): void {
    const page = this.#document.page(index);
    const changed: PdfDict = new Map(page.dict);
    const isPlain = page.dict.get("Type") === "Page" && this.#document.resolve(page.ref) === page.dict;
    let same = own.number === page.ref?.number && isPlain;
    const set = (key: string, value: PdfObject | undefined): void => {
      if (value === undefined) changed.delete(key);
      else changed.set(key, value);
      same = false;
    };
    const parent = page.dict.get("Parent");
    if (!(parent instanceof PdfRef) || parent.number !== root.number) set("Parent", root);
    for (const name of INHERITABLE) {
      const value = page.attribute(name);
      if (value !== null && value !== page.dict.get(name)) set(name, value);
    }
    if (resources !== undefined) set("Resources", resources);
    // Article beads lead through the whole document, and so do the parts of a document part hierarchy.
    for (const key of ["B", "DPart"]) if (page.dict.has(key)) set(key, undefined);
    if (listed) {
      const kept = keptAnnotations(this.#draft, listed, this.#scope);
      if (kept.length === 0) set("Annots", undefined);
      else if (kept !== listed) set("Annots", kept);
    }
    const contents = this.#presentContents(page.dict.get("Contents"));
    if (contents) set("Contents", contents);
    const triggers = page.dict.get("AA");
    if (triggers !== undefined) {
      const kept = keptTriggers(triggers, this.#scope);
      if (kept !== triggers) set("AA", kept);
    }
    if (!same) this.#draft.define(own.number, changed.set("Type", "Page"));
  }

  /** The content streams of a page that names some which do not exist; readers take null among them for an error. */
  #presentContents(contents: PdfObject | undefined): PdfObject[] | undefined {
    const { raw } = this.#shared;
    const isMissing = (number: number) => this.#document.lacks(new PdfRef(number, 0));
    if (contents instanceof PdfRef) {
      if (isMissing(contents.number)) return undefined;
      const named = raw.refs(contents.number);
      this.#document.work.spend(named.length * COST.item);
      if (!named.some((tagged) => isMissing(refNumber(tagged)))) return undefined;
    }
    const items = Array.isArray(contents) || contents instanceof PdfRef ? this.#document.array(contents) : undefined;
    const present = items?.filter((item) => item instanceof PdfRef && !isMissing(item.number));
    return present?.length === items?.length ? undefined : present;
  }

  /** For pages whose resources name what they do not use: the resources that they are given instead. */
  #prunedResources(): Map<number, PdfObject> {
    const { pruner } = this.#shared;
    const worth = [...indicesOf(this.#set)].filter((index) => pruner.worthReading(index));
    // Pages that refer to one object share what is left of it.
    const groups = grouped(worth, (index) => {
      const held = this.#document.page(index).attribute("Resources");
      return held instanceof PdfRef ? held.number : held;
    });
    const result = new Map<number, PdfObject>();
    for (const [key, pages] of groups) {
      const pruned = pruner.prune(typeof key === "number" ? this.#draft.ref(key) : key, pages);
      if (pruned === undefined) continue;
      const value = pages.length > 1 ? this.#draft.add(pruned) : pruned;
      for (const index of pages) result.set(index, value);
    }
    return result;
  }

  #copyCatalogEntries(catalog: PdfDict): void {
    const document = this.#document;
    for (const key of COPIED) {
      const value = document.catalog.get(key);
      if (value !== undefined) catalog.set(key, value);
    }
    const intents = this.#shared.documentEntries.outputIntents(indicesOf(this.#set));
    if (intents !== undefined) catalog.set("OutputIntents", intents);
    const { described } = this.#shared;
    const metadata = described ? described.xmp : this.#shared.documentEntries.metadataOf();
    if (metadata !== undefined) catalog.set("Metadata", this.#draft.orNew(metadata));
    if (described?.language === null) catalog.delete("Lang");
    else if (described?.language !== undefined) catalog.set("Lang", described.language);
    const preferences = document.dict(document.catalog.get("ViewerPreferences"));
    if (preferences) {
      const kept: PdfDict = new Map(preferences);
      // It counts pages of the whole document.
      kept.delete("PrintPageRange");
      catalog.set("ViewerPreferences", kept);
    }
    const open = document.catalog.get("OpenAction") ?? null;
    const value = document.resolve(open);
    const kept =
      value instanceof Map
        ? document.resolve(value.get("S")) === "GoTo"
          ? keptAction(open, this.#scope)
          : undefined
        : keptDestination(open, this.#scope);
    if (kept !== undefined && open !== null) catalog.set("OpenAction", kept);
  }

  #cutStructure(catalog: PdfDict): void {
    const draft = this.#draft;
    const document = this.#document;
    const shared = this.#shared;
    const structure = shared.structure?.cut(draft);
    if (!structure) {
      if (document.catalog.has("StructTreeRoot")) unmarkStructure(draft);
      return;
    }
    catalog.set("StructTreeRoot", structure);
    const marks = document.catalog.get("MarkInfo");
    if (marks !== undefined) catalog.set("MarkInfo", marks);
  }

  /**
   * Named destinations of the part; scripts and embedded files of the document where something in the part uses them.
   */
  #setNames(catalog: PdfDict): void {
    const names: PdfDict = new Map();
    const { tree, dictionary } = this.#shared.destinations.on(indicesOf(this.#set));
    if (tree.length > 0) names.set("Dests", pdfDict({ Names: tree }));
    if (dictionary.size > 0) catalog.set("Dests", dictionary);
    const old = this.#document.dict(this.#document.catalog.get("Names"));
    const scripts = old?.get("JavaScript");
    if (this.#hasScript && scripts !== undefined) names.set("JavaScript", scripts);
    const files: PdfObject[] = [];
    const { attachments } = this.#shared;
    const hasAll = this.#shared.hasFiles(this.#set);
    for (const name of [...(hasAll ? attachments.keys() : this.#attachmentNames)].sort(compareKeys)) {
      const file = attachments.get(name);
      if (file !== undefined) files.push(file.name, file.value);
    }
    for (const key of hasAll ? OF_FILES : []) {
      const value = this.#document.catalog.get(key);
      if (value !== undefined) catalog.set(key, value);
    }
    if (files.length > 0) names.set("EmbeddedFiles", pdfDict({ Names: files }));
    if (names.size > 0) catalog.set("Names", names);
  }
}
