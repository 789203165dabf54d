import type { Extent } from "../../content/extent.ts";
import type { Path } from "../../content/state/path.ts";
import type { Box } from "../../crop/geometry.ts";

/** Coordinates are rounded when they are written. */
const SLACK = 0.01;

export function meets({ left, bottom, right, top }: Extent, area: Box): boolean {
  return right >= area[0] - SLACK && left <= area[2] + SLACK && top >= area[1] - SLACK && bottom <= area[3] + SLACK;
}

export function isInside({ left, bottom, right, top }: Extent, area: Box): boolean {
  return left >= area[0] - SLACK && right <= area[2] + SLACK && bottom >= area[1] - SLACK && top <= area[3] + SLACK;
}

/** Whether any point of the path lies further outside than these distances. */
export function isAnyOutside({ numbers, numberCount, isCut }: Path, area: Box, dx: number, dy: number): boolean {
  if (isCut) return true;
  const [left, right] = [area[0] - dx - SLACK, area[2] + dx + SLACK];
  const [bottom, top] = [area[1] - dy - SLACK, area[3] + dy + SLACK];
  for (let at = 0; at < numberCount; at += 2) {
    const x = numbers[at]!;
    const y = numbers[at + 1]!;
    if (x < left || x > right || y < bottom || y > top) return true;
  }
  return false;
}
