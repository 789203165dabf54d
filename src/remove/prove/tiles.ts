import { Extent } from "../../pdf-content/extent.ts";
import { isUpright, type Matrix } from "../../pdf-content/matrix.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import { type Box, EVERYWHERE } from "../../pdf-pages/geometry.ts";

/** Tiles that are looked at. Only a pattern that no one needs shows more separate parts of its cell. */
const MAX_TILES = 128;

/** Where a tile lies, and the area in which what it shows must lie. */
export interface Tile {
  readonly shift: readonly [x: number, y: number];
  readonly area: Box;
}

/** The tiles that meet the area: none when each place of the cell is visible in some tile, undefined for too many. */
export function tilesOf(document: PdfDocument, pattern: PdfDict, matrix: Matrix, area: Box): Tile[] | undefined {
  const number = (object: PdfObject | undefined): number => document.number(object) ?? 0;
  const box = (document.array(pattern.get("BBox")) ?? []).map(number);
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  if (box.length < 4 || determinant === 0) return [{ shift: [0, 0], area }];
  const [x0, y0, x1, y1] = box as [number, number, number, number];
  const sizeX = Math.abs(number(pattern.get("XStep")) || x1 - x0);
  const sizeY = Math.abs(number(pattern.get("YStep")) || y1 - y0);
  const [width, height] = [area[2] - area[0], area[3] - area[1]];
  // Each place has a copy in any parallelogram as large as the steps, and one of these fits into the area.
  if (Math.abs(a) * sizeX + Math.abs(c) * sizeY <= width && Math.abs(b) * sizeX + Math.abs(d) * sizeY <= height) {
    return [];
  }
  const seen = new Extent();
  for (const x of [area[0], area[2]]) {
    for (const y of [area[1], area[3]]) {
      seen.point((d * (x - e) - c * (y - f)) / determinant, (a * (y - f) - b * (x - e)) / determinant);
    }
  }
  const hasUprightSides = isUpright(matrix);
  // Along an upright side with small steps, each place is visible in some tile: one tile and a long area stand for all.
  const isFull = (size: number, from: number, to: number): boolean => hasUprightSides && size <= to - from;
  const range = (low: number, high: number, from: number, to: number, size: number): number[] | undefined => {
    const first = Math.ceil((from - high) / size);
    const count = Math.max(1, Math.floor((to - low) / size) - first + 1);
    return count <= MAX_TILES ? Array.from({ length: count }, (_, i) => (first + i) * size) : undefined;
  };
  const [fullX, fullY] = [isFull(sizeX, seen.left, seen.right), isFull(sizeY, seen.bottom, seen.top)];
  const across = fullX ? [0] : range(Math.min(x0, x1), Math.max(x0, x1), seen.left, seen.right, sizeX);
  const up = fullY ? [0] : range(Math.min(y0, y1), Math.max(y0, y1), seen.bottom, seen.top, sizeY);
  if (!across || !up || across.length * up.length > MAX_TILES) return undefined;
  const [isLong, isTall] = b === 0 ? [fullX, fullY] : [fullY, fullX];
  const [long, tall] = [isLong ? EVERYWHERE : area, isTall ? EVERYWHERE : area];
  const open: Box = [long[0], tall[1], long[2], tall[3]];
  return across.flatMap((x) => up.map((y): Tile => ({ shift: [x, y], area: open })));
}
