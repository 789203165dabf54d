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

/** Longer outlines are taken by their boxes, and so are those of which not all is kept: they are longer. */
const MOST_STEPS = 1_000;
/** So many lines stay within a ten-thousandth of a quarter of a circle. */
const LINES_OF_CURVE = 32;

/** The box of what a filled path of one part shows within a box: a shape that is cut slanting is smaller there. */
export function shownBox(path: Path, within: Extent, work: Work): Extent {
  if (path.stepCount > MOST_STEPS || path.isRectangle) return path.extent;
  let corners = [...cornersOf(path)];
  work.spend(corners.length * 4 * COST.point);
  for (const [axis, side, sign] of [
    [0, within.left, 1],
    [1, within.bottom, 1],
    [0, within.right, -1],
    [1, within.top, -1],
  ] as const) {
    corners = cut(corners, (point) => sign * (point[axis] - side));
  }
  const box = new Extent();
  for (const [x, y] of corners) box.point(x, y);
  return box;
}

function* cornersOf({ steps, stepCount, numbers }: Path): Generator<Point> {
  let [x, y, at] = [0, 0, 0];
  for (let step = 0; step < stepCount; step++) {
    if (steps[step] === CLOSE) continue;
    const length = steps[step] === CURVE ? 6 : 2;
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = numbers.subarray(at, at + length);
    for (let line = 1; length > 2 && line < LINES_OF_CURVE; line++) {
      const t = line / LINES_OF_CURVE;
      const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t ** 2, t ** 3];
      yield [a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3];
    }
    at += length;
    x = numbers[at - 2]!;
    y = numbers[at - 1]!;
    yield [x, y];
  }
}
