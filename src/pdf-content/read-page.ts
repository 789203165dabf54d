import type { Turns } from "../meter/turns.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import type { PdfDict } from "../pdf-file/syntax/objects.ts";
import type { Box } from "../pdf-pages/geometry.ts";
import { appearanceMatrix, shownAnnotations } from "./annotations.ts";
import { ColourSpaces } from "./colour/spaces.ts";
import { contentPieces } from "./contents.ts";
import type { Extent } from "./extent.ts";
import { FontCache } from "./fonts/font-cache.ts";
import type { MeasureProcedure } from "./fonts/type3-font.ts";
import { drawForm } from "./interpreter/forms.ts";
import { type ContentVisitor, Interpreter, type Reading } from "./interpreter/interpreter.ts";
import { operators } from "./interpreter/operator-table.ts";
import { Layers } from "./layers.ts";
import { IDENTITY } from "./matrix.ts";
import { Resources } from "./resources.ts";
import { GraphicsState } from "./state/graphics-state.ts";

/** What reading a document needs; `measure` gives the boxes of glyphs that are contents themselves. */
export function startReading(document: PdfDocument, measure: MeasureProcedure): Reading {
  return {
    document,
    operators,
    layers: new Layers(document),
    colours: new ColourSpaces(document),
    fonts: new FontCache(document, measure),
  };
}

/**
 * Reads a page and the annotations that show on it. `visible` is the initial clip; `onDrawnByViewer` is called with the
 * place of an annotation without an appearance.
 */
export function* readPage(
  reading: Reading,
  page: Page,
  visible: Extent,
  visitor: ContentVisitor,
  onDrawnByViewer: (rect: Box, annotation: PdfDict) => void = () => {},
): Turns<void> {
  const { document, layers } = reading;
  document.work.place = `page ${page.index + 1}`;
  document.work.spend(COST.page);
  const resources = new Resources(document, page.attribute("Resources"));
  const on = new Interpreter(reading, visitor, resources, new GraphicsState(IDENTITY, visible));
  yield* on.reading(contentPieces(document, page.dict.get("Contents"), () => visitor.lost?.()));
  for (const { rect, appearance, dict } of shownAnnotations(document, page, layers)) {
    yield;
    on.state = new GraphicsState(IDENTITY, visible);
    if (appearance) yield* drawForm(on, appearance, appearanceMatrix(document, appearance, rect));
    else onDrawnByViewer(rect, dict);
  }
}
