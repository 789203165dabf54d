import { COST } from "../../meter/work-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { meshOf } from "../mesh.ts";

/** Coordinates are rounded when they are written. */
const SLACK = 0.01;

/** Whether a shading is a mesh of which a point lies outside the area. */
export function meshFault(document: PdfDocument, shading: PdfObject | undefined, matrix: Matrix, area: Box) {
  const mesh = meshOf(document, shading);
  if (!mesh) return undefined;
  const [left, right, bottom, top] = mesh.decode as [number, number, number, number];
  const whole = Extent.of(area);
  const seen = new Extent();
  seen.addBox(left, bottom, right, top, matrix);
  if (whole.contains(seen, SLACK)) return undefined;
  // Of a turned mesh only the corners of the box around its points are outside.
  if (mesh.pieces) seen.clear();
  for (const { points } of mesh.pieces ?? []) {
    document.work.spend(points.length * COST.meshPoint);
    for (const [x, y] of points) seen.addBox(x, y, x, y, matrix);
  }
  return whole.contains(seen, SLACK) ? undefined : "a mesh with a point outside";
}
