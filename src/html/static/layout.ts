import type { PDFImage } from "pdf-lib";
import { faceOf, type Line, setLines } from "./lines.ts";
import type { Block, Cell, Run } from "./read.ts";
import { LEADING, type Sheets } from "./sheets.ts";

const BODY = 11;
/** Sizes of headings from h1 to h6. */
const HEADINGS = [BODY, 22, 17, 14, 12, 11, 10];
const INDENT = 18;
const CELL_PADDING = 4;
const PIXEL = 0.75;

/** Lays the blocks out, one after the other, from the top of the first page. */
export function layOut(blocks: readonly Block[], sheets: Sheets, images: ReadonlyMap<string, PDFImage>): void {
  for (const block of blocks) {
    if (block.kind === "text") text(block, sheets);
    else if (block.kind === "image") image(block, sheets, images);
    else if (block.kind === "table") table(block.rows, sheets);
    else if (block.kind === "page-break") {
      if (!sheets.atTop) sheets.next();
    } else {
      sheets.need(BODY);
      sheets.skip(BODY / 2);
      sheets.rule(sheets.sheet.left, sheets.y, sheets.room, 0.75);
      sheets.skip(BODY / 2);
    }
  }
}

function text(block: Extract<Block, { kind: "text" }>, sheets: Sheets): void {
  const size = HEADINGS[block.level] ?? BODY;
  const indent = Math.min(block.indent * INDENT, sheets.room / 2);
  const room = sheets.room - indent;
  const lines = setLines(block.runs, room, size, sheets.faces, block.preformatted);
  const height = size * LEADING;
  // A heading stays with the first lines of what follows it.
  sheets.need(block.level > 0 ? Math.min(lines.length * height + 3 * BODY * LEADING, sheets.depth) : height);
  if (block.level > 0) sheets.skip(size * 0.6);
  const left = sheets.sheet.left + indent;
  lines.forEach((line, index) => {
    sheets.need(height);
    const baseline = sheets.y - size;
    if (index === 0 && block.marker !== undefined) marker(block.marker, left, baseline, size, sheets);
    const free = room - line.width;
    const shift = block.align === "center" ? free / 2 : block.align === "right" ? free : 0;
    sheets.line(line, left + shift, baseline, size);
    sheets.y -= height;
  });
  sheets.skip(block.marker === undefined ? size * 0.5 : size * 0.2);
}

function marker(text: string, left: number, baseline: number, size: number, sheets: Sheets): void {
  const run: Run = { text, bold: false, italic: false, link: undefined };
  const width = (faceOf(run, sheets.faces).width(text) * size) / 1000;
  sheets.line({ segments: [{ text, run, x: 0, width }], width }, left - width - 5, baseline, size);
}

function image(block: Extract<Block, { kind: "image" }>, sheets: Sheets, images: ReadonlyMap<string, PDFImage>): void {
  const found = images.get(block.source);
  if (!found) return;
  const ratio = found.height / found.width;
  let width = (block.width ?? (block.height === undefined ? found.width : block.height / ratio)) * PIXEL;
  let height = block.height !== undefined && block.width !== undefined ? block.height * PIXEL : width * ratio;
  const shrink = Math.min(1, sheets.room / width, sheets.depth / height);
  width *= shrink;
  height *= shrink;
  sheets.image(found, sheets.sheet.left + Math.min(block.indent * INDENT, sheets.room - width), width, height);
  sheets.skip(BODY * 0.5);
}

function table(rows: readonly Cell[][], sheets: Sheets): void {
  const widths = columnWidths(rows, sheets);
  const header = rows[0]?.every((cell) => cell.header) ? rows[0] : undefined;
  rows.forEach((cells, index) => {
    const set = setRow(cells, widths, sheets);
    // A row that no page can hold is cut between lines.
    const perPage = Math.max(1, Math.floor((sheets.depth - 2 * CELL_PADDING) / (BODY * LEADING)));
    for (let from = 0; from === 0 || from < set.tallest; from += perPage) {
      const part = set.lines.map((lines) => lines.slice(from, from + perPage));
      const height = rowHeight(part);
      const before = sheets.pdf.getPageCount();
      sheets.need(height);
      const turned = sheets.pdf.getPageCount() > before && before > 0;
      if (turned && header && index > 0) drawRow(header, setRow(header, widths, sheets).lines, widths, sheets);
      drawRow(cells, part, widths, sheets);
    }
  });
  sheets.skip(BODY * 0.6);
}

/** As wide as the contents want, shared out when the page has less. */
function columnWidths(rows: readonly Cell[][], sheets: Sheets): number[] {
  const wanted: number[] = [];
  for (const row of rows) {
    let column = 0;
    for (const cell of row) {
      const longest = setLines(cell.runs, Number.POSITIVE_INFINITY, BODY, sheets.faces, false);
      const width = Math.max(BODY, ...longest.map((line) => line.width)) + 2 * CELL_PADDING + 0.1;
      for (let i = 0; i < cell.span; i++) wanted[column + i] = Math.max(wanted[column + i] ?? 0, width / cell.span);
      column += cell.span;
    }
  }
  const total = wanted.reduce((sum, width) => sum + width, 0);
  if (total <= sheets.room) return wanted;
  // Narrow columns keep their width; the wide ones share what is left.
  const fair = sheets.room / wanted.length;
  const narrow = wanted.filter((width) => width <= fair).reduce((sum, width) => sum + width, 0);
  const wide = total - narrow;
  return wanted.map((width) => (width <= fair ? width : (width / wide) * (sheets.room - narrow)));
}

function setRow(
  cells: readonly Cell[],
  widths: readonly number[],
  sheets: Sheets,
): { lines: Line[][]; tallest: number } {
  let column = 0;
  const lines = cells.map((cell) => {
    const width = sum(widths.slice(column, column + cell.span));
    column += cell.span;
    return setLines(cell.runs, Math.max(width - 2 * CELL_PADDING, BODY), BODY, sheets.faces, false);
  });
  return { lines, tallest: Math.max(0, ...lines.map((cell) => cell.length)) };
}

function rowHeight(lines: readonly Line[][]): number {
  return Math.max(1, ...lines.map((cell) => cell.length)) * BODY * LEADING + 2 * CELL_PADDING;
}

function drawRow(cells: readonly Cell[], lines: readonly Line[][], widths: readonly number[], sheets: Sheets): void {
  const height = rowHeight(lines);
  sheets.need(height);
  let x = sheets.sheet.left;
  let column = 0;
  cells.forEach((cell, index) => {
    const width = sum(widths.slice(column, column + cell.span));
    column += cell.span;
    sheets.frame(x, sheets.y - height, width, height);
    (lines[index] ?? []).forEach((line, row) => {
      sheets.line(line, x + CELL_PADDING, sheets.y - CELL_PADDING - BODY - row * BODY * LEADING, BODY);
    });
    x += width;
  });
  sheets.y -= height;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
