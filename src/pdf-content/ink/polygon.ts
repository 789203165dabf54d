import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { Extent } from "../extent.ts";
import { CLOSE, CURVE, type Path } from "../state/path.ts";

export type Point = readonly [x: number, y: number];

/** What of a polygon is where `inside` is not negative. */
export function cut(corners: readonly Point[], inside: (point: Point) => number): Point[] {
  const kept: Point[] = [];
  corners.forEach((point, at) => {
    const next = corners[(at + 1) % corners.length]!;
    const [here, there] = [inside(point), inside(next)];
    if (here >= 0) kept.push(point);
    if (here < 0 === there < 0) return;
    const part = here / (here - there);
    kept.push([point[0] + part * (next[0] - point[0]), point[1] + part * (next[1] - point[1])]);
  });
  return kept;
}

/** Longer outlines are taken by their boxes. */
const MOST_STEPS = 1_000;
/** So many lines stay within a ten-thousandth of a quarter of a circle. */
const LINES_OF_CURVE = 32;

/** The box of what a filled path of one part shows within a box: a shape that is cut slanting is smaller there. */
export function shownBox(path: Path, within: Extent, work: Work): Extent {
  if (path.isCut || path.stepCount > MOST_STEPS || path.isRectangle) return path.extent;
  let corners = cornersOf(path);
  work.spend(corners.length * 4 * COST.point);
  corners = cut(corners, ([x]) => x - within.left);
  corners = cut(corners, ([x]) => within.right - x);
  corners = cut(corners, ([, y]) => y - within.bottom);
  corners = cut(corners, ([, y]) => within.top - y);
  const box = new Extent();
  for (const [x, y] of corners) box.point(x, y);
  return box;
}

function cornersOf({ steps, stepCount, numbers }: Path): Point[] {
  const corners: Point[] = [];
  let at = 0;
  const next = (): Point => [numbers[at++]!, numbers[at++]!];
  for (let step = 0; step < stepCount; step++) {
    if (steps[step] === CLOSE) continue;
    if (steps[step] !== CURVE) corners.push(next());
    else corners.push(...curve(corners.at(-1)!, next(), next(), next()));
  }
  return corners;
}

function curve(from: Point, first: Point, second: Point, to: Point): Point[] {
  return Array.from({ length: LINES_OF_CURVE }, (_, line) => {
    const t = (line + 1) / LINES_OF_CURVE;
    const shares = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
    const along = (axis: 0 | 1) =>
      [from, first, second, to].reduce((sum, point, each) => sum + shares[each]! * point[axis], 0);
    return [along(0), along(1)] as const;
  });
}
