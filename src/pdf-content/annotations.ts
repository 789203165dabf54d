import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";
import { type Box, normalise, normaliseRotation, type Rotation } from "../pdf-pages/geometry.ts";
import type { Layers } from "./layers.ts";
import { boxAround, IDENTITY, type Matrix, toMatrix } from "./matrix.ts";

/** /F of an annotation (table 167). */
const HIDDEN = 2;
const NO_ROTATE = 16;
const NO_VIEW = 32;

/** Whether an annotation with these flags shows on no screen. */
export function isHidden(flags: number): boolean {
  return (flags & (HIDDEN | NO_VIEW)) !== 0;
}

/** Kinds that viewers draw themselves when there is no appearance. */
const DRAWN_WITHOUT = new Set([
  ...["Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly"],
  ...["StrikeOut", "Caret", "Ink", "Stamp", "FileAttachment"],
]);

export interface ShownAnnotation {
  readonly rect: Box;
  /** Undefined when the viewer decides what to draw in the rectangle. */
  readonly appearance: PdfStream | undefined;
  readonly dict: PdfDict;
}

/** The annotations that a viewer shows, links and popups aside (12.5). */
export function* shownAnnotations(document: PdfDocument, page: Page, layers: Layers): Generator<ShownAnnotation> {
  const form = document.dict(document.catalog.get("AcroForm"));
  const rotation = normaliseRotation(document.resolve(page.attribute("Rotate")));
  const isRedrawn = document.resolve(form?.get("NeedAppearances")) === true;
  for (const item of document.array(page.dict.get("Annots")) ?? []) {
    const dict = document.resolve(item);
    if (!(dict instanceof Map)) continue;
    const subtype = document.resolve(dict.get("Subtype"));
    const flags = document.number(dict.get("F")) ?? 0;
    if (subtype === "Popup" || subtype === "Link" || isHidden(flags)) continue;
    if (!layers.isVisible(dict.get("OC"))) continue;
    const rect = normalise(document.numbers(dict.get("Rect"), 4));
    if (!rect) continue;
    const appearance = shownAppearanceOf(document, dict);
    if (appearance) yield { rect, appearance, dict };
    if ((flags & NO_ROTATE) !== 0 && rotation !== 0) {
      yield { rect: upright(rect, rotation), appearance: undefined, dict };
    }
    if (isDrawnByViewers(document, dict, subtype, appearance, isRedrawn)) {
      yield { rect: withQuads(document, dict, rect), appearance: undefined, dict };
    }
  }
}

/** Whether viewers draw it themselves: it has no appearance, or it is a field whose appearance must be made again. */
export function isDrawnByViewers(
  document: PdfDocument,
  dict: PdfDict,
  subtype: PdfObject,
  appearance: PdfStream | undefined,
  isRedrawn: boolean,
): boolean {
  if (subtype === "Widget") {
    if (appearance && !isRedrawn) return false;
    const look = document.dict(dict.get("MK"));
    return ["BC", "BG", "CA"].some((key) => look?.has(key)) || document.resolve(dict.get("V")) !== null;
  }
  if (document.resolve(dict.get("AP")) !== null) return false;
  return typeof subtype === "string" && DRAWN_WITHOUT.has(subtype);
}

/** The place of a rectangle that keeps its top left corner and does not turn with the page (table 167, bit 5). */
function upright([left, bottom, right, top]: Box, rotation: Rotation): Box {
  const [width, height] = [right - left, top - bottom];
  switch (rotation) {
    case 90:
      return [left, top, left + height, top + width];
    case 180:
      return [left - width, top, left, top + height];
    case 270:
      return [left - height, top - width, left, top];
    default:
      return [left, bottom, right, top];
  }
}

/** Marked text may have its own quadrilaterals. Its mark may be drawn with ends that bulge by a part of its height. */
function withQuads(document: PdfDocument, dict: PdfDict, rect: Box): Box {
  let [left, bottom, right, top] = rect;
  for (const quad of quadsOf(document, dict)) {
    const bulge = (quad[3] - quad[1]) / 2;
    left = Math.min(left, quad[0] - bulge);
    right = Math.max(right, quad[2] + bulge);
    bottom = Math.min(bottom, quad[1]);
    top = Math.max(top, quad[3]);
  }
  return [left, bottom, right, top];
}

/** The boxes around the quadrilaterals of an annotation (table 182), charged one by one: many may share a list. */
export function* quadsOf(document: PdfDocument, dict: PdfDict): Generator<Box> {
  const list = document.array(dict.get("QuadPoints")) ?? [];
  for (let at = 0; at + 7 < list.length; at += 8) {
    document.work.spend(COST.object);
    const point = (place: number): number => document.number(list[at + place]) ?? 0;
    const xs = [point(0), point(2), point(4), point(6)];
    const ys = [point(1), point(3), point(5), point(7)];
    yield [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
}

/** The normal appearance, in the state that /AS names (12.5.5). */
function shownAppearanceOf(document: PdfDocument, dict: PdfDict): PdfStream | undefined {
  const normal = document.resolve(document.dict(dict.get("AP"))?.get("N"));
  if (normal instanceof PdfStream) return normal;
  if (!(normal instanceof Map)) return undefined;
  const state = document.resolve(dict.get("AS"));
  const chosen = typeof state === "string" ? document.resolve(normal.get(state)) : null;
  return chosen instanceof PdfStream ? chosen : undefined;
}

/** All appearances of an annotation, whether they are shown or not (table 170). */
export function* appearancesOf(document: PdfDocument, annotation: PdfDict | undefined): Generator<PdfStream> {
  const looks = document.dict(annotation?.get("AP"));
  for (const key of ["N", "R", "D"]) {
    const value = document.resolve(looks?.get(key));
    const states = value instanceof Map ? document.entries(value).values() : [value];
    for (const state of states) {
      const stream = document.resolve(state);
      if (stream instanceof PdfStream) yield stream;
    }
  }
}

/** The matrix that maps an appearance's box to the annotation's rectangle (12.5.5, algorithm 8). */
export function appearanceMatrix(document: PdfDocument, { dict }: PdfStream, rect: Box): Matrix {
  const box = normalise(document.numbers(dict.get("BBox"), 4));
  if (!box) return IDENTITY;
  const matrix = toMatrix(document.numbers(dict.get("Matrix"), 6)) ?? IDENTITY;
  const [left, bottom, right, top] = boxAround(box, matrix);
  const sx = right > left ? (rect[2] - rect[0]) / (right - left) : 1;
  const sy = top > bottom ? (rect[3] - rect[1]) / (top - bottom) : 1;
  return [sx, 0, 0, sy, rect[0] - left * sx, rect[1] - bottom * sy];
}
