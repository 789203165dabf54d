import { Extent } from "../extent.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import { CLOSE, MOVE, type Path } from "../state/path.ts";
import { addMiters, isOutside, strokeReach } from "./strokes.ts";

/** Kinds of joins and caps (8.4.3.3, 8.4.3.4). */
const MITER = 0;
const ROUND = 1;
const SQUARE = 2;

/**
 * Adds the extent of a stroke along the path: of straight lines their own outline, of paths with curves a box around
 * it. Dashed lines count as solid. What the stroke has within `known` may be left out.
 */
export function addStroke(path: Path, state: GraphicsState, into: Extent, known?: Extent): void {
  // Most strokes lie within what is known, but for tips.
  const isKnown = known?.contains(path.extent, -penReach(state) * Math.SQRT2) === true;
  const isPlain = !path.isCut && state.lineWidth !== 0;
  const outline = !isPlain ? undefined : isKnown ? path.extent : linesOf(path, state, known);
  if (outline === undefined) strokeReach(path, state, into, known);
  else {
    into.add(outline);
    if (state.lineJoin === MITER && state.miterLimit > 1) addMiters(path, state, into, known);
  }
}

/** The most that a stroke reaches beyond its path. */
export function mostReach(state: GraphicsState): number {
  const { lineJoin, miterLimit } = state;
  return penReach(state) * (lineJoin === MITER ? Math.max(Math.SQRT2, miterLimit) : Math.SQRT2);
}

function penReach({ matrix: [a, b, c, d], lineWidth }: GraphicsState): number {
  return (lineWidth / 2) * Math.max(Math.hypot(a, c), Math.hypot(b, d));
}

/**
 * Each line is a rectangle along its direction where the pen is a circle, with its caps and round joins. Undefined for
 * a path with curves, or with a part that has no length, which viewers draw in their own ways.
 */
function linesOf(
  { extent, steps, stepCount, numbers, hasCurves }: Path,
  { matrix, lineWidth, lineCap, lineJoin }: GraphicsState,
  known?: Extent,
) {
  const [a, b, c, d] = matrix;
  const determinant = a * d - b * c;
  if (determinant === 0 || hasCurves) return undefined;
  const half = lineWidth / 2;
  // The pen's middle is within the outline.
  const found = new Extent();
  found.add(extent);
  const isRound = lineCap === ROUND || lineJoin === ROUND;
  const [roundX, roundY] = [half * Math.hypot(a, c), half * Math.hypot(b, d)];
  const corner = lineCap === SQUARE ? Math.SQRT2 : 1;
  // Most lines lie within what is found, also with the most that they can reach: those between points of this box.
  const inner = new Extent();
  const widen = (): void => {
    inner.clear();
    inner.add(found);
    if (known) inner.add(known);
    inner.grow(-roundX * corner, -roundY * corner);
  };
  widen();
  const outline = (x: number, y: number, endX: number, endY: number): void => {
    const [dx, dy] = [endX - x, endY - y];
    const [ux, uy] = [(d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant];
    const scale = half / Math.hypot(ux, uy);
    const [nx, ny] = [(c * ux - a * uy) * scale, (d * ux - b * uy) * scale];
    // At corners a cap can only be too much, and dashes may end there.
    const [capX, capY] = lineCap === SQUARE ? [dx * scale, dy * scale] : [0, 0];
    found.point(x - capX + nx, y - capY + ny);
    found.point(x - capX - nx, y - capY - ny);
    found.point(endX + capX + nx, endY + capY + ny);
    found.point(endX + capX - nx, endY + capY - ny);
    if (isRound) {
      found.point(Math.min(x, endX) - roundX, Math.min(y, endY) - roundY);
      found.point(Math.max(x, endX) + roundX, Math.max(y, endY) + roundY);
    }
    widen();
  };
  let at = 0;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  /** Lines of the current part that have a length, and whether it has any lines. */
  let [lines, isDrawn] = [0, false];
  for (let i = 0; i < stepCount; i++) {
    let endX = startX;
    let endY = startY;
    if (steps[i] !== CLOSE) {
      endX = numbers[at++]!;
      endY = numbers[at++]!;
    }
    if (steps[i] === MOVE) {
      if (isDrawn && lines === 0) return undefined;
      startX = endX;
      startY = endY;
      lines = 0;
      isDrawn = false;
    } else {
      isDrawn = true;
      if (endX === x && endY === y) continue;
      lines++;
      if (isOutside(inner, x, y) || isOutside(inner, endX, endY)) outline(x, y, endX, endY);
    }
    x = endX;
    y = endY;
  }
  return isDrawn && lines === 0 ? undefined : found;
}
