import type { Extent } from "./extent.ts";

/** Adds the extent of a cubic Bézier curve, which may be smaller than that of its control points. */
export function addCubic(
  extent: Extent,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
): void {
  extent.point(x0, y0);
  extent.point(x3, y3);
  if (x1 < extent.left || x1 > extent.right || x2 < extent.left || x2 > extent.right) {
    const [low, high] = reach(x0, x1, x2, x3);
    if (low < extent.left) extent.left = low;
    if (high > extent.right) extent.right = high;
  }
  if (y1 < extent.bottom || y1 > extent.top || y2 < extent.bottom || y2 > extent.top) {
    const [low, high] = reach(y0, y1, y2, y3);
    if (low < extent.bottom) extent.bottom = low;
    if (high > extent.top) extent.top = high;
  }
}

/** The least and the greatest value of one coordinate: at the ends, or where the derivative is zero. */
function reach(p0: number, p1: number, p2: number, p3: number): [number, number] {
  let low = Math.min(p0, p3);
  let high = Math.max(p0, p3);
  for (const t of turningPoints(p0, p1, p2, p3)) {
    const u = 1 - t;
    const value = u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return [low, high];
}

/** Where one coordinate of a curve turns within (0, 1), in ascending order. */
export function turningPoints(p0: number, p1: number, p2: number, p3: number): number[] {
  const a = -p0 + 3 * p1 - 3 * p2 + p3;
  const b = 2 * (p0 - 2 * p1 + p2);
  const c = p1 - p0;
  const roots: number[] = [];
  if (Math.abs(a) < 1e-12) {
    if (b !== 0) roots.push(-c / b);
  } else {
    const square = b * b - 4 * a * c;
    if (square >= 0) roots.push((-b + Math.sqrt(square)) / (2 * a), (-b - Math.sqrt(square)) / (2 * a));
  }
  return roots.filter((t) => t > 0 && t < 1).sort((x, y) => x - y);
}
