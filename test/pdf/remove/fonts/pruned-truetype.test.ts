import { describe, expect, it } from "vitest";
import { DataReader } from "../../../../src/pdf/content/fonts/programs/data-reader.ts";
import { sfntTables } from "../../../../src/pdf/content/fonts/programs/sfnt.ts";
import { TrueType } from "../../../../src/pdf/content/fonts/programs/truetype.ts";
import { prunedTrueType } from "../../../../src/pdf/remove/fonts/pruned-truetype.ts";
import { bytes, u16, u32 } from "../../../fixtures/removal/made/shapes.ts";
import { sfnt } from "../../../fixtures/removal/made/truetype.ts";

const SIMPLE = bytes(u16(1, 0, 0, 9, 9, 0, 0));
const HEAD = bytes(u32(0x10000, 0x10000, 7, 0x5f0f3cf5), u16(3, 1000), new Array<number>(30).fill(0), u16(0, 0));

/** A program of these glyphs, pruned to some of them: the tables that it has then, and the lengths of its outlines. */
function pruned(glyphs: number[][], wanted: number[], tables: Record<string, number[]> = {}) {
  const places = [0, ...glyphs.map((_, glyph) => glyphs.slice(0, glyph + 1).flat().length)];
  const loca = places.flatMap((place) => u16(place / 2));
  const before = sfnt({ glyf: glyphs.flat(), head: HEAD, loca, ...tables });
  const found = sfntTables(before);
  const after = prunedTrueType(before, found, new TrueType(before, found), new Set(wanted), true);
  const left = sfntTables(after);
  const table = (name: string) => {
    const { start, length } = left.get(name)!;
    return after.subarray(start, start + length);
  };
  const data = new DataReader(table("loca"));
  const lengths = glyphs.map((_, glyph) => data.u32(4 * glyph + 4) - data.u32(4 * glyph));
  return { table, lengths, program: new TrueType(after, left) };
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
    const compound = bytes(header, u16(flags | MORE, 2), new Array<number>(more).fill(0xff), u16(0, 4), [1, 1]);
    const { lengths } = pruned([SIMPLE, compound, SIMPLE, SIMPLE, SIMPLE], [1]);
    expect(lengths.map((length) => length > 0)).toEqual([true, true, true, false, true]);
  });

  it("and parts behind the last are none", () => {
    const compound = bytes(u16(-1, 0, 0, 9, 9), u16(0, 2), [1, 1], u16(0, 3), [1, 1]);
    const { lengths } = pruned([SIMPLE, compound, SIMPLE, SIMPLE], [1]);
    expect(lengths.map((length) => length > 0)).toEqual([true, true, true, false]);
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
    [[1], [500, 1, 510, 2, 0, 0, 0, 0]],
    [[2], [500, 1, 0, 0, 520, 3, 0, 0]],
    [[3], [500, 1, 0, 0, 520, 3, 4, 0]],
    [[4], [500, 1, 0, 0, 520, 3, 0, 5]],
    [
      [1, 4],
      [500, 1, 510, 2, 520, 3, 0, 5],
    ],
  ])("are left for the glyphs %j", (wanted, left) => {
    expect(widths(wanted)).toEqual(left);
  });

  it("are cut where the table goes on", () => {
    const { table } = pruned(glyphs, [1], { hhea, hmtx: [...hmtx, ...u16(99, 98)] });
    expect([table("hmtx").length, table("hhea").length]).toEqual([16, 36]);
  });
});

it("the names of glyphs are left for those that stay", () => {
  const names = ["a", "b", "c"].flatMap((name) => bytes([1], name));
  const post = bytes(u32(0x20000, 1, 2, 3, 0, 0, 0, 0), u16(4, 0, 258, 259, 260), names);
  const { program, table } = pruned([SIMPLE, SIMPLE, SIMPLE, SIMPLE], [2], { post });
  expect(["a", "b", "c"].map((name) => program.named(name))).toEqual([undefined, 2, undefined]);
  const data = new DataReader(table("post"));
  expect([0, 4, 8, 12].map((at) => data.u32(at))).toEqual([0x20000, 1, 2, 3]);
  const unnamed = pruned([SIMPLE, SIMPLE], [1], { post: bytes(u32(0x30000, 1, 2, 3, 0, 0, 0, 0), "more") });
  expect([unnamed.table("post").length, new DataReader(unnamed.table("post")).u32(0)]).toEqual([32, 0x30000]);
});
