import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { stringKey } from "../../pdf-file/syntax/names.ts";
import type { Findings } from "../findings.ts";
import { attribute, stringsOf } from "./attributes.ts";
import { type Element, significantKids, textOf } from "./structure.ts";

interface Cell {
  readonly element: Element;
  readonly columns: number;
  readonly rows: number;
  readonly row: number;
  readonly column: number;
}

const GROUPS = new Set(["THead", "TBody", "TFoot"]);
/** Larger tables are not looked at cell by cell. */
const MAX_CELLS = 200_000;

/** The cells of a table as a grid, and their headers (ISO 14289-1, 7.2 and 7.5). */
export function checkTable(document: PdfDocument, table: Element, findings: Findings): void {
  const rows = significantKids(table, document.work).flatMap((kid) =>
    kid.type === "TR"
      ? [kid]
      : GROUPS.has(kid.type ?? "")
        ? significantKids(kid, document.work).filter(({ type }) => type === "TR")
        : [],
  );
  const span = (element: Element, key: string): number => {
    const value = attribute(document, element.dict, "Table", key);
    return typeof value === "number" && value >= 1 ? Math.trunc(value) : 1;
  };
  const cellsOf = (row: Element): Element[] =>
    significantKids(row, document.work).filter(({ type }) => type === "TH" || type === "TD");
  const width = rows[0] ? cellsOf(rows[0]).reduce((sum, cell) => sum + span(cell, "ColSpan"), 0) : 0;
  let height = 0;
  for (let at = 0; at < rows.length; at++) {
    const first = cellsOf(rows[at]!)[0];
    if (!first) continue;
    const tall = span(first, "RowSpan");
    height += tall;
    at += tall - 1;
  }
  if (height === 0 || width * height > MAX_CELLS) return;
  document.work.spend(width * height * COST.object);
  const grid = fill(rows, cellsOf, span, width, height, findings);
  if (grid) checkHeaders(document, grid, findings);
}

/** The grid of cells; undefined where it is not regular. */
function fill(
  rows: readonly Element[],
  cellsOf: (row: Element) => Element[],
  span: (element: Element, key: string) => number,
  width: number,
  height: number,
  findings: Findings,
): Cell[][] | undefined {
  const grid: (Cell | undefined)[][] = Array.from({ length: height }, () => new Array<Cell | undefined>(width));
  for (const [row, element] of rows.entries()) {
    let column = 0;
    for (const cell of cellsOf(element)) {
      const made = { element: cell, columns: span(cell, "ColSpan"), rows: span(cell, "RowSpan"), row, column: 0 };
      while (column < width && grid[row]?.[column]) column++;
      if (column + made.columns > width) {
        findings.found("ua:7.2-42");
        return undefined;
      }
      if (row + made.rows > height) {
        findings.found("ua:7.2-41");
        return undefined;
      }
      made.column = column;
      for (let y = row; y < row + made.rows; y++) {
        for (let x = column; x < column + made.columns; x++) {
          if (grid[y]![x]) {
            findings.found("ua:7.2-15");
            return undefined;
          }
          grid[y]![x] = made;
        }
      }
      column += made.columns;
    }
  }
  const isWhole = grid.every((line) => Array.from(line).every((cell) => cell !== undefined));
  findings.demand(isWhole, "ua:7.2-43");
  return isWhole ? (grid as Cell[][]) : undefined;
}

function checkHeaders(document: PdfDocument, grid: readonly Cell[][], findings: Findings): void {
  const cells = new Set(grid.flat());
  const headers = [...cells].filter(({ element }) => element.type === "TH");
  const scopeOf = (cell: Cell): string | undefined => {
    const scope = attribute(document, cell.element.dict, "Table", "Scope");
    return typeof scope === "string" ? scope : undefined;
  };
  if (headers.every((cell) => scopeOf(cell) !== undefined)) return;
  const ids = new Set(headers.map(({ element }) => textOf(document, element.dict.get("ID"))));
  const known = new Set([...ids].filter((id) => id !== undefined).map(stringKey));
  for (const cell of cells) {
    if (cell.element.type !== "TD") continue;
    document.work.spend((cell.columns * cell.row + cell.rows * cell.column) * COST.item);
    const named = stringsOf(document, attribute(document, cell.element.dict, "Table", "Headers"));
    const unknown = named.find((id) => !known.has(id));
    if ((named.length > 0 && unknown === undefined) || hasHeader(grid, cell, scopeOf)) continue;
    findings.found(unknown === undefined ? "ua:7.5-1" : "ua:7.5-2", unknown);
    return;
  }
}

/** Whether a header above it is one of its column, or one before it of its row. */
function hasHeader(grid: readonly Cell[][], cell: Cell, scopeOf: (cell: Cell) => string | undefined): boolean {
  const serves = (other: Cell, direction: string): boolean => {
    const scope = scopeOf(other);
    return scope === "Both" || scope === direction;
  };
  const looks = (path: Cell[], direction: string): boolean => {
    let isPastHeader = false;
    for (const other of path) {
      if (other.element.type === "TH") {
        if (serves(other, direction)) return true;
        isPastHeader = true;
      } else if (isPastHeader) return false;
    }
    return false;
  };
  for (let x = cell.column; x < cell.column + cell.columns; x++) {
    const above = Array.from({ length: cell.row }, (_, i) => grid[cell.row - 1 - i]![x]!);
    if (looks(above, "Column")) return true;
  }
  for (let y = cell.row; y < cell.row + cell.rows; y++) {
    const before = Array.from({ length: cell.column }, (_, i) => grid[y]![cell.column - 1 - i]!);
    if (looks(before, "Row")) return true;
  }
  return false;
}
