import { Buffer } from "node:buffer";
import type { PdfDocument } from "../document.ts";
import { PdfProblem } from "../problem.ts";
import { IN_STREAM } from "../structure/xref.ts";
import { latin1Text } from "../syntax/names.ts";
import { ContentReader } from "./content-reader.ts";
import { Checksums } from "./crc.ts";
import { Describing } from "./describing.ts";
import { Destinations } from "./destinations.ts";
import type { Owners } from "./draft.ts";
import { Form } from "./form.ts";
import { Notes } from "./notes.ts";
import { Outline } from "./outline.ts";
import { PageIndex } from "./page-index.ts";
import { PageLabels } from "./page-labels.ts";
import type { PageSet } from "./page-set.ts";
import { buildPart, type Shared } from "./part.ts";
import type { PartFile } from "./part-file.ts";
import { RawObjects } from "./raw-objects.ts";
import { ResourcePruner } from "./resources.ts";
import { StructElements } from "./struct-elements.ts";
import { StructureTree } from "./structure-tree.ts";
import { nameTreeEntries } from "./trees.ts";
import { type FileStyle, newBuffers } from "./write-part.ts";

/** One file of a split: its length and checksum are known, its bytes are given as views when they are asked for. */
export interface SplitPart {
  readonly pages: PageSet;
  readonly length: number;
  readonly crc32: number;
  readonly pieces: Iterable<Uint8Array>;
}

export interface Split {
  readonly parts: readonly SplitPart[];
  /** What the reader of the parts should know, such as signatures that were dropped. */
  readonly notes: readonly string[];
}

export interface SplitLimits {
  /** Of all parts together. */
  readonly outputBytes: number;
}

/** What is new in the parts is held up to this size; parts beyond it are put together a second time when they are read. */
const HELD_BYTES = 12 << 20;

/** What is known of one object: its place, its references, and the part that it was last reached for. */
const OBJECT_BYTES = 30;
/** The same of one in an object stream, with what is left of such streams until a collection comes by. Measured. */
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
export function splitPdf(document: PdfDocument, sets: readonly PageSet[], limits: SplitLimits): Split {
  refuseAbove(limits, estimate(document, sets));
  const wasRebuilt = document.rebuilt;
  const split = planParts(document, sets, limits);
  // Damage that is found on the way has the document rebuilt: what was known of its objects then no longer holds.
  return document.rebuilt === wasRebuilt ? split : planParts(document, sets, limits);
}

function planParts(document: PdfDocument, sets: readonly PageSet[], limits: SplitLimits): Split {
  const shared = share(document);
  const parts: SplitPart[] = [];
  let held = 0;
  let total = 0;
  for (const pages of sets) {
    const file = buildPart(shared, pages);
    held += file.ownBytes;
    total += file.length;
    parts.push(held <= HELD_BYTES ? heldPart(pages, file) : repeatedPart(pages, file, shared));
    if (total > limits.outputBytes) refuseAbove(limits, (total / parts.length) * sets.length);
  }
  return { parts, notes: shared.notes.texts() };
}

function heldPart(pages: PageSet, file: PartFile): SplitPart {
  return {
    pages,
    length: file.length,
    get crc32() {
      return file.crc32;
    },
    pieces: file,
  };
}

function repeatedPart(pages: PageSet, file: PartFile, shared: Shared): SplitPart {
  const { length, crc32 } = file;
  file.letGo();
  const pieces = { [Symbol.iterator]: () => buildPart(shared, pages)[Symbol.iterator]() };
  return { pages, length, crc32, pieces };
}

/** What parts of one document have in common. Exported for planning by size. */
export function share(document: PdfDocument): Shared {
  const raw = new RawObjects(document);
  const pages = new PageIndex(document);
  const destinations = new Destinations(document, pages);
  const files = nameTreeEntries(document, document.dict(document.catalog.get("Names"))?.get("EmbeddedFiles") ?? null);
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
  return {
    document,
    raw,
    owners,
    destinations,
    outline,
    labels: new PageLabels(document),
    describing: new Describing(document, reader),
    form,
    structure,
    attachments: new Map(files.map((file) => [latin1Text(file.name.bytes, 0, file.name.bytes.length), file])),
    pruner,
    style: fileStyle(document),
    checksums: new Checksums(document.bytes),
    buffers: newBuffers(),
    stamps: {
      members: new Uint32Array(document.size),
      elements: new Uint32Array(structure === undefined ? 0 : document.size),
      part: 0,
    },
    notes,
  };
}

/**
 * The input's version, and its way of writing. Numbers with gaps are at home in a cross-reference stream; files before
 * version 1.5 have none, and get a table with a section for each run.
 */
function fileStyle(document: PdfDocument): FileStyle {
  const header = /%PDF-(\d\.\d)/.exec(Buffer.from(document.bytes.subarray(0, 1024)).toString("latin1"))?.[1] ?? "1.4";
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

/** What the parts would take if every page took an equal share of the document. */
function estimate(document: PdfDocument, sets: readonly PageSet[]): number {
  const pages = sets.reduce((sum, set) => sum + set.count, 0);
  return (document.bytes.length / Math.max(1, document.pageCount)) * pages;
}

function refuseAbove(limits: SplitLimits, bytes: number): void {
  if (bytes <= limits.outputBytes) return;
  const mib = (value: number) => Math.ceil(value / (1 << 20));
  throw new PdfProblem(
    "request",
    `The parts would take about ${mib(bytes)} MiB together; at most ${mib(limits.outputBytes)} MiB are made. Ask for fewer or smaller parts.`,
  );
}
