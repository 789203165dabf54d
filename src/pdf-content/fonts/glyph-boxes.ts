import type { Holding } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { MAX_GLYPH_BOXES } from "../content-limits.ts";
import { Extent } from "../extent.ts";
import { IDENTITY, type Matrix } from "../matrix.ts";

/**
 * Works out the box of a glyph: of its outline in text space at size 1, transformed by `by`. False when it is that of
 * another font's glyph, as this one has no outline that can be read.
 */
export type MeasureGlyph = (glyph: number, into: Extent, by: Matrix) => boolean | undefined;

/**
 * The boxes of a font's glyphs, each worked out once: four numbers a glyph, left above right where nothing is drawn.
 */
export class GlyphBoxes {
  numbers = new Float64Array(4 * 64);
  /** What the glyphs asked for so far cover together. */
  readonly around = new Extent();
  /** The places of the boxes of glyphs 0 to 255, which are asked for most; -1 for one that was not asked for. */
  readonly #low = new Int32Array(256).fill(-1);
  readonly #places = new Map<number, number>();
  readonly #others = new Set<number>();
  readonly #measure: MeasureGlyph;
  readonly #holding: Holding;
  readonly #extent = new Extent();
  #by = IDENTITY;
  #turned: GlyphBoxes | undefined;

  constructor(measure: MeasureGlyph, holding: Holding) {
    this.#measure = measure;
    this.#holding = holding;
    holding.take(this.numbers.byteLength + this.#low.byteLength);
  }

  /** The boxes of the same glyphs, transformed. Those of the latest matrix are kept. */
  turned(by: Matrix): GlyphBoxes {
    this.#turned ??= new GlyphBoxes(this.#measure, this.#holding);
    this.#turned.#turn(by);
    return this.#turned;
  }

  #turn(by: Matrix): void {
    if (by.every((value, i) => value === this.#by[i])) return;
    this.#by = by;
    this.#forget();
  }

  #forget(): void {
    this.#places.clear();
    this.#others.clear();
    this.#low.fill(-1);
  }

  /** Whether the box of a glyph that was asked for is that of another font's. */
  isAnothers(glyph: number): boolean {
    return this.#others.has(glyph);
  }

  /** Where the glyph's box begins in `numbers`. */
  place(glyph: number): number {
    const low = this.#low[glyph] ?? this.#places.get(glyph) ?? -1;
    return low >= 0 ? low : this.#add(glyph);
  }

  #add(glyph: number): number {
    const extent = this.#extent;
    extent.clear();
    this.#holding.work.spend(COST.measuredGlyph);
    if (this.#places.size >= MAX_GLYPH_BOXES) this.#forget();
    if (this.#measure(glyph, extent, this.#by) === false) this.#others.add(glyph);
    const place = this.#places.size * 4;
    if (place >= this.numbers.length) {
      // A place in the map takes as much as the box.
      this.#holding.take(this.numbers.byteLength * 2);
      const grown = new Float64Array(this.numbers.length * 2);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.#places.set(glyph, place);
    if (glyph < 256) this.#low[glyph] = place;
    this.around.add(extent);
    this.numbers[place] = extent.left;
    this.numbers[place + 1] = extent.bottom;
    this.numbers[place + 2] = extent.right;
    this.numbers[place + 3] = extent.top;
    return place;
  }
}
