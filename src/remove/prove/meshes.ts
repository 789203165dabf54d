import { COST } from "../../meter/work-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { type PdfObject, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** Free triangles, and patches with all of their points: what a cut mesh is written as (8.7.4.5.5, 8.7.4.5.8). */
const [TRIANGLES, TENSORS] = [4, 7];
const LAST = 7;
/** Coordinates are rounded when they are written. */
const SLACK = 0.01;
const OUTSIDE = "a mesh with a point outside";

/** Whether a shading is a mesh of which a point lies outside the area; a mesh that is not cut may have any layout. */
export function meshFault(document: PdfDocument, entry: PdfObject | undefined, matrix: Matrix, area: Box) {
  const stream = document.resolve(entry);
  if (!(stream instanceof PdfStream)) return undefined;
  const number = (key: string): number => document.number(stream.dict.get(key)) ?? 0;
  const kind = number("ShadingType");
  if (kind < TRIANGLES || kind > LAST) return undefined;
  const decode = (document.array(stream.dict.get("Decode")) ?? []).map((item) => document.number(item) ?? 0);
  const [left, right, bottom, top] = decode as [number, number, number, number];
  const data = document.streamData(stream);
  const around = new Extent();
  around.addBox(left, bottom, right, top, matrix);
  if (data.length === 0 || liesIn(around, area)) return undefined;
  // Only of a turned mesh the corners of the box around its points are outside.
  const sizes = ["BitsPerFlag", "BitsPerCoordinate", "BitsPerComponent"].map((key) => number(key) / 8);
  const [flag, coordinate, component] = sizes as [number, number, number];
  const isReadable =
    sizes.every((size) => Number.isInteger(size) && size > 0) && (kind === TRIANGLES || kind === TENSORS);
  if (!isReadable) return OUTSIDE;
  const [points, colours] = kind === TRIANGLES ? [1, 1] : [16, 4];
  const length = flag + points * 2 * coordinate + colours * (decode.length / 2 - 2) * component;
  const valueAt = (at: number, low: number, high: number): number => {
    let value = 0;
    for (let i = 0; i < coordinate; i++) value = value * 256 + data[at + i]!;
    return low + (value / (256 ** coordinate - 1)) * (high - low);
  };
  document.work.spend((data.length / length) * points * COST.meshPoint);
  const seen = new Extent();
  for (let from = 0; from + length <= data.length; from += length) {
    if (kind === TENSORS && data[from + flag - 1] !== 0) return OUTSIDE;
    for (let i = 0; i < points; i++) {
      const at = from + flag + i * 2 * coordinate;
      const [x, y] = [valueAt(at, left, right), valueAt(at + coordinate, bottom, top)];
      seen.addBox(x, y, x, y, matrix);
    }
  }
  return liesIn(seen, area) ? undefined : OUTSIDE;
}

function liesIn({ left, bottom, right, top, isEmpty }: Extent, area: Box): boolean {
  if (isEmpty) return true;
  return left >= area[0] - SLACK && right <= area[2] + SLACK && bottom >= area[1] - SLACK && top <= area[3] + SLACK;
}
