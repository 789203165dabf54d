import { expect, it } from "vitest";
import { Extent } from "../../../../../src/pdf/content/extent.ts";
import { sfntTables } from "../../../../../src/pdf/content/fonts/programs/sfnt.ts";
import { TrueType } from "../../../../../src/pdf/content/fonts/programs/truetype.ts";
import { sfnt } from "../../../../fixtures/removal/made/truetype.ts";

const words = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);

/** A font of 1000 units: its only glyph has one contour in the box, and all glyphs lie from -50, -200 to 600, 800. */
function font(box: [number, number, number, number], tables: string[] = ["glyf", "head", "loca"]): TrueType {
  const all: Record<string, number[]> = {
    glyf: words(1, ...box),
    head: words(...Array<number>(9).fill(0), 1000, 0, 0, 0, 0, 0, 0, 0, 0, -50, -200, 600, 800, 0, 0, 0, 0, 0),
    loca: words(0, 5),
  };
  const bytes = sfnt(Object.fromEntries(tables.map((name) => [name, all[name]!])));
  return new TrueType(bytes, sfntTables(bytes));
}

function boxOf(font: TrueType): number[] | undefined {
  const extent = new Extent();
  return font.addBox(0, extent) ? [extent.left, extent.bottom, extent.right, extent.top] : undefined;
}

it("a glyph covers the box that its header says, in parts of an em", () => {
  expect(boxOf(font([10, -20, 300, 400]))).toEqual([0.01, -0.02, 0.3, 0.4]);
});

it.each([
  ["is empty", [0, 0, 0, 0]],
  ["is turned round", [300, 0, 10, 400]],
  ["stands on its head", [0, 400, 300, 0]],
] as [string, [number, number, number, number]][])("a glyph whose own box %s covers that of all glyphs", (_, box) => {
  expect(boxOf(font(box))).toEqual([-0.05, -0.2, 0.6, 0.8]);
});

it("a glyph without a box of its own covers nothing known where the font says none for all", () => {
  expect(boxOf(font([0, 0, 0, 0], ["glyf", "loca"]))).toBeUndefined();
});
