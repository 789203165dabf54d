import { Extent } from "../../pdf-content/extent.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { Box } from "../../pdf-pages/geometry.ts";

/** The numbers of one glyph: the glyph that finds its box, its code, the pen's position, its width. */
const STRIDE = 5;

/** The matrix from a glyph's space at size 1 to the page, when the pen is at (x, y). */
function penMatrix(x: number, y: number, { fontSize, scale, rise }: GraphicsState, whole: Matrix): Matrix {
  const sizeX = fontSize * scale;
  return [
    sizeX * whole[0],
    sizeX * whole[1],
    fontSize * whole[2],
    fontSize * whole[3],
    x * whole[0] + (y + rise) * whole[2] + whole[4],
    x * whole[1] + (y + rise) * whole[3] + whole[5],
  ];
}

/**
 * The places of the pen from which every glyph no larger than `size` lies in the area. There are none for text that is
 * turned or slanted.
 */
function findPens(
  pens: Extent,
  size: Extent,
  { fontSize, scale, rise }: GraphicsState,
  whole: Matrix,
  area: Box,
): void {
  const [a, b, c, d, e, f] = whole;
  pens.clear();
  if (b !== 0 || c !== 0 || a === 0 || d === 0) return;
  const [x1, x2] = [(area[0] - e) / a, (area[2] - e) / a];
  const [y1, y2] = [(area[1] - f) / d, (area[3] - f) / d];
  const [left, right] = [size.left * fontSize * scale, size.right * fontSize * scale];
  const [bottom, top] = [size.bottom * fontSize + rise, size.top * fontSize + rise];
  pens.left = Math.min(x1, x2) - Math.min(left, right);
  pens.right = Math.max(x1, x2) - Math.max(left, right);
  pens.bottom = Math.min(y1, y2) - Math.min(bottom, top);
  pens.top = Math.max(y1, y2) - Math.max(bottom, top);
}

/** The glyphs of a run of text, and the area that each covers on the page. */
export class ShownGlyphs {
  count = 0;
  #numbers = new Float64Array(STRIDE * 256);
  readonly #pens = new Extent();
  readonly #size = new Extent();

  clear(): void {
    this.count = 0;
  }

  add(glyph: number, code: number, x: number, y: number, width: number): void {
    const at = this.count++ * STRIDE;
    if (at === this.#numbers.length) {
      const grown = new Float64Array(at * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    const numbers = this.#numbers;
    numbers[at] = glyph;
    numbers[at + 1] = code;
    numbers[at + 2] = x;
    numbers[at + 3] = y;
    numbers[at + 4] = width;
  }

  code(index: number): number {
    return this.#numbers[index * STRIDE + 1]!;
  }

  /**
   * The matrix from the glyph's space at size 1 to the page. `whole` is the text matrix multiplied by the current
   * matrix.
   */
  matrix(index: number, state: GraphicsState, whole: Matrix): Matrix {
    return penMatrix(this.#numbers[index * STRIDE + 2]!, this.#numbers[index * STRIDE + 3]!, state, whole);
  }

  /** Puts the area that the glyph covers into `extent`. One without an outline gets the usual size of letters. */
  measure(index: number, { boxes, isVertical }: Font, matrix: Matrix, extent: Extent): void {
    const place = boxes.place(this.#numbers[index * STRIDE]!);
    const { numbers } = boxes;
    extent.clear();
    if (numbers[place]! <= numbers[place + 2]! && numbers[place + 1]! <= numbers[place + 3]!) {
      extent.addBox(numbers[place]!, numbers[place + 1]!, numbers[place + 2]!, numbers[place + 3]!, matrix);
      return;
    }
    const width = this.#numbers[index * STRIDE + 4]!;
    const [low, high] = [Math.min(0, width), Math.max(0, width)];
    if (isVertical) extent.addBox(-0.5, low, 0.5, high, matrix);
    else extent.addBox(low, -0.2, high, 0.8, matrix);
  }

  /**
   * Finds the places of the pen from which even the run's largest glyph lies in the area. `isPlain` then tells whether
   * a glyph's pen is at such a place. Other glyphs may still lie in the area.
   */
  findPlain({ boxes, isVertical }: Font, state: GraphicsState, whole: Matrix, area: Box): void {
    const size = this.#size;
    size.clear();
    for (let at = 0; at < this.count * STRIDE; at += STRIDE) {
      boxes.place(this.#numbers[at]!);
      const width = this.#numbers[at + 4]!;
      size.point(isVertical ? 0 : width, isVertical ? width : 0);
    }
    size.point(isVertical ? -0.5 : 0, isVertical ? 0 : -0.2);
    size.point(isVertical ? 0.5 : 0, isVertical ? 0 : 0.8);
    size.add(boxes.around);
    findPens(this.#pens, size, state, whole, area);
  }

  isPlain(index: number): boolean {
    const { left, bottom, right, top } = this.#pens;
    const x = this.#numbers[index * STRIDE + 2]!;
    const y = this.#numbers[index * STRIDE + 3]!;
    return x >= left && x <= right && y >= bottom && y <= top;
  }
}
