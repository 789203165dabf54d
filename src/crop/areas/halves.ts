import type { Turns } from "../../meter/turns.ts";
import { DEFAULT_THRESHOLD } from "../../pdf-content/content-limits.ts";
import { type Gutter, GutterReader } from "../../pdf-content/ink/gutter.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type Area, displaySize } from "../../pdf-pages/geometry.ts";
import { indicesOf, type PageSet } from "../../pdf-pages/page-set.ts";
import { viewPage } from "../../pdf-pages/page-view.ts";
import { addTo } from "../../platform/grouped.ts";
import { type CropDefinition, round } from "../crop.ts";

/**
 * `vertical`: a line from top to bottom cuts the page into its left and its right half; `horizontal`: one from side to
 * side. `auto`: pages that are wider than tall are cut through the white between their halves; others stay whole.
 */
export type Halving = "vertical" | "horizontal" | "auto";

export interface Halves {
  /**
   * Two for each page, left before right (or right before left, where the document is read so) and top before bottom.
   */
  readonly definitions: CropDefinition[];
  /** Pages that stay whole, counted from 1. */
  readonly whole: number[];
  /** Pages, counted from 1, without white between their halves: they are cut as most others are, or in the middle. */
  readonly unsure: number[];
  /** Pages, counted from 1, without a spine, and with several whites that may be between their halves. */
  readonly several: number[];
  /** Pages that are cut elsewhere than most of the same size, counted from 1. */
  readonly different: number[];
}

/** Of at least so many pages of one size, most are taken for sheets of one book. */
const BOOK = 3;
/** Up to this share of the width, places of cuts are the same. */
const ALIKE = 0.015;

export function* halvesInTurns(document: PdfDocument, pages: PageSet, halving: Halving): Turns<Halves> {
  return yield* document.ofPages(() => halve(document, pages, halving));
}

function* halve(document: PdfDocument, pages: PageSet, halving: Halving): Turns<Halves> {
  const preferences = document.dict(document.catalog.get("ViewerPreferences"));
  const isFromRight = document.resolve(preferences?.get("Direction")) === "R2L";
  const definitions: CropDefinition[] = [];
  const sheets = halving === "auto" ? yield* sheetsOf(document, pages) : undefined;
  for (const index of indicesOf(pages)) {
    const { width, height } = displaySize(viewPage(document, document.pages.leaf(index)));
    const page = index + 1;
    if (halving === "horizontal") {
      const half = height / 2;
      definitions.push({ page, area: { x: 0, y: half, width, height: half } });
      definitions.push({ page, area: { x: 0, y: 0, width, height: half } });
    } else if (!sheets || sheets.cuts.has(page)) {
      const at = round(sheets?.cuts.get(page) ?? width / 2);
      const left: Area = { x: 0, y: 0, width: at, height };
      const right: Area = { x: at, y: 0, width: width - at, height };
      for (const area of isFromRight ? [right, left] : [left, right]) definitions.push({ page, area });
    }
    yield;
  }
  const { whole = [], unsure = [], several = [], different = [] } = sheets ?? {};
  return { definitions, whole, unsure, several, different };
}

interface Sheet {
  readonly page: number;
  readonly width: number;
  readonly gutter: Gutter | undefined;
}

/** Where pages that are wider than tall are cut, by page. */
function* sheetsOf(document: PdfDocument, pages: PageSet) {
  const gutters = new GutterReader(document, DEFAULT_THRESHOLD);
  const sizes = new Map<string, Sheet[]>();
  const whole: number[] = [];
  for (const index of indicesOf(pages)) {
    const view = viewPage(document, document.pages.leaf(index));
    const { width, height } = displaySize(view);
    const page = index + 1;
    if (width <= height) whole.push(page);
    else {
      const size = `${Math.round(width)} ${Math.round(height)}`;
      addTo(sizes, size, { page, width, gutter: yield* gutters.read(document.page(index), view) });
    }
    yield;
  }
  const cuts = new Map<number, number>();
  const [unsure, several, different]: [number[], number[], number[]] = [[], [], []];
  for (const sheets of sizes.values()) {
    const usual = usualPlace(sheets);
    for (const { page, width, gutter } of sheets) {
      const isUsual = usual !== undefined && (gutter === undefined || isIn(gutter, usual, width));
      cuts.set(page, isUsual ? usual : (gutter?.at ?? width / 2));
      if (!gutter) unsure.push(page);
      else if (usual !== undefined && !isUsual) different.push(page);
      if (gutter?.hasRival && !isUsual) several.push(page);
    }
  }
  return { cuts, whole, unsure, several, different };
}

/** Where most sheets are cut: undefined for a few pages, or where most are cut elsewhere. */
function usualPlace(sheets: readonly Sheet[]): number | undefined {
  const places = sheets.flatMap(({ gutter }) => gutter?.at ?? []).sort((a, b) => a - b);
  const median = places[places.length >> 1];
  if (median === undefined || places.length < BOOK) return undefined;
  const near = sheets.filter(({ gutter, width }) => gutter && isIn(gutter, median, width));
  return near.length * 2 > sheets.length ? median : undefined;
}

function isIn({ from, to, at }: Gutter, place: number, width: number): boolean {
  return (place >= from && place <= to) || Math.abs(place - at) <= ALIKE * width;
}
