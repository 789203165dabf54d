import { contentAreasInTurns, namingPages } from "../crop/content-areas.ts";
import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { DEFAULT_THRESHOLD } from "../pdf-content/content-limits.ts";
import { Extent } from "../pdf-content/extent.ts";
import type { InkFacts } from "../pdf-content/ink/ink-amount.ts";
import { TextReader } from "../pdf-content/text/text-reader.ts";
import type { TextLine } from "../pdf-content/text/words.ts";
import type { Damage, PdfDocument } from "../pdf-file/document.ts";
import { type PdfDict, type PdfObject, PdfRef } from "../pdf-file/syntax/objects.ts";
import { decodeTextString } from "../pdf-file/syntax/text-strings.ts";
import { type Area, type Box, displaySize, type Rotation, toDisplay } from "../pdf-pages/geometry.ts";
import { type PageSet, pageSet, pagesOf } from "../pdf-pages/page-set.ts";
import { type PageView, viewPage } from "../pdf-pages/page-view.ts";
import { nameTreeEntries } from "../pdf-pages/trees.ts";
import { markdownOf } from "./markdown.ts";

export interface PageFacts {
  readonly pageNumber: number;
  /** In points, as displayed: the visible box, turned by /Rotate, scaled by UserUnit. */
  readonly width: number;
  readonly height: number;
  readonly rotation: Rotation;
  readonly userUnit: number;
  /** In the page's own coordinates. MediaBox and CropBox as they are in effect, the others if the page has them. */
  readonly boxes: {
    readonly mediaBox: Box;
    readonly cropBox: Box;
    readonly bleedBox?: Box;
    readonly trimBox?: Box;
    readonly artBox?: Box;
  };
  /** The visible content if it was asked for, in points on the page as displayed; null for a blank page. */
  readonly contentBox?: Area | null;
  readonly blank?: boolean;
  /** How much ink the page has, if its text was asked for with words. */
  readonly ink?: Pick<InkFacts, "share" | "largestMark">;
  /** The text of the page if it was asked for. */
  readonly text?: TextFacts;
}

export interface TextFacts {
  readonly lines: readonly LineFacts[];
  /** The same as Markdown, if it was asked for: headings by size, lists, tables, paragraphs. */
  readonly markdown?: string;
  /** Characters whose text the file does not tell. */
  readonly noUnicode: number;
  /** Whether the page is a picture without text. */
  readonly scan: boolean;
}

/** A line of text with its place, in points on the page as displayed. */
export interface LineFacts extends Area {
  readonly text: string;
  /** In points. */
  readonly fontSize: number;
  /** Where its words are. */
  readonly words?: readonly (Area & { readonly text: string })[];
}

export interface Inspection {
  readonly pageCount: number;
  readonly encrypted: boolean;
  readonly damage: Damage;
  /** Undefined where only the parts of a file that its pages need are here. */
  readonly document: DocumentFacts | undefined;
  readonly pages: PageFacts[];
  /** Pages, counted from 1, with contents that are missing or cannot be read. */
  readonly partial: readonly number[];
}

export interface InspectWindow {
  /** The first page, counted from 1. */
  readonly from: number;
  /** The most pages. */
  readonly limit: number;
  /** Only these pages, of a document with this many. */
  readonly among?: (pageCount: number) => PageSet;
  /** Whether to read the pages' contents as well. */
  readonly content?: boolean;
  /** Whether to read the pages' text: its lines, or also their words, or also what they are as Markdown. */
  readonly text?: "lines" | "words" | "markdown" | undefined;
  /** The most words. The pages end before the one that would exceed them. */
  readonly words?: number;
}

/** The pages to describe, in ascending order; without `limit`, also those beyond it. */
export function pagesAsked({ from, among }: InspectWindow, pageCount: number, limit = pageCount): number[] {
  const pages = among?.(pageCount) ?? pageSet([{ first: 1, last: pageCount }]);
  const after = [...pagesOf(pages)].filter((page) => page >= from);
  return after.sort((a, b) => a - b).slice(0, limit);
}

export function inspectInTurns(document: PdfDocument, window: InspectWindow): Turns<Inspection> {
  return document.ofPages(function* (pages) {
    const asked = pagesAsked(window, document.requirePages(), window.limit);
    let facts = asked.map((page) => factsOf(viewPage(document, pages.leaf(page - 1)), page));
    if (window.text) facts = yield* withText(document, facts, window);
    const partial: number[] = [];
    if (window.content || window.text === "words") facts = yield* withContent(document, facts, window, partial);
    const { encrypted, source } = document;
    const own = source.partial ? undefined : documentFacts(document);
    return { pageCount: pages.count, encrypted, document: own, pages: facts, partial, damage: document.damage };
  });
}

function* withContent(
  document: PdfDocument,
  facts: readonly PageFacts[],
  { content, text }: InspectWindow,
  partial: number[],
): Turns<PageFacts[]> {
  const indexes = facts.map(({ pageNumber }) => pageNumber - 1);
  const options = { threshold: DEFAULT_THRESHOLD, specks: 0, measures: text === "words" };
  const contents = yield* contentAreasInTurns(document, indexes, options);
  return facts.map((page, at) => {
    const { area = null, ink, isPartial } = contents[at]!;
    if (isPartial) partial.push(page.pageNumber);
    return {
      ...page,
      ...(content && { contentBox: area, blank: area === null }),
      ...(ink && { ink: { share: ink.share, largestMark: ink.largestMark } }),
    };
  });
}

/** What a word takes in memory, with its part of the answer. */
const WORD_BYTES = 400;

function* withText(
  document: PdfDocument,
  facts: readonly PageFacts[],
  { text, words = Number.POSITIVE_INFINITY }: InspectWindow,
): Turns<PageFacts[]> {
  const reader = new TextReader(document);
  const found: PageFacts[] = [];
  let count = 0;
  for (const page of facts) {
    const index = page.pageNumber - 1;
    const view = viewPage(document, document.pages.leaf(index));
    const read = yield* namingPages(index, found.length, reader.read(document.page(index), view.visible));
    const own = read.lines.reduce((sum, line) => sum + line.words.length, 0);
    count += own;
    if (count > words && found.length > 0) break;
    document.work.hold(own * WORD_BYTES);
    const lines = read.lines.map((line) => lineFacts(line, view, text !== "lines"));
    found.push({ ...page, text: { lines, noUnicode: read.unread, scan: read.isScan } });
    yield;
  }
  return text === "markdown" ? inMarkdown(found, document.work, count) : found;
}

/** What is a heading is told by the sizes of all pages. The places of words are not handed on. */
function inMarkdown(pages: readonly PageFacts[], work: Work, words: number): PageFacts[] {
  work.spend(words * COST.piece);
  const said = markdownOf(pages.map((page) => page.text!.lines));
  return pages.map((page, at) => {
    const lines = page.text!.lines.map(({ words: _, ...line }) => line);
    return { ...page, text: { ...page.text!, lines, markdown: said[at]! } };
  });
}

function lineFacts({ text, words }: TextLine, view: PageView, hasWords: boolean): LineFacts {
  const around = new Extent();
  let size = 0;
  for (const word of words) {
    around.add(Extent.of(word.box));
    size = Math.max(size, word.size);
  }
  return {
    text,
    ...toDisplay([around.left, around.bottom, around.right, around.top], view),
    fontSize: size * view.userUnit,
    ...(hasWords && { words: words.map((word) => ({ text: word.text, ...toDisplay(word.box, view) })) }),
  };
}

function factsOf(view: PageView, pageNumber: number): PageFacts {
  const { boxes, visible, rotation, userUnit } = view;
  const { width, height } = displaySize(view);
  return {
    pageNumber,
    width,
    height,
    rotation,
    userUnit,
    boxes: {
      mediaBox: view.media,
      cropBox: visible,
      ...(boxes.BleedBox && { bleedBox: boxes.BleedBox }),
      ...(boxes.TrimBox && { trimBox: boxes.TrimBox }),
      ...(boxes.ArtBox && { artBox: boxes.ArtBox }),
    },
  };
}

/** What a document has beside its pages. */
interface DocumentFacts {
  /** Files in it: how many, and the names of the first hundred. Those that annotations hold are not among them. */
  readonly attachments: { readonly count: number; readonly names: readonly string[] };
  /** Whether viewers show its files in place of its pages. */
  readonly portfolio: boolean;
  /** Whether its form is also written in XFA. */
  readonly xfa: boolean;
  /**
   * Whether it runs scripts when it is opened, closed, saved or printed. Those of pages and fields are not looked for.
   */
  readonly scripts: boolean;
  /** Signatures that were given. Whether they are valid is not looked at. */
  readonly signatures: number;
  /** Whether it has tags. */
  readonly tagged: boolean;
  /** How it is encrypted; null where it is not. */
  readonly encryption: "RC4" | "AES-128" | "AES-256" | null;
}

const MOST_NAMES = 100;
/** Fields and widgets of a form that are looked at. */
const MOST_FIELDS = 100_000;

function documentFacts(document: PdfDocument): DocumentFacts {
  const { catalog } = document;
  const names = document.dict(catalog.get("Names"));
  const files = nameTreeEntries(document, names?.get("EmbeddedFiles") ?? null);
  const form = document.dict(catalog.get("AcroForm"));
  return {
    attachments: { count: files.length, names: files.slice(0, MOST_NAMES).map((file) => fileName(document, file)) },
    portfolio: document.dict(catalog.get("Collection")) !== undefined,
    xfa: document.resolve(form?.get("XFA")) !== null,
    scripts: hasScripts(document, catalog, names),
    signatures: signaturesIn(document, form),
    tagged: document.dict(catalog.get("StructTreeRoot")) !== undefined,
    encryption: encryptionOf(document),
  };
}

/** The name by which viewers show a file is in its specification (7.11.3). */
function fileName(document: PdfDocument, { name, value }: ReturnType<typeof nameTreeEntries>[number]): string {
  const file = document.dict(value);
  return document.text(file?.get("UF")) ?? document.text(file?.get("F")) ?? decodeTextString(name.bytes);
}

function hasScripts(document: PdfDocument, catalog: PdfDict, names: PdfDict | undefined): boolean {
  if (nameTreeEntries(document, names?.get("JavaScript") ?? null).length > 0) return true;
  const actions = [catalog.get("OpenAction"), ...document.entries(catalog.get("AA")).values()];
  return actions.some((action) => document.resolve(document.dict(action)?.get("S")) === "JavaScript");
}

function signaturesIn(document: PdfDocument, form: PdfDict | undefined): number {
  // Fields without a kind of their own are of the kind of those above them (12.7.4.1).
  const open: [field: PdfObject, kind: PdfObject][] = (document.array(form?.get("Fields")) ?? []).map((one) => [
    one,
    null,
  ]);
  const seen = new Set<PdfObject | number>();
  let count = 0;
  for (let next = open.pop(); next !== undefined && seen.size < MOST_FIELDS; next = open.pop()) {
    const [field, above] = next;
    const key = field instanceof PdfRef ? field.number : field;
    const dict = document.dict(field);
    document.work.spend(COST.item);
    if (!dict || seen.has(key)) continue;
    seen.add(key);
    // A value belongs to the field that has it, not to the widgets under it.
    const kind = document.resolve(dict.get("FT")) ?? above;
    if (kind === "Sig" && document.dict(dict.get("V"))) count++;
    for (const kid of document.array(dict.get("Kids")) ?? []) open.push([kid, kind]);
  }
  return count;
}

function encryptionOf(document: PdfDocument): DocumentFacts["encryption"] {
  const dict = document.encrypted ? document.dict(document.trailer.get("Encrypt")) : undefined;
  if (!dict) return null;
  const version = document.number(dict.get("V")) ?? 0;
  if (version >= 5) return "AES-256";
  const filter = document.resolve(dict.get("StmF"));
  const method = document.dict(document.dict(dict.get("CF"))?.get(typeof filter === "string" ? filter : ""));
  return version === 4 && document.resolve(method?.get("CFM")) === "AESV2" ? "AES-128" : "RC4";
}
