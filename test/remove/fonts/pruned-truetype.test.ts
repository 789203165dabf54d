import { describe, expect, it } from "vitest";
import { DataReader } from "../../../src/pdf-content/fonts/programs/data-reader.ts";
import { sfntTables } from "../../../src/pdf-content/fonts/programs/sfnt.ts";
import { TrueType } from "../../../src/pdf-content/fonts/programs/truetype.ts";
import { prunedTrueType } from "../../../src/remove/fonts/pruned-truetype.ts";
import { WantedGlyphs } from "../../../src/remove/fonts/wanted-glyphs.ts";
import { bytes, u16, u32 } from "../../fixtures/removal/made/shapes.ts";
import { sfnt } from "../../fixtures/removal/made/truetype.ts";
import { freeHolding } from "../../support/holding.ts";

const SIMPLE = bytes(u16(1, 0, 0, 9, 9, 0, 0));
const HEAD = bytes(u32(0x10000, 0x10000, 7, 0x5f0f3cf5), u16(3, 1000), new Array<number>(30).fill(0), u16(0, 0));

/**
 * A program of these glyphs, pruned to some of them, which are shown by numbers in this order: the tables that it has
 * then, its old glyphs in their new order, and the lengths of their outlines.
 */
function pruned(glyphs: number[][], wanted: number[], tables: Record<string, number[]> = {}) {
  const offsets = [0, ...glyphs.map((_, glyph) => glyphs.slice(0, glyph + 1).flat().length)];
  const loca = offsets.flatMap((place) => u16(place / 2));
  const before = sfnt({ glyf: glyphs.flat(), head: HEAD, loca, ...tables });
  const found = sfntTables(before);
  const asked = new WantedGlyphs("map", true, false);
  for (const [number, glyph] of wanted.entries()) asked.want(number, [glyph]);
  const { data: after, places } = prunedTrueType(before, found, new TrueType(before, found, freeHolding()), asked);
  const left = sfntTables(after);
  const table = (name: string) => {
    const { start, length } = left.get(name)!;
    return after.subarray(start, start + length);
  };
  const data = new DataReader(table("loca"));
  const lengths = [...places].map((_, place) => data.u32(4 * place + 4) - data.u32(4 * place));
  return { table, lengths, order: [...places.keys()], program: new TrueType(after, left, freeHolding()) };
}

describe("the parts of a compound glyph stay with it", () => {
  const [WORDS, SCALE, MORE, TWO_SCALES, TWO_BY_TWO] = [1, 8, 32, 64, 128];
  it.each([
    ["moved by bytes", 0, 2],
    ["moved by words", WORDS, 4],
    ["with a scale", SCALE, 4],
    ["moved by words, with a scale", WORDS | SCALE, 6],
    ["with two scales", TWO_SCALES, 6],
    ["with a matrix", TWO_BY_TWO, 10],
    ["moved by words, with a matrix", WORDS | TWO_BY_TWO, 12],
  ])("behind one that is %s", (_, flags, more) => {
    const header = u16(-1, 0, 0, 9, 9);
    const compound = bytes(header, u16(flags | MORE, 4), new Array<number>(more).fill(0xff), u16(0, 2), [1, 1]);
    const { order, table, lengths } = pruned([SIMPLE, compound, SIMPLE, SIMPLE, SIMPLE], [1]);
    expect(order).toEqual([0, 1, 4, 2]);
    expect(lengths.every((length) => length > 0)).toBe(true);
    // The parts are named by their new numbers.
    const written = new DataReader(table("glyf").subarray(lengths[0]));
    expect([written.u16(12), written.u16(16 + more)]).toEqual([2, 3]);
  });

  it("and parts behind the last are none", () => {
    const compound = bytes(u16(-1, 0, 0, 9, 9), u16(0, 2), [1, 1], u16(0, 3), [1, 1]);
    expect(pruned([SIMPLE, compound, SIMPLE, SIMPLE], [1]).order).toEqual([0, 1, 2]);
  });
});

describe("the glyphs of a pruned program", () => {
  it("have the order of the numbers by which they are shown, and not the one that they had", () => {
    expect(pruned([SIMPLE, SIMPLE, SIMPLE, SIMPLE], [3, 1]).order).toEqual([0, 3, 1]);
    expect(pruned([SIMPLE, SIMPLE, SIMPLE, SIMPLE], [1, 3]).order).toEqual([0, 1, 3]);
  });

  it("show nothing where their numbers are beyond the last, and not the glyph for missing characters", () => {
    const { order, lengths } = pruned([SIMPLE, SIMPLE], [7, 1]);
    expect(order).toEqual([0, 7, 1]);
    expect(lengths.map((length) => length > 0)).toEqual([true, false, true]);
  });

  it("have no bytes behind their outlines", () => {
    const [ON, REPEATS] = [1, 8];
    // Two contours of one and of three points, with two bytes of instructions.
    const flags = [ON, ON | REPEATS, 2];
    const outline = bytes(u16(2, 0, 0, 9, 9, 0, 3, 2), [7, 7], flags, u16(1, 1, 1, 1, 1, 1, 1, 1), [0]);
    const compound = bytes(u16(-1, 0, 0, 9, 9), u16(256, 1), [1, 1], u16(2), [8, 8]);
    const { lengths, table } = pruned(
      [[], [...outline, ...bytes("hidden")], [...compound, ...bytes("hidden")]],
      [1, 2],
    );
    expect(Buffer.from(table("glyf")).toString("latin1")).not.toContain("hidden");
    expect(lengths).toEqual([0, 40, 20]);
  });

  it("alone give the extremes of the program", () => {
    const large = bytes(u16(1, -50, -60, 900, 800, 0, 0));
    const hhea = bytes(u32(0x10000), u16(800, -200, 0, 999, -50, -9, 999, 0, 0, 0, 0, 0, 0, 0, 0, 3));
    const hmtx = u16(500, 0, 999, -50, 520, 5);
    const { table } = pruned([[], large, bytes(u16(1, 5, 6, 70, 80, 0, 0))], [2], { hhea, hmtx });
    const head = new DataReader(table("head"));
    expect([36, 38, 40, 42].map((at) => head.i16(at))).toEqual([5, 6, 70, 80]);
    const extremes = new DataReader(table("hhea"));
    expect([10, 12, 14, 16].map((at) => extremes.i16(at))).toEqual([520, 5, 450, 70]);
  });
});

describe("the maxima of a program", () => {
  /** Contours of three points each. The length is even. */
  const simple = (contours: number, instructions: number) =>
    bytes(
      u16(contours, 0, 0, 9, 9),
      u16(...Array.from({ length: contours }, (_, i) => 3 * i + 2), instructions),
      new Array<number>(instructions).fill(0),
      new Array<number>(3 * contours).fill(0x37),
      new Array<number>(6 * contours + ((contours + instructions) & 1)).fill(1),
    );
  const MORE = 32;
  const compound = (...parts: number[]) =>
    bytes(u16(-1, 0, 0, 9, 9), ...parts.map((part, i) => [...u16(i < parts.length - 1 ? MORE : 0, part), 1, 1]));
  const maxp = bytes(u32(0x10000), u16(7, 99, 98, 97, 96, 2, 1, 2, 3, 4, 5, 95, 94, 93));
  const maximaOf = (wanted: number[]) => {
    const glyphs = [[], simple(1, 0), simple(2, 3), compound(1, 2), simple(7, 9), compound(3, 3, 3), compound(6)];
    const data = new DataReader(pruned(glyphs, wanted, { maxp }).table("maxp"));
    return Array.from({ length: 13 }, (_, i) => data.u16(6 + 2 * i));
  };

  it("are those of the glyphs that stay", () => {
    expect(maximaOf([1])).toEqual([3, 1, 0, 0, 2, 1, 2, 3, 4, 5, 0, 0, 0]);
    expect(maximaOf([2, 3])).toEqual([6, 2, 9, 3, 2, 1, 2, 3, 4, 5, 3, 2, 1]);
    expect(maximaOf([5])).toEqual([6, 2, 27, 9, 2, 1, 2, 3, 4, 5, 3, 3, 2]);
  });

  it("have an end where a glyph is made of itself", () => {
    expect(maximaOf([6]).slice(10)).toEqual([0, 1, 1]);
  });
});

describe("the widths of a program in which the last one is that of all glyphs after it", () => {
  const glyphs = [SIMPLE, SIMPLE, SIMPLE, SIMPLE, SIMPLE];
  const hhea = bytes(new Array<number>(34).fill(1), u16(3), u32(77));
  const hmtx = u16(500, 1, 510, 2, 520, 3, 4, 5);
  const widths = (wanted: number[]) => {
    const data = new DataReader(pruned(glyphs, wanted, { hhea, hmtx }).table("hmtx"));
    return Array.from({ length: data.bytes.length / 2 }, (_, i) => data.u16(2 * i));
  };

  it.each([
    [[1], [500, 1, 510, 2]],
    [[2], [500, 1, 520, 3]],
    [[3], [500, 1, 520, 4]],
    [[4], [500, 1, 520, 5]],
    [
      [1, 4],
      [500, 1, 510, 2, 520, 5],
    ],
  ])("are left for the glyphs %j", (wanted, left) => {
    expect(widths(wanted)).toEqual(left);
  });

  it("are cut where the table goes on", () => {
    const { table } = pruned(glyphs, [1], { hhea, hmtx: [...hmtx, ...u16(99, 98)] });
    expect([table("hmtx").length, table("hhea").length]).toEqual([8, 36]);
  });
});

it("the names of glyphs are left for those that stay", () => {
  const names = ["a", "b", "c"].flatMap((name) => bytes([1], name));
  const post = bytes(u32(0x20000, 1, 2, 3, 0, 0, 0, 0), u16(4, 0, 258, 259, 260), names);
  const { program, table } = pruned([SIMPLE, SIMPLE, SIMPLE, SIMPLE], [2], { post });
  expect(["a", "b", "c"].map((name) => program.named(name))).toEqual([undefined, 1, undefined]);
  const data = new DataReader(table("post"));
  expect([0, 4, 8, 12].map((at) => data.u32(at))).toEqual([0x20000, 1, 2, 3]);
  const unnamed = pruned([SIMPLE, SIMPLE], [1], { post: bytes(u32(0x30000, 1, 2, 3, 0, 0, 0, 0), "more") });
  expect([unnamed.table("post").length, new DataReader(unnamed.table("post")).u32(0)]).toEqual([32, 0x30000]);
});
