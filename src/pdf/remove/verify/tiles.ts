import { Extent } from "../../content/extent.ts";
import type { Matrix } from "../../content/matrix.ts";
import type { Box } from "../../crop/geometry.ts";

/** The places of the tiles that meet the area; undefined when they are so many that the whole cell is visible. */
export function tilesOf(
  box: readonly number[],
  stepX: number,
  stepY: number,
  matrix: Matrix,
  area: Box,
): [number, number][] | undefined {
  const [a, b, c, d, e, f] = matrix;
  const determinant = a * d - b * c;
  if (box.length < 4 || determinant === 0) return [[0, 0]];
  const seen = new Extent();
  for (const x of [area[0], area[2]]) {
    for (const y of [area[1], area[3]]) {
      seen.point((d * (x - e) - c * (y - f)) / determinant, (a * (y - f) - b * (x - e)) / determinant);
    }
  }
  const range = (low: number, high: number, from: number, to: number, step: number): number[] => {
    const size = Math.abs(step) || high - low;
    const first = Math.ceil((from - high) / size);
    const last = Math.floor((to - low) / size);
    return last - first > 8 ? [] : Array.from({ length: Math.max(1, last - first + 1) }, (_, i) => (first + i) * size);
  };
  const [x0, y0, x1, y1] = box as [number, number, number, number];
  const across = range(Math.min(x0, x1), Math.max(x0, x1), seen.left, seen.right, stepX);
  const up = range(Math.min(y0, y1), Math.max(y0, y1), seen.bottom, seen.top, stepY);
  if (across.length === 0 || up.length === 0) return undefined;
  return across.flatMap((x) => up.map((y): [number, number] => [x, y]));
}
