import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfDict, type PdfObject, type PdfRef, PdfStream, PdfString } from "../../pdf-file/syntax/objects.ts";
import { numberTreeEntries } from "../../pdf-pages/trees.ts";
import type { Copier } from "../copy/copier.ts";
import type { NewFile } from "../new-file.ts";
import type { Findings } from "../report.ts";
import type { NewDestinations } from "./destinations.ts";
import { newLayers } from "./kept-layers.ts";
import { languageOf } from "./language.ts";
import { newOutline } from "./outline.ts";

/** Entries of a document that are always removed, and their names in the report (7.7.2). */
const DROPPED: readonly (readonly [string, string])[] = [
  ["AF", "attachments and media"],
  ["Collection", "attachments and media"],
  ["AA", "scripts and actions"],
  ["Threads", "article threads"],
  ["PieceInfo", "private data of programs"],
  ["Perms", "signatures"],
  ["DSS", "signatures"],
  ["SpiderInfo", "capture data of web pages"],
  ["DPartRoot", "document parts"],
  ["AlternatePresentations", "alternate presentations"],
];
const DROPPED_NAMES: readonly (readonly [string, string])[] = [
  ["JavaScript", "scripts and actions"],
  ["EmbeddedFiles", "attachments and media"],
  ["AlternatePresentations", "alternate presentations"],
  ["Renditions", "attachments and media"],
];

/**
 * The document's own entries in the new file: known ones, and those that describe the whole document only when they are
 * to be kept.
 */
export class NewCatalog {
  readonly #document: PdfDocument;
  readonly #copier: Copier;
  readonly #file: NewFile;
  readonly #findings: Findings;
  readonly #destinations: NewDestinations;
  readonly #keeps: boolean;

  constructor(copier: Copier, findings: Findings, destinations: NewDestinations, keeps: boolean) {
    this.#document = copier.document;
    this.#copier = copier;
    this.#file = copier.file;
    this.#findings = findings;
    this.#destinations = destinations;
    this.#keeps = keeps;
  }

  /** Entries that need nothing of the pages but their references. */
  dict(pages: PdfRef): PdfDict {
    const document = this.#document;
    const copier = this.#copier;
    const { catalog } = document;
    const made: PdfDict = new Map<string, PdfObject>([
      ["Type", "Catalog"],
      ["Pages", pages],
    ]);
    const set = (key: string, value: PdfObject | undefined): void => {
      if (value !== null && value !== undefined) made.set(key, value);
    };
    set("PageLayout", copier.copy(catalog.get("PageLayout"), "plain"));
    set("ViewerPreferences", copier.copy(catalog.get("ViewerPreferences"), "viewerPreferences"));
    set("Lang", languageOf(document, catalog.get("Lang")));
    const intents = catalog.get("OutputIntents");
    set(
      "OutputIntents",
      this.#describing("output intents", intents, () => copier.copy(intents, "[outputIntent")),
    );
    set("PageLabels", this.#pageLabels());
    const opens = document.dict(catalog.get("OpenAction"));
    set("OpenAction", this.#destinations.of(opens ? opens.get("D") : catalog.get("OpenAction")));
    const base = document.resolve(document.dict(catalog.get("URI"))?.get("Base"));
    if (base instanceof PdfString) {
      set(
        "URI",
        this.#describing("the base of links", base, () => new Map([["Base", base]])),
      );
    }
    set(
      "Outlines",
      this.#describing("outline", catalog.get("Outlines"), () => this.#outline()),
    );
    set("Names", this.#names());
    set(
      "Metadata",
      this.#describing("XMP", catalog.get("Metadata"), () => this.#metadata()),
    );
    const mode = document.resolve(catalog.get("PageMode"));
    const isOpenable = mode === "UseThumbs" || mode === "FullScreen" || mode === "UseOC";
    if (isOpenable || (mode === "UseOutlines" && made.has("Outlines"))) made.set("PageMode", mode as string);
    this.#noteDropped();
    return made;
  }

  #outline(): PdfObject | undefined {
    return newOutline(this.#copier, this.#destinations);
  }

  /** /Info of the trailer. */
  information(): PdfRef | undefined {
    const { trailer } = this.#document;
    return this.#describing("Info", trailer.get("Info"), () => {
      const info = this.#document.dict(trailer.get("Info"));
      return info && this.#file.add(this.#copier.dict(info, "information"));
    });
  }

  /** Entries that describe the whole document are kept or cleared, and named in the report. */
  #describing<T>(name: string, entry: PdfObject | undefined, make: () => T | undefined): T | undefined {
    if (this.#document.resolve(entry) === null) return undefined;
    const made = this.#keeps ? make() : undefined;
    (made === undefined ? this.#findings.cleared : this.#findings.kept).add(name);
    return made;
  }

  #metadata(): PdfRef | undefined {
    const stream = this.#document.resolve(this.#document.catalog.get("Metadata"));
    if (!(stream instanceof PdfStream)) return undefined;
    const dict = new Map([
      ["Type", "Metadata"],
      ["Subtype", "XML"],
    ]);
    return this.#copier.addStream(stream, dict);
  }

  #names(): PdfDict | undefined {
    const named = this.#destinations.named();
    if (named.size === 0) return undefined;
    return this.#describing("named destinations", this.#document.catalog, () => {
      const entries = [...named].flatMap(([name, value]): [Uint8Array, PdfObject][] => {
        const destination = this.#destinations.of(value);
        return destination === undefined ? [] : [[Buffer.from(name, "latin1"), destination]];
      });
      entries.sort(([a], [b]) => Buffer.compare(a, b));
      if (entries.length === 0) return undefined;
      const list = entries.flatMap(([name, value]): PdfObject[] => [new PdfString(name), value]);
      return new Map([["Dests", this.#file.add(new Map([["Names", list]]))]]);
    });
  }

  /** Numbers and styles only: a label's prefix is a text that describes pages (12.4.2). */
  #pageLabels(): PdfDict | undefined {
    const document = this.#document;
    const entries = numberTreeEntries(document, document.catalog.get("PageLabels") ?? null);
    if (entries.size === 0) return undefined;
    const list: PdfObject[] = [];
    for (const [index, value] of [...entries].sort(([a], [b]) => a - b)) {
      const label = document.dict(value);
      if (label) list.push(index, this.#copier.dict(label, this.#keeps ? "pageLabel" : "bareLabel"));
    }
    return new Map([["Nums", list]]);
  }

  /** Writes optional content, when it is known which layers are left. */
  layers(): PdfDict | undefined {
    return newLayers(this.#copier);
  }

  #noteDropped(): void {
    const document = this.#document;
    const findings = this.#findings;
    const { catalog } = document;
    const note = (dict: PdfDict | undefined, names: readonly (readonly [string, string])[]): void => {
      for (const [key, thing] of names) if (document.resolve(dict?.get(key)) !== null) findings.dropped.add(thing);
    };
    note(catalog, DROPPED);
    note(document.dict(catalog.get("Names")), DROPPED_NAMES);
    const opens = document.dict(catalog.get("OpenAction"));
    if (opens && document.resolve(opens.get("S")) === "JavaScript") findings.dropped.add("scripts and actions");
    findings.dropped.add("earlier revisions and unused objects");
  }
}

/** Entries of a page that are always removed. */
export const DROPPED_OF_PAGES: readonly (readonly [string, string])[] = [
  ["Thumb", "thumbnails"],
  ["PieceInfo", "private data of programs"],
  ["Metadata", "metadata of pages"],
  ["B", "article threads"],
  ["AA", "scripts and actions"],
  ["AF", "attachments and media"],
  ["Trans", "transitions"],
];
