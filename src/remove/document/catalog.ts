import { compare } from "#platform/bytes.ts";
import { atOnce } from "../../meter/turns.ts";
import { Holding, type Work } from "../../meter/work.ts";
import { readPacket, type XmpNode } from "../../pdf-conformance/xmp/packet.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type Described, metadataStream, oldXmp } from "../../pdf-file/information.ts";
import { unlessDamaged } from "../../pdf-file/pdf-problem.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { packetOf, xmlText } from "../../pdf-file/xmp/packet.ts";
import { XmlProblem } from "../../pdf-file/xmp/xml.ts";
import { numberTreeEntries } from "../../pdf-pages/trees.ts";
import { withoutMark } from "../../platform/map-key.ts";
import type { Copier } from "../copy/copier.ts";
import type { NewFile } from "../new-file.ts";
import type { Findings } from "../report.ts";
import { inMarkup } from "../words.ts";
import type { KeptAttachments } from "./attachments.ts";
import { LANGUAGE, languageOf } from "./attributes.ts";
import type { NewDestinations } from "./destinations.ts";

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
  readonly #attachments: KeptAttachments | undefined;

  constructor(
    copier: Copier,
    findings: Findings,
    destinations: NewDestinations,
    keeps: boolean,
    attachments: KeptAttachments | undefined,
  ) {
    this.#document = copier.document;
    this.#copier = copier;
    this.#file = copier.file;
    this.#findings = findings;
    this.#destinations = destinations;
    this.#keeps = keeps;
    this.#attachments = attachments;
  }

  /** Entries that need nothing of the pages but their references; `described` is what the request says. */
  dict(pages: PdfRef, described: Described | undefined): PdfDict {
    const document = this.#document;
    const copier = this.#copier;
    const { catalog } = document;
    const made = pdfDict({ Type: "Catalog", Pages: pages });
    const set = (key: string, value: PdfObject | undefined): void => {
      if (value !== null && value !== undefined) made.set(key, value);
    };
    set("PageLayout", copier.copy(catalog.get("PageLayout"), "plain"));
    set("ViewerPreferences", copier.copy(catalog.get("ViewerPreferences"), "viewerPreferences"));
    set("Lang", described?.language !== undefined ? described.language : languageOf(document, catalog.get("Lang")));
    const intents = catalog.get("OutputIntents");
    set(
      "OutputIntents",
      this.#describing("output intents", intents, () => copier.copy(intents, "[outputIntent")),
    );
    set("PageLabels", this.#pageLabels());
    const opens = document.dict(catalog.get("OpenAction"));
    set("OpenAction", this.#destinations.of(opens ? opens.get("D") : catalog.get("OpenAction")));
    const base = document.resolve(document.dict(catalog.get("URI"))?.get("Base"));
    if (base instanceof PdfString && !this.#copier.words?.isIn(base, "links")) {
      set(
        "URI",
        this.#describing("the base of links", base, () => pdfDict({ Base: base })),
      );
    }
    set(
      "Outlines",
      this.#describing("outline", catalog.get("Outlines"), () => newOutline(this.#copier, this.#destinations)),
    );
    const names = this.#names() ?? new Map<string, PdfObject>();
    const { tree, associated = [] } = this.#attachments ?? {};
    if (tree) names.set("EmbeddedFiles", this.#file.add(tree));
    if (names.size > 0) made.set("Names", names);
    if (associated.length > 0) made.set("AF", [...associated]);
    const asked = described && this.#metadata(new TextDecoder().decode(described.xmp.raw));
    set("Metadata", this.#describing("XMP", catalog.get("Metadata"), () => asked ?? this.#metadata()) ?? asked);
    const mode = document.resolve(catalog.get("PageMode"));
    const isOpenable = mode === "UseThumbs" || mode === "FullScreen" || mode === "UseOC";
    if (isOpenable || (mode === "UseOutlines" && made.has("Outlines"))) made.set("PageMode", mode as string);
    this.#noteDropped();
    return made;
  }

  /** /Info of the trailer: the document's, or what the request makes of it. */
  information(made: PdfDict | undefined): PdfRef | undefined {
    const { trailer } = this.#document;
    const old = this.#describing("Info", trailer.get("Info"), () => this.#document.dict(trailer.get("Info")));
    const info = made ?? old;
    return info && this.#file.add(this.#copier.dict(info, "information"));
  }

  /** Entries that describe the whole document are kept or cleared, and named in the report. */
  #describing<T>(name: string, entry: PdfObject | undefined, make: () => T | undefined): T | undefined {
    if (this.#document.resolve(entry) === null) return undefined;
    const made = this.#keeps ? make() : undefined;
    (made === undefined ? this.#findings.cleared : this.#findings.kept).add(name);
    return made;
  }

  /** The metadata, or another text in its place, as far as it is known and says no text that is cut. */
  #metadata(packet = oldXmp(this.#document)): PdfRef | undefined {
    const document = this.#document;
    const { words } = this.#copier;
    const stream = document.resolve(document.catalog.get("Metadata"));
    const isSaid =
      words &&
      stream instanceof PdfStream &&
      unlessDamaged(() => inMarkup(document, stream, (text) => words.isIn(withoutVocabulary(text), "XMP")));
    // Its properties are counted already.
    const forget = words?.counted();
    const keeps = (text: string): boolean => !isSaid || !words.isIn(text, "XMP");
    const known = packet === undefined ? undefined : knownMetadata(packet, document.work, keeps);
    forget?.();
    if (known === undefined) return undefined;
    const { dict, raw } = metadataStream(known);
    return this.#file.addStream(dict, [raw]);
  }

  #names(): PdfDict | undefined {
    const named = this.#destinations.named();
    if (named.size === 0) return undefined;
    return this.#describing("named destinations", this.#document.catalog, () => {
      const entries = [...named].flatMap(([name, value]): [Uint8Array, PdfObject][] => {
        const destination = this.#destinations.of(value);
        const isKept =
          destination !== undefined &&
          !this.#copier.words?.isIn(new PdfString(latin1(withoutMark(name))), "destinations");
        return isKept ? [[latin1(withoutMark(name)), destination]] : [];
      });
      entries.sort(([a], [b]) => compare(a, b));
      if (entries.length === 0) return undefined;
      const list = entries.flatMap(([name, value]): PdfObject[] => [new PdfString(name), value]);
      return pdfDict({ Dests: this.#file.add(pdfDict({ Names: list })) });
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
    return pdfDict({ Nums: list });
  }

  #noteDropped(): void {
    const document = this.#document;
    const findings = this.#findings;
    const { catalog } = document;
    const note = (dict: PdfDict | undefined, names: readonly (readonly [string, string])[]): void => {
      for (const [key, thing] of names) {
        const isKept = this.#attachments !== undefined && (key === "EmbeddedFiles" || key === "AF");
        if (!isKept && document.resolve(dict?.get(key)) !== null) findings.dropped.add(thing);
      }
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

/** Of an outline. */
const MAX_ITEMS = 100_000;
const MAX_LEVELS = 64;

/** The items of one level of an outline, and how many of them and below them are shown. */
interface Level {
  readonly first: PdfRef | undefined;
  readonly last: PdfRef | undefined;
  readonly shown: number;
}

/** The outline as it is (12.3.3), with destinations in the new file. */
function newOutline(copier: Copier, destinations: NewDestinations): PdfRef | undefined {
  const { document, file } = copier;
  const seen = new Set<number | PdfDict>();
  const level = (start: PdfObject | undefined, parent: PdfRef, depth: number): Level => {
    let first: PdfRef | undefined;
    let last: { ref: PdfRef; dict: PdfDict } | undefined;
    let shown = 0;
    for (let next = start; next !== undefined && depth < MAX_LEVELS; ) {
      const old = document.dict(next);
      const key = next instanceof PdfRef ? next.number : old;
      if (!old || key === undefined || seen.has(key) || seen.size >= MAX_ITEMS) break;
      seen.add(key);
      const ref = file.newRef();
      const item = copier.dict(old, "outlineItem").set("Parent", parent);
      // An item needs a title, and keeps its place when it loses it.
      if (!item.has("Title")) item.set("Title", new PdfString(new Uint8Array(0)));
      const destination = destinations.of(old.get("Dest"));
      const action = destinations.action(old.get("A"));
      if (destination !== undefined) item.set("Dest", destination);
      else if (action) item.set("A", action);
      const inner = level(old.get("First"), ref, depth + 1);
      shown++;
      if (inner.first && inner.last) {
        const isOpen = (document.number(old.get("Count")) ?? 0) > 0;
        item.set("First", inner.first).set("Last", inner.last);
        item.set("Count", isOpen ? inner.shown : -inner.shown);
        if (isOpen) shown += inner.shown;
      }
      // Each is written once the next one is known: there may be 100,000.
      if (last) {
        item.set("Prev", last.ref);
        file.put(last.ref, last.dict.set("Next", ref));
      }
      first ??= ref;
      last = { ref, dict: item };
      next = old.get("Next");
    }
    if (last) file.put(last.ref, last.dict);
    return { first, last: last?.ref, shown };
  };
  const root = file.newRef();
  const { first, last, shown } = level(document.dict(document.catalog.get("Outlines"))?.get("First"), root, 0);
  if (!first || !last) return undefined;
  file.put(root, pdfDict({ Type: "Outlines", First: first, Last: last, Count: shown }));
  return root;
}

const MAX_DEPTH = 32;
/** Items of all lists of groups that are read. A list counts wherever something refers to it. */
const MAX_LAYERS = 100_000;

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
    return items > MAX_LAYERS ? [] : found;
  };
  const kept = (object: PdfObject | undefined): PdfRef[] =>
    list(object).flatMap((item) => (item instanceof PdfRef ? (layers.get(item.number) ?? []) : []));
  const order = (object: PdfObject | undefined, depth: number): PdfObject[] =>
    (depth > MAX_DEPTH ? [] : list(object)).flatMap((item): PdfObject[] => {
      if (item instanceof PdfRef && layers.has(item.number)) return [layers.get(item.number)!];
      const inner = document.array(item) ? order(item, depth + 1) : [];
      return inner.length > 0 ? [inner] : [];
    });
  const made: PdfDict = new Map();
  for (const key of ["BaseState", "ListMode", "Intent"]) {
    const value = copier.copy(config?.get(key), key === "Intent" ? "said" : "plain");
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
  return pdfDict({ OCGs: [...layers.values()], D: file.add(made) });
}

/** What a document says of itself, and the standards that it names (XMP part 1, clause 8; ISO 19005, ISO 14289). */
const KNOWN: Readonly<Record<string, readonly [prefix: string, names: string]>> = {
  "http://purl.org/dc/elements/1.1/": [
    "dc",
    "title creator description subject language rights publisher contributor date format",
  ],
  "http://ns.adobe.com/pdf/1.3/": ["pdf", "Keywords Producer PDFVersion Trapped"],
  "http://ns.adobe.com/xap/1.0/": ["xmp", "CreatorTool CreateDate ModifyDate MetadataDate"],
  "http://www.aiim.org/pdfa/ns/id/": ["pdfaid", "part conformance rev amd corr"],
  "http://www.aiim.org/pdfua/ns/id/": ["pdfuaid", "part rev amd corr"],
};
const LISTS: Partial<Record<XmpNode["kind"], string>> = { bag: "Bag", seq: "Seq", alt: "Alt" };

/**
 * The packet with the known properties of which `keeps` says so, and nothing else: any other may show a page (as
 * thumbnails do) or say what an earlier version said. Undefined where it cannot be read.
 */
function knownMetadata(packet: string, work: Work, keeps: (text: string) => boolean): string | undefined {
  const holding = new Holding(work);
  try {
    const { properties } = atOnce(readPacket(packet, holding));
    const used = new Set<string>();
    const kept = properties.flatMap((property) => {
      const [prefix, names = ""] = Object.hasOwn(KNOWN, property.namespace) ? KNOWN[property.namespace]! : [];
      const value = names.split(" ").includes(property.name) ? written(property, keeps) : "";
      if (value === "") return [];
      used.add(` xmlns:${prefix}="${property.namespace}"`);
      return [`<${prefix}:${property.name}>${value}</${prefix}:${property.name}>\n`];
    });
    return packetOf([`<rdf:Description rdf:about=""${[...used].join("")}>\n${kept.join("")}</rdf:Description>`]);
  } catch (error) {
    if (error instanceof XmlProblem) return undefined;
    throw error;
  } finally {
    holding.letGo();
  }
}

/** A text or a list of texts; empty when nothing of it is kept. */
function written({ kind, value, children }: XmpNode, keeps: (text: string) => boolean): string {
  if (kind === "simple") return value !== "" && keeps(value) ? xmlText(value) : "";
  const left = children.filter(({ kind, value }) => kind === "simple" && value !== "" && keeps(value));
  // Several items may be parts of one text.
  if (left.length > 1 && !keeps(left.map(({ value }) => value).join(" "))) return "";
  const items = left.map(({ value, lang }) => {
    return `<rdf:li${lang && LANGUAGE.test(lang) ? ` xml:lang="${lang}"` : ""}>${xmlText(value)}</rdf:li>`;
  });
  const list = LISTS[kind];
  return list === undefined || items.length === 0 ? "" : `<rdf:${list}>${items.join("")}</rdf:${list}>`;
}

const OWN = ["x:(?:xmpmeta|xmptk)", "rdf:(?:RDF|Description|li|Alt|Bag|Seq|about|parseType|resource)"];
const VOCABULARY = [
  ...OWN,
  ...Object.values(KNOWN).map(([prefix, names]) => `${prefix}:(?:${names.replaceAll(" ", "|")})`),
];
export const NAMED = new RegExp(`(</?|\\s)(?:${VOCABULARY.join("|")})(?=[\\s>/=])`, "g");
const ABOUT =
  /<\?xpacket[^>]{0,200}>|\sxmlns:[A-Za-z]{1,20}=(?:"[^"]{0,200}"|'[^']{0,200}')|\sxml:lang=["']x-default["']/g;

/** Names that XMP itself gives to elements, attributes, spaces and languages are no text of anybody's. */
function withoutVocabulary(packet: string): string {
  return packet.replace(ABOUT, "").replace(NAMED, "$1_");
}
