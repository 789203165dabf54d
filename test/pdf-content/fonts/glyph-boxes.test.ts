import { expect, it } from "vitest";
import { MAX_GLYPH_BOXES } from "../../../src/pdf-content/content-limits.ts";
import { GlyphBoxes } from "../../../src/pdf-content/fonts/glyph-boxes.ts";
import { freeHolding } from "../../support/holding.ts";

/** Each glyph's box is as wide as its number; `measured` is told of each that is worked out. */
function boxesOf(measured: number[]): (glyph: number) => number[] {
  const boxes = new GlyphBoxes((glyph, into) => {
    measured.push(glyph);
    into.point(0, -1);
    into.point(glyph, 2);
  }, freeHolding());
  return (glyph) => {
    const place = boxes.place(glyph);
    return [...boxes.numbers.subarray(place, place + 4)];
  };
}

it("the box of a glyph is worked out once, however often it is shown and whatever is shown between", () => {
  const measured: number[] = [];
  const boxOf = boxesOf(measured);
  const shown = [...Array(300).keys(), ...Array(300).keys()];
  for (const glyph of shown) expect(boxOf(glyph)).toEqual([0, -1, glyph, 2]);
  expect(measured).toEqual([...Array(300).keys()]);
});

it("a font with more glyphs than are kept has all its boxes right, some worked out again", () => {
  const measured: number[] = [];
  const boxOf = boxesOf(measured);
  for (let glyph = 0; glyph <= MAX_GLYPH_BOXES; glyph++) boxOf(glyph);
  for (const glyph of [0, 255, 256, MAX_GLYPH_BOXES]) expect(boxOf(glyph)).toEqual([0, -1, glyph, 2]);
  expect(measured.slice(MAX_GLYPH_BOXES + 1)).toEqual([0, 255, 256]);
});
