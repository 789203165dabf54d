import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict } from "../../pdf-file/syntax/objects.ts";
import { Extent } from "../extent.ts";
import { IDENTITY, type Matrix, multiply, toMatrix } from "../matrix.ts";
import { cut, type Point } from "./polygon.ts";

/** Whether an axial or radial shading goes on beyond its start and its end. */
type Extend = readonly [start: boolean, end: boolean];

/** /ShadingType (8.7.4.5). */
const [FUNCTION, AXIAL, RADIAL, LAST_MESH] = [1, 2, 3, 7];

/**
 * Leaves of `piece` what the shading paints there: within its /BBox, and for a shading that does not go on beyond its
 * ends, between them. `matrix` leads from the shading's space.
 */
export function clipToShading(document: PdfDocument, shading: PdfDict, matrix: Matrix, piece: Extent): void {
  const box = document.numbers(shading.get("BBox"), 4);
  if (box) clipToBox(box, matrix, piece);
  const type = document.number(shading.get("ShadingType")) ?? 0;
  if (type === FUNCTION) {
    const [left, right, bottom, top] = document.numbers(shading.get("Domain"), 4) ?? [0, 1, 0, 1];
    const own = toMatrix(document.numbers(shading.get("Matrix"), 6)) ?? IDENTITY;
    clipToBox([left!, bottom!, right!, top!], multiply(own, matrix), piece);
  } else if (type === AXIAL) {
    const axis = document.numbers(shading.get("Coords"), 4);
    if (axis) clipToStrip(axis, extendOf(document, shading), matrix, piece);
  } else if (type === RADIAL) {
    const circles = document.numbers(shading.get("Coords"), 6);
    if (circles) clipToCircles(circles, extendOf(document, shading), matrix, piece);
  } else if (type <= LAST_MESH) {
    const [left, right, bottom, top] = document.items(shading.get("Decode"), 4) ?? [];
    const corners = [left, bottom, right, top].map((item) => document.number(item));
    if (corners.every((corner) => corner !== undefined)) clipToBox(corners, matrix, piece);
  }
}

function extendOf(document: PdfDocument, shading: PdfDict): Extend {
  const [start, end] = document.items(shading.get("Extend"), 2) ?? [];
  return [document.resolve(start) === true, document.resolve(end) === true];
}

function clipToBox([left, bottom, right, top]: readonly number[], matrix: Matrix, piece: Extent): void {
  const limit = new Extent();
  limit.addBox(left!, bottom!, right!, top!, matrix);
  piece.clip(limit);
}

/** An axial shading paints between the lines across its axis that go through the ends of it. */
function clipToStrip(axis: readonly number[], [start, end]: Extend, matrix: Matrix, piece: Extent): void {
  if (piece.isEmpty || (start && end)) return;
  const [x0, y0, x1, y1] = axis as [number, number, number, number];
  const [dx, dy] = [x1 - x0, y1 - y0];
  const [a, b, c, d, e, f] = matrix;
  const scale = (a * d - b * c) * (dx * dx + dy * dy);
  if (scale === 0) return;
  /** How far along the axis a point of the page is: 0 at the start, 1 at the end. */
  const along = ([x, y]: Point): number => {
    const [u, v] = [x - (a * x0 + c * y0 + e), y - (b * x0 + d * y0 + f)];
    return ((d * u - c * v) * dx + (a * v - b * u) * dy) / scale;
  };
  let corners: Point[] = [
    [piece.left, piece.bottom],
    [piece.right, piece.bottom],
    [piece.right, piece.top],
    [piece.left, piece.top],
  ];
  if (!start) corners = cut(corners, along);
  if (!end) corners = cut(corners, (point) => 1 - along(point));
  piece.clear();
  for (const [x, y] of corners) piece.point(x, y);
}

/**
 * A radial shading paints its two circles and what lies between them. Where it goes on beyond the outer circle, or
 * beyond one of two that are side by side, that may be anywhere.
 */
function clipToCircles(circles: readonly number[], [start, end]: Extend, matrix: Matrix, piece: Extent): void {
  const [x0, y0, r0, x1, y1, r1] = circles as [number, number, number, number, number, number];
  const distance = Math.hypot(x1 - x0, y1 - y0);
  const isEndOutside = distance + r0 <= r1;
  const isStartOutside = distance + r1 <= r0;
  if ((start && !isEndOutside) || (end && !isStartOutside)) return;
  const [a, b, c, d, e, f] = matrix;
  const limit = new Extent();
  for (const [x, y, r] of [
    [x0, y0, r0],
    [x1, y1, r1],
  ] as const) {
    const [across, up] = [r * Math.hypot(a, c), r * Math.hypot(b, d)];
    const [px, py] = [a * x + c * y + e, b * x + d * y + f];
    limit.point(px - across, py - up);
    limit.point(px + across, py + up);
  }
  piece.clip(limit);
}
