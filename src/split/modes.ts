import type { PdfDocument } from "../pdf-file/document.ts";
import { MisfitProblem } from "../pdf-file/pdf-problem.ts";
import { type PageSet, pageSet } from "../pdf-pages/page-set.ts";
import type { BlankRule } from "./by-blank-pages.ts";
import type { TextRule } from "./by-text.ts";
import type { ChosenPart } from "./chosen-part.ts";
import { buildPart, type OfAllParts } from "./part.ts";
import type { PartFile } from "./write/part-file.ts";

/** Which parts a document is cut into. */
export type SplitMode =
  | { readonly parts: readonly PageSet[] }
  /** Parts of this many pages; the last has the rest. */
  | { readonly every: number }
  /** This many parts, whose lengths differ by one page at most. */
  | { readonly count: number }
  /** Parts start or end where pages say something. */
  | { readonly text: TextRule }
  /** Blank pages divide parts. */
  | { readonly blank: BlankRule }
  /** A part begins at each outline item of this level; 1 is the top. */
  | { readonly outlineLevel: number }
  /** Parts as long as possible within this many bytes. */
  | { readonly partBytes: number };

export interface BuiltPart {
  readonly part: ChosenPart;
  readonly file: PartFile;
}

/** A page that alone takes more bytes than a part should. */
export interface OversizedPage {
  /** Counted from 1. */
  readonly page: number;
  readonly bytes: number;
}

/** Title of what comes before the first outline item. */
const BEGINNING = "Beginning";

/** The parts that a request lists, or that page numbers alone decide. */
export function listedParts(
  { pageCount }: PdfDocument,
  mode: Extract<SplitMode, { parts: unknown } | { every: unknown } | { count: unknown }>,
  most: number,
): ChosenPart[] {
  if ("parts" in mode) return mode.parts.map((pages) => ({ pages }));
  const count = "count" in mode ? mode.count : Math.ceil(pageCount / mode.every);
  if (count > most) throw new MisfitProblem({ kind: "too many parts", count, most });
  if (count > pageCount) throw new MisfitProblem({ kind: "too few pages", pageCount });
  const start = (part: number): number =>
    "count" in mode ? Math.floor((part * pageCount) / count) : Math.min(part * mode.every, pageCount);
  return Array.from({ length: count }, (_, part) => ({
    pages: pageSet([{ first: start(part) + 1, last: start(part + 1) }]),
  }));
}

/** Parts that begin at the pages which outline items of the level lead to; items of one page are one part. */
export function outlineParts({ document, outline }: OfAllParts, level: number, most: number): ChosenPart[] {
  const found = outline.bookmarks(level);
  if (found.length === 0) throw new MisfitProblem({ kind: "no bookmarks", level, levels: outline.depth });
  const titles = new Map<number, string>();
  for (const { page, title } of found) if (!titles.has(page)) titles.set(page, title);
  if (!titles.has(0)) titles.set(0, BEGINNING);
  if (titles.size > most) throw new MisfitProblem({ kind: "too many parts", count: titles.size, most });
  const starts = [...titles].sort(([a], [b]) => a - b);
  return starts.map(([first, title], part) => {
    const last = starts[part + 1]?.[0] ?? document.pageCount;
    return { pages: pageSet([{ first: first + 1, last }]), title };
  });
}

/** Builds parts as long as fit under `maxBytes`. A page that alone takes more is a part of its own. */
export function* partsUnderSize(
  shared: OfAllParts,
  maxBytes: number,
  most: number,
  oversized: OversizedPage[],
): Generator<BuiltPart> {
  const { pageCount } = shared.document;
  let made = 0;
  let guess = 1;
  for (let first = 0; first < pageCount; first += guess, made++) {
    if (made === most) throw new MisfitProblem({ kind: "too many parts", count: undefined, most });
    const left = pageCount - first;
    shared.document.work.place = `page ${first + 1}`;
    let best: BuiltPart | undefined;
    let exceeds = left + 1;
    // Parts of one document are of about one length: the last one's is tried first, then halves and doubles.
    for (let fits = 0, count = Math.min(guess, left); fits + 1 < exceeds; ) {
      const pages = pageSet([{ first: first + 1, last: first + count }]);
      const file = buildPart(shared, pages);
      const isBetter = file.length <= maxBytes || count === 1;
      if (isBetter) best?.file.letGo();
      else file.letGo();
      if (isBetter) best = { part: { pages }, file };
      if (file.length <= maxBytes) fits = count;
      else exceeds = count;
      count = exceeds > left ? Math.min(count * 2, left) : (fits + exceeds) >> 1;
    }
    const { part, file } = best!;
    if (file.length > maxBytes) oversized.push({ page: first + 1, bytes: file.length });
    guess = part.pages.count;
    yield { part, file };
  }
}
