import type { PdfDocument } from "../document.ts";
import { PdfProblem } from "../problem.ts";
import { type PageSet, pageSet } from "./page-set.ts";
import { buildPart } from "./part.ts";
import { share } from "./split.ts";

/** A part that a mode has chosen, with the title of the outline item that it begins at. */
export interface ChosenPart {
  readonly pages: PageSet;
  readonly title?: string;
}

/** Title of what comes before the first outline item. */
const BEGINNING = "Beginning";

/** Parts of `every` pages; the last has what is left. */
export function partsOfPages(document: PdfDocument, every: number, maxParts: number): ChosenPart[] {
  const { pageCount } = document;
  const count = Math.ceil(pageCount / every);
  if (count > maxParts) {
    throw new PdfProblem(
      "request",
      `every is ${every}: that makes ${count} parts; at most ${maxParts} are made.`,
      "every",
    );
  }
  return Array.from({ length: count }, (_, part) => {
    const first = part * every;
    return { pages: pageSet([{ first, last: Math.min(first + every, pageCount) - 1 }]) };
  });
}

/** Parts that begin at the pages which outline items of the level lead to; items of one page are one part. */
export function partsOfOutline(document: PdfDocument, level: number, maxParts: number): ChosenPart[] {
  const { outline } = share(document);
  const found = outline.bookmarks(level);
  if (found.length === 0) {
    const has = outline.depth === 0 ? "no outline" : `an outline of ${outline.depth} levels`;
    const message = `bookmarkLevel is ${level}: no outline item of that level leads to a page. The document has ${has}.`;
    throw new PdfProblem("request", message, "bookmarkLevel");
  }
  const titles = new Map<number, string>();
  for (const { page, title } of found) if (!titles.has(page)) titles.set(page, title);
  if (!titles.has(0)) titles.set(0, BEGINNING);
  if (titles.size > maxParts) {
    const message = `bookmarkLevel is ${level}: that makes ${titles.size} parts; at most ${maxParts} are made.`;
    throw new PdfProblem("request", message, "bookmarkLevel");
  }
  const starts = [...titles].sort(([a], [b]) => a - b);
  return starts.map(([first, title], part) => {
    const last = (starts[part + 1]?.[0] ?? document.pageCount) - 1;
    return { pages: pageSet([{ first, last }]), title };
  });
}

/**
 * Parts as long as fit under `maxBytes`. A page that alone takes more is a part of its own; `tooLarge` is told.
 */
export function partsUnderSize(
  document: PdfDocument,
  maxBytes: number,
  maxParts: number,
  tooLarge: (page: number, bytes: number) => void,
): ChosenPart[] {
  const shared = share(document);
  const parts: ChosenPart[] = [];
  const bytesOf = (first: number, count: number) =>
    buildPart(shared, pageSet([{ first, last: first + count - 1 }])).length;
  let guess = 1;
  for (let first = 0; first < document.pageCount; ) {
    if (parts.length === maxParts) {
      const message = `maxSize is ${maxBytes}: that makes more than ${maxParts} parts, the most that are made.`;
      throw new PdfProblem("request", message, "maxSize");
    }
    const left = document.pageCount - first;
    let fits = 0;
    let exceeds = left + 1;
    // Parts of one document are of about one length: the last one's is tried first, then halves and doubles.
    for (let count = Math.min(guess, left); fits + 1 < exceeds; ) {
      const bytes = bytesOf(first, count);
      if (bytes <= maxBytes) fits = count;
      else {
        exceeds = count;
        if (count === 1) tooLarge(first, bytes);
      }
      count = exceeds > left ? Math.min(count * 2, left) : (fits + exceeds) >> 1;
    }
    guess = Math.max(1, fits);
    parts.push({ pages: pageSet([{ first, last: first + guess - 1 }]) });
    first += guess;
  }
  return parts;
}
