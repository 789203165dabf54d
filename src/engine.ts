/**
 * The engine's one door: PDFs and images are bytes, results are ropes of views and small new pieces. It needs no
 * framework and no environment, and runs in a Worker, in Node and in a page.
 *
 * Each operation takes a PDF as bytes, or as a document that `openPdf` gives. It is loaded when it is first used. Pages
 * count from 1 (an `index` of a `PdfDocument` from 0) and lengths are points. What cannot be done ends with a
 * `PdfProblem`, an `ImageProblem`, a `LayoutProblem`, or a `WorkProblem` where a file asks for more work than its size
 * explains.
 */
import type { Halves, Halving } from "./crop/areas/halves.ts";
import type { AutoCrop, AutoCropOptions, Sides } from "./crop/auto-crop.ts";
import type { CropRequest, CropResult } from "./crop/crop.ts";
import type { FormMade, FormPrints } from "./forms/add-fields.ts";
import type { ImageInput, ImagesToPdfOptions, ImagesToPdfResult } from "./images/image-document.ts";
import type { Inspection, InspectWindow } from "./inspect/inspect.ts";
import type { Sans } from "./merge/marks/sans.ts";
import type { MergeNote, MergeOptions, MergePart } from "./merge/merge.ts";
import { inTurns, type Turns } from "./meter/turns.ts";
import type { Work } from "./meter/work.ts";
import type { Conformance } from "./pdf-conformance/findings.ts";
import type { Level } from "./pdf-conformance/levels.ts";
import { DEFAULT_THRESHOLD } from "./pdf-content/content-limits.ts";
import { withParts } from "./pdf-content/parts.ts";
import { type Finder, matching as finding } from "./pdf-content/text/search.ts";
import type { PdfDocument } from "./pdf-file/document.ts";
import type { ExtrasRequest } from "./pdf-file/finish/extras.ts";
import type { Invoice } from "./pdf-file/finish/invoice.ts";
import type { DocumentInformation, Extras } from "./pdf-file/information.ts";
import { MisfitProblem } from "./pdf-file/pdf-problem.ts";
import type { NewProtection } from "./pdf-file/protection.ts";
import type { Rewritten } from "./pdf-file/rewritten.ts";
import type { ProtectionRequest } from "./pdf-file/security/new-encryption.ts";
import type { Box } from "./pdf-pages/geometry.ts";
import { type PageSet, pageSet } from "./pdf-pages/page-set.ts";
import type { PagesCoverage } from "./redact/coverage.ts";
import type { RedactionResult } from "./redact/redact.ts";
import type { RedactionPlan, RedactionRequest } from "./redact/request.ts";
import type { RemovalRequest, RemovalResult } from "./remove/index.ts";
import type { TextSearch } from "./split/by-text.ts";
import type { ChosenPart } from "./split/chosen-part.ts";
import type { SplitMode } from "./split/modes.ts";
import type { Split, Choice as SplitChoice, SplitPart } from "./split/split.ts";
import type { Laid } from "./text-layer/laid.ts";
import type { LayOptions } from "./text-layer/lay.ts";
import type { PageWords } from "./text-layer/words.ts";

export { ImageProblem } from "./codecs/image-problem.ts";
export type { Halves, Halving } from "./crop/areas/halves.ts";
export type { AutoCrop, AutoCropOptions, Sides } from "./crop/auto-crop.ts";
export { type CropDefinition, type CropRequest, round } from "./crop/crop.ts";
export type { FormPrints } from "./forms/add-fields.ts";
export type { FormControl } from "./forms/controls.ts";
export type { ReadOptions } from "./images/image.ts";
export {
  ImageDocument,
  type ImageFailure,
  type ImageInput,
  type ImagesToPdfOptions,
  type ImagesToPdfResult,
  type ImageWarning,
  type PageOptions,
} from "./images/image-document.ts";
export { LayoutProblem, type Margins, PAPERS, type PageSize } from "./images/page/layout.ts";
export { type ShownFormat, shownFormat, sniffFormat } from "./images/sniff.ts";
export { type Inspection, type InspectWindow, type LineFacts, type PageFacts, pagesAsked } from "./inspect/inspect.ts";
export { inspectRanges, TAIL_BYTES } from "./inspect/inspect-ranges.ts";
export type { FieldsMode } from "./merge/joined-form.ts";
export type { OutlineMode } from "./merge/joined-outline.ts";
export type { PagePlan } from "./merge/joined-pages.ts";
export { NUMBER_FORMAT, type Numbering, numberOf } from "./merge/marks/numbering.ts";
export { type Placement, POSITIONS, type Position } from "./merge/marks/place.ts";
export type { MarkText, Sans } from "./merge/marks/sans.ts";
export type { MergeNote, MergeOptions, MergePart } from "./merge/merge.ts";
export type { Overlay } from "./merge/overlay.ts";
export { Work, WorkProblem } from "./meter/work.ts";
export type { Conformance } from "./pdf-conformance/findings.ts";
export { LEVELS, type Level } from "./pdf-conformance/levels.ts";
export { DEFAULT_THRESHOLD } from "./pdf-content/content-limits.ts";
export { comparable, containing, ExpressionProblem, equalling, type Finder } from "./pdf-content/text/search.ts";
export type { Damage, PdfDocument } from "./pdf-file/document.ts";
export type { Attachment } from "./pdf-file/finish/attachments.ts";
export type { ExtrasRequest } from "./pdf-file/finish/extras.ts";
export type { DocumentInformation, Extras } from "./pdf-file/information.ts";
export { type OpenOptions, openPdf } from "./pdf-file/open.ts";
export { pdfOfLines } from "./pdf-file/pdf-of-lines.ts";
export { type Misfit, MisfitProblem, type PageExtent, PdfProblem } from "./pdf-file/pdf-problem.ts";
export { documentTitle, finishPdf, forgetLanguage, WORTHWHILE } from "./pdf-file/repack.ts";
export type { Rewritten } from "./pdf-file/rewritten.ts";
export type { Permissions, ProtectionRequest } from "./pdf-file/security/new-encryption.ts";
export { passwordFault } from "./pdf-file/security/password-sha2.ts";
export { passing, readOnDemand } from "./pdf-file/structure/file-source.ts";
export { formatNumber } from "./pdf-file/syntax/numbers.ts";
export { tagContents } from "./pdf-pages/contents-tags.ts";
export type { Area, Box } from "./pdf-pages/geometry.ts";
export { forgetPlaces, type NamedPlace, placesNamed } from "./pdf-pages/named-places.ts";
export { setOutline } from "./pdf-pages/new-outline.ts";
export {
  PageRangeProblem,
  type PageRanges,
  pagesNamed,
  type RangeOptions,
  readPageRanges,
  runsNamed,
} from "./pdf-pages/page-ranges.ts";
export { sectionsOf } from "./pdf-pages/page-sections.ts";
export { type PageSet, pageSet, pagesOf, runsOf } from "./pdf-pages/page-set.ts";
export type { PagesCoverage } from "./redact/coverage.ts";
export { PATTERN_NAMES } from "./redact/pattern-names.ts";
export type { Recognised as RedactionWords } from "./redact/recognised.ts";
export type { RedactionReport } from "./redact/redact.ts";
export type { Finding, RedactionPlan, RedactionRequest } from "./redact/request.ts";
export type { TextRule as RedactionRule } from "./redact/rules.ts";
export type { RemovalOptions, RemovalRequest } from "./remove/index.ts";
export type { Counts, RemovalReport } from "./remove/report.ts";
export type { BlankRule, PageShow } from "./split/by-blank-pages.ts";
export type { TextRule, TextSearch, Unread } from "./split/by-text.ts";
export type { Choice as SplitChoice } from "./split/split.ts";
export { WordsProblem } from "./text-layer/formats/source-page.ts";
export type { Laid } from "./text-layer/laid.ts";
export type { LayerLine, LayerWord, PageWords, SeenBox } from "./text-layer/words.ts";

/** A PDF that was made. It holds views of what it was made of, so these bytes must stay as they are. */
export class PdfFile {
  readonly size: number;
  /** Its bytes, piece by piece, each valid until the next is asked for. They can be iterated again. */
  readonly pieces: Iterable<Uint8Array>;

  constructor({ length, pieces }: { readonly length: number; readonly pieces: Iterable<Uint8Array> }) {
    this.size = length;
    this.pieces = pieces;
  }

  /** All of it in one array. */
  bytes(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.size);
    let at = 0;
    for (const piece of this.pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  /** Its bytes as they are asked for, as the body of a request or an answer. */
  stream(): ReadableStream<Uint8Array> {
    const pieces = this.pieces[Symbol.iterator]();
    return new ReadableStream({
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value.slice());
      },
    });
  }
}

/** A PDF as its bytes, or opened. */
export type Pdf = Uint8Array | PdfDocument;

/** How an operation runs. */
export interface Running {
  /** Opens an encrypted PDF that is given as bytes. */
  readonly password?: string | undefined;
  /** What the operation may cost. Without it, what the size of the PDF allows. */
  readonly work?: Work | undefined;
  /** Ends the operation. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Describes the pages: their sizes as displayed, their boxes, and with `content` the area around all that shows.
 *
 * @example
 * const { pageCount, pages } = await inspect(pdf);
 */
export async function inspect(pdf: Pdf, options: Partial<InspectWindow> & Running = {}): Promise<Inspection> {
  const { inspectInTurns } = await import("./inspect/inspect.ts");
  const window = { from: 1, limit: Number.POSITIVE_INFINITY, ...options };
  return inDocument(pdf, options, (document) => inspectInTurns(document, window));
}

/**
 * Checks a whole file against a level of PDF/A or PDF/UA, by the rules of veraPDF's profiles. `document` is the file
 * opened, where it is already.
 *
 * @example
 * const { met, violations } = await checkConformance(pdf, "pdfa-2b");
 */
export async function checkConformance(
  file: Uint8Array,
  level: Level,
  { document, ...running }: Running & { readonly document?: PdfDocument } = {},
): Promise<Conformance> {
  const { checkInTurns } = await import("./pdf-conformance/check.ts");
  return inDocument(document ?? file, running, (opened) => checkInTurns(opened, file, level));
}

/**
 * Changes a tagged PDF to what PDF/UA-1 asks, as far as it says enough itself; `finishPdf` writes it.
 *
 * @example
 * const document = openPdf(pdf);
 * await mendTags(document);
 * finishPdf(document, undefined, { extras: await newExtras({ claim: "pdfua-1" }) });
 */
export async function mendTags(document: PdfDocument, running: Running = {}): Promise<void> {
  const { mendInTurns } = await import("./pdf-conformance/mend/mend.ts");
  return inDocument(document, running, mendInTurns);
}

/**
 * Makes form fields of the controls of a page, of prints that show the page without values, the values alone, and boxes
 * changed. A control whose mark is in no print is left out of `placed`.
 *
 * @example
 * const { file } = await addFormFields({ document: openPdf(pdf), values: openPdf(pdf), others: undefined, controls: [] });
 */
export async function addFormFields(
  prints: FormPrints,
  running: Running = {},
): Promise<Omit<FormMade, "rope"> & { readonly file: PdfFile }> {
  const { addFieldsInTurns } = await import("./forms/add-fields.ts");
  return asFile(await inDocument(prints.document, running, () => addFieldsInTurns(prints)));
}

/**
 * Names the scripts and characters for which a browser had no font: its PDF shows empty boxes for them.
 *
 * @example
 * const lacking = await textWithoutFont(pdf);
 */
export async function textWithoutFont(pdf: Pdf, running: Running = {}): Promise<string[]> {
  const { textWithoutFont: inTurns } = await import("./pdf-conformance/fonts/without-font.ts");
  return inDocument(pdf, running, inTurns);
}

/**
 * Where each page is filled in these colours (0xRRGGBB), in points: how a place is found that was marked by a colour.
 *
 * @example
 * const [first] = await colouredAreas(pdf, new Set([0x01fe02]));
 * const area = first?.get(0x01fe02);
 */
export async function colouredAreas(
  pdf: Pdf,
  colours: ReadonlySet<number>,
  running: Running = {},
): Promise<Map<number, Box>[]> {
  const { colouredAreas: inTurns } = await import("./pdf-content/coloured-areas.ts");
  return inDocument(pdf, running, (document) => inTurns(document, colours));
}

/**
 * What makes a new PDF claim a standard, and files in it: for `finishPdf` and the images' `extras`. Whether it keeps
 * the standard is for `checkConformance` to say.
 *
 * @example
 * const extras = await newExtras({ claim: "pdfa-2b" });
 * const { file } = await imagesToPdf([{ name: "a.png", bytes: png }], { extras });
 * const { met } = await checkConformance(file.bytes(), "pdfa-2b");
 */
export async function newExtras(asked: ExtrasRequest): Promise<Extras> {
  const { extrasOf } = await import("./pdf-file/finish/extras.ts");
  return extrasOf(asked);
}

/**
 * Reads which profile of Factur-X or ZUGFeRD an invoice in XML has, for `newExtras`; a text says why it is none.
 *
 * @example
 * const invoice = await readInvoice("<Invoice/>");
 * if (typeof invoice !== "string") await newExtras({ claim: "pdfa-3b", invoice });
 */
export async function readInvoice(xml: string): Promise<Invoice | string> {
  const { readInvoice } = await import("./pdf-file/finish/invoice.ts");
  return readInvoice(xml);
}

export type Cropped = Omit<CropResult, "rope"> & { readonly file: PdfFile };

/**
 * Crops pages to areas: the file as it is, and an update with the changed pages. What lies outside is hidden.
 *
 * @example
 * const { file } = await crop(pdf, { definitions: [{ page: 1, area: { x: 36, y: 36, width: 200, height: 100 } }] });
 */
export async function crop(pdf: Pdf, request: CropRequest & Running): Promise<Cropped> {
  const { cropInTurns } = await import("./crop/crop.ts");
  const ofAreas = await areasOf(request);
  return asFile(
    await inDocument(pdf, request, (document) => ofAreas(document, request, (own) => cropInTurns(document, own))),
  );
}

type OfAreas = <T extends CropResult>(
  document: PdfDocument,
  request: CropRequest,
  crop: (request: CropRequest) => Turns<T>,
) => Turns<T>;

/** How the areas of a request are given pages: as they are, unless a page may have several. */
async function areasOf({ multiple }: CropRequest): Promise<OfAreas> {
  return multiple ? (await import("./crop/areas/separate.ts")).cropEachArea : (_, request, crop) => crop(request);
}

/**
 * Finds the halves of pages: definitions for `crop` and `removeOutside` with `multiple`.
 *
 * @example
 * const { definitions } = await findHalves(pdf, { halving: "auto" });
 * const { file } = await crop(pdf, { definitions, multiple: true });
 */
export async function findHalves(
  pdf: Pdf,
  { halving, pages, ...running }: { readonly halving: Halving; readonly pages?: PageSet | undefined } & Running,
): Promise<Halves> {
  const { halvesInTurns } = await import("./crop/areas/halves.ts");
  return inDocument(pdf, running, (document) => halvesInTurns(document, pages ?? allOf(document), halving));
}

export interface AutoOptions extends Omit<Partial<AutoCropOptions>, "margin">, Running {
  /** What is kept around the content: on all sides, or by side. */
  readonly margin?: number | Sides;
  /** The pages to look at; all without it. */
  readonly pages?: PageSet | undefined;
}

/**
 * Finds what each page shows: definitions for `crop` and `removeOutside`, and the pages on which nothing shows.
 *
 * @example
 * const { definitions } = await autoCrop(pdf, { margin: 10, uniform: "all" });
 * const { file } = await crop(pdf, { definitions });
 */
export async function autoCrop(pdf: Pdf, { margin = 0, pages, ...options }: AutoOptions = {}): Promise<AutoCrop> {
  const { autoCropInTurns } = await import("./crop/auto-crop.ts");
  const sides = typeof margin === "number" ? { top: margin, right: margin, bottom: margin, left: margin } : margin;
  const defaults = { uniform: "none", ignore: 0, keepSize: false, threshold: DEFAULT_THRESHOLD, specks: 0 } as const;
  return inDocument(pdf, options, (document) =>
    autoCropInTurns(document, pages ?? allOf(document), { ...defaults, ...options, margin: sides }),
  );
}

function allOf({ pageCount }: PdfDocument): PageSet {
  return pageSet([{ first: 1, last: pageCount }]);
}

export type Removed = Omit<RemovalResult, "rope"> & { readonly file: PdfFile };

/**
 * Crops pages and removes what lies outside of the areas: a new file, which is read again and proved before it is
 * handed out. `lastUse` says that the bytes of the PDF are needed no more: they are freed where that saves memory.
 *
 * @example
 * const area = { x: 0, y: 0, width: 200, height: 400 };
 * const { file, removal } = await removeOutside(pdf, { definitions: [{ page: 1, area }], all: true });
 */
export async function removeOutside(pdf: Pdf, request: RemovalRequest & Running): Promise<Removed> {
  const { removeInTurns } = await import("./remove/index.ts");
  const ofAreas = await areasOf(request);
  return asFile(
    await inDocument(pdf, request, (document) =>
      ofAreas(document, request, (own) => removeInTurns(document, { ...request, ...own })),
    ),
  );
}

export type Redacted = Omit<RedactionResult, "rope"> & { readonly file: PdfFile };

/**
 * Finds what `redactPdf` would cut.
 *
 * @example
 * const { findings } = await findRedactions(pdf, { rules: [{ words: "Jane Doe" }, { pattern: "email" }] });
 */
export async function findRedactions(pdf: Pdf, request: RedactionRequest & Running): Promise<RedactionPlan> {
  const { findInTurns } = await import("./redact/redact.ts");
  return inDocument(pdf, request, (document) => findInTurns(document, request));
}

/**
 * Cuts texts and areas out of a PDF: a new file, which is read again and proved before it is handed out. `lastUse` as
 * for `removeOutside`.
 *
 * @example
 * const { file, findings } = await redactPdf(pdf, { rules: [{ contains: "Jane Doe" }], mark: { colour: [0, 0, 0] } });
 */
export async function redactPdf(pdf: Pdf, request: RedactionRequest & Running): Promise<Redacted> {
  const { redactInTurns } = await import("./redact/redact.ts");
  return asFile(await inDocument(pdf, request, (document) => redactInTurns(document, request)));
}

/**
 * How far pages can be read that the rules of a redaction ask for.
 *
 * @example
 * const { pictures } = await redactionCoverage(pdf, { rules: [{ words: "Jane Doe" }] });
 */
export async function redactionCoverage(pdf: Pdf, request: RedactionRequest & Running): Promise<PagesCoverage> {
  const { coverInTurns } = await import("./redact/redact.ts");
  return inDocument(pdf, request, (document) => coverInTurns(document, request));
}

/**
 * Lays words on pages of an opened PDF, those that lie where nothing could be searched: `redactPdf` then finds them.
 *
 * @example
 * const document = openPdf(pdf);
 * const coverage = await redactionCoverage(document, { rules: [{ words: "Jane Doe" }] });
 * const words = [{ text: "Jane", box: [72, 72, 130, 86] } as const];
 * const laid = await layUnsearched(document, [{ page: 1, lines: [{ words }] }], coverage);
 */
export async function layUnsearched(
  document: PdfDocument,
  pages: readonly PageWords[],
  coverage: PagesCoverage,
  running: Running = {},
): Promise<Laid> {
  const [{ layText }, { unsearchedWords }] = await Promise.all([
    import("./text-layer/lay.ts"),
    import("./redact/unsearched-words.ts"),
  ]);
  return inDocument(document, running, (opened) =>
    layText(opened, unsearchedWords(opened, pages, coverage), { existing: "add" }),
  );
}

/** Pages from one to another. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

/** Which parts a PDF is cut into. */
export type SplitInto = Exclude<SplitMode, { parts: unknown }> | { readonly parts: readonly (PageSet | PageRange)[] };

export type SplitOptions = SplitInto &
  Running & {
    /** The most bytes that all parts may take together, and the most parts that a mode may choose. */
    readonly most?: { readonly bytes?: number; readonly parts?: number };
    /** What is looked for on the first page of each part, to name it. */
    readonly names?: readonly TextSearch[];
    /** What each part says of itself. */
    readonly information?: DocumentInformation | undefined;
    /** Attached files: by default a part has those that something in it names; or each, or the first, has all. */
    readonly attachments?: "drop" | "keep" | "first";
  };

export interface SplitFiles extends Omit<Split, "parts"> {
  readonly parts: readonly (ChosenPart & Pick<SplitPart, "crc32"> & { readonly file: PdfFile })[];
}

/** The memory that a split takes beside its parts. */
export async function splitMemory(document: PdfDocument): Promise<number> {
  return (await import("./split/split.ts")).splitMemory(document);
}

/**
 * Cuts a PDF into parts. Each holds its pages, all that they need, and what the document says about them.
 *
 * @example
 * const { parts } = await split(pdf, { parts: [{ from: 1, to: 2 }, { from: 3, to: 3 }] });
 * const files = parts.map(({ file }) => file);
 */
export async function split(pdf: Pdf, options: SplitOptions): Promise<SplitFiles> {
  const { splitInTurns } = await import("./split/split.ts");
  const { parts, ...made } = await inDocument(pdf, options, (document) =>
    splitInTurns(document, modeOf(options, document), limitsOf(options)),
  );
  return { ...made, parts: parts.map(partOf) };
}

/**
 * The parts that a split would have, without making them.
 *
 * @example
 * const { parts } = await planSplit(pdf, {
 *   text: { find: containing("Invoice", false), at: "start", page: "keep", before: "part", none: "whole" },
 * });
 */
export async function planSplit(pdf: Pdf, options: SplitOptions): Promise<SplitChoice> {
  const { choiceInTurns } = await import("./split/split.ts");
  return inDocument(pdf, options, (document) => choiceInTurns(document, modeOf(options, document), limitsOf(options)));
}

function limitsOf({ most = {}, names = [], information, attachments = "drop" }: SplitOptions) {
  const { bytes: outputBytes = Number.POSITIVE_INFINITY, parts = Number.POSITIVE_INFINITY } = most;
  return { outputBytes, parts, names, information, attachments };
}

function modeOf(options: SplitOptions, document: PdfDocument): SplitMode {
  return "parts" in options ? { parts: options.parts.map((part, item) => setOf(part, item, document)) } : options;
}

/**
 * Finds what matches an expression of RE2 of at most `states` states; an `ExpressionProblem` where it is wrong.
 *
 * @example
 * const find = await matching("Invoice (\\d+)", { caseSensitive: true, states: 100 });
 * const { parts } = await planSplit(pdf, {
 *   text: { find, at: "start", page: "keep", before: "part", none: "whole" },
 * });
 */
export async function matching(
  source: string,
  { caseSensitive, states }: { readonly caseSensitive: boolean; readonly states: number },
): Promise<Finder> {
  const { compileExpression } = await import("./pdf-content/text/regex.ts");
  return finding(compileExpression(source, caseSensitive, states));
}

/**
 * Joins PDFs: their pages in order, one outline with an item for each, one form, one structure. Links within each still
 * lead, and links from one to another lead there.
 *
 * @example
 * const { file } = await merge([
 *   { document: openPdf(pdf), title: "Once" },
 *   { document: openPdf(pdf), title: "Twice" },
 * ]);
 */
export async function merge(
  parts: readonly MergePart[],
  { signal, ...options }: Partial<MergeOptions> & Pick<Running, "signal" | "work"> = {},
): Promise<{ readonly file: PdfFile; readonly notes: readonly MergeNote[] }> {
  const { mergeInTurns, mergeWork } = await import("./merge/merge.ts");
  const work = options.work ?? mergeWork(parts);
  const asked = { tagged: true, outline: "keep", ...options } as const;
  return asFile(await inTurns(mergeInTurns(parts, asked, work), work, signal));
}

let sans: Sans | undefined;

/**
 * The font of texts that `merge` lays on pages. It has Latin, Greek and Cyrillic letters; `missing` names the others.
 *
 * @example
 * const font = await markFont();
 * const place = { position: "bottom", margin: 28 } as const;
 * const overlays = (page: number) => [
 *   { layer: "over", font, place, text: `Page ${page}`, size: 10, color: [0, 0, 0] } as const,
 * ];
 * const { file } = await merge([{ document: openPdf(pdf), title: "Report" }], { overlays });
 */
export async function markFont(): Promise<Sans> {
  if (!sans) {
    const { Sans } = await import("./merge/marks/sans.ts");
    const { packed } = await import("../packed/sans.ts");
    sans = new Sans(await packed());
  }
  return sans;
}

/**
 * Makes of an opened PDF one of these pages alone, in their order, without writing it; `merge` then joins those. Gives
 * what its reader should know.
 *
 * @example
 * const document = openPdf(pdf);
 * await choosePages(document, pageSet([{ first: 2, last: 1, step: -1 }]));
 * const { file } = await merge([{ document, title: "Back to front" }]);
 */
export async function choosePages(
  document: PdfDocument,
  pages: PageSet,
  { attachments = "keep", ...running }: Running & { readonly attachments?: "drop" | "keep" } = {},
): Promise<readonly string[]> {
  const { cutInPlace } = await import("./split/split.ts");
  return inDocument(document, running, (opened) => cutInPlace(opened, pages, attachments));
}

/**
 * Reads words that were brought for a document's pages: hOCR, ALTO, Tesseract's TSV, or JSON as text or as it is. A
 * `WordsProblem` where they cannot be of this document.
 *
 * @example
 * const words = [{ text: "Invoice", box: [72, 72, 130, 86] }];
 * const pages = await readWords(openPdf(pdf), { pages: [{ page: 1, words }] });
 */
export async function readWords(document: PdfDocument, given: unknown, running: Running = {}): Promise<PageWords[]> {
  const { readWordsInTurns } = await import("./text-layer/formats/read.ts");
  return inDocument(document, running, (opened) => readWordsInTurns(opened, given));
}

/**
 * Turns pages of an opened PDF clockwise, beyond what they are; `updated` or another operation then writes it.
 *
 * @example
 * const document = openPdf(pdf);
 * await turnPages(document, [[1, 90]]);
 * const file = await updated(document);
 */
export async function turnPages(
  document: PdfDocument,
  turns: Iterable<readonly [page: number, turn: number]>,
  running: Running = {},
): Promise<void> {
  const { turnPages: turned } = await import("./pdf-pages/turn-pages.ts");
  return inDocument(document, running, (opened) => turned(opened, turns));
}

/**
 * Those of the pages, counted from 1, that have no text: pictures whose words can be read elsewhere and laid.
 *
 * @example
 * const pages = await pagesWithoutText(openPdf(pdf), [1]);
 */
export async function pagesWithoutText(
  document: PdfDocument,
  pages: Iterable<number>,
  running: Running = {},
): Promise<number[]> {
  const { pagesWithoutText: found } = await import("./text-layer/pages-without-text.ts");
  return inDocument(document, running, (opened) => found(opened, pages));
}

/**
 * Lays words on pages of an opened PDF as text that is not seen; `updated` or another operation then writes it.
 *
 * @example
 * const document = openPdf(pdf);
 * const words = [{ text: "Invoice", box: [72, 72, 130, 86] } as const];
 * const laid = await layWords(document, [{ page: 1, lines: [{ words }] }], { existing: "add" });
 * const file = await updated(document);
 */
export async function layWords(
  document: PdfDocument,
  pages: readonly PageWords[],
  { existing, ...running }: LayOptions & Running,
): Promise<Laid> {
  const { layText } = await import("./text-layer/lay.ts");
  return inDocument(document, running, (opened) => layText(opened, pages, { existing }));
}

/**
 * The file of an opened PDF as it is, followed by an update with what was changed in it since.
 *
 * @example
 * const file = await updated(openPdf(pdf));
 */
export async function updated(document: PdfDocument): Promise<PdfFile> {
  const { Update } = await import("./pdf-file/update.ts");
  const { bytes, edits } = document;
  return new PdfFile(edits.size === 0 ? { length: bytes.length, pieces: [bytes] } : new Update(document).finish());
}

/**
 * The PDF without scripts and without actions that start programs or import data; undefined where it has none.
 *
 * @example
 * const { file, dropped } = await dropActiveContent(pdf);
 */
export async function dropActiveContent(
  pdf: Pdf,
  running: Running = {},
): Promise<{ readonly file: PdfFile | undefined; readonly dropped: number }> {
  const active = await import("./pdf-file/active-content.ts");
  const { rope, dropped } = await inDocument(pdf, running, (document) => active.dropActiveContent(document));
  return { file: rope && new PdfFile(rope), dropped };
}

export type { NewProtection } from "./pdf-file/protection.ts";

/**
 * A new protection for what is made of the document, which may be encrypted now; without a request for none. Give it
 * the document before anything is made of it.
 *
 * @example
 * const protection = await newProtection({ ownerPassword: "all rights" });
 */
export async function newProtection(
  asked: ProtectionRequest | undefined,
  document?: PdfDocument,
): Promise<NewProtection> {
  const { protectionOf } = await import("./pdf-file/protection.ts");
  return protectionOf(asked, document);
}

type Metered = Pick<Running, "signal"> & { readonly work: Work };

/**
 * The file under the protection: encrypted by AES-256 while its bytes are asked for.
 *
 * @example
 * const area = { x: 0, y: 0, width: 200, height: 100 };
 * const { file: open } = await crop(pdf, { definitions: [{ page: 1, area }] });
 * const protection = await newProtection({ userPassword: "open sesame" });
 * const encrypted = await protect(open.pieces, protection, { work: new Work(open.size, {}) });
 */
export async function protect(
  pieces: Iterable<Uint8Array>,
  how: NewProtection,
  { work, signal }: Metered,
): Promise<Rewritten> {
  const { rewritten } = await import("./pdf-file/rewritten.ts");
  return inTurns(rewritten(pieces, { work, ...how }), work, signal);
}

/**
 * The same for the parts of a split, which have one key.
 *
 * @example
 * const { parts } = await split(pdf, { parts: [{ from: 1, to: 2 }] });
 * const protection = await newProtection({ userPassword: "open sesame" });
 * const encrypted = await protectParts(parts, protection, { work: new Work(pdf.length, {}) });
 */
export async function protectParts(
  parts: SplitFiles["parts"],
  how: NewProtection,
  { work, signal }: Metered,
): Promise<SplitFiles["parts"]> {
  const { protectedFile } = await import("./pdf-file/protection.ts");
  const made: SplitFiles["parts"][number][] = [];
  for (const [index, part] of parts.entries()) {
    const { sum, ...file } = await inTurns(protectedFile(part.file.pieces, index, how, work), work, signal);
    made.push({ ...part, file: new PdfFile(file), crc32: () => sum });
  }
  return made;
}

export type ImagesMade = Omit<ImagesToPdfResult, "rope" | "length"> & { readonly file: PdfFile };

/**
 * Makes a PDF with a page for each image. Compressed data that PDF can hold is passed through as it is.
 *
 * @example
 * const { file, failures } = await imagesToPdf([{ name: "a.png", bytes: png }], { pageSize: "A4", margin: 20 });
 */
export async function imagesToPdf(
  images: readonly ImageInput[],
  options: Partial<ImagesToPdfOptions> = {},
): Promise<ImagesMade> {
  const { imagesToPdf, DEFAULT_OPTIONS } = await import("./images/image-document.ts");
  const { rope, length: _, ...made } = await imagesToPdf(images, { ...DEFAULT_OPTIONS, ...options });
  return { ...made, file: new PdfFile(rope) };
}

/** Work on a document in turns with everything else that waits for the thread. */
async function inDocument<T>(pdf: Pdf, running: Running, turns: (document: PdfDocument) => Turns<T>): Promise<T> {
  const document = pdf instanceof Uint8Array ? await opened(pdf, running) : pdf;
  return withParts(() => inTurns(turns(document), document.work, running.signal));
}

async function opened(pdf: Uint8Array, { password, work }: Running): Promise<PdfDocument> {
  const { openPdf } = await import("./pdf-file/open.ts");
  return openPdf(pdf, { password, ...(work && { work }) });
}

function asFile<Made extends { readonly rope: ConstructorParameters<typeof PdfFile>[0] }>({ rope, ...made }: Made) {
  return { ...made, file: new PdfFile(rope) };
}

function setOf(part: PageSet | PageRange, item: number, { pageCount }: PdfDocument): PageSet {
  if ("runs" in part) return part;
  const { from, to } = part;
  const beyond = [from, to].find((page) => !Number.isInteger(page) || page < 1 || page > pageCount);
  if (beyond !== undefined) throw new MisfitProblem({ kind: "no such page", page: beyond, pageCount, item });
  return pageSet([{ first: Math.min(from, to), last: Math.max(from, to) }]);
}

function partOf(part: SplitPart): SplitFiles["parts"][number] {
  const { pages, title, found, texts, crc32 } = part;
  return {
    pages,
    ...(title !== undefined && { title }),
    ...(found && { found }),
    ...(texts && { texts }),
    file: new PdfFile(part),
    crc32,
  };
}
