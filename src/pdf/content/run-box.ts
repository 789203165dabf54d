import type { Extent } from "./extent.ts";
import type { Font } from "./fonts/font.ts";
import type { GlyphBoxes } from "./fonts/glyph-boxes.ts";
import { multiply } from "./matrix.ts";
import type { GraphicsState } from "./state/graphics-state.ts";
import type { TextPosition } from "./state/text-position.ts";

/** The box of a run of glyphs: gathered before the text matrix, transformed once. */
export class RunBox {
  #boxes!: GlyphBoxes;
  #size = 0;
  #sizeX = 0;
  #left = 0;
  #bottom = 0;
  #right = 0;
  #top = 0;

  begin(font: Font, { fontSize, scale }: GraphicsState): void {
    this.#boxes = font.boxes;
    this.#size = fontSize;
    this.#sizeX = fontSize * scale;
    this.#left = this.#bottom = Number.POSITIVE_INFINITY;
    this.#right = this.#top = Number.NEGATIVE_INFINITY;
  }

  glyph(glyph: number, penX: number, penY: number): void {
    const boxes = this.#boxes;
    const size = this.#size;
    const sizeX = this.#sizeX;
    const place = boxes.place(glyph);
    const { numbers } = boxes;
    const boxLeft = numbers[place]!;
    const boxRight = numbers[place + 2]!;
    if (boxLeft > boxRight) return;
    const x1 = penX + boxLeft * sizeX;
    const x2 = penX + boxRight * sizeX;
    const y1 = penY + numbers[place + 1]! * size;
    const y2 = penY + numbers[place + 3]! * size;
    // A negative size turns the box over.
    const [left, right] = sizeX < 0 ? [x2, x1] : [x1, x2];
    const [bottom, top] = size < 0 ? [y2, y1] : [y1, y2];
    if (left < this.#left) this.#left = left;
    if (right > this.#right) this.#right = right;
    if (bottom < this.#bottom) this.#bottom = bottom;
    if (top > this.#top) this.#top = top;
  }

  /** Adds the run's box in the page's user space; nothing when no glyph drew. */
  addTo(extent: Extent, position: TextPosition, { matrix, rise }: GraphicsState): void {
    if (this.#left > this.#right) return;
    const whole = multiply(position.matrix, matrix);
    extent.addBox(this.#left, this.#bottom + rise, this.#right, this.#top + rise, whole);
  }
}
