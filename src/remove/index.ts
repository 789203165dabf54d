import { digest } from "#platform/crypto.ts";
import { type CropRequest, type CropResult, chooseTargets, cropBox, isSigned, newBoxes } from "../crop/crop.ts";
import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { contentStreams } from "../pdf-content/contents.ts";
import type { Reading } from "../pdf-content/interpreter/interpreter.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { described } from "../pdf-file/information.ts";
import { latin1, type Rope } from "../pdf-file/rope.ts";
import { soundEncryption } from "../pdf-file/security/encrypt-dictionary.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString, pdfDict } from "../pdf-file/syntax/objects.ts";
import { viewPage } from "../pdf-pages/page-view.ts";
import { letGo } from "../platform/buffers.ts";
import { joined } from "../platform/bytes.ts";
import { NO_HOLES, type PageArea } from "./areas.ts";
import { Copier } from "./copy/copier.ts";
import { AnnotationCleaner } from "./document/annotations.ts";
import { keptAttachments } from "./document/attachments.ts";
import { DROPPED_OF_PAGES, NewCatalog, newLayers } from "./document/catalog.ts";
import { NewDestinations } from "./document/destinations.ts";
import { FormFields } from "./document/form-fields.ts";
import { NewStructure } from "./document/structure.ts";
import { type FontPlace, FontShelf } from "./fonts/font-shelf.ts";
import { FontWriter } from "./fonts/font-writer.ts";
import { ImageCutter } from "./images/image-cutter.ts";
import { NewFile } from "./new-file.ts";
import { type FurtherProof, prove, type ToProve } from "./prove/prove.ts";
import { Witness } from "./prove/witness.ts";
import { openReading } from "./reading.ts";
import { Findings, type RemovalReport, STATEMENTS } from "./report.ts";
import type { Rewritten } from "./rewrite/content.ts";
import { rewrittenPage } from "./rewrite/page.ts";
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
  const written = yield* document.ofPages(() => {
    const { pageCount } = document;
    targets = request.definitions.length === 0 || pageCount === 0 ? [] : chooseTargets(request, pageCount);
    return new Removal(document, request, { areas: croppedAreas(document, request, targets) }).write();
  });
  const { rope, removal } = written;
  const { pageCount, damage } = document;
  const signed = isSigned(document);
  yield* proveWritten(document, written, request);
  return { rope, pagesCropped: targets.length, pageCount, damage, signed, removal };
}

function croppedAreas(
  document: PdfDocument,
  request: CropRequest,
  targets: ReturnType<typeof chooseTargets>,
): PageArea[] {
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

/** A new file without what lies in the holes of the areas. It is not handed out before `proveWritten` has read it. */
export function* cutInTurns(document: PdfDocument, options: RemovalSettings, cutting: Cutting): Turns<Written> {
  return yield* new Removal(document, options, cutting).write();
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

interface WrittenPage {
  readonly index: number;
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly content: Pick<Rewritten, "isChanged" | "hasOldCodes">;
}

/** A form that is drawn over a page. */
export interface PageMarks {
  readonly dict: PdfDict;
  readonly data: Uint8Array;
}

/** What is drawn over pages, by index: made when it is asked for. */
export type PagesMarks = (index: number) => PageMarks | undefined;

interface RemovalSettings extends Partial<RemovalOptions>, Pick<RemovalRequest, "information" | "lastUse"> {
  /** What happens to files that are attached to the document; they are not looked into. */
  readonly attachments?: "keep" | "drop";
}

class Removal {
  readonly #document: PdfDocument;
  readonly #options: RemovalSettings;
  readonly #areas: readonly PageArea[];
  readonly #marks: PagesMarks;
  readonly #file: NewFile;
  readonly #findings: Findings;
  readonly #copier: Copier;
  readonly #contents: Rewriting;
  readonly #fonts: FontShelf;
  readonly #images: ImageCutter;
  readonly #tally = new Tally();
  readonly #witness: Witness;
  /** Pages that are written when it is known whether their characters have new codes. */
  readonly #waiting: WrittenPage[] = [];

  constructor(
    document: PdfDocument,
    options: RemovalSettings,
    {
      areas,
      words,
      marks = () => undefined,
      reading = openReading(document),
    }: Pick<Cutting, "areas"> & Partial<Cutting>,
  ) {
    this.#document = document;
    this.#options = options;
    this.#areas = areas;
    this.#marks = marks;
    this.#file = new NewFile(document);
    this.#findings = new Findings(options.onUnremovable ?? "refuse");
    this.#copier = new Copier(document, this.#file, words);
    this.#witness = new Witness(reading);
    this.#fonts = new FontShelf(
      reading,
      this.#file,
      areas.some(({ box }) => box !== undefined),
    );
    this.#images = new ImageCutter(reading, this.#copier, this.#findings, this.#tally.images);
    this.#contents = {
      reading,
      copier: this.#copier,
      fonts: this.#fonts,
      images: this.#images,
      findings: this.#findings,
      use: new ContentUse(),
      keepsEdge: options.edge !== "remove",
      visitor: (work, watcher) => new Rewriter(work, watcher),
      forms: new KnownForms(),
      patterns: new Map(),
    };
  }

  *write(): Turns<Written> {
    const document = this.#document;
    const request = this.#options;
    const areas = this.#areas;
    const file = this.#file;
    const findings = this.#findings;
    const copier = this.#copier;
    const contents = this.#contents;
    const root = file.newRef();
    const refs = areas.map(() => file.newRef());
    const destinations = new NewDestinations(copier, refs, areas);
    const annotations = new AnnotationCleaner(contents, destinations);
    yield* this.#pages(root, refs, annotations);
    const keeps = request.document === "keep";
    const attachments = request.attachments === "keep" ? keptAttachments(copier) : undefined;
    const catalog = new NewCatalog(copier, findings, destinations, keeps, attachments);
    const made = described(keeps ? document : undefined, request.information);
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
    yield* new FontWriter({ ...contents, wholeGlyph: whole }, this.#fonts).write();
    const layers = newLayers(copier);
    if (layers) dict.set("OCProperties", layers);
    const rope = this.#finish(file.add(dict), catalog.information(made?.info));
    const allowed = metadata instanceof PdfRef ? metadata.number : "none";
    return {
      rope,
      areas,
      tally: this.#tally,
      witness: this.#witness,
      metadata: keeps ? "all" : allowed,
      marks: this.#marks,
      attached: attachments?.names ?? [],
      attachments: attachments?.streams ?? new Set(),
      removal: {
        pages: findings.pages,
        document: {
          dropped: [...findings.dropped],
          cleared: [...findings.cleared],
          kept: [...findings.kept],
        },
        usedElsewhere: this.#images.usedElsewhere(),
        notExamined: [],
        verified: true,
        statements: STATEMENTS,
      },
    };
  }

  *#pages(root: PdfRef, refs: readonly PdfRef[], annotations: AnnotationCleaner): Turns<void> {
    const document = this.#document;
    const findings = this.#findings;
    document.requirePages();
    for (const [index, area] of this.#areas.entries()) {
      document.work.place = `page ${index + 1}`;
      findings.beginPage(index + 1, area.box !== undefined);
      yield* this.#page(this.#source(index), area, root, refs[index]!, annotations);
      yield;
    }
    findings.endPages();
    this.#fonts.endPages();
    yield* this.#putWaiting();
    this.#file.put(root, pdfDict({ Type: "Pages", Kids: [...refs], Count: refs.length }));
  }

  /** A page that is emptied keeps its boxes only. */
  #source(index: number): Page {
    const page = this.#document.page(index);
    if (!this.#areas[index]!.isEmptied) return page;
    this.#findings.unremovable("all of a page that is not proved without what is cut");
    return { ...page, dict: new Map(), attribute: () => null };
  }

  *#page(page: Page, area: PageArea, parent: PdfRef, ref: PdfRef, annotations: AnnotationCleaner): Turns<void> {
    const document = this.#document;
    const copier = this.#copier;
    const findings = this.#findings;
    const { view, box } = area;
    document.work.spend(COST.page);
    const made = pdfDict({ Type: "Page", Parent: parent });
    const boxes = box && area.isCropped ? newBoxes({ view, box }) : Object.entries(view.boxes);
    for (const [name, value] of boxes) made.set(name, [...value]);
    if (!made.has("MediaBox")) made.set("MediaBox", [...view.media]);
    if (view.rotation !== 0) made.set("Rotate", view.rotation);
    if (view.userUnit !== 1) made.set("UserUnit", view.userUnit);
    const content = yield* this.#content(page, area, made);
    const group = copier.copy(page.dict.get("Group"), "group");
    if (group !== null) made.set("Group", group);
    const isTagged = document.dict(document.catalog.get("StructTreeRoot")) !== undefined;
    if (isTagged && page.dict.has("StructParents")) made.set("StructParents", page.index);
    const tabs = copier.copy(page.dict.get("Tabs"), "plain");
    if (tabs !== null) made.set("Tabs", tabs);
    const kept = yield* annotations.page(page, ref, area, `page ${page.index}`);
    if (kept.length > 0) made.set("Annots", kept);
    for (const [key, thing] of DROPPED_OF_PAGES) {
      if (document.resolve(page.dict.get(key)) !== null) findings.dropped.add(thing);
    }
    const fonts = this.#fonts;
    if (content.isChanged || findings.hasLost) fonts.number();
    this.#waiting.push({ index: page.index, ref, dict: made, content });
    if (fonts.isNumbered || this.#waiting.every((one) => !one.content.hasOldCodes)) yield* this.#putWaiting();
  }

  /** Writes the pages that waited. Their characters have new codes when something went (`FontShelf`). */
  *#putWaiting(): Turns<void> {
    for (const { index, ref, dict, content } of this.#waiting.splice(0)) {
      const page = this.#source(index);
      let { isChanged } = content;
      if (this.#fonts.isNumbered && content.hasOldCodes) {
        const forget = this.#findings.counted();
        const forgetWords = this.#copier.words?.counted();
        ({ isChanged } = yield* this.#content(page, this.#areas[index]!, dict));
        forget();
        forgetWords?.();
        yield;
      }
      const contents = isChanged ? null : this.#copiedContents(page.dict.get("Contents"));
      if (contents !== null) dict.set("Contents", contents);
      this.#file.put(ref, dict);
    }
  }

  /** Adds the page's content and its resources; a content stream that stays as it is is added later. */
  *#content(page: Page, area: PageArea, dict: PdfDict): Turns<WrittenPage["content"]> {
    const { index } = page;
    const contents = page.dict.get("Contents");
    this.#images.beginPage(index + 1);
    const cleaned = yield* rewrittenPage(
      this.#contents,
      contents,
      page.attribute("Resources"),
      area,
      `page ${index}`,
      this.#witness,
    );
    if (cleaned.inside) this.#tally.pages.set(index, cleaned.inside);
    dict.set("Resources", cleaned.resources);
    const marks = this.#marks(index);
    const length = this.#lengthOf(contents);
    if (cleaned.isChanged && this.#options.lastUse) yield* this.#file.freed.add(contents ?? null, this.#file.length);
    if (marks) dict.set("Contents", this.#marked(marks, cleaned, length));
    else if (cleaned.isChanged && !cleaned.isEmpty) {
      dict.set("Contents", this.#file.addContent(new Map(), cleaned.data, length));
    } else if (!cleaned.isChanged && area.box) this.#witness.keep(index, contents);
    return { isChanged: cleaned.isChanged, hasOldCodes: !cleaned.isChanged && cleaned.hasOldCodes };
  }

  /** The content with what is drawn over it, whatever state it ends in. */
  #marked({ dict, data }: PageMarks, cleaned: Rewritten, length: number): PdfRef {
    const file = this.#file;
    const objects = (cleaned.resources.get("XObject") as PdfDict | undefined) ?? new Map<string, PdfObject>();
    let name = "Marks";
    while (objects.has(name)) name += "_";
    cleaned.resources.set("XObject", objects.set(name, file.addContent(dict, data)));
    return file.addContent(new Map(), joined([latin1("q\n"), cleaned.data, latin1(`\nQ\n/${name} Do\n`)]), length);
  }

  /** How many bytes a page's contents have in the file. */
  #lengthOf(object: PdfObject | undefined): number {
    let length = 0;
    for (const { raw } of contentStreams(this.#document, object)) length += raw.length;
    return length;
  }

  /** A page's contents as they are. */
  #copiedContents(object: PdfObject | undefined): PdfObject {
    const copies: PdfObject[] = [];
    for (const stream of contentStreams(this.#document, object)) {
      copies.push(this.#copier.copy(stream.home ?? stream, "data"));
    }
    return copies.length > 1 ? copies : (copies[0] ?? null);
  }

  #finish(root: PdfRef, info: PdfRef | undefined): Rope {
    const document = this.#document;
    const file = this.#file;
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
