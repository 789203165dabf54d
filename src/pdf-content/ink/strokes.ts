import type { Box } from "../../pdf-pages/geometry.ts";
import { Extent } from "../extent.ts";
import type { Matrix } from "../matrix.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import { CLOSE, CURVE, MOVE, type Path } from "../state/path.ts";

const MITER = 0;
const SQUARE_CAP = 2;

/**
 * Adds a box around a stroke along the path (8.4.3): around ends and corners as if they were round, or square. Dashed
 * lines count as solid.
 */
export function strokeReach(path: Path, state: GraphicsState, into: Extent, known?: Extent): void {
  if (path.extent.isEmpty) return;
  const { matrix, lineWidth, lineCap, lineJoin, miterLimit } = state;
  const half = lineWidth / 2;
  const dx = half * Math.hypot(matrix[0], matrix[2]);
  const dy = half * Math.hypot(matrix[1], matrix[3]);
  const cap = lineCap === SQUARE_CAP ? Math.SQRT2 : 1;
  into.add(path.extent);
  if (path.isCut) {
    const factor = lineJoin === MITER ? Math.max(cap, miterLimit) : cap;
    into.grow(dx * factor, dy * factor);
    return;
  }
  into.grow(dx * cap, dy * cap);
  if (lineJoin === MITER && half > 0 && miterLimit > 1) addMiters(path, state, into, known);
}

/**
 * The tips of mitred joins reach further than half the width; the sharper the corner, the further. Those within `known`
 * may be left out.
 */
export function addMiters(path: Path, state: GraphicsState, into: Extent, known = into): void {
  const [a, b, c, d] = state.matrix;
  const half = state.lineWidth / 2;
  // Most corners change nothing, since their longest tip stays inside the box.
  const reachX = half * state.miterLimit * Math.hypot(a, c);
  const reachY = half * state.miterLimit * Math.hypot(b, d);
  const seen = new Extent();
  seen.add(into);
  seen.add(known);
  const corners = new Corners(state);
  corners.visit(path, (px, py, inX, inY, outX, outY) => {
    const isInside =
      px - reachX >= seen.left && px + reachX <= seen.right && py - reachY >= seen.bottom && py + reachY <= seen.top;
    if (isInside || !corners.look(inX, inY, outX, outY)) return;
    const reach = half * corners.tip;
    into.point(px + (a * corners.x + c * corners.y) * reach, py + (b * corners.x + d * corners.y) * reach);
    seen.add(into);
  });
}

/**
 * How far the longest mitred tip reaches into the area, in halves of the line's width; 1 when no tip does. A corner
 * inside the area is visible itself. A corner that is further away than any tip reaches does not matter.
 */
export function longestTip(path: Path, state: GraphicsState, [left, bottom, right, top]: Box): number {
  if (state.lineJoin !== MITER || state.miterLimit <= 1) return 1;
  if (path.isCut) return state.miterLimit;
  const [a, b, c, d] = state.matrix;
  const most = (state.lineWidth / 2) * state.miterLimit;
  const reachX = most * Math.hypot(a, c);
  const reachY = most * Math.hypot(b, d);
  let longest = 1;
  const corners = new Corners(state);
  corners.visit(path, (x, y, inX, inY, outX, outY) => {
    if (x >= left && x <= right && y >= bottom && y <= top) return;
    if (x < left - reachX || x > right + reachX || y < bottom - reachY || y > top + reachY) return;
    if (corners.look(inX, inY, outX, outY) && corners.tip > longest) longest = corners.tip;
  });
  return longest;
}

type Join = (x: number, y: number, inX: number, inY: number, outX: number, outY: number) => void;

/** The corners of a path, and the tip of one of them. */
class Corners {
  /** How far the tip reaches, in halves of the line's width, and the direction of it where the pen is a circle. */
  tip = 1;
  x = 0;
  y = 0;
  readonly #matrix: Matrix;
  readonly #miterLimit: number;
  readonly #determinant: number;

  constructor({ matrix, miterLimit }: GraphicsState) {
    this.#matrix = matrix;
    this.#miterLimit = miterLimit;
    this.#determinant = matrix[0] * matrix[3] - matrix[1] * matrix[2];
  }

  /**
   * Whether the corner between two directions has a tip. Directions are those in the space where the pen is a circle.
   */
  look(inX: number, inY: number, outX: number, outY: number): boolean {
    const [a, b, c, d] = this.#matrix;
    const determinant = this.#determinant;
    if (determinant === 0) return false;
    const [ux, uy] = [(d * inX - c * inY) / determinant, (a * inY - b * inX) / determinant];
    const [vx, vy] = [(d * outX - c * outY) / determinant, (a * outY - b * outX) / determinant];
    const lengthU = Math.hypot(ux, uy);
    const lengthV = Math.hypot(vx, vy);
    if (lengthU === 0 || lengthV === 0) return false;
    const cosine = (ux * vx + uy * vy) / (lengthU * lengthV);
    // 1 / sin(φ/2), φ being the angle between the lines.
    const sine = Math.sqrt(Math.max(0, (1 + cosine) / 2));
    if (sine < 1e-6 || 1 / sine > this.#miterLimit || sine > 0.99) return false;
    const [tx, ty] = [ux / lengthU - vx / lengthV, uy / lengthU - vy / lengthV];
    const length = Math.hypot(tx, ty);
    this.tip = 1 / sine;
    this.x = tx / length;
    this.y = ty / length;
    return true;
  }

  visit({ steps, stepCount, numbers }: Path, join: Join): void {
    let at = 0;
    let [x, y, startX, startY] = [0, 0, 0, 0];
    // Directions into the current point and out of the first one.
    let [inX, inY, firstX, firstY] = [0, 0, 0, 0];
    const segment = (outX: number, outY: number, endX: number, endY: number, lastX: number, lastY: number): void => {
      if (outX === 0 && outY === 0) return;
      if (inX !== 0 || inY !== 0) join(x, y, inX, inY, outX, outY);
      else {
        firstX = outX;
        firstY = outY;
      }
      inX = lastX;
      inY = lastY;
      x = endX;
      y = endY;
    };
    for (let i = 0; i < stepCount; i++) {
      const step = steps[i]!;
      if (step === MOVE) {
        startX = x = numbers[at]!;
        startY = y = numbers[at + 1]!;
        at += 2;
        inX = inY = 0;
      } else if (step === CLOSE) {
        segment(startX - x, startY - y, startX, startY, startX - x, startY - y);
        if (inX !== 0 || inY !== 0) join(startX, startY, inX, inY, firstX, firstY);
        inX = inY = 0;
      } else if (step === CURVE) {
        const [x1, y1, x2, y2, x3, y3] = [0, 1, 2, 3, 4, 5].map((k) => numbers[at + k]!) as [
          number,
          number,
          number,
          number,
          number,
          number,
        ];
        at += 6;
        const [outX, outY] =
          x1 !== x || y1 !== y ? [x1 - x, y1 - y] : x2 !== x || y2 !== y ? [x2 - x, y2 - y] : [x3 - x, y3 - y];
        const [lastX, lastY] =
          x3 !== x2 || y3 !== y2 ? [x3 - x2, y3 - y2] : x3 !== x1 || y3 !== y1 ? [x3 - x1, y3 - y1] : [x3 - x, y3 - y];
        segment(outX, outY, x3, y3, lastX, lastY);
      } else {
        const [nextX, nextY] = [numbers[at]!, numbers[at + 1]!];
        at += 2;
        segment(nextX - x, nextY - y, nextX, nextY, nextX - x, nextY - y);
      }
    }
  }
}
