import { describe, expect, it } from "vitest";
import { CharacterMaps } from "../../../../src/pdf-content/fonts/programs/character-maps.ts";
import { DataReader } from "../../../../src/pdf-content/fonts/programs/data-reader.ts";
import { freeHolding } from "../../../support/holding.ts";

const u16 = (...values: number[]) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value & 0xffff));

/** Glyphs of the codes 0, 1, 2 …, the rest being 0. */
const bytes = (...glyphs: number[]) => [...u16(0, 262, 0), ...glyphs, ...Array<number>(256 - glyphs.length).fill(0)];

/** The codes 10 to 12 with glyphs by a difference, 20 to 22 with glyphs of a list, and what ends the map. */
const segments = u16(
  ...[4, 46, 0, 6, 0, 0, 0],
  ...[12, 22, 0xffff, 0],
  ...[10, 20, 0xffff],
  ...[0x10000 - 5, 100, 1],
  ...[0, 4, 0],
  ...[1, 0, 3],
);
const trimmed = u16(6, 16, 0, 30, 3, 7, 0, 9);
const groups = [...u16(12, 0), ...u32(40, 0, 2), ...u32(50, 52, 500), ...u32(0x1f600, 0x1f601, 600)];

/** A font's table behind two other bytes, with a map for each platform and encoding. */
function maps(...all: [platform: number, encoding: number, map: number[]][]): CharacterMaps {
  let at = 4 + all.length * 8;
  const records = all.flatMap(([platform, encoding, { length }]) => {
    const record = [...u16(platform, encoding), ...u32(at)];
    at += length;
    return record;
  });
  const table = [...u16(0, all.length), ...records, ...all.flatMap(([, , map]) => map)];
  const data = Uint8Array.from([77, 77, ...table]);
  return new CharacterMaps(new DataReader(data), { start: 2, length: table.length }, freeHolding());
}

const glyphs = (map: number[], codes: number[]) => codes.map((code) => maps([3, 1, map]).glyph(3, 1, code));

describe("the glyph of a code", () => {
  it("is at its place in a map of bytes", () => {
    expect(glyphs(bytes(4, 5, 6), [0, 1, 2, 3, 255, 256])).toEqual([4, 5, 6, 0, 0, 0]);
  });

  it("is found by segments, with a difference or in a list", () => {
    expect(glyphs(segments, [9, 10, 11, 12, 13])).toEqual([0, 5, 6, 7, 0]);
    expect(glyphs(segments, [19, 20, 21, 22, 23, 0xfffe])).toEqual([0, 101, 0, 103, 0, 0]);
  });

  it("is found in a list that is trimmed", () => {
    expect(glyphs(trimmed, [29, 30, 31, 32, 33])).toEqual([0, 7, 0, 9, 0]);
  });

  it("is found by groups", () => {
    expect(glyphs(groups, [49, 50, 51, 52, 53])).toEqual([0, 500, 501, 502, 0]);
    expect(glyphs(groups, [0x1f5ff, 0x1f600, 0x1f601, 0x1f602])).toEqual([0, 600, 601, 0]);
  });

  it("is none in a map of another format, nor in one that is not there", () => {
    expect(glyphs([...u16(2), ...bytes(1).slice(2)], [0])).toEqual([0]);
    expect(maps([3, 1, bytes(1)]).glyph(1, 0, 0)).toBe(0);
    expect(new CharacterMaps(new DataReader(Uint8Array.of()), undefined, freeHolding()).glyph(3, 1, 0)).toBe(0);
  });

  it("is that of the first of two maps of the same kind", () => {
    expect(maps([3, 1, bytes(1)], [3, 1, bytes(2)]).glyph(3, 1, 0)).toBe(1);
  });
});

describe("the glyph of a character", () => {
  it.each([
    [3, 10],
    [3, 1],
    [0, 4],
    [0, 3],
    [0, 1],
    [0, 0],
    [0, 2],
    [0, 6],
  ])("is found in a map of platform %i and encoding %i", (platform, encoding) => {
    expect(maps([platform, encoding, bytes(7)]).unicode(0)).toBe(7);
  });

  it("is not found in a map of symbols or of the Mac", () => {
    expect(maps([3, 0, bytes(7)], [1, 0, bytes(7)]).unicode(0)).toBe(0);
  });

  it("is sought in the next map where one has none", () => {
    const both = maps([3, 1, bytes(1, 0)], [3, 10, bytes(0, 2)]);
    expect([both.unicode(0), both.unicode(1), both.unicode(2)]).toEqual([1, 2, 0]);
  });
});

describe("the character of a glyph", () => {
  it("is the first of those that show it", () => {
    const map = maps([3, 1, bytes(0, 7, 8, 7)]);
    expect([7, 8, 0, 9].map((glyph) => map.characterOf(glyph))).toEqual([1, 2, undefined, undefined]);
  });

  it.each([
    ["segments", segments, { 5: 10, 7: 12, 101: 20, 103: 22 }],
    ["a trimmed list", trimmed, { 7: 30, 9: 32 }],
    ["groups", groups, { 500: 50, 502: 52, 601: 0x1f601 }],
  ])("is found by %s", (_, map, found) => {
    for (const [glyph, character] of Object.entries(found))
      expect(maps([3, 1, map]).characterOf(Number(glyph))).toBe(character);
    expect(maps([3, 1, map]).characterOf(99)).toBeUndefined();
  });
});

describe("a table of more than any font has", () => {
  it("is read to its 64th map", () => {
    const many = (count: number) =>
      maps(...Array.from({ length: count }, (_, i): [number, number, number[]] => [7, i, []]), [3, 1, bytes(5)]);
    expect(many(63).glyph(3, 1, 0)).toBe(5);
    expect(many(64).glyph(3, 1, 0)).toBe(0);
  });

  it("has its first 65,536 characters looked up to find which glyph shows which", () => {
    const map = maps([
      3,
      10,
      [...u16(12, 0), ...u32(40, 0, 2), ...u32(0, 0xfffe, 1), ...u32(0x20000, 0x20001, 70_000)],
    ]);
    expect([1, 0xffff, 70_000, 70_001].map((glyph) => map.characterOf(glyph))).toEqual([0, 0xfffe, 0x20000, undefined]);
  });

  it("has no codes of two bytes from 0xffff on", () => {
    const map = [...u16(12, 0), ...u32(28, 0, 1), ...u32(0xfffd, 0x10010, 1)];
    expect(maps([3, 10, map]).codes(3, 10)).toEqual([0xfffd, 0xfffe]);
  });

  it("may say an odd length of its segments", () => {
    const odd = [...segments.slice(0, 7), 7, ...segments.slice(8)];
    expect(glyphs(odd, [10, 12, 20])).toEqual([5, 7, 101]);
    expect(maps([3, 1, odd]).codes(3, 1)).toEqual([10, 11, 12, 20, 21, 22]);
  });
});

describe("the codes of a map", () => {
  it.each([
    ["segments", segments, [10, 11, 12, 20, 21, 22]],
    ["a trimmed list", trimmed, [30, 31, 32]],
    ["groups, of two bytes only", groups, [50, 51, 52]],
  ])("are those of %s", (_, map, codes) => {
    expect(maps([3, 1, map]).codes(3, 1)).toEqual(codes);
  });

  it("are all of a byte in a map of bytes, and none of a map that is not there", () => {
    expect(maps([3, 1, bytes(1)]).codes(3, 1)).toEqual(Array.from({ length: 256 }, (_, code) => code));
    expect(maps([3, 1, bytes(1)]).codes(1, 0)).toEqual([]);
  });

  it("are named once and in order, whatever the order of their groups and however these lie over each other", () => {
    const map = [...u16(12, 0), ...u32(52, 0, 3), ...u32(7, 9, 1), ...u32(2, 3, 1), ...u32(3, 7, 1)];
    expect(maps([3, 1, map]).codes(3, 1)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
