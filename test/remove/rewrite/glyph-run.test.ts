import { describe, expect, it } from "vitest";
import type { Font } from "../../../src/pdf-content/fonts/font.ts";
import { GlyphBoxes } from "../../../src/pdf-content/fonts/glyph-boxes.ts";
import { IDENTITY, type Matrix } from "../../../src/pdf-content/matrix.ts";
import type { GraphicsState } from "../../../src/pdf-content/state/graphics-state.ts";
import { GlyphRun } from "../../../src/remove/rewrite/glyph-run.ts";
import { freeHolding } from "../../support/holding.ts";

const AREA = [0, 0, 100, 100] as const;
/** The widths of two glyphs without an outline, and of two with one. */
const WIDTHS = [0.6, -1.3, 0.5, 0.5];

/** Glyphs 2 and 3 have outlines, one to the left and below its pen, the other right of it and above. */
function fontOf(isVertical: boolean): Font {
  const boxes = new GlyphBoxes((glyph, into) => {
    if (glyph === 2) into.addBox(-0.4, -0.3, 0.2, 0.1, IDENTITY);
    if (glyph === 3) into.addBox(0.1, 0.2, 0.9, 1.1, IDENTITY);
  }, freeHolding());
  return { isVertical, boxes } as Font;
}

/** Where each glyph lies with its pen at places around all edges of the area. */
function sides(isVertical: boolean, given: Partial<GraphicsState>, turn: number): string {
  const run = new GlyphRun();
  const steps = Array.from({ length: 33 }, (_, i) => (i < 17 ? i * 1.9 - 15.03 : i * 1.9 + 54.03));
  for (const x of steps)
    for (const y of [50, -3.03, 1.07, 4.03, 9.03, 88.07, 92.07, 97.07, 103.03])
      for (const [glyph, width] of WIDTHS.entries()) {
        run.add(glyph, glyph, x, y, width, 1);
        run.add(glyph, glyph, y, x, width, 1);
      }
  const matrix: Matrix = [1, turn, turn, 1, 0, 0];
  const state = { fontSize: 10, scale: 1, rise: 0, lineWidth: 1, textMode: 0, matrix, ...given } as GraphicsState;
  run.findSides(fontOf(isVertical), state, matrix, AREA);
  return Array.from({ length: run.count }, (_, at) => run.sideOf(at)[0]).join("");
}

describe("where upright glyphs lie, of which most are not measured one by one, is where turned ones lie", () => {
  const states: Partial<GraphicsState>[] = [
    ...[{}, { fontSize: -10 }, { scale: -0.7 }, { fontSize: -8, scale: -1.5 }, { rise: 6 }, { rise: -6 }],
    { lineWidth: 4, textMode: 1 },
  ];
  it.each(states.flatMap((state) => [false, true].map((isVertical) => [state, isVertical] as const)))(
    "with %j, vertical: %s",
    (state, isVertical) => {
      const upright = sides(isVertical, state, 0);
      expect(new Set(upright)).toEqual(new Set("ioe"));
      expect(upright).toBe(sides(isVertical, state, 1e-13));
    },
  );
});

it("a glyph that leans over the area's edge is not inside, though it would be if it stood upright", () => {
  const sideWith = (slant: number): string => {
    const run = new GlyphRun();
    run.add(3, 3, 40, 2, 0.5, 1);
    const matrix: Matrix = [1, 0, slant, 1, 0, 0];
    run.findSides(
      fontOf(false),
      { fontSize: 10, scale: 1, rise: 0, lineWidth: 1, textMode: 0, matrix } as GraphicsState,
      matrix,
      AREA,
    );
    return run.sideOf(0);
  };
  expect([0, 6].map(sideWith)).toEqual(["inside", "edge"]);
});

it("a line's width counts for glyphs that are stroked, and for no others", () => {
  const wide = { lineWidth: 8 };
  const [fills, strokes, both, hides] = [0, 1, 2, 3].map((textMode) => sides(false, { ...wide, textMode }, 0));
  expect(strokes).toBe(both);
  expect(strokes).not.toBe(fills);
  expect(hides).toBe(fills);
  expect(sides(false, { ...wide, textMode: 5 }, 0)).toBe(strokes);
});
