import type { Work } from "../../../meter/work.ts";
import { addCubic } from "../../curves.ts";
import type { Extent } from "../../extent.ts";
import type { Matrix } from "../../matrix.ts";

/** The pen that charstrings move: it keeps the box of what they draw, and no outline. */
export class Outline {
  x = 0;
  y = 0;
  readonly #into: Extent;
  readonly #matrix: Matrix;

  constructor(into: Extent, matrix: Matrix) {
    this.#into = into;
    this.#matrix = matrix;
  }

  move(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
  }

  line(dx: number, dy: number): void {
    this.#mark();
    this.move(dx, dy);
    this.#mark();
  }

  curve(dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
    const [a, b, c, d, e, f] = this.#matrix;
    const [x0, y0] = [this.x, this.y];
    const [x1, y1] = [x0 + dx1, y0 + dy1];
    const [x2, y2] = [x1 + dx2, y1 + dy2];
    const [x3, y3] = [x2 + dx3, y2 + dy3];
    this.x = x3;
    this.y = y3;
    addCubic(
      this.#into,
      a * x0 + c * y0 + e,
      b * x0 + d * y0 + f,
      a * x1 + c * y1 + e,
      b * x1 + d * y1 + f,
      a * x2 + c * y2 + e,
      b * x2 + d * y2 + f,
      a * x3 + c * y3 + e,
      b * x3 + d * y3 + f,
    );
  }

  #mark(): void {
    const [a, b, c, d, e, f] = this.#matrix;
    this.#into.point(a * this.x + c * this.y + e, b * this.x + d * this.y + f);
  }
}

/** How a charstring or a subroutine ends. */
export const GO_ON = 0;
export const ENDED = 1;
export const BROKEN = 2;
export type End = typeof GO_ON | typeof ENDED | typeof BROKEN;

/** How deep subroutines may call others. */
export const MAX_CALLS = 12;

/** Learns how far a charstring or a subroutine is read. */
type Ended = (code: Uint8Array, end: number) => void;

/** Runs charstrings, and moves a pen along what they draw. */
export abstract class Charstring<Subroutines> {
  protected readonly stack: number[] = [];
  protected readonly outline: Outline;
  protected readonly subroutines: Subroutines;
  protected readonly work: Work;
  protected readonly ended: Ended;
  /** The accented character that it makes: base and accent by standard code. */
  seac: { dx: number; dy: number; base: number; accent: number } | undefined;
  /** What it says of the width. */
  width: number | undefined;

  constructor(outline: Outline, subroutines: Subroutines, work: Work, ended: Ended = () => {}) {
    this.outline = outline;
    this.subroutines = subroutines;
    this.work = work;
    this.ended = ended;
  }

  /** False when the charstring is broken: what it drew up to there counts. */
  run(code: Uint8Array): boolean {
    return this.execute(code, 0) !== BROKEN;
  }

  protected abstract execute(code: Uint8Array, depth: number): End;

  /** Pushes a number that begins with the byte `first`, up to 254; returns where what follows it begins. */
  protected push(first: number, code: Uint8Array, at: number): number {
    if (first < 247) {
      this.stack.push(first - 139);
      return at;
    }
    const low = code[at] ?? 0;
    this.stack.push(first < 251 ? (first - 247) * 256 + low + 108 : -(first - 251) * 256 - low - 108);
    return at + 1;
  }
}

/** What byte 255 announces. */
export function longNumber(code: Uint8Array, at: number): number {
  const high = ((code[at] ?? 0) << 24) | ((code[at + 1] ?? 0) << 16);
  return high | ((code[at + 2] ?? 0) << 8) | (code[at + 3] ?? 0);
}
