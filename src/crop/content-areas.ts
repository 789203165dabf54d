import type { Turns } from "../meter/turns.ts";
import { WorkProblem } from "../meter/work.ts";
import { InkAmount, type InkFacts } from "../pdf-content/ink/ink-amount.ts";
import { InkReader } from "../pdf-content/ink/page-ink.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { type Area, type Box, displaySize, toDisplay } from "../pdf-pages/geometry.ts";
import { viewPage } from "../pdf-pages/page-view.ts";
import { counted } from "../platform/counted.ts";

/** What counts as ink in images. */
export interface InkOptions {
  /** A sample that is darker than this, of 255, counts. */
  readonly threshold: number;
  /** The least size of a mark that counts, in points. */
  readonly specks: number;
  /** Whether to measure how much ink there is. */
  readonly measures?: boolean;
}

export interface PageContent {
  /** Counted from 0. */
  readonly index: number;
  /** The page as displayed, in points. */
  readonly width: number;
  readonly height: number;
  /** The visible content, measured on the page as displayed; undefined for a blank page. */
  readonly area: Area | undefined;
  /** Whether there are scans, for which a threshold separates ink from paper. */
  readonly hasScans: boolean;
  /** Filters of images whose whole area was counted. */
  readonly whole: readonly string[];
  /** Whether some of what the page says could not be read. */
  readonly isPartial: boolean;
  /** How much ink there is, if that is measured. */
  readonly ink: InkFacts | undefined;
}

/** Finds the visible content of the given pages. Nothing else of a page is kept. */
export function* contentAreasInTurns(
  document: PdfDocument,
  indexes: Iterable<number>,
  ink: InkOptions,
): Turns<PageContent[]> {
  const reader = new InkReader(document, ink);
  const found: PageContent[] = [];
  for (const index of indexes) {
    found.push(yield* namingPages(index, found.length, pageContent(document, reader, index, ink.measures === true)));
    yield;
  }
  return found;
}

/** What is read of a page after so many others. Where that is too much, says how many fit: they can be asked for. */
export function* namingPages<T>(index: number, done: number, reading: Turns<T>): Turns<T> {
  try {
    return yield* reading;
  } catch (error) {
    if (!(error instanceof WorkProblem)) throw error;
    const fits =
      done === 0
        ? `Page ${index + 1} alone is too much to read.`
        : `${counted(done, "page")} could be read before page ${index + 1}; ask for fewer at a time (limit, pages).`;
    throw new WorkProblem(error.kind, `${error.message} ${fits}`);
  }
}

function* pageContent(document: PdfDocument, reader: InkReader, index: number, measures: boolean): Turns<PageContent> {
  const view = viewPage(document, document.pages.leaf(index));
  const amount = measures ? new InkAmount(view, document.work) : undefined;
  const { box, ...seen } = yield* reader.read(document.page(index), view.visible, { amount });
  const area = box && toDisplay(widened(box, view.visible), view);
  return { index, ...displaySize(view), area, ...seen, ink: amount?.facts };
}

/** Lines of width 0 are drawn as thin as can be seen, but an area needs a width. */
const LEAST = 0.5;

function widened([left, bottom, right, top]: Box, visible: Box): Box {
  const dx = Math.max(0, LEAST - (right - left)) / 2;
  const dy = Math.max(0, LEAST - (top - bottom)) / 2;
  return [
    Math.max(visible[0], left - dx),
    Math.max(visible[1], bottom - dy),
    Math.min(visible[2], right + dx),
    Math.min(visible[3], top + dy),
  ];
}
