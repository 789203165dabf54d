import type { Turns } from "../../meter/turns.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { Page } from "../../pdf-file/structure/page-tree.ts";
import { fieldText } from "../../pdf-pages/form-fields.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { Extent } from "../extent.ts";
import type { Reading } from "../interpreter/interpreter.ts";
import { readPage, startReading } from "../read-page.ts";
import { TextGatherer } from "./gather.ts";
import { inColumns, type Row, rowsOf } from "./reading-order.ts";
import { lineOf, type TextLine } from "./words.ts";

export interface PageText {
  /** As they are read: column after column, from top to bottom. */
  readonly lines: readonly TextLine[];
  /** The same across all columns; undefined where there are none. */
  readonly across: readonly TextLine[] | undefined;
  /** Characters that show and whose text the file does not tell. */
  readonly unread: number;
  /** Whether the page is a picture without any text: images cover most of it. */
  readonly isScan: boolean;
}

/** Images that cover this share of a page without text are a scan. */
const SCAN_SHARE = 0.5;

/** Reads the text of pages of one document, and where it is. */
export class TextReader {
  readonly #reading: Reading;

  constructor(document: PdfDocument) {
    // The shapes of glyphs are not needed.
    this.#reading = startReading(document, () => {});
  }

  *read(page: Page, visible: Box): Turns<PageText> {
    const { work } = this.#reading.document;
    const extent = Extent.of(visible);
    const gathered = new TextGatherer(extent, work);
    try {
      yield* readPage(this.#reading, page, extent, gathered, (rect, annotation) => {
        const field = fieldText(this.#reading.document, annotation);
        if (field) gathered.addField(rect, field);
      });
      return textOf(gathered);
    } finally {
      gathered.holding.letGo();
    }
  }
}

/** What a piece takes in memory as a part of a line, with the line and its words. */
const LINE_BYTES = 300;

/** The lines of what was gathered. */
export function textOf({ found, shown, unread, imageShare, holding }: TextGatherer): PageText {
  const { work } = holding;
  holding.take(found.length * LINE_BYTES);
  const groups = rowsOf(found, work);
  const ordered = groups.map((rows) => inColumns(rows, work));
  work.spend(shown * COST.glyph + found.length * COST.piece);
  const hasColumns = ordered.some((lines, at) => lines.length !== groups[at]!.length);
  if (hasColumns) holding.take(found.length * LINE_BYTES);
  return {
    lines: linesOf(ordered),
    across: hasColumns ? linesOf(groups) : undefined,
    unread,
    isScan: shown === 0 && imageShare >= SCAN_SHARE,
  };
}

function linesOf(groups: readonly (readonly Row[])[]): TextLine[] {
  return groups.flatMap((rows) => rows.map(lineOf));
}
