import type { Turns } from "../meter/turns.ts";
import { type Finder, type Found, linesWithin } from "../pdf-content/text/search.ts";
import { type PageText, TextReader } from "../pdf-content/text/text-reader.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { MisfitProblem } from "../pdf-file/pdf-problem.ts";
import { type Area, fromDisplay } from "../pdf-pages/geometry.ts";
import { pageSet } from "../pdf-pages/page-set.ts";
import { viewPage } from "../pdf-pages/page-view.ts";
import type { ChosenPart } from "./chosen-part.ts";

/** Where and how something is looked for. The area is measured on the page as displayed, in points. */
export interface TextSearch {
  readonly find: Finder;
  readonly area?: Area | undefined;
}

/** How pages that say something divide a document. */
export interface TextRule extends TextSearch {
  /** Whether a part starts or ends at such a page, or starts where another text is found than before. */
  readonly at: "start" | "end" | "change";
  /** Whether the page is in a part. */
  readonly page: "keep" | "drop";
  /** What becomes of the pages before the first such page; where parts end at them, of those after the last. */
  readonly before: "part" | "drop";
  /** What becomes of a document without such a page. */
  readonly none: "refuse" | "whole";
}

/** Pages of which not everything could be read, counted from 1. */
export interface Unread {
  readonly noUnicode: readonly number[];
  readonly scans: readonly number[];
}

/** Reads pages one after the other, and notes what could not be read. */
export class PageTexts {
  readonly unread = { noUnicode: [] as number[], scans: [] as number[] } satisfies Unread;
  readonly #document: PdfDocument;
  #reader: TextReader | undefined;
  readonly #noted = new Set<number>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  *search(index: number, searches: readonly TextSearch[]): Turns<(Found | undefined)[]> {
    const view = viewPage(this.#document, this.#document.pages.leaf(index));
    this.#reader ??= new TextReader(this.#document);
    const text = yield* this.#reader.read(this.#document.page(index), view.visible);
    this.#note(index, text);
    const { work } = this.#document;
    return searches.map(({ find, area }) => find(area ? linesWithin(text, fromDisplay(area, view)) : text, work));
  }

  #note(index: number, { unread, isScan }: PageText): void {
    if (this.#noted.has(index) || (unread === 0 && !isScan)) return;
    this.#noted.add(index);
    if (isScan) this.unread.scans.push(index + 1);
    if (unread > 0) this.unread.noUnicode.push(index + 1);
  }
}

/** Parts that start or end where a page says something. */
export function* textParts(
  { pageCount }: PdfDocument,
  rule: TextRule,
  texts: PageTexts,
  most: number,
): Turns<ChosenPart[]> {
  const parts: ChosenPart[] = [];
  const isStart = rule.at !== "end";
  const add = (first: number, last: number, found: Found | undefined): void => {
    if (last < first) return;
    if (parts.length === most) throw new MisfitProblem({ kind: "too many parts", count: undefined, most });
    parts.push({ pages: pageSet([{ first: first + 1, last: last + 1 }]), ...(found && { found }) });
  };
  let begin = 0;
  let current: Found | undefined;
  let count = 0;
  for (let index = 0; index < pageCount; index++) {
    const [found] = yield* texts.search(index, [rule]);
    yield;
    if (!found || (rule.at === "change" && current && subjectOf(found) === subjectOf(current))) continue;
    const isKept = rule.page === "keep";
    if (!isStart) add(begin, isKept ? index : index - 1, found);
    else if (count > 0 || rule.before === "part") add(begin, index - 1, current);
    begin = isStart && isKept ? index : index + 1;
    current = found;
    count++;
  }
  if (count === 0 && rule.none === "refuse") throw new MisfitProblem({ kind: "no text", unread: texts.unread });
  if (isStart || count === 0 || rule.before === "part") add(begin, pageCount - 1, isStart ? current : undefined);
  if (parts.length === 0) throw new MisfitProblem({ kind: "no pages left" });
  return parts;
}

/** What a search is about: the first group of its expression, or the whole match. */
function subjectOf({ match, groups }: Found): string {
  return groups[0] ?? match;
}

/** The parts with what the searches find on the first page of each. */
export function* named<Part extends ChosenPart>(
  parts: readonly Part[],
  searches: readonly TextSearch[],
  texts: PageTexts,
): Turns<readonly Part[]> {
  if (searches.length === 0) return parts;
  const all: Part[] = [];
  for (const part of parts) {
    const { pages } = part;
    const found = yield* texts.search(pages.runs[0]!.first - 1, searches);
    // Not a spread: the bytes of a part are made when they are asked for.
    all.push(Object.assign(part, { texts: found.map((one) => (one ? subjectOf(one) : "")) }));
    yield;
  }
  return all;
}
