import type { Extent } from "../../pdf-content/extent.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { Path } from "../../pdf-content/state/path.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** Coordinates are rounded when they are written. */
const SLACK = 0.01;

export function meets({ left, bottom, right, top }: Extent, area: Box): boolean {
  return right >= area[0] - SLACK && left <= area[2] + SLACK && top >= area[1] - SLACK && bottom <= area[3] + SLACK;
}

export function isInside({ left, bottom, right, top }: Extent, area: Box): boolean {
  return left >= area[0] - SLACK && right <= area[2] + SLACK && bottom >= area[1] - SLACK && top <= area[3] + SLACK;
}

/** Whether any of the path's points in numbers[from, to) lies further outside than these distances. */
export function isAnyOutside(
  { numbers, isCut }: Path,
  from: number,
  to: number,
  area: Box,
  dx: number,
  dy: number,
): boolean {
  if (isCut) return true;
  const [left, right] = [area[0] - dx - SLACK, area[2] + dx + SLACK];
  const [bottom, top] = [area[1] - dy - SLACK, area[3] + dy + SLACK];
  for (let at = from; at < to; at += 2) {
    const x = numbers[at]!;
    const y = numbers[at + 1]!;
    if (x < left || x > right || y < bottom || y > top) return true;
  }
  return false;
}

/** How far points of a stroke may lie outside: its closing sides lie further out when the path is also filled. */
export function strokeReach({
  lineWidth,
  lineJoin,
  miterLimit,
  matrix: [a, b, c, d],
}: GraphicsState): [number, number] {
  const reach = (lineWidth / 2) * Math.max(Math.SQRT2, lineJoin === 0 ? miterLimit : 1);
  return [2 * Math.max(0.5, reach * Math.hypot(a, c)), 2 * Math.max(0.5, reach * Math.hypot(b, d))];
}
