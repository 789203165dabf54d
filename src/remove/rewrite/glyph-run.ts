import { COST } from "../../meter/work-limits.ts";
import { Extent } from "../../pdf-content/extent.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Matrix } from "../../pdf-content/matrix.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { type Holes, type Side, sideOf } from "../areas.ts";

/** The area that a glyph without an outline is taken to cover: its advance, with the height of letters. */
const DESCENT = -0.2;
const ASCENT = 0.8;

/** Each content has a run, and most runs are short. */
const FIRST_SIZE = 32;

/** The glyphs of a run of text, in columns: a page has thousands, and nothing is allocated for one. */
export class GlyphRun {
  count = 0;
  glyph = new Float64Array(FIRST_SIZE);
  code = new Float64Array(FIRST_SIZE);
  /** The number of bytes of the code. */
  length = new Uint8Array(FIRST_SIZE);
  /** The pen's position, before the text matrix. */
  x = new Float64Array(FIRST_SIZE);
  y = new Float64Array(FIRST_SIZE);
  width = new Float64Array(FIRST_SIZE);
  /** Where all glyphs lie relative to the area; undefined when they differ and `#sides` has each of them. */
  all: Side | undefined = "inside";
  readonly #sides: Side[] = [];
  /** Around the pen's positions; no numbers where one of these is none. */
  readonly #pens = new Extent();

  clear(): void {
    this.count = 0;
    this.all = "inside";
    this.#pens.clear();
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
    this.#pens.point(x, y);
    // Nothing, unless one is no number.
    this.#pens.grow(0 * x, 0 * y);
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

  /** How many bytes the codes of the glyphs [from, to) have. */
  bytes(from: number, to: number): number {
    let sum = 0;
    for (let at = from; at < to; at++) sum += this.length[at]!;
    return sum;
  }

  hideAll(): void {
    this.all = "outside";
  }

  /** Finds where each glyph lies relative to the area. `whole` is the text matrix multiplied by the current matrix. */
  findSides(font: Font, state: GraphicsState, whole: Matrix, area: Box, isHole = false): void {
    const { fontSize, scale, rise, matrix, lineWidth, textMode } = state;
    const sizeX = fontSize * scale;
    const strokes = (textMode & 3) === 1 || (textMode & 3) === 2;
    const half = strokes ? (lineWidth / 2) * Math.SQRT2 : 0;
    const growX = half * Math.hypot(matrix[0], matrix[2]);
    const growY = half * Math.hypot(matrix[1], matrix[3]);
    const { isVertical, boxes } = font;
    const largest = this.#largestBox(font, state);
    const [low, under, high, over] = pensInside(largest, whole, area, growX, growY);
    const pens = this.#pens;
    this.all = "inside";
    if (pens.left >= low && pens.right <= high && pens.bottom >= under && pens.top <= over) return;
    const sideFrom = (x: number, y: number, left: number, bottom: number, right: number, top: number): Side => {
      const x1 = x + left * sizeX;
      const x2 = x + right * sizeX;
      const y1 = y + rise + bottom * fontSize;
      const y2 = y + rise + top * fontSize;
      const [low, high] = [Math.min(x1, x2), Math.max(x1, x2)];
      return sideOf(low, Math.min(y1, y2), high, Math.max(y1, y2), whole, area, growX, growY);
    };
    let areAllInside = true;
    for (let at = 0; at < this.count; at++) {
      const x = this.x[at]!;
      const y = this.y[at]!;
      if (x >= low && x <= high && y >= under && y <= over) {
        this.#sides[at] = "inside";
        continue;
      }
      const place = boxes.place(this.glyph[at]!);
      const { numbers } = boxes;
      const hasBox = numbers[place]! <= numbers[place + 2]! && numbers[place + 1]! <= numbers[place + 3]!;
      // What stands in for an outline goes by the name of the glyph, which the new file may not have.
      const isAdvance = !hasBox || (!isHole && boxes.isAnothers(this.glyph[at]!));
      let side: Side = "outside";
      if (isAdvance) {
        const [least, most] = [Math.min(0, this.width[at]!), Math.max(0, this.width[at]!)];
        if (isVertical) side = sideFrom(x, y, -0.5, least, 0.5, most);
        else side = sideFrom(x, y, least, DESCENT, most, ASCENT);
      }
      if (hasBox && (!isAdvance || side !== "outside")) {
        side = sideFrom(x, y, numbers[place]!, numbers[place + 1]!, numbers[place + 2]!, numbers[place + 3]!);
      }
      this.#sides[at] = side;
      if (side !== "inside") areAllInside = false;
    }
    if (!areAllInside) this.all = undefined;
  }

  /** The middle of a glyph's advance, on its base line, on the page. */
  middle(at: number, { fontSize, scale, rise }: GraphicsState, whole: Matrix, isVertical = false): [number, number] {
    const half = this.width[at]! / 2;
    const x = this.x[at]! + (isVertical ? 0 : half * fontSize * scale);
    const y = this.y[at]! + rise + (isVertical ? half * fontSize : 0);
    const [a, b, c, d, e, f] = whole;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  /** What the run covers at most, before the text matrix. */
  around(font: Font, state: GraphicsState): Box {
    const [left, bottom, right, top] = this.#largestBox(font, state);
    const pens = this.#pens;
    return [left + pens.left, bottom + pens.bottom, right + pens.right, top + pens.top];
  }

  /** Glyphs that a hole takes are outside, and none is on its edge. */
  findHoles(font: Font, state: GraphicsState, whole: Matrix, holes: Holes): void {
    if (holes.areas.length + holes.texts.length === 0) return;
    const one = new GlyphRun();
    for (let at = 0; at < this.count; at++) {
      let side = this.sideOf(at);
      if (side !== "outside" && holes.hasGlyph(...this.middle(at, state, whole, font.isVertical))) side = "outside";
      if (side !== "outside" && holes.areas.length > 0) {
        holes.look(holes.areas, COST.placedGlyph);
        one.clear();
        one.add(this.glyph[at]!, this.code[at]!, this.x[at]!, this.y[at]!, this.width[at]!, this.length[at]!);
        for (const area of holes.areas) {
          one.findSides(font, state, whole, area, true);
          if (one.sideOf(0) !== "outside") side = "outside";
        }
      }
      this.#sides[at] = side;
    }
    const sides = this.#sides.slice(0, this.count);
    this.all = sides.every((side) => side === "inside") ? "inside" : undefined;
  }

  /** What any glyph of the run covers at most, with its pen at the origin. */
  #largestBox({ isVertical, boxes }: Font, { fontSize, scale, rise }: GraphicsState): Box {
    const { glyph, width, count } = this;
    let [least, most] = [0, 0];
    for (let at = 0; at < count; at++) {
      boxes.place(glyph[at]!);
      if (width[at]! < least) least = width[at]!;
      else if (width[at]! > most) most = width[at]!;
    }
    const { around } = boxes;
    const x1 = Math.min(around.left, isVertical ? -0.5 : least) * fontSize * scale;
    const x2 = Math.max(around.right, isVertical ? 0.5 : most) * fontSize * scale;
    const y1 = Math.min(around.bottom, isVertical ? least : DESCENT) * fontSize + rise;
    const y2 = Math.max(around.top, isVertical ? most : ASCENT) * fontSize + rise;
    return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  }
}

const NOWHERE: Box = [1, 1, 0, 0];

/**
 * The places of the pen from which every glyph no larger than the box lies inside the area; empty when the text is
 * turned or slanted.
 */
function pensInside(
  [left, bottom, right, top]: Box,
  [a, b, c, d, e, f]: Matrix,
  area: Box,
  growX: number,
  growY: number,
): Box {
  if (b !== 0 || c !== 0) return NOWHERE;
  const [x1, x2] = [(area[0] + growX - e) / a, (area[2] - growX - e) / a];
  const [y1, y2] = [(area[1] + growY - f) / d, (area[3] - growY - f) / d];
  return [Math.min(x1, x2) - left, Math.min(y1, y2) - bottom, Math.max(x1, x2) - right, Math.max(y1, y2) - top];
}
