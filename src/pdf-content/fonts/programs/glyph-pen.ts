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
