import { MAX_PATH_NUMBERS } from "../content-limits.ts";
import { addCubic } from "../curves.ts";
import { Extent } from "../extent.ts";
import type { Matrix } from "../matrix.ts";

export const MOVE = 0;
export const LINE = 1;
export const CURVE = 2;
export const CLOSE = 3;

/** Paths of contents that have ended: a document has thousands of contents, which are read one after another. */
const spare: Path[] = [];
const MAX_SPARE = 4;
const SPARE_NUMBERS = 1 << 15;

export function takePath(): Path {
  return spare.pop() ?? new Path();
}

/** Nothing may use the path afterwards. */
export function giveBack(path: Path): void {
  path.clear();
  if (spare.length < MAX_SPARE && path.numbers.length <= SPARE_NUMBERS) spare.push(path);
}

/** The path under construction (8.5.2), in the page's user space: points are transformed as they come. */
export class Path {
  /** The extent of the path; a lone `m` does not count. */
  readonly extent = new Extent();
  steps = new Uint8Array(64);
  stepCount = 0;
  /** x and y of each point: one for MOVE and LINE, three for CURVE, none for CLOSE. */
  numbers = new Float64Array(256);
  numberCount = 0;
  /** Whether more was drawn than is kept. Then only `extent` is known. */
  isCut = false;
  hasCurves = false;
  #startX = 0;
  #startY = 0;
  #x = 0;
  #y = 0;
  #hasPoint = false;

  get isEmpty(): boolean {
    return this.stepCount === 0;
  }

  /** Whether there is more than one part, each with a beginning of its own. */
  get hasParts(): boolean {
    return this.steps.subarray(0, this.stepCount).lastIndexOf(MOVE) > 0;
  }

  clear(): void {
    if (this.stepCount === 0) return;
    this.extent.clear();
    this.stepCount = 0;
    this.numberCount = 0;
    this.isCut = false;
    this.hasCurves = false;
    this.#hasPoint = false;
  }

  move(px: number, py: number, m: Matrix): void {
    const x = m[0] * px + m[2] * py + m[4];
    const y = m[1] * px + m[3] * py + m[5];
    this.#step(MOVE);
    this.#keep(x, y);
    this.#startX = this.#x = x;
    this.#startY = this.#y = y;
    this.#hasPoint = true;
  }

  line(px: number, py: number, m: Matrix): void {
    // As in viewers, a line without a current point begins where it ends.
    if (!this.#hasPoint) {
      this.move(px, py, m);
      return;
    }
    const x = m[0] * px + m[2] * py + m[4];
    const y = m[1] * px + m[3] * py + m[5];
    this.extent.point(this.#x, this.#y);
    this.extent.point(x, y);
    this.#step(LINE);
    this.#keep(x, y);
    this.#x = x;
    this.#y = y;
  }

  curve(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number, m: Matrix): void {
    if (!this.#hasPoint) this.move(x1, y1, m);
    const [a, b, c, d, e, f] = m;
    this.#curveTo(a * x1 + c * y1 + e, b * x1 + d * y1 + f, a * x2 + c * y2 + e, b * x2 + d * y2 + f, x3, y3, m);
  }

  /** `v`: the current point is the first control point. */
  curveFromHere(x2: number, y2: number, x3: number, y3: number, m: Matrix): void {
    if (!this.#hasPoint) this.move(x2, y2, m);
    const [a, b, c, d, e, f] = m;
    this.#curveTo(this.#x, this.#y, a * x2 + c * y2 + e, b * x2 + d * y2 + f, x3, y3, m);
  }

  #curveTo(x1: number, y1: number, x2: number, y2: number, px: number, py: number, m: Matrix): void {
    const x3 = m[0] * px + m[2] * py + m[4];
    const y3 = m[1] * px + m[3] * py + m[5];
    addCubic(this.extent, this.#x, this.#y, x1, y1, x2, y2, x3, y3);
    this.#step(CURVE);
    this.hasCurves = true;
    this.#keep(x1, y1);
    this.#keep(x2, y2);
    this.#keep(x3, y3);
    this.#x = x3;
    this.#y = y3;
  }

  close(): void {
    if (!this.#hasPoint) return;
    this.extent.point(this.#x, this.#y);
    this.#step(CLOSE);
    this.#x = this.#startX;
    this.#y = this.#startY;
  }

  rectangle(x: number, y: number, width: number, height: number, m: Matrix): void {
    this.move(x, y, m);
    this.line(x + width, y, m);
    this.line(x + width, y + height, m);
    this.line(x, y + height, m);
    this.close();
  }

  /** Whether the path is one rectangle with sides along the axes, so that it fills its extent. */
  get isRectangle(): boolean {
    const { steps, stepCount, numbers } = this;
    const isClosed = stepCount === 5 && steps[4] === CLOSE;
    const isDrawnBack =
      (stepCount === 5 || (stepCount === 6 && steps[5] === CLOSE)) &&
      steps[4] === LINE &&
      numbers[8] === numbers[0] &&
      numbers[9] === numbers[1];
    if (!(stepCount === 4 || isClosed || isDrawnBack) || steps[0] !== MOVE) return false;
    for (let i = 1; i < 4; i++) if (steps[i] !== LINE) return false;
    const same = (one: number, other: number): boolean => Math.abs(numbers[one]! - numbers[other]!) < 1e-6;
    return (
      (same(0, 6) && same(2, 4) && same(1, 3) && same(5, 7)) || (same(0, 2) && same(4, 6) && same(3, 5) && same(1, 7))
    );
  }

  #step(step: number): void {
    if (this.isCut) return;
    if (this.stepCount === this.steps.length) {
      const grown = new Uint8Array(this.stepCount * 2);
      grown.set(this.steps);
      this.steps = grown;
    }
    this.steps[this.stepCount++] = step;
  }

  #keep(x: number, y: number): void {
    if (this.isCut) return;
    if (this.numberCount + 2 > this.numbers.length) {
      if (this.numbers.length >= MAX_PATH_NUMBERS) {
        this.isCut = true;
        return;
      }
      const grown = new Float64Array(this.numbers.length * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.numberCount++] = x;
    this.numbers[this.numberCount++] = y;
  }
}
