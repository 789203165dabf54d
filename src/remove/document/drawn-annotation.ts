import type { PdfDocument } from "../../pdf-file/document.ts";
import { latin1 } from "../../pdf-file/rope.ts";
import { type PdfDict, type PdfObject, PdfStream, pdfDict } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { factor } from "../numbers.ts";

/** The distance of a quarter circle's control points, in radii. */
const ROUND = 0.5523;
const NAMES: Readonly<Record<number, readonly [string, string]>> = { 1: ["G", "g"], 3: ["RG", "rg"], 4: ["K", "k"] };

const DRAWABLE = new Set(["Ink", "Line", "PolyLine", "Polygon", "Square", "Circle"]);

export function isDrawable(subtype: string): boolean {
  return DRAWABLE.has(subtype);
}

/** Lines through points, in order. */
type Lines = readonly (readonly number[])[];

/**
 * What viewers draw for an annotation that has a drawing and no appearance (12.5.6.7 to 12.5.6.9, 12.5.6.13), as an
 * appearance: line endings and border effects are left out. Undefined for other kinds.
 */
export function drawnAppearance(
  document: PdfDocument,
  source: PdfDict,
  subtype: string,
  rect: Box,
): PdfStream | undefined {
  const { width, dash } = borderOf(document, source);
  const shape = shapeOf(document, source, subtype, rect, width);
  if (shape === undefined) return undefined;
  const isFilled = ["Polygon", "Square", "Circle"].includes(subtype);
  const stroke = width > 0 ? colourOf(document, source.get("C"), 0, subtype === "Ink" ? "0 G" : undefined) : undefined;
  const fill = isFilled ? colourOf(document, source.get("IC"), 1, undefined) : undefined;
  const paint = stroke === undefined ? (fill === undefined ? "n" : "f") : fill === undefined ? "S" : "B";
  const lengths = dash.map(factor).join(" ");
  const text = `/G0 gs ${factor(width)} w 1 J 1 j [${lengths}] 0 d ${stroke ?? ""} ${fill ?? ""}\n${shape}${paint}\n`;
  const opacity = document.number(source.get("CA")) ?? 1;
  const state = pdfDict({ CA: opacity, ca: opacity });
  const dict = pdfDict({ Subtype: "Form", BBox: [...rect], Resources: pdfDict({ ExtGState: pdfDict({ G0: state }) }) });
  return new PdfStream(dict, latin1(text));
}

/** Path construction operators; undefined for a kind whose drawing is not defined. */
function shapeOf(document: PdfDocument, source: PdfDict, subtype: string, rect: Box, width: number) {
  const numbers = (object: PdfObject | undefined): number[] =>
    (document.array(object) ?? []).map((item) => document.number(item) ?? 0);
  const lines = (all: Lines, end: string): string => all.map((points) => lineText(points, end)).join("");
  switch (subtype) {
    case "Ink":
      return lines((document.array(source.get("InkList")) ?? []).map(numbers), "");
    case "Line":
      return lines([numbers(source.get("L")).slice(0, 4)], "");
    case "PolyLine":
      return lines([numbers(source.get("Vertices"))], "");
    case "Polygon":
      return lines([numbers(source.get("Vertices"))], "h\n");
    case "Square":
    case "Circle": {
      const [dl, db, dr, dt] = [...numbers(source.get("RD")), 0, 0, 0, 0];
      const half = width / 2;
      const box: Box = [rect[0] + dl! + half, rect[1] + db! + half, rect[2] - dr! - half, rect[3] - dt! - half];
      return subtype === "Circle" ? circle(box) : `${joined(box[0], box[1], box[2] - box[0], box[3] - box[1])} re\n`;
    }
    default:
      return undefined;
  }
}

function lineText(points: readonly number[], end: string): string {
  let text = "";
  for (let at = 0; at + 1 < points.length; at += 2) {
    text += `${joined(points[at]!, points[at + 1]!)} ${at === 0 ? "m" : "l"}\n`;
  }
  return text === "" ? "" : text + end;
}

function circle([left, bottom, right, top]: Box): string {
  const [x, y, rx, ry] = [(left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2];
  const [kx, ky] = [rx * ROUND, ry * ROUND];
  const quarters = [
    joined(right, y + ky, x + kx, top, x, top),
    joined(x - kx, top, left, y + ky, left, y),
    joined(left, y - ky, x - kx, bottom, x, bottom),
    joined(x + kx, bottom, right, y - ky, right, y),
  ];
  return `${joined(right, y)} m\n${quarters.map((quarter) => `${quarter} c\n`).join("")}h\n`;
}

function joined(...numbers: readonly number[]): string {
  return numbers.map(factor).join(" ");
}

/** /BS, or the older /Border (12.5.4). */
function borderOf(document: PdfDocument, source: PdfDict): { width: number; dash: readonly number[] } {
  const lengths = (object: PdfObject | undefined): number[] | undefined =>
    document.array(object)?.map((item) => document.number(item) ?? 0);
  const style = document.dict(source.get("BS"));
  const border = document.array(source.get("Border"));
  const width = document.number(style?.get("W") ?? border?.[2]) ?? 1;
  if (!style) return { width, dash: lengths(border?.[3]) ?? [] };
  return { width, dash: document.resolve(style.get("S")) === "D" ? (lengths(style.get("D")) ?? [3]) : [] };
}

/** The operator that sets a colour of one, three or four components; the fallback when there is none. */
function colourOf(document: PdfDocument, object: PdfObject | undefined, side: 0 | 1, fallback: string | undefined) {
  const components = (document.array(object) ?? []).map((item) => document.number(item) ?? 0);
  const names = NAMES[components.length];
  return names ? `${joined(...components)} ${names[side]}` : fallback;
}
