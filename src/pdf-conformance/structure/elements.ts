import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { stringKey } from "../../pdf-file/syntax/names.ts";
import { type PdfDict, type PdfObject, PdfString } from "../../pdf-file/syntax/objects.ts";
import { checkLanguage } from "../catalog.ts";
import type { Findings } from "../findings.ts";
import { isUtf8 } from "../fonts/fonts.ts";
import type { RuleName } from "../rules.ts";
import { type Element, type Structure, significantKids, significantParent, textOf } from "./structure.ts";

interface AllowedPlace {
  readonly type: string;
  readonly within: readonly string[];
  readonly rule: RuleName;
}

/** Elements that must be in others (ISO 14289-1, 7.2, by ISO 32000-1, 14.8.4.3). */
const WITHIN: readonly AllowedPlace[] = [
  { type: "TR", within: ["Table", "THead", "TBody", "TFoot"], rule: "ua:7.2-4" },
  { type: "THead", within: ["Table"], rule: "ua:7.2-5" },
  { type: "TBody", within: ["Table"], rule: "ua:7.2-6" },
  { type: "TFoot", within: ["Table"], rule: "ua:7.2-7" },
  { type: "TH", within: ["TR"], rule: "ua:7.2-8" },
  { type: "TD", within: ["TR"], rule: "ua:7.2-9" },
  { type: "LI", within: ["L"], rule: "ua:7.2-17" },
  { type: "LBody", within: ["LI"], rule: "ua:7.2-18" },
  { type: "TOCI", within: ["TOC"], rule: "ua:7.2-26" },
];
/** What elements may hold. */
const HOLDS: readonly AllowedPlace[] = [
  { type: "Table", within: ["TR", "THead", "TBody", "TFoot", "Caption"], rule: "ua:7.2-3" },
  { type: "TR", within: ["TH", "TD"], rule: "ua:7.2-10" },
  { type: "L", within: ["L", "LI", "Caption"], rule: "ua:7.2-19" },
  { type: "LI", within: ["Lbl", "LBody"], rule: "ua:7.2-20" },
  { type: "TOC", within: ["TOC", "TOCI", "Caption"], rule: "ua:7.2-27" },
  { type: "THead", within: ["TR"], rule: "ua:7.2-36" },
  { type: "TBody", within: ["TR"], rule: "ua:7.2-37" },
  { type: "TFoot", within: ["TR"], rule: "ua:7.2-38" },
];
const TEXTS: readonly (readonly [key: string, rule: RuleName])[] = [
  ["ActualText", "ua:7.2-21"],
  ["Alt", "ua:7.2-22"],
  ["E", "ua:7.2-23"],
];

/** The elements of the structure tree (ISO 14289-1, 7.1 to 7.9). */
export function* checkStructure(document: PdfDocument, structure: Structure | undefined, findings: Findings) {
  findings.demand(structure !== undefined, "ua:7.1-11");
  if (!structure) return;
  const seen = { notes: new Set<string>(), figures: 0 };
  const headings = { last: 0, hasH: false, hasHn: false };
  for (const element of structure.elements()) {
    findings.page = findings.isPdfA ? null : structure.pageOf(element);
    checkType(document, structure, element, findings);
    checkTexts(document, structure, element, findings);
    checkPlace(document, element, findings);
    checkHeading(element, headings, findings);
    checkAlone(document, element, seen, findings);
    if (element.type === "Table") checkTable(document, element, findings);
    if (document.work.isTurnOver) yield;
  }
  findings.page = null;
  if (headings.hasH && headings.hasHn) {
    findings.found("ua:7.4.4-2");
    findings.found("ua:7.4.4-3");
  }
}

function checkType(document: PdfDocument, structure: Structure, { dict, name, type }: Element, findings: Findings) {
  document.work.spend(name.length * COST.sourceByte);
  const isCircular = structure.isCircular(name);
  findings.demand(isUtf8(name, document.work), "6.1.8-1");
  findings.demand(!isCircular, "ua:7.1-6", name);
  const isRemapped = structure.isStandard(name) && type !== name;
  findings.demand(!isRemapped, "ua:7.1-7", name);
  findings.demand(type !== undefined || isCircular || isRemapped, "ua:7.1-5", name);
  findings.demand(document.dict(dict.get("P")) !== undefined, "ua:7.1-12", name);
}

function checkTexts(document: PdfDocument, structure: Structure, element: Element, findings: Findings): void {
  const { dict, lang, name } = element;
  if (lang !== undefined) checkLanguage(document.resolve(lang), findings);
  const hasLanguage = structure.hasLanguage || element.language !== undefined;
  for (const [key, rule] of TEXTS) findings.demand(hasLanguage || !textOf(document, dict.get(key)), rule, name);
}

function checkPlace(document: PdfDocument, element: Element, findings: Findings): void {
  const { type } = element;
  const rule = WITHIN.find((place) => place.type === type);
  if (rule) {
    const parent = significantParent(element)?.type;
    findings.demand(parent !== undefined && rule.within.includes(parent), rule.rule, `it is in ${parent ?? "none"}`);
  }
  const kids = significantKids(element, document.work)
    .map((kid) => kid.type)
    .filter((kid) => kid !== undefined);
  findings.demand(kids.filter((kid) => kid === "H").length <= 1, "ua:7.4.4-1");
  const held = HOLDS.find((place) => place.type === type);
  if (!held) return;
  const other = kids.find((kid) => !held.within.includes(kid));
  findings.demand(other === undefined, held.rule, other);
  const captions = kids.flatMap((kid, at) => (kid === "Caption" ? [at] : []));
  const isFirst = captions.every((at) => at === 0);
  if (type === "TOC") findings.demand(isFirst, "ua:7.2-28");
  if (type === "L") findings.demand(isFirst, "ua:7.2-40");
  if (type !== "Table") return;
  const count = (kid: string): number => kids.filter((one) => one === kid).length;
  findings.demand(count("THead") <= 1, "ua:7.2-11");
  findings.demand(count("TFoot") <= 1, "ua:7.2-12");
  findings.demand(count("TFoot") === 0 || count("TBody") > 0, "ua:7.2-13");
  findings.demand(count("THead") === 0 || count("TBody") > 0, "ua:7.2-14");
  findings.demand(
    captions.every((at) => at === 0 || at === kids.length - 1),
    "ua:7.2-16",
  );
  findings.demand(captions.length < 2, "ua:7.2-39");
}

function checkHeading(
  { type }: Element,
  headings: { last: number; hasH: boolean; hasHn: boolean },
  findings: Findings,
): void {
  if (type === "H") headings.hasH = true;
  const level = /^H([1-6])$/.exec(type ?? "")?.[1];
  if (level === undefined) return;
  headings.hasHn = true;
  findings.demand(
    Number(level) <= headings.last + 1,
    "ua:7.4.2-1",
    `${type} follows ${headings.last === 0 ? "none" : `H${headings.last}`}`,
  );
  headings.last = Number(level);
}

function checkAlone(
  document: PdfDocument,
  element: Element,
  seen: { readonly notes: Set<string>; figures: number },
  findings: Findings,
): void {
  const { dict, type } = element;
  const alternative = textOf(document, dict.get("Alt"));
  const isDescribed = (alternative?.bytes.length ?? 0) > 0 || textOf(document, dict.get("ActualText")) !== undefined;
  if (type === "Figure") findings.demand(isDescribed, "ua:7.3-1", `number ${++seen.figures} of the document`);
  if (type === "Formula") findings.demand(isDescribed, "ua:7.7-1");
  if (type === "Note") {
    const id = textOf(document, dict.get("ID"));
    const text = id ? stringKey(id) : "";
    findings.demand(text !== "", "ua:7.9-1");
    findings.demand(text === "" || !seen.notes.has(text), "ua:7.9-2", text);
    seen.notes.add(text);
  }
  if (type === "Form") {
    const role = attribute(document, dict, "PrintField", "Role");
    findings.demand(role !== null || isOneWidget(document, element), "ua:7.18.4-2");
  }
}

function isOneWidget(document: PdfDocument, { kids, contents }: Element): boolean {
  if (kids.length > 0 || contents.length !== 1) return false;
  const reference = document.dict(contents[0]);
  const target = document.dict(reference?.get("Obj"));
  return document.resolve(target?.get("Subtype")) === "Widget";
}

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
function checkTable(document: PdfDocument, table: Element, findings: Findings): void {
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

/** An attribute of an element (ISO 32000-1, 14.7.5): its own, or one of its classes is not looked for. */
function attribute(document: PdfDocument, dict: PdfDict, owner: string, key: string): PdfObject {
  const value = document.resolve(dict.get("A"));
  for (const item of Array.isArray(value) ? value : [value]) {
    const attributes = document.dict(item);
    if (attributes && document.resolve(attributes.get("O")) === owner && attributes.has(key)) {
      return document.resolve(attributes.get(key));
    }
  }
  return null;
}

function stringsOf(document: PdfDocument, object: PdfObject): string[] {
  const items = Array.isArray(object) ? object.map((item) => document.resolve(item)) : [];
  // Each of many cells may name the same.
  document.work.spend(items.length * COST.object);
  return items.filter((item) => item instanceof PdfString).map(stringKey);
}
