import type { Extent } from "../pdf-content/extent.ts";
import type { Matrix } from "../pdf-content/matrix.ts";
import { type Box, intersect } from "../pdf-pages/geometry.ts";
import type { PageView } from "../pdf-pages/page-view.ts";

/** The area of a page, in its user space. */
export interface PageArea {
  readonly view: PageView;
  readonly box: Box | undefined;
}

/** Where something lies relative to the area. What only touches the edge from outside is outside. */
export type Side = "inside" | "outside" | "edge";

/** Anything thinner is invisible, and not worth cutting. */
const SLACK = 1e-3;

/** Where the parallelogram, a box transformed by the matrix, lies relative to the area. */
export function sideOf(
  left: number,
  bottom: number,
  right: number,
  top: number,
  matrix: Matrix,
  area: Box,
  growX = 0,
  growY = 0,
): Side {
  // This runs for each character, so it allocates nothing.
  const a = matrix[0];
  const b = matrix[1];
  const c = matrix[2];
  const d = matrix[3];
  const low = Math.min(a * left, a * right) + Math.min(c * bottom, c * top) + matrix[4] - growX;
  const high = Math.max(a * left, a * right) + Math.max(c * bottom, c * top) + matrix[4] + growX;
  const under = Math.min(b * left, b * right) + Math.min(d * bottom, d * top) + matrix[5] - growY;
  const over = Math.max(b * left, b * right) + Math.max(d * bottom, d * top) + matrix[5] + growY;
  if (!Number.isFinite(low + high + under + over)) return "outside";
  if (low >= area[0] - SLACK && high <= area[2] + SLACK && under >= area[1] - SLACK && over <= area[3] + SLACK) {
    return "inside";
  }
  if (high <= area[0] || low >= area[2] || over <= area[1] || under >= area[3]) return "outside";
  const isUpright = (b === 0 && c === 0) || (a === 0 && d === 0);
  if (isUpright) return "edge";
  return isApart(left, bottom, right, top, matrix, area, growX + growY) ? "outside" : "edge";
}

/** Whether one of the parallelogram's sides separates it from the area. */
function isApart(
  left: number,
  bottom: number,
  right: number,
  top: number,
  [a, b, c, d, e, f]: Matrix,
  area: Box,
  grow: number,
): boolean {
  const determinant = a * d - b * c;
  if (determinant === 0) return false;
  const us: number[] = [];
  const vs: number[] = [];
  for (const x of [area[0], area[2]]) {
    for (const y of [area[1], area[3]]) {
      us.push((d * (x - e) - c * (y - f)) / determinant);
      vs.push((a * (y - f) - b * (x - e)) / determinant);
    }
  }
  const growU = (grow * Math.hypot(c, d)) / Math.abs(determinant);
  const growV = (grow * Math.hypot(a, b)) / Math.abs(determinant);
  return (
    Math.min(...us) >= right + growU ||
    Math.max(...us) <= left - growU ||
    Math.min(...vs) >= top + growV ||
    Math.max(...vs) <= bottom - growV
  );
}

/** The box around a box's image. */
export function boxAround([left, bottom, right, top]: Box, [a, b, c, d, e, f]: Matrix): Box {
  const xs = [a * left + c * bottom, a * right + c * bottom, a * right + c * top, a * left + c * top];
  const ys = [b * left + d * bottom, b * right + d * bottom, b * right + d * top, b * left + d * top];
  return [Math.min(...xs) + e, Math.min(...ys) + f, Math.max(...xs) + e, Math.max(...ys) + f];
}

/** The part of the area that a clip lets through; undefined when there is none. */
export function within(clip: Extent, area: Box): Box | undefined {
  if (clip.isEmpty) return undefined;
  return intersect([clip.left, clip.bottom, clip.right, clip.top], area);
}
