import type { Font } from "../../content/fonts/font.ts";
import type { Matrix } from "../../content/matrix.ts";
import type { GraphicsState } from "../../content/state/graphics-state.ts";
import type { Box } from "../../crop/geometry.ts";
import { type Side, sideOf } from "../area-sides.ts";

/** What a glyph without an outline is taken to cover: its advance, as high as letters are. */
const DESCENT = -0.2;
const ASCENT = 0.8;

/** The glyphs of a run of text, in columns: a page has thousands, and nothing is allocated for one. */
export class GlyphRun {
  count = 0;
  glyph = new Float64Array(256);
  code = new Float64Array(256);
  /** Bytes of the code. */
  length = new Uint8Array(256);
  /** Where the pen is, before the text matrix. */
  x = new Float64Array(256);
  y = new Float64Array(256);
  width = new Float64Array(256);
  /** How all lie to the area; undefined where each lies as `#sides` says. */
  all: Side | undefined = "inside";
  readonly #sides: Side[] = [];

  clear(): void {
    this.count = 0;
    this.all = "inside";
  }

  sideOf(at: number): Side {
    return this.all ?? this.#sides[at]!;
  }

  add(glyph: number, code: number, x: number, y: number, width: number, length: number): void {
    if (this.count === this.glyph.length) this.#double();
    const at = this.count++;
    this.glyph[at] = glyph;
    this.code[at] = code;
    this.length[at] = length;
    this.x[at] = x;
    this.y[at] = y;
    this.width[at] = width;
  }

  #double(): void {
    const size = this.count * 2;
    const grown = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const more = new Float64Array(size);
      more.set(column);
      return more;
    };
    this.glyph = grown(this.glyph);
    this.code = grown(this.code);
    this.x = grown(this.x);
    this.y = grown(this.y);
    this.width = grown(this.width);
    const lengths = new Uint8Array(size);
    lengths.set(this.length);
    this.length = lengths;
  }

  hideAll(): void {
    this.all = "outside";
  }

  /** Finds how each glyph lies to the area; `whole` is the text matrix and what is around it. */
  findSides(font: Font, state: GraphicsState, whole: Matrix, area: Box): void {
    const { fontSize, scale, rise, matrix, lineWidth, textMode } = state;
    const sizeX = fontSize * scale;
    const strokes = (textMode & 3) === 1 || (textMode & 3) === 2;
    const half = strokes ? (lineWidth / 2) * Math.SQRT2 : 0;
    const growX = half * Math.hypot(matrix[0], matrix[2]);
    const growY = half * Math.hypot(matrix[1], matrix[3]);
    const { isVertical, boxes } = font;
    this.all = this.#sideOfAll(font, state, whole, area, growX, growY);
    if (this.all !== undefined) return;
    for (let at = 0; at < this.count; at++) {
      const place = boxes.place(this.glyph[at]!);
      const { numbers } = boxes;
      let left = numbers[place]!;
      let bottom = numbers[place + 1]!;
      let right = numbers[place + 2]!;
      let top = numbers[place + 3]!;
      if (!(left <= right && bottom <= top)) {
        const width = this.width[at]!;
        left = isVertical ? -0.5 : Math.min(0, width);
        right = isVertical ? 0.5 : Math.max(0, width);
        bottom = isVertical ? Math.min(0, width) : DESCENT;
        top = isVertical ? Math.max(0, width) : ASCENT;
      }
      const x1 = this.x[at]! + left * sizeX;
      const x2 = this.x[at]! + right * sizeX;
      const y1 = this.y[at]! + rise + bottom * fontSize;
      const y2 = this.y[at]! + rise + top * fontSize;
      this.#sides[at] = sideOf(
        Math.min(x1, x2),
        Math.min(y1, y2),
        Math.max(x1, x2),
        Math.max(y1, y2),
        whole,
        area,
        growX,
        growY,
      );
    }
  }

  /** How all glyphs lie, by the largest box that any has: "inside" or "outside", or undefined where it is not plain. */
  #sideOfAll(
    { isVertical, boxes }: Font,
    { fontSize, scale, rise }: GraphicsState,
    whole: Matrix,
    area: Box,
    growX: number,
    growY: number,
  ): Side | undefined {
    const { glyph, x, y, width, count } = this;
    let [low, high, under, over] = [x[0]!, x[0]!, y[0]!, y[0]!];
    let [least, most] = [0, 0];
    for (let at = 0; at < count; at++) {
      boxes.place(glyph[at]!);
      if (x[at]! < low) low = x[at]!;
      else if (x[at]! > high) high = x[at]!;
      if (y[at]! < under) under = y[at]!;
      else if (y[at]! > over) over = y[at]!;
      if (width[at]! < least) least = width[at]!;
      else if (width[at]! > most) most = width[at]!;
    }
    const { around } = boxes;
    const left = Math.min(around.left, isVertical ? -0.5 : least) * fontSize * scale;
    const right = Math.max(around.right, isVertical ? 0.5 : most) * fontSize * scale;
    const bottom = Math.min(around.bottom, isVertical ? least : DESCENT) * fontSize + rise;
    const top = Math.max(around.top, isVertical ? most : ASCENT) * fontSize + rise;
    if (!Number.isFinite(low + high + under + over + left + right + bottom + top)) return undefined;
    const side = sideOf(
      low + Math.min(left, right),
      under + Math.min(bottom, top),
      high + Math.max(left, right),
      over + Math.max(bottom, top),
      whole,
      area,
      growX,
      growY,
    );
    return side === "edge" ? undefined : side;
  }
}
