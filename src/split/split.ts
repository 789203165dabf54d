import type { Turns } from "../meter/turns.ts";
import type { Damage, PdfDocument } from "../pdf-file/document.ts";
import { type DocumentInformation, described } from "../pdf-file/information.ts";
import { MisfitProblem, PdfProblem } from "../pdf-file/pdf-problem.ts";
import { IN_STREAM } from "../pdf-file/structure/xref.ts";
import { stringKey } from "../pdf-file/syntax/names.ts";
import { PdfRef } from "../pdf-file/syntax/objects.ts";
import { PageIndex } from "../pdf-pages/page-index.ts";
import { PageLabels } from "../pdf-pages/page-labels.ts";
import type { PageSet } from "../pdf-pages/page-set.ts";
import { nameTreeEntries } from "../pdf-pages/trees.ts";
import { latin1Text } from "../platform/latin1.ts";
import { blankParts, type PageShow, pagesShown } from "./by-blank-pages.ts";
import { named, PageTexts, type TextSearch, textParts, type Unread } from "./by-text.ts";
import type { ChosenPart } from "./chosen-part.ts";
import { DocumentEntries } from "./document/document-entries.ts";
import { Form } from "./document/form.ts";
import { Notes } from "./document/notes.ts";
import { Destinations } from "./document/part-destinations.ts";
import { Outline } from "./document/part-outline.ts";
import {
  type BuiltPart,
  listedParts,
  type OversizedPage,
  outlineParts,
  partsUnderSize,
  type SplitMode,
} from "./modes.ts";
import { buildPart, draftPart, OF_FILES, type OfAllParts } from "./part.ts";
import { ContentReader } from "./resources/content-reader.ts";
import { ResourcePruner } from "./resources/used-resources.ts";
import { RawObjects } from "./scan/raw-objects.ts";
import { StructElements } from "./tags/struct-elements.ts";
import { StructureTree } from "./tags/structure-tree.ts";
import { Checksums } from "./write/crc.ts";
import type { Owners } from "./write/draft.ts";
import type { PartFile } from "./write/part-file.ts";
import { type FileStyle, newBuffers } from "./write/write-part.ts";

export interface SplitLimits {
  /** Of all parts together. */
  readonly outputBytes: number;
  /** How many parts a mode may choose. */
  readonly parts?: number;
}

export interface SplitOptions extends SplitLimits {
  /** What is looked for on the first page of each part, to name it. */
  readonly names?: readonly TextSearch[];
  /** What each part says of itself. */
  readonly information?: DocumentInformation | undefined;
  /**
   * The files that are attached to the document: in no part unless something in it names them, in each, or in the
   * first.
   */
  readonly attachments?: "drop" | "keep" | "first";
}

/** One file of a split: its length and checksum are known, its bytes are given as views when they are asked for. */
export interface SplitPart extends ChosenPart {
  readonly length: number;
  /** Summed when it is asked for: only an archive needs it. */
  crc32(): number;
  readonly pieces: Iterable<Uint8Array>;
}

/** What a mode chooses, and what was found out on the way. */
export interface Choice {
  readonly parts: readonly ChosenPart[];
  readonly oversized: readonly OversizedPage[];
  /** Pages whose text was looked for, and could not be read. */
  readonly unread: Unread;
  /** What each page shows, where blank pages divide. */
  readonly shown: readonly PageShow[] | undefined;
  /**
   * What the reader of the parts should know, such as signatures that were dropped; of a choice, what is known then.
   */
  readonly notes: readonly string[];
}

export interface Split extends Choice {
  readonly parts: readonly SplitPart[];
  readonly damage: Damage;
}

/**
 * What is new in the parts is held up to this size; parts beyond it are put together a second time when they are read.
 */
const HELD_BYTES = 12 << 20;

/** What is known of one object: its place, its references, and the part that it was last reached for. */
const OBJECT_BYTES = 30;
/** The same for an object in an object stream, with decoded streams that are not yet garbage-collected. Measured. */
const STREAMED_OBJECT_BYTES = 70;

/** Memory that a split takes for what is known of the document's objects, beside what is new in the parts. */
export function splitMemory({ size, xref }: PdfDocument): number {
  let streamed = 0;
  for (let number = 0; number < size; number++) if (xref.kindOf(number) === IN_STREAM) streamed++;
  return (size - streamed) * OBJECT_BYTES + streamed * STREAMED_OBJECT_BYTES;
}

/**
 * Cuts a document into parts. Each part holds its pages, all that they need, and what the document knows of them; of
 * everything else nothing. Objects are copied as they lie in the input, under their own numbers.
 *
 * Parts of an encrypted document are encrypted under the same key: they open with the same passwords, and without
 * any where the document did.
 */
export function splitInTurns(document: PdfDocument, mode: SplitMode, limits: SplitOptions): Turns<Split> {
  return document.ofPages(() => cutParts(document, mode, limits));
}

/** The parts that a split would have, without their bytes. */
export function choiceInTurns(document: PdfDocument, mode: SplitMode, limits: SplitOptions): Turns<Choice> {
  return document.ofPages(function* () {
    const { texts, shown, chosen } = yield* chooseParts(document, mode, mostParts(limits), () => share(document));
    const parts: ChosenPart[] = [];
    const oversized: OversizedPage[] = [];
    if ("partBytes" in mode) {
      for (const { part, file } of partsUnderSize(share(document), mode.partBytes, mostParts(limits), oversized)) {
        file.letGo();
        parts.push(part);
        yield;
      }
    }
    const all = yield* named(chosen ?? parts, limits.names ?? [], texts);
    const notes = new Notes();
    if (dropsFiles(document, limits)) notes.add("attachments");
    return { parts: all, oversized, unread: texts.unread, shown, notes: notes.texts() };
  });
}

/**
 * Makes of the opened document the part with these pages, in their order, without writing it. Nothing leads to what
 * only other pages have. Gives what its reader should know.
 */
export function* cutInPlace(
  document: PdfDocument,
  pages: PageSet,
  attachments: NonNullable<SplitOptions["attachments"]>,
): Turns<readonly string[]> {
  const { shared, draft, root } = yield* document.ofPages(function* () {
    const shared = share(document, undefined, () => attachments !== "drop");
    yield;
    return { shared, ...draftPart(shared, pages) };
  });
  const old = document.trailer.get("Root");
  if (!(old instanceof PdfRef) || old.number !== root.number) {
    throw new PdfProblem("corrupt", "The document's catalog is no object of its own.");
  }
  const changed = [...draft.definitions].map(([number, { object }]) => [number, object] as const);
  shared.raw.letGo();
  document.edit(new Map([...document.edits, ...changed]));
  return shared.notes.texts();
}

/** The parts that a mode chooses; undefined where only the parts' bytes tell. */
function* chooseParts(document: PdfDocument, mode: SplitMode, most: number, shared: () => OfAllParts) {
  const texts = new PageTexts(document);
  let shown: PageShow[] | undefined;
  let chosen: ChosenPart[] | undefined;
  if ("text" in mode) chosen = yield* textParts(document, mode.text, texts, most);
  else if ("blank" in mode) {
    shown = yield* pagesShown(document, mode.blank);
    chosen = blankParts(shown, mode.blank, most);
  } else if ("outlineLevel" in mode) chosen = outlineParts(shared(), mode.outlineLevel, most);
  else if (!("partBytes" in mode)) chosen = listedParts(document, mode, most);
  return { texts, shown, chosen };
}

/** Whether the parts lose files that are attached to the document, or that it is a portfolio. */
function dropsFiles(document: PdfDocument, { attachments = "drop" }: SplitOptions): boolean {
  if (attachments !== "drop") return false;
  const { catalog } = document;
  return OF_FILES.some((key) => document.resolve(catalog.get(key)) !== null) || attachedFiles(document).length > 0;
}

function mostParts({ parts = Number.POSITIVE_INFINITY }: SplitLimits): number {
  return parts;
}

function* cutParts(document: PdfDocument, mode: SplitMode, limits: SplitOptions): Turns<Split> {
  let known: OfAllParts | undefined;
  let first: PageSet | undefined;
  // Parts of a size are chosen one after the other, from the first page on.
  const isFirst = (set: PageSet): boolean => (first ? set === first : set.runs[0]?.first === 1);
  const { attachments = "drop" } = limits;
  const hasFiles = (set: PageSet): boolean => attachments === "keep" || (attachments === "first" && isFirst(set));
  const sharing = (): OfAllParts => {
    known ??= share(document, limits.information, hasFiles);
    return known;
  };
  if ("outlineLevel" in mode) refuseAbove(limits, estimate(document, undefined));
  const { texts, shown, chosen } = yield* chooseParts(document, mode, mostParts(limits), sharing);
  first = chosen?.[0]?.pages;
  // A request for far too much is refused before its parts are made.
  refuseAbove(limits, estimate(document, chosen));
  const shared = sharing();
  const oversized: OversizedPage[] = [];
  const built =
    "partBytes" in mode
      ? partsUnderSize(shared, mode.partBytes, mostParts(limits), oversized)
      : builtParts(shared, chosen ?? []);
  const parts: SplitPart[] = [];
  let [held, total, pages] = [0, 0, 0];
  const allPages = pagesIn(document, chosen);
  for (const { part, file } of built) {
    held += file.ownBytes;
    total += file.length;
    document.work.produce(file.length);
    pages += part.pages.count;
    parts.push(held <= HELD_BYTES ? heldPart(part, file) : repeatedPart(part, file, shared));
    if (total > limits.outputBytes) refuseAbove(limits, (total / pages) * allPages);
    yield;
  }
  if (held <= HELD_BYTES) shared.raw.letGo();
  if (dropsFiles(document, limits)) shared.notes.add("attachments");
  return {
    parts: yield* named(parts, limits.names ?? [], texts),
    notes: shared.notes.texts(),
    oversized,
    unread: texts.unread,
    shown,
    damage: document.damage,
  };
}

function* builtParts(shared: OfAllParts, chosen: readonly ChosenPart[]): Generator<BuiltPart> {
  for (const part of chosen) {
    shared.document.work.place = `page ${part.pages.runs[0]?.first}`;
    yield { part, file: buildPart(shared, part.pages) };
  }
}

function heldPart(part: ChosenPart, file: PartFile): SplitPart {
  return { ...part, length: file.length, crc32: () => file.crc32(), pieces: file };
}

function repeatedPart(part: ChosenPart, file: PartFile, shared: OfAllParts): SplitPart {
  const { length } = file;
  const sum = file.crc32();
  file.letGo();
  const pieces = { [Symbol.iterator]: () => buildPart(shared, part.pages)[Symbol.iterator]() };
  return { ...part, length, crc32: () => sum, pieces };
}

/** Pages of all parts together; without a list, the parts hold each page of the document once. */
function pagesIn(document: PdfDocument, parts: readonly ChosenPart[] | undefined): number {
  return parts?.reduce((sum, { pages }) => sum + pages.count, 0) ?? document.pageCount;
}

/** What the parts would take if every page took an equal share of the document. */
function estimate(document: PdfDocument, parts: readonly ChosenPart[] | undefined): number {
  return (document.bytes.length / Math.max(1, document.pageCount)) * pagesIn(document, parts);
}

function refuseAbove({ outputBytes: most }: SplitLimits, bytes: number): void {
  if (bytes > most) throw new MisfitProblem({ kind: "too much output", bytes, most });
}

function share(
  document: PdfDocument,
  information?: DocumentInformation,
  hasFiles: OfAllParts["hasFiles"] = () => false,
): OfAllParts {
  const raw = new RawObjects(document);
  const pages = new PageIndex(document);
  const destinations = new Destinations(document, pages);
  const notes = new Notes();
  const reader = new ContentReader(document);
  const outline = new Outline(document, destinations);
  const form = new Form(document);
  const structure = StructureTree.of(document, raw, () => notes.add("tags"));
  const elements = structure?.elements ?? new StructElements(raw, -1);
  const pruner = new ResourcePruner(reader, () => notes.add("resources"));
  const owners: Owners = {
    isInPageTree: (number) => pages.has(number),
    isField: (number) => form.isField(number),
    isOutlineItem: (number) => outline.isItem(number),
    isStructElement: (number) => elements.isElement(number),
    pruned: (number) => pruner.pruned(number),
  };
  document.work.hold(document.size * Uint32Array.BYTES_PER_ELEMENT * (structure === undefined ? 1 : 2));
  return {
    document,
    raw,
    owners,
    destinations,
    outline,
    labels: new PageLabels(document),
    documentEntries: new DocumentEntries(document, reader),
    form,
    structure,
    hasFiles,
    attachments: new Map(attachedFiles(document).map((file) => [stringKey(file.name), file])),
    pruner,
    style: fileStyle(document),
    checksums: new Checksums(document.source),
    buffers: newBuffers(),
    stamps: {
      members: new Uint32Array(document.size),
      elements: new Uint32Array(structure === undefined ? 0 : document.size),
      part: 0,
    },
    notes,
    described: described(document, information),
  };
}

function attachedFiles(document: PdfDocument) {
  return nameTreeEntries(document, document.dict(document.catalog.get("Names"))?.get("EmbeddedFiles") ?? null);
}

/**
 * The input's version, and its way of writing. A cross-reference stream can list numbers with gaps. Files before
 * version 1.5 have none, and get a table with a section for each run of numbers.
 */
function fileStyle(document: PdfDocument): FileStyle {
  const header = /%PDF-(\d\.\d)/.exec(latin1Text(document.bytes, 0, 1024))?.[1] ?? "1.4";
  const declared = document.resolve(document.catalog.get("Version"));
  const version = typeof declared === "string" && /^\d\.\d$/.test(declared) && declared > header ? declared : header;
  const objectStreams = document.newestSection?.style === "stream" || usesObjectStreams(document);
  if (objectStreams) return { version: version < "1.5" ? "1.5" : version, xref: "stream", objectStreams };
  return { version, xref: version < "1.5" ? "table" : "stream", objectStreams };
}

function usesObjectStreams(document: PdfDocument): boolean {
  for (let number = 0; number < document.size; number++) if (document.xref.kindOf(number) === IN_STREAM) return true;
  return false;
}
