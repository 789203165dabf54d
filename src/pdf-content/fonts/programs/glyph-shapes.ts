import type { Extent } from "../../extent.ts";
import type { Matrix } from "../../matrix.ts";

/** Where an outline is drawn: only its box is kept. */
export interface Target {
  readonly into: Extent;
  readonly by: Matrix;
}

/** The outlines of a font program's glyphs. */
export interface GlyphShapes {
  /**
   * Adds the box of a glyph's outline, in text space at size 1, transformed by `by` if that is given; nothing for a
   * glyph without one. False when the box is unknown.
   */
  addBox(glyph: number, into: Extent, by?: Matrix): boolean;
  /** How far the pen goes on after a glyph, in text space at size 1; undefined when the program does not say. */
  advance(glyph: number): number | undefined;
  /** The glyph that is shown for characters that the font does not have. */
  readonly notdef: number;
}

/** Font programs in which a character is found by name: Type 1, and CFF without CIDs. */
export interface NamedShapes extends GlyphShapes {
  /** The glyph of this name; undefined when there is none. */
  named(name: string): number | undefined;
  /** The name that the program's own encoding gives a code. */
  builtIn(code: number): string | undefined;
}
