import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { Page } from "../../pdf-file/structure/page-tree.ts";
import { fieldText } from "../../pdf-pages/form-fields.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { grouped } from "../../platform/grouped.ts";
import { Extent } from "../extent.ts";
import type { Reading } from "../interpreter/interpreter.ts";
import { readPage, startReading } from "../read-page.ts";
import { type Piece, SHADOW, saidBy, TextGatherer } from "./gather.ts";
import { isBackward, lineOf, type TextLine } from "./words.ts";

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

/** The pieces of a line, in the order of their places. */
type Row = readonly Piece[];

/** The pieces of a page as rows: those of the direction that most text has come first, and the topmost of each. */
function rowsOf(pieces: readonly Piece[], work: Work): Row[][] {
  const byDirection = grouped(pieces, ({ direction }) => direction);
  const groups = [...byDirection.values()].sort((one, other) => other.length - one.length);
  return groups.map((group) => {
    work.spend(group.length * Math.log2(group.length + 1) * COST.sortedPiece);
    return rowsOfDirection(group);
  });
}

function rowsOfDirection(pieces: Piece[]): Row[] {
  pieces.sort((one, other) => other.base - one.base || one.low - other.low);
  const rows: Piece[][] = [];
  let [base, size] = [0, 0];
  for (const piece of pieces) {
    const row = rows.at(-1);
    // What is raised or lowered is smaller, and belongs to the line; the next line is further away.
    const near = Math.min(0.45 * Math.max(size, piece.size), 0.75 * Math.min(size, piece.size));
    if (row && base - piece.base <= near) {
      row.push(piece);
      size = Math.max(size, piece.size);
    } else {
      rows.push([piece]);
      [base, size] = [piece.base, piece.size];
    }
  }
  return rows.map((row) => withoutShadows(row.sort((one, other) => one.low - other.low)));
}

/** Text that is drawn again over itself is bold, or has a shadow. The second time it may be in other pieces. */
function withoutShadows(row: readonly Piece[]): Piece[] {
  const kept: Piece[] = [];
  for (const piece of row) {
    const last = kept.at(-1);
    if (last && covers(last, piece)) last.isSpaced ||= piece.isSpaced && piece.high >= last.high;
    else if (last && covers(piece, last)) kept[kept.length - 1] = piece;
    else kept.push(piece);
  }
  return kept;
}

/** Whether each letter of `piece` is one of `over` in the same place. */
function covers(over: Piece, piece: Piece): boolean {
  const near = SHADOW * piece.size;
  let [first, end] = [0, over.texts.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if (over.edges[middle]! <= piece.low - near) first = middle + 1;
    else end = middle;
  }
  return piece.texts.every(
    (text, at) => text === over.texts[first + at] && Math.abs(piece.edges[at]! - over.edges[first + at]!) < near,
  );
}

/** Text without a gap as wide as a letter is high. */
interface RowSegment {
  readonly pieces: Piece[];
  readonly low: number;
  high: number;
  letters: number;
}

/** A gutter between two columns: where it is, and the row after its last. */
interface Gutter {
  readonly middle: number;
  readonly end: number;
}

/** What tells columns of prose from a table: this many lines, with this many letters on both sides of the gutter. */
const LEAST_LINES = 3;
const LEAST_LETTERS = 14;
const MAX_COLUMNS = 16;
/** Letters that say as much as two others. */
const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\ud840-\ud87f][\udc00-\udfff]/;

/** The rows as they are read: where prose is set in columns, one column after the other. */
function inColumns(rows: readonly Row[], work: Work): Row[] {
  const lines: Row[] = [];
  addColumns(rows.map(segmentsOf), work, MAX_COLUMNS, lines);
  return lines;
}

function segmentsOf(row: Row): RowSegment[] {
  const segments: RowSegment[] = [];
  for (const piece of row) {
    const last = segments.at(-1);
    const letters = piece.texts.reduce((sum, text) => sum + (WIDE.test(text) ? 2 : 1), 0);
    if (last && piece.low - last.high < piece.size) {
      last.pieces.push(piece);
      last.high = Math.max(last.high, piece.high);
      last.letters += letters;
    } else segments.push({ pieces: [piece], low: piece.low, high: piece.high, letters });
  }
  return segments;
}

function addColumns(rows: readonly RowSegment[][], work: Work, depth: number, lines: Row[]): void {
  for (let at = 0; at < rows.length; ) {
    const gutter = depth > 0 ? gutterFrom(rows, at, work) : undefined;
    if (!gutter) {
      lines.push(rows[at++]!.flatMap(({ pieces }) => pieces));
      continue;
    }
    const side = (isOf: (segment: RowSegment) => boolean): RowSegment[][] =>
      rows
        .slice(at, gutter.end)
        .map((row) => row.filter(isOf))
        .filter((row) => row.length > 0);
    const sides = [side(({ low }) => low < gutter.middle), side(({ low }) => low >= gutter.middle)];
    if (isFromRight(rows.slice(at, gutter.end), work)) sides.reverse();
    for (const one of sides) addColumns(one, work, depth - 1, lines);
    at = gutter.end;
  }
}

/** Whether most of the text is read from right to left: then the right column is the first. */
function isFromRight(rows: readonly (readonly RowSegment[])[], work: Work): boolean {
  const pieces = rows.flat().flatMap((segment) => segment.pieces.map((piece) => ({ text: saidBy(piece) })));
  work.spend(pieces.length * COST.piece);
  return pieces.filter(isBackward).length * 2 > pieces.length;
}

/** The longest gutter from this row on, with prose on both of its sides. */
function gutterFrom(rows: readonly RowSegment[][], at: number, work: Work): Gutter | undefined {
  let best: Gutter | undefined;
  // Lines of two columns may not be level: then a row has the text of one only.
  for (let from = at; from < Math.min(at + 2, rows.length); from++) {
    const row = rows[from]!;
    for (let i = 1; i < row.length; i++) {
      if (row[i - 1]!.letters < LEAST_LETTERS || row[i]!.letters < LEAST_LETTERS) continue;
      const gutter = followed(rows, at, row[i - 1]!.high, row[i]!.low, work);
      if (gutter && gutter.end > (best?.end ?? from)) best = gutter;
    }
  }
  return best;
}

/** The gutter from row `at` down to the first row that crosses it; undefined when what it divides is no prose. */
function followed(rows: readonly RowSegment[][], at: number, low: number, high: number, work: Work) {
  const lines = [0, 0];
  const letters = [0, 0];
  let end = at;
  for (; end < rows.length; end++) {
    const row = rows[end]!;
    work.spend(row.length * COST.sortedPiece);
    const middle = (low + high) / 2;
    const next = row.findIndex((segment) => segment.high > middle);
    const [left, right] = next < 0 ? [row.at(-1), undefined] : [row[next - 1], row[next]];
    const narrowed = [Math.max(low, left?.high ?? low), Math.min(high, right?.low ?? high)] as const;
    if (narrowed[1] - narrowed[0] < (row[0]!.pieces[0]?.size ?? 0) * 0.6) break;
    [low, high] = narrowed;
    for (const [side, segment] of [left, right].entries()) {
      if (!segment) continue;
      lines[side]!++;
      letters[side]! += segment.letters;
    }
  }
  const isProse = [0, 1].every((side) => lines[side]! >= LEAST_LINES && letters[side]! >= LEAST_LETTERS * lines[side]!);
  return isProse ? { middle: (low + high) / 2, end } : undefined;
}
