import { describe, expect, it } from "vitest";
import { Extent } from "../../../../src/pdf-content/extent.ts";
import { sfntTables } from "../../../../src/pdf-content/fonts/programs/sfnt.ts";
import { TrueType } from "../../../../src/pdf-content/fonts/programs/truetype.ts";
import { sfnt } from "../../../fixtures/removal/made/truetype.ts";
import { freeHolding } from "../../../support/holding.ts";

const words = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);

/** A font of 1000 units: its only glyph has one contour in the box, and all glyphs lie from -50, -200 to 600, 800. */
function font(box: [number, number, number, number], tables: string[] = ["glyf", "head", "loca"]): TrueType {
  const all: Record<string, number[]> = {
    glyf: words(1, ...box),
    head: words(...Array<number>(9).fill(0), 1000, 0, 0, 0, 0, 0, 0, 0, 0, -50, -200, 600, 800, 0, 0, 0, 0, 0),
    loca: words(0, 5),
  };
  const bytes = sfnt(Object.fromEntries(tables.map((name) => [name, all[name]!])));
  return new TrueType(bytes, sfntTables(bytes), freeHolding());
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

describe("a glyph begins at its left side bearing", () => {
  const simple = words(1, 10, -20, 300, 400);
  /** Made of glyph 0, whose metrics it has if it says so. */
  const composite = (flags: number) => [...words(-1, 60, 0, 360, 400), ...words(flags, 0, 0)];
  function left(tables: Record<string, number[]>, glyph = 0): number {
    const glyf = [...simple, ...composite(tables.flags?.[0] ?? 0)];
    const { flags, ...others } = tables;
    const bytes = sfnt({ glyf, loca: words(0, 5, 13), hhea: hhea(2), ...others });
    const extent = new Extent();
    new TrueType(bytes, sfntTables(bytes), freeHolding()).addBox(glyph, extent);
    expect(extent.right - extent.left).toBeCloseTo(glyph === 0 ? 0.29 : 0.3, 6);
    return Math.round(extent.left * 1000);
  }
  const hhea = (metrics: number) => words(...Array<number>(17).fill(0), metrics);

  it.each<[string, Record<string, number[]>, number, number]>([
    ["to the right of its outline", { hmtx: words(500, 80, 500, 0) }, 0, 80],
    ["to the left of it", { hmtx: words(500, -40, 500, 0) }, 0, -40],
    ["in the part of the table that has only bearings", { hhea: hhea(1), hmtx: words(500, 10, 33) }, 1, 33],
    ["at 0 beyond the end of the table", { hhea: hhea(1), hmtx: words(500, 10) }, 1, 0],
    ["as its header says, where the font has no metrics", {}, 0, 10],
    ["of its own, a composite too", { hmtx: words(500, 80, 500, 0) }, 1, 0],
    [
      "moved as its component is, where it has that one's metrics",
      { flags: [0x200], hmtx: words(500, 80, 0, 0) },
      1,
      130,
    ],
  ])("%s", (_, tables, glyph, expected) => {
    expect(left(tables, glyph)).toBe(expected);
  });
});

describe("the glyphs of a TrueType program", () => {
  const glyph = (contours: number) => words(contours, 10, -20, 300, 400);
  const head = (unitsPerEm: number, isLong: number) =>
    words(...Array<number>(9).fill(0), unitsPerEm, ...Array<number>(8).fill(0), 0, 0, 600, 800, 0, 0, 0, isLong, 0);
  const boxes = (tables: Record<string, number[]>) => {
    const bytes = sfnt({ glyf: [...glyph(1), ...glyph(0), ...glyph(-1)], ...tables });
    const made = new TrueType(bytes, sfntTables(bytes), freeHolding());
    return [0, 1, 2, 3].map((one) => {
      const extent = new Extent();
      return made.addBox(one, extent) ? extent.right : undefined;
    });
  };
  const NOTHING = Number.NEGATIVE_INFINITY;
  const loca = words(0, 5, 10, 15);

  it.each([
    ["by offsets of two bytes", { head: head(1000, 0), loca }],
    ["by offsets of four bytes", { head: head(1000, 1), loca: words(0, 0, 0, 10, 0, 20, 0, 30) }],
    ["of 1000 units where the font says none", { head: head(0, 0), loca }],
    ["of 1000 units where the font has no head", { loca }],
    ["as many as there are offsets, where the font announces more", { loca, maxp: words(1, 0, 9) }],
    ["as many as there are offsets, where the font announces none", { loca, maxp: words(1, 0, 0) }],
  ])("are found %s: one without contours covers nothing, and neither does one that is not there", (_, tables) => {
    expect(boxes(tables)).toEqual([0.3, NOTHING, 0.3, NOTHING]);
  });

  it("are as many as the font announces, where there are more offsets", () => {
    expect(boxes({ loca, maxp: words(1, 0, 2) })).toEqual([0.3, NOTHING, NOTHING, NOTHING]);
  });

  it("cover parts of an em", () => {
    expect(boxes({ head: head(2000, 0), loca })).toEqual([0.15, NOTHING, 0.15, NOTHING]);
  });

  it.each([9, 0x4001])("cover nothing known in an em of %i units, of which no viewer loads a program", (units) => {
    expect(boxes({ head: head(units, 0), loca })).toEqual([undefined, undefined, undefined, undefined]);
  });

  it.each([
    ["lies beyond the program's end", words(0, 0x4000, 0x4005, 0x4005)],
    ["goes on behind their outline", words(0, 4, 15, 15)],
  ])("cover nothing where their header %s", (_, loca) => {
    expect(boxes({ loca })[loca[3] === 4 ? 0 : 1]).toBe(NOTHING);
  });
});
