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
  into.add(path.extent);
  into.grow(...reachOf(state, path.isCut));
  const hasTips = state.lineJoin === MITER && state.lineWidth > 0 && state.miterLimit > 1;
  if (!path.isCut && hasTips) addMiters(path, state, into, known);
}

/** The boxes of a path's parts that do not touch, around a stroke along them if it is one. */
export function* partsOf({ steps, stepCount, numbers }: Path, strokes?: GraphicsState): Generator<Extent> {
  let part = new Extent();
  let points = 0;
  for (let at = 0, next = 0; at <= stepCount; at++) {
    const step = at < stepCount ? steps[at]! : MOVE;
    if (step === MOVE && points > 0) {
      const [dx, dy] = strokes ? reachOf(strokes, points > 2) : [0, 0];
      part.grow(dx, dy);
      if (points > 1) yield part;
      part = new Extent();
      points = 0;
    }
    const count = step === CURVE ? 3 : step === CLOSE || at === stepCount ? 0 : 1;
    for (let each = 0; each < count; each++, next += 2) part.point(numbers[next]!, numbers[next + 1]!);
    points += Math.max(1, count);
  }
}

/** How far a stroke reaches at most from where its path goes. */
function reachOf({ matrix, lineWidth, lineCap, lineJoin, miterLimit }: GraphicsState, hasCorners: boolean) {
  const cap = lineCap === SQUARE_CAP ? Math.SQRT2 : 1;
  const half = (lineWidth / 2) * (hasCorners && lineJoin === MITER ? Math.max(cap, miterLimit) : cap);
  return [half * Math.hypot(matrix[0], matrix[2]), half * Math.hypot(matrix[1], matrix[3])] as const;
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
  const inner = new Extent();
  const widen = (): void => {
    inner.clear();
    inner.add(into);
    inner.add(known);
    inner.grow(-reachX, -reachY);
  };
  widen();
  const corners = new Corners(state);
  corners.visit(path, inner, (px, py, inX, inY, outX, outY) => {
    if (!corners.look(inX, inY, outX, outY)) return;
    const reach = half * corners.tip;
    into.point(px + (a * corners.x + c * corners.y) * reach, py + (b * corners.x + d * corners.y) * reach);
    widen();
  });
}

/**
 * How far the longest mitred tip reaches into the area, in halves of the line's width; 1 when no tip does. A corner
 * inside the area is visible itself. A corner that is further away than any tip reaches does not matter.
 */
export function longestTip(path: Path, state: GraphicsState, area: Box): number {
  if (state.lineJoin !== MITER || state.miterLimit <= 1) return 1;
  if (path.isCut) return state.miterLimit;
  const [a, b, c, d] = state.matrix;
  const most = (state.lineWidth / 2) * state.miterLimit;
  const reachX = most * Math.hypot(a, c);
  const reachY = most * Math.hypot(b, d);
  const [left, bottom, right, top] = area;
  let longest = 1;
  const corners = new Corners(state);
  corners.visit(path, Extent.of(area), (x, y, inX, inY, outX, outY) => {
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

  /** Visits the corners that are not within the box, which may change meanwhile. */
  visit({ steps, stepCount, numbers }: Path, box: Extent, join: Join): void {
    let at = 0;
    // Set one by one in the loop: by destructuring, automatic crop of pages with many lines took 1.6 times as long.
    let [x, y, startX, startY] = [0, 0, 0, 0];
    // Directions into the current point and out of the first one.
    let [inX, inY, firstX, firstY] = [0, 0, 0, 0];
    for (let i = 0; i < stepCount; i++) {
      const step = steps[i]!;
      if (step === MOVE) {
        startX = x = numbers[at]!;
        startY = y = numbers[at + 1]!;
        at += 2;
        inX = inY = 0;
        continue;
      }
      let endX = startX;
      let endY = startY;
      if (step !== CLOSE) {
        if (step === CURVE) at += 4;
        endX = numbers[at]!;
        endY = numbers[at + 1]!;
        at += 2;
      }
      let outX = endX - x;
      let outY = endY - y;
      let lastX = outX;
      let lastY = outY;
      if (step === CURVE) {
        const [x1, y1, x2, y2] = [numbers[at - 6]!, numbers[at - 5]!, numbers[at - 4]!, numbers[at - 3]!];
        if (x1 !== x || y1 !== y) {
          outX = x1 - x;
          outY = y1 - y;
        } else if (x2 !== x || y2 !== y) {
          outX = x2 - x;
          outY = y2 - y;
        }
        if (endX !== x2 || endY !== y2) {
          lastX = endX - x2;
          lastY = endY - y2;
        } else if (endX !== x1 || endY !== y1) {
          lastX = endX - x1;
          lastY = endY - y1;
        }
      }
      if (outX !== 0 || outY !== 0) {
        if (inX === 0 && inY === 0) {
          firstX = outX;
          firstY = outY;
        } else if (isOutside(box, x, y)) join(x, y, inX, inY, outX, outY);
        inX = lastX;
        inY = lastY;
        x = endX;
        y = endY;
      }
      if (step !== CLOSE) continue;
      if ((inX !== 0 || inY !== 0) && isOutside(box, x, y)) join(x, y, inX, inY, firstX, firstY);
      inX = inY = 0;
    }
  }
}

export function isOutside({ left, bottom, right, top }: Extent, x: number, y: number): boolean {
  return x < left || x > right || y < bottom || y > top;
}
