import type { Turns } from "../../meter/turns.ts";
import { DEFAULT_THRESHOLD } from "../../pdf-content/content-limits.ts";
import { GutterReader } from "../../pdf-content/ink/gutter.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type Area, displaySize } from "../../pdf-pages/geometry.ts";
import { type PageSet, pagesOf } from "../../pdf-pages/page-set.ts";
import { viewPage } from "../../pdf-pages/page-view.ts";
import { type CropDefinition, round } from "../crop.ts";

/**
 * `vertical`: a line from top to bottom cuts the page into its left and its right half; `horizontal`: one from side to
 * side. `auto`: pages that are wider than tall are cut through the white between their halves; others stay whole.
 */
export type Halving = "vertical" | "horizontal" | "auto";

export interface Halves {
  /** Two for each page, left before right (or right before left, where the document is read so) and top before bottom. */
  readonly definitions: CropDefinition[];
  /** Pages that stay whole, counted from 1. */
  readonly whole: number[];
  /** Pages without white between their halves, which are cut in the middle, counted from 1. */
  readonly unsure: number[];
}

export function* halvesInTurns(document: PdfDocument, pages: PageSet, halving: Halving): Turns<Halves> {
  return yield* document.ofPages(() => halve(document, pages, halving));
}

function* halve(document: PdfDocument, pages: PageSet, halving: Halving): Turns<Halves> {
  const gutters = halving === "auto" ? new GutterReader(document, DEFAULT_THRESHOLD) : undefined;
  const preferences = document.dict(document.catalog.get("ViewerPreferences"));
  const isFromRight = document.resolve(preferences?.get("Direction")) === "R2L";
  const definitions: CropDefinition[] = [];
  const whole: number[] = [];
  const unsure: number[] = [];
  for (const index of pagesOf(pages)) {
    const view = viewPage(document, document.pages.leaf(index));
    const { width, height } = displaySize(view);
    const page = index + 1;
    if (halving === "auto" && width <= height) {
      whole.push(page);
      continue;
    }
    if (halving === "horizontal") {
      const half = height / 2;
      definitions.push({ page, area: { x: 0, y: half, width, height: half } });
      definitions.push({ page, area: { x: 0, y: 0, width, height: half } });
      yield;
      continue;
    }
    const gutter = gutters && (yield* gutters.read(document.page(index), view));
    if (gutters && gutter === undefined) unsure.push(page);
    const at = round(gutter ?? width / 2);
    const left: Area = { x: 0, y: 0, width: at, height };
    const right: Area = { x: at, y: 0, width: width - at, height };
    const order = isFromRight ? [right, left] : [left, right];
    for (const area of order) definitions.push({ page, area });
    yield;
  }
  return { definitions, whole, unsure };
}
