import type { Extent } from "./extent.ts";
import type { Font } from "./fonts/font.ts";
import type { GlyphBoxes } from "./fonts/glyph-boxes.ts";
import { isTurned, type Matrix, multiply, shifted } from "./matrix.ts";
import type { GraphicsState } from "./state/graphics-state.ts";
import type { TextPosition } from "./state/text-position.ts";

/**
 * The box of a run of glyphs: gathered before the text matrix, transformed once. Where that would turn or slant the
 * box, the glyphs' own outlines are transformed, and their boxes gathered behind it. Visitors that want such boxes are
 * made of it.
 */
export class RunBox {
  #boxes!: GlyphBoxes;
  #size = 0;
  #sizeX = 0;
  #left = 0;
  #bottom = 0;
  #right = 0;
  #top = 0;
  /** From where the run begins to the page's user space, if that turns or slants. */
  #whole: Matrix | undefined;
  /** Cuts each glyph that is turned or slanted: the box around a slanting run says little of what a clip leaves. */
  #clip: Extent | undefined;

  /** Without a position the box is gathered upright in any case. */
  beginRun(
    font: Font,
    { fontSize, scale, rise, matrix, clip, textMode }: GraphicsState,
    position?: TextPosition,
  ): void {
    const whole = position && turning(position.matrix, matrix);
    this.#whole = whole && shifted(0, rise, whole);
    // Strokes reach over the outlines, back into the clip.
    this.#clip = (textMode & 3) === 0 ? clip : undefined;
    this.#boxes = whole ? font.boxes.turned(sized(whole, fontSize * scale, fontSize)) : font.boxes;
    this.#size = fontSize;
    this.#sizeX = fontSize * scale;
    this.#left = this.#bottom = Number.POSITIVE_INFINITY;
    this.#right = this.#top = Number.NEGATIVE_INFINITY;
  }

  glyph(glyph: number, _code: number, penX: number, penY: number): void {
    const boxes = this.#boxes;
    const size = this.#size;
    const sizeX = this.#sizeX;
    const place = boxes.place(glyph);
    const { numbers } = boxes;
    const boxLeft = numbers[place]!;
    const boxRight = numbers[place + 2]!;
    if (boxLeft > boxRight) return;
    if (this.#whole) {
      const [a, b, c, d, e, f] = this.#whole;
      const x = a * penX + c * penY + e;
      const y = b * penX + d * penY + f;
      this.#addTurned(x + boxLeft, y + numbers[place + 1]!, x + boxRight, y + numbers[place + 3]!);
      return;
    }
    const x1 = penX + boxLeft * sizeX;
    const x2 = penX + boxRight * sizeX;
    const y1 = penY + numbers[place + 1]! * size;
    const y2 = penY + numbers[place + 3]! * size;
    // A negative size turns the box over.
    const [left, right] = sizeX < 0 ? [x2, x1] : [x1, x2];
    const [bottom, top] = size < 0 ? [y2, y1] : [y1, y2];
    this.#add(left, bottom, right, top);
  }

  #addTurned(left: number, bottom: number, right: number, top: number): void {
    const clip = this.#clip;
    if (!clip) this.#add(left, bottom, right, top);
    else if (left < clip.right && right > clip.left && bottom < clip.top && top > clip.bottom) {
      this.#add(
        Math.max(left, clip.left),
        Math.max(bottom, clip.bottom),
        Math.min(right, clip.right),
        Math.min(top, clip.top),
      );
    }
  }

  #add(left: number, bottom: number, right: number, top: number): void {
    if (left < this.#left) this.#left = left;
    if (right > this.#right) this.#right = right;
    if (bottom < this.#bottom) this.#bottom = bottom;
    if (top > this.#top) this.#top = top;
  }

  /** Adds the run's box in the page's user space; nothing when no glyph drew. */
  addTo(extent: Extent, position: TextPosition, { matrix, rise }: GraphicsState): void {
    if (this.#left > this.#right) return;
    if (this.#whole) {
      extent.point(this.#left, this.#bottom);
      extent.point(this.#right, this.#top);
      return;
    }
    const whole = multiply(position.matrix, matrix);
    extent.addBox(this.#left, this.#bottom + rise, this.#right, this.#top + rise, whole);
  }
}

/** The text matrix and the page's together, if they turn or slant. */
function turning(text: Matrix, page: Matrix): Matrix | undefined {
  if (text[1] === 0 && text[2] === 0 && page[1] === 0 && page[2] === 0) return undefined;
  const whole = multiply(text, page);
  return isTurned(whole) ? whole : undefined;
}

/** The same directions, without the place. */
function sized([a, b, c, d]: Matrix, across: number, up: number): Matrix {
  return [a * across, b * across, c * up, d * up, 0, 0];
}
