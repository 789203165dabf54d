import { digest } from "#platform/crypto.ts";
import { type CropRequest, type CropResult, chooseTargets, cropBox, isSigned } from "../crop/crop.ts";
import type { Turns } from "../meter/turns.ts";
import type { Reading } from "../pdf-content/interpreter/interpreter.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { described } from "../pdf-file/information.ts";
import type { Rope } from "../pdf-file/rope.ts";
import { soundEncryption } from "../pdf-file/security/encrypt-dictionary.ts";
import { PdfRef, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import { viewPage } from "../pdf-pages/page-view.ts";
import { letGo } from "../platform/buffers.ts";
import { NO_HOLES, type PageArea } from "./areas.ts";
import { Copier } from "./copy/copier.ts";
import { AnnotationCleaner } from "./document/annotations.ts";
import { keptAttachments } from "./document/attachments.ts";
import { NewCatalog, newLayers } from "./document/catalog.ts";
import { NewDestinations } from "./document/destinations.ts";
import { FormFields } from "./document/form-fields.ts";
import { NewStructure } from "./document/structure.ts";
import { type FontPlace, FontShelf } from "./fonts/font-shelf.ts";
import { FontWriter } from "./fonts/font-writer.ts";
import { ImageCutter } from "./images/image-cutter.ts";
import { NewFile } from "./new-file.ts";
import { NewPages, type PagesMarks } from "./new-pages.ts";
import { type FurtherProof, prove, type ToProve } from "./prove/prove.ts";
import { Witness } from "./prove/witness.ts";
import { openReading } from "./reading.ts";
import { Findings, type RemovalReport, STATEMENTS } from "./report.ts";
import { Rewriter } from "./rewrite/rewriter.ts";
import { wholeGlyph } from "./rewrite/type3.ts";
import { ContentUse, KnownForms, type Rewriting } from "./rewrite/work.ts";
import { Tally } from "./tally.ts";
import type { Words } from "./words.ts";

export interface RemovalOptions {
  /** Whether glyphs that the edge cuts stay. */
  readonly edge: "keep" | "remove";
  readonly onUnremovable: "refuse" | "drop";
  /** What happens to entries that describe the whole document: outline, named destinations, Info, XMP. */
  readonly document: "keep" | "clear";
}

export interface RemovalRequest extends CropRequest, Partial<RemovalOptions> {
  /** Whether the document's bytes are needed no more once the result is written. */
  readonly lastUse?: boolean | undefined;
}

export interface RemovalResult extends CropResult {
  readonly removal: RemovalReport;
}

/** A document is read to be cut, and the result to be proved. For a small one the base of the meter is enough. */
const READINGS = 2;
const SMALL_BYTES = 1 << 20;

/**
 * Crops pages to areas and removes everything outside. The result is a new file, which is checked before it is handed
 * out.
 */
export function* removeInTurns(document: PdfDocument, request: RemovalRequest): Turns<RemovalResult> {
  let targets: ReturnType<typeof chooseTargets> = [];
  if (document.bytes.length > SMALL_BYTES) document.work.readTimes(READINGS);
  const made = yield* document.ofPages(() => {
    const { pageCount } = document;
    targets = request.definitions.length === 0 || pageCount === 0 ? [] : chooseTargets(request, pageCount);
    return cutInTurns(document, request, { areas: croppedAreas(document, request, targets) });
  });
  const { rope, removal } = made;
  const { pageCount, damage } = document;
  const signed = isSigned(document);
  yield* proveWritten(document, made, request);
  return { rope, pagesCropped: targets.length, pageCount, damage, signed, removal };
}

function croppedAreas(document: PdfDocument, request: CropRequest, targets: ReturnType<typeof chooseTargets>) {
  const asked = new Map(targets.map((target) => [target.index, target]));
  return Array.from({ length: document.pages.count }, (_, index) => {
    const view = viewPage(document, document.pages.leaf(index));
    const target = asked.get(index);
    const box = target && cropBox(view, target.area, request.coordinates ?? "page", index, target.item);
    return { view, box, isCropped: box !== undefined, holes: NO_HOLES };
  });
}

/** What is cut out of pages. */
export interface Cutting {
  readonly areas: readonly PageArea[];
  /** Texts that may be nowhere else in the document. */
  readonly words: Words | undefined;
  readonly marks: PagesMarks;
  /** What has read the document already, and has its fonts. */
  readonly reading: Reading;
}

/** Reads a result, and refuses one that is not as it should be. On its last use, the document may be freed before. */
export function* proveWritten(
  document: PdfDocument,
  written: Written,
  { lastUse }: Pick<RemovalRequest, "lastUse">,
  further?: FurtherProof,
): Turns<void> {
  if (lastUse) freeInput(written.rope, document.bytes);
  yield* prove(written, document, further);
}

/** A result that is not checked yet. */
export interface Written extends ToProve {
  readonly removal: RemovalReport;
  /** What attachments that stay are called. */
  readonly attached: readonly string[];
}

export type { PageMarks, PagesMarks } from "./new-pages.ts";

interface RemovalSettings extends Partial<RemovalOptions>, Pick<RemovalRequest, "information" | "lastUse"> {
  /** What happens to files that are attached to the document; they are not looked into. */
  readonly attachments?: "keep" | "drop";
}

/** Pages that are written, and what may still be asked about them. */
interface WrittenPages {
  readonly root: PdfRef;
  readonly areas: readonly PageArea[];
  readonly destinations: NewDestinations;
  readonly annotations: AnnotationCleaner;
}

/** A new file with what the areas and their holes leave. It is not handed out before `proveWritten` has read it. */
export function* cutInTurns(
  document: PdfDocument,
  options: RemovalSettings,
  { areas, words, marks = () => undefined, reading = openReading(document) }: Pick<Cutting, "areas"> & Partial<Cutting>,
): Turns<Written> {
  const file = new NewFile(document);
  const findings = new Findings(options.onUnremovable ?? "refuse");
  const copier = new Copier(document, file, words);
  const tally = new Tally();
  const witness = new Witness(reading);
  const isPruned = areas.some(({ box }) => box !== undefined);
  const contents: Rewriting = {
    reading,
    copier,
    fonts: new FontShelf(reading, file, isPruned),
    images: new ImageCutter(reading, copier, findings, tally.images),
    findings,
    use: new ContentUse(),
    keepsEdge: options.edge !== "remove",
    visitor: (work, watcher) => new Rewriter(work, watcher),
    forms: new KnownForms(),
    patterns: new Map(),
  };
  const root = file.newRef();
  const refs = areas.map(() => file.newRef());
  const destinations = new NewDestinations(copier, refs, areas);
  const annotations = new AnnotationCleaner(contents, destinations);
  const { lastUse } = options;
  yield* new NewPages(contents, { areas, marks, lastUse, tally, witness }).write(root, refs, annotations);
  const { rope, ...facts } = yield* writtenDocument(contents, options, { root, areas, destinations, annotations });
  reading.fonts.letGo();
  const { dropped, cleared, kept, pages } = findings;
  const removal: RemovalReport = {
    pages,
    document: { dropped: [...dropped], cleared: [...cleared], kept: [...kept] },
    usedElsewhere: contents.images.usedElsewhere(),
    notExamined: [],
    verified: true,
    statements: STATEMENTS,
  };
  return { rope, areas, tally, witness, marks, ...facts, removal };
}

/** What belongs to the whole document, and the fonts, of which it is known now what is left. */
function* writtenDocument(
  contents: Rewriting,
  options: RemovalSettings,
  { root, areas, destinations, annotations }: WrittenPages,
): Turns<Pick<Written, "rope" | "metadata" | "attached" | "attachments">> {
  const { copier, findings, fonts } = contents;
  const { document, file } = copier;
  const keeps = options.document === "keep";
  const attachments = options.attachments === "keep" ? keptAttachments(copier) : undefined;
  const catalog = new NewCatalog(copier, findings, destinations, keeps, attachments);
  const made = described(keeps ? document : undefined, options.information);
  const dict = catalog.dict(root, made);
  const metadata = dict.get("Metadata");
  const structure = new NewStructure(contents, annotations, destinations, (index) => areas[index]!.box !== undefined);
  const tags = structure.write();
  if (tags) {
    dict.set("StructTreeRoot", tags);
    const marks = copier.copy(document.catalog.get("MarkInfo"), "markInfo");
    if (marks !== null) dict.set("MarkInfo", marks);
  }
  const form = new FormFields(contents, annotations).write();
  if (form) dict.set("AcroForm", file.add(form));
  const whole: FontPlace["wholeGlyph"] = (...glyph) => wholeGlyph(contents, ...glyph);
  yield* new FontWriter({ ...contents, wholeGlyph: whole }, fonts).write();
  const layers = newLayers(copier);
  if (layers) dict.set("OCProperties", layers);
  return {
    rope: finished(copier, file.add(dict), catalog.information(made?.info)),
    metadata: keeps ? "all" : metadata instanceof PdfRef ? metadata.number : "none",
    attached: attachments?.names ?? [],
    attachments: attachments?.streams ?? new Set(),
  };
}

/** Ends the file, which is encrypted as the old one is. */
function finished({ document, file }: Copier, root: PdfRef, info: PdfRef | undefined): Rope {
  const trailer = pdfDict({ Root: root });
  if (info) trailer.set("Info", info);
  const id = document.resolve(document.items(document.trailer.get("ID"), 1)?.[0] ?? null);
  const fresh = new PdfString(digest("md5", crypto.getRandomValues(new Uint8Array(16))), true);
  if (document.encrypted) {
    const encrypt = document.dict(document.trailer.get("Encrypt"));
    // The keys of older security handlers depend on the first identifier, or on there being none (7.6.4.3).
    const isKey = document.number(encrypt?.get("V")) !== 5;
    const old = id instanceof PdfString ? id.bytes : new Uint8Array(0);
    const ref = file.newRef();
    if (encrypt)
      file.putPlain(
        ref,
        soundEncryption(encrypt, (object) => document.resolve(object)),
      );
    trailer.set("Encrypt", ref);
    trailer.set("ID", [isKey ? new PdfString(old, true) : fresh, fresh]);
  } else trailer.set("ID", [fresh, fresh]);
  return file.finish(trailer);
}

/** The largest share of the input that is copied, so that the rest of it can be freed. */
const MAX_COPIED = 0.25;

/**
 * Frees the input once the result is written, and not at the next garbage collection: proving and sending the result
 * take long, and it may be as large. What the result has of the input is copied. When that is much, the input stays,
 * since most of the result is a view of it. Afterwards nothing may read the input.
 */
export function freeInput({ pieces }: Rope, { buffer }: Uint8Array): void {
  const bytes = pieces.reduce((sum, piece) => sum + (piece.buffer === buffer ? piece.length : 0), 0);
  if (!(buffer instanceof ArrayBuffer) || bytes > MAX_COPIED * buffer.byteLength) return;
  pieces.forEach((piece, index) => {
    if (piece.buffer === buffer) pieces[index] = piece.slice();
  });
  letGo(new Uint8Array(buffer));
}
