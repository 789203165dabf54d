import { newBoxes } from "../crop/crop.ts";
import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import { contentStreams } from "../pdf-content/contents.ts";
import { latin1 } from "../pdf-file/rope.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, type PdfRef, pdfDict } from "../pdf-file/syntax/objects.ts";
import { joined } from "../platform/bytes.ts";
import type { PageArea } from "./areas.ts";
import type { AnnotationCleaner } from "./document/annotations.ts";
import { DROPPED_OF_PAGES } from "./document/catalog.ts";
import type { Witness } from "./prove/witness.ts";
import type { NewContent } from "./rewrite/content.ts";
import { rewrittenPage } from "./rewrite/page.ts";
import type { Rewriting } from "./rewrite/work.ts";
import type { Tally } from "./tally.ts";

/** A form that is drawn over a page. */
export interface PageMarks {
  readonly dict: PdfDict;
  readonly data: Uint8Array;
}

/** What is drawn over pages, by index: made when it is asked for. */
export type PagesMarks = (index: number) => PageMarks | undefined;

interface WaitingPage {
  readonly index: number;
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  readonly content: Pick<NewContent, "isChanged" | "hasOldCodes">;
}

/** How pages are written. */
interface PagesRequest {
  readonly areas: readonly PageArea[];
  readonly marks: PagesMarks;
  /** Whether the old contents may be freed once they are written again. */
  readonly lastUse: boolean | undefined;
  /** What the proof is told of the pages. */
  readonly tally: Tally;
  readonly witness: Witness;
}

export class NewPages {
  readonly #contents: Rewriting;
  readonly #asked: PagesRequest;
  /** Pages that are written when it is known whether their characters have new codes. */
  readonly #waiting: WaitingPage[] = [];

  constructor(contents: Rewriting, asked: PagesRequest) {
    this.#contents = contents;
    this.#asked = asked;
  }

  /** Writes the pages, and the node above them. */
  *write(root: PdfRef, refs: readonly PdfRef[], annotations: AnnotationCleaner): Turns<void> {
    const { copier, findings, fonts } = this.#contents;
    const { document } = copier;
    document.requirePages();
    for (const [index, area] of this.#asked.areas.entries()) {
      document.work.place = `page ${index + 1}`;
      findings.beginPage(index + 1, area.box !== undefined);
      const dict = pdfDict({ Type: "Page", Parent: root });
      yield* this.#page(this.#source(index), area, refs[index]!, dict, annotations);
      yield;
    }
    findings.endPages();
    fonts.endPages();
    yield* this.#putWaiting();
    copier.file.put(root, pdfDict({ Type: "Pages", Kids: [...refs], Count: refs.length }));
  }

  /** A page that is emptied keeps its boxes only. */
  #source(index: number): Page {
    const page = this.#contents.reading.document.page(index);
    if (!this.#asked.areas[index]!.isEmptied) return page;
    this.#contents.findings.unremovable("all of a page that is not proved without what is cut");
    return { ...page, dict: new Map(), attribute: () => null };
  }

  *#page(page: Page, area: PageArea, ref: PdfRef, made: PdfDict, annotations: AnnotationCleaner): Turns<void> {
    const { copier, findings, fonts } = this.#contents;
    const { document } = copier;
    const { view, box } = area;
    document.work.spend(COST.page);
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
    if (content.isChanged || findings.hasLost) fonts.number();
    this.#waiting.push({ index: page.index, ref, dict: made, content });
    if (fonts.isNumbered || this.#waiting.every((one) => !one.content.hasOldCodes)) yield* this.#putWaiting();
  }

  /** Writes the pages that waited. Their characters have new codes when something went (`FontShelf`). */
  *#putWaiting(): Turns<void> {
    const { copier, findings, fonts } = this.#contents;
    for (const { index, ref, dict, content } of this.#waiting.splice(0)) {
      const page = this.#source(index);
      let { isChanged } = content;
      if (fonts.isNumbered && content.hasOldCodes) {
        const forget = findings.counted();
        const forgetWords = copier.words?.counted();
        ({ isChanged } = yield* this.#content(page, this.#asked.areas[index]!, dict));
        forget();
        forgetWords?.();
        yield;
      }
      const contents = isChanged ? null : this.#copiedContents(page.dict.get("Contents"));
      if (contents !== null) dict.set("Contents", contents);
      copier.file.put(ref, dict);
    }
  }

  /** Adds the page's content and its resources; a content stream that stays as it is is added later. */
  *#content(page: Page, area: PageArea, dict: PdfDict): Turns<WaitingPage["content"]> {
    const { index } = page;
    const { images, copier } = this.#contents;
    const { file } = copier;
    const contents = page.dict.get("Contents");
    images.beginPage(index + 1);
    const cleaned = yield* rewrittenPage(
      this.#contents,
      contents,
      page.attribute("Resources"),
      area,
      `page ${index}`,
      this.#asked.witness,
    );
    if (cleaned.inside) this.#asked.tally.pages.set(index, cleaned.inside);
    dict.set("Resources", cleaned.resources);
    const marks = this.#asked.marks(index);
    const length = this.#lengthOf(contents);
    if (cleaned.isChanged && this.#asked.lastUse) yield* file.freed.add(contents ?? null, file.length);
    if (marks) dict.set("Contents", this.#marked(marks, cleaned, length));
    else if (cleaned.isChanged && !cleaned.isEmpty) {
      dict.set("Contents", file.addContent(new Map(), cleaned.data, length));
    } else if (!cleaned.isChanged && area.box) this.#asked.witness.keep(index, contents);
    return { isChanged: cleaned.isChanged, hasOldCodes: !cleaned.isChanged && cleaned.hasOldCodes };
  }

  /** The content with what is drawn over it, whatever state it ends in. */
  #marked({ dict, data }: PageMarks, cleaned: NewContent, length: number): PdfRef {
    const { file } = this.#contents.copier;
    const objects = (cleaned.resources.get("XObject") as PdfDict | undefined) ?? new Map<string, PdfObject>();
    let name = "Marks";
    while (objects.has(name)) name += "_";
    cleaned.resources.set("XObject", objects.set(name, file.addContent(dict, data)));
    return file.addContent(new Map(), joined([latin1("q\n"), cleaned.data, latin1(`\nQ\n/${name} Do\n`)]), length);
  }

  /** How many bytes a page's contents have in the file. */
  #lengthOf(object: PdfObject | undefined): number {
    let length = 0;
    for (const { raw } of contentStreams(this.#contents.reading.document, object)) length += raw.length;
    return length;
  }

  /** A page's contents as they are. */
  #copiedContents(object: PdfObject | undefined): PdfObject {
    const copies: PdfObject[] = [];
    for (const stream of contentStreams(this.#contents.reading.document, object)) {
      copies.push(this.#contents.copier.copy(stream.home ?? stream, "data"));
    }
    return copies.length > 1 ? copies : (copies[0] ?? null);
  }
}
