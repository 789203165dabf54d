import { describe, expect, it } from "vitest";
import { Extent } from "../../../src/pdf-content/extent.ts";
import { cffIndex, readCffDict } from "../../../src/pdf-content/fonts/programs/cff-dict.ts";
import { DataReader } from "../../../src/pdf-content/fonts/programs/data-reader.ts";
import { sfntTables } from "../../../src/pdf-content/fonts/programs/sfnt.ts";
import { TrueType } from "../../../src/pdf-content/fonts/programs/truetype.ts";
import { CffDict, CffStrings, cffIndexOf, rawEntries } from "../../../src/remove/fonts/cff-parts.ts";
import { prunedTrueType } from "../../../src/remove/fonts/pruned-truetype.ts";
import { type Finds, WantedGlyphs } from "../../../src/remove/fonts/wanted-glyphs.ts";
import { trueType } from "../../fixtures/removal/made/truetype.ts";
import { freeHolding } from "../../support/holding.ts";

function wantedFor(glyphs: readonly number[], finds: Finds): WantedGlyphs {
  const wanted = new WantedGlyphs(finds, true, false);
  for (const glyph of glyphs) wanted.want(glyph, [glyph]);
  return wanted;
}

function pruned(letters: string, glyphs: number[], { finds = "map" as Finds, composite = false } = {}) {
  const bytes = trueType(letters, composite);
  const tables = sfntTables(bytes);
  const before = new TrueType(bytes, tables, freeHolding());
  const { data: after, places } = prunedTrueType(bytes, tables, before, wantedFor(glyphs, finds));
  return {
    before,
    after,
    places,
    program: new TrueType(after, sfntTables(after), freeHolding()),
    tables: sfntTables(after),
  };
}

function boxOf(program: TrueType, glyph: number): number[] {
  const extent = new Extent();
  program.addBox(glyph, extent);
  return [extent.left, extent.bottom, extent.right, extent.top];
}

describe("a pruned TrueType program", () => {
  it("has the outlines of the glyphs that stay, one behind the other, and no others", () => {
    const { before, program, after, tables, places } = pruned("abcd", [2, 4]);
    expect([...places]).toEqual([
      [0, 0],
      [2, 1],
      [4, 2],
    ]);
    for (const [glyph, place] of places) expect(boxOf(program, place)).toEqual(boxOf(before, glyph));
    const data = new DataReader(after);
    const loca = tables.get("loca")!.start;
    const lengths = [0, 1, 2].map((glyph) => data.u32(loca + 4 * glyph + 4) - data.u32(loca + 4 * glyph));
    expect(lengths.map((length) => length > 0)).toEqual([false, true, true]);
    expect(tables.get("loca")!.length).toBe(16);
    expect(tables.get("glyf")!.length).toBe(lengths[1]! + lengths[2]!);
    expect(data.u16(tables.get("maxp")!.start + 4)).toBe(3);
  });

  it("has the glyphs of which its compound ones are made", () => {
    const { before, program, places } = pruned("abc", [2], { composite: true });
    expect([...places.keys()]).toEqual([0, 2, 5]);
    expect(boxOf(program, 1)).toEqual(boxOf(before, 2));
    expect(boxOf(program, 2)).toEqual(boxOf(before, 5));
  });

  it("has the widths of the glyphs that stay only", () => {
    const { before, after, tables } = pruned("abcd", [2, 4]);
    expect(before.glyphCount).toBe(5);
    const data = new DataReader(after);
    const { start, length } = tables.get("hmtx")!;
    expect(length).toBe(12);
    expect([0, 4, 8].map((at) => data.u16(start + at) > 0)).toEqual([true, true, true]);
  });

  it("maps the codes of the glyphs that stay, where fonts look for them", () => {
    const { program } = pruned("abcxy", [1, 2, 5]);
    const glyphs = (one: TrueType) => [..."abcxyz"].map((letter) => one.maps.unicode(letter.charCodeAt(0)));
    const mac = [..."abcxyz"].map((letter) => program.maps.glyph(1, 0, letter.charCodeAt(0)));
    expect(glyphs(program)).toEqual([1, 2, 0, 0, 3, 0]);
    expect(mac.every((glyph) => glyph <= 3)).toBe(true);
    expect(pruned("abc", [1], { finds: "number" }).tables.has("cmap")).toBe(false);
  });

  it("maps codes that are new, as symbolic fonts have them, when fonts find glyphs by these", () => {
    const bytes = trueType("abcd");
    const tables = sfntTables(bytes);
    const wanted = new WantedGlyphs("code", true, false);
    wanted.want(0x64, [4]);
    wanted.want(0x90, [2]);
    const { data } = prunedTrueType(bytes, tables, new TrueType(bytes, tables, freeHolding()), wanted);
    const { maps } = new TrueType(data, sfntTables(data), freeHolding());
    expect([0x61, 0x64, 0x90].map((code) => maps.glyph(1, 0, code))).toEqual([0, 1, 2]);
    expect([0xf061, 0xf064, 0xf090].map((code) => maps.glyph(3, 0, code))).toEqual([0, 1, 2]);
    expect(maps.unicode(0x64)).toBe(0);
  });

  it("is a file as readers want it: tables in order, at fours, with their sums", () => {
    const { after } = pruned("abcd", [1, 3]);
    const data = new DataReader(after);
    const count = data.u16(4);
    const power = 2 ** Math.floor(Math.log2(count));
    expect([data.u16(6), data.u16(8), data.u16(10)]).toEqual([16 * power, Math.log2(power), 16 * (count - power)]);
    const names: string[] = [];
    for (let i = 0; i < count; i++) {
      const at = 12 + i * 16;
      names.push(data.tag(at));
      const [start, length] = [data.u32(at + 8), data.u32(at + 12)];
      expect(start % 4).toBe(0);
      let sum = 0;
      for (let word = start; word < start + length; word += 4) sum = (sum + data.u32(word)) % 2 ** 32;
      expect(data.u32(at + 4), names.at(-1)).toBe(sum);
    }
    expect(names).toEqual([...names].sort());
    expect(after.length % 4).toBe(0);
    const head = sfntTables(after).get("head")!.start;
    expect([data.u32(head + 8), data.u16(head + 50)]).toEqual([0, 1]);
  });

  it("is none where the program is not whole", () => {
    const bytes = trueType("ab");
    const tables = new Map(sfntTables(bytes));
    const program = new TrueType(bytes, tables, freeHolding());
    for (const name of ["head", "loca", "glyf"]) {
      const less = new Map([...tables].filter(([tag]) => tag !== name));
      expect(() => prunedTrueType(bytes, less, program, wantedFor([1], "map")), name).toThrow(RangeError);
    }
  });
});

describe("a CFF program that is written", () => {
  it.each([1, 254, 255, 65_534, 65_535])("has an INDEX of items of %i bytes together", (length) => {
    const items = [new Uint8Array(length - 1).fill(7), Uint8Array.of(8)];
    const bytes = cffIndexOf(items, freeHolding());
    const size = length + 1 < 256 ? 1 : length + 1 < 65_536 ? 2 : 3;
    expect(bytes[2]).toBe(size);
    const read = cffIndex(new DataReader(Uint8Array.from([0, ...bytes])), 1, freeHolding());
    expect(read.items.map((item) => Buffer.compare(item, items[read.items.indexOf(item)]!))).toEqual([0, 0]);
    expect(read.end).toBe(bytes.length + 1);
    expect([...cffIndexOf([], freeHolding())]).toEqual([0, 0]);
  });

  it("has dictionaries with all their numbers", () => {
    const dict = new CffDict();
    dict.add(17, [1234, -5]);
    dict.places(1200, [7]);
    dict.place(1236, 2 ** 30);
    dict.raw(5, Uint8Array.of(140, 141));
    const copy = dict.copy();
    dict.place(15, 3);
    expect([...readCffDict(copy.bytes())]).toEqual([
      [17, [1234, -5]],
      [1200, [7]],
      [1236, [2 ** 30]],
      [5, [1, 2]],
    ]);
    expect(readCffDict(dict.bytes()).get(15)).toEqual([3]);
  });

  it("keeps the operands of entries as they are, of whatever length", () => {
    const operands = [
      [139],
      [247, 0],
      [254, 9],
      [28, 1, 2],
      [29, 1, 2, 3, 4],
      [30, 0x1a, 0x5f],
      [30, 0x12, 0xff],
      [30, 0xf0],
      [246, 250, 1, 28, 0, 0],
    ];
    const bytes = Uint8Array.from(operands.flatMap((each, i) => [...each, ...(i % 2 === 0 ? [i] : [12, i])]));
    const entries = [...rawEntries(bytes)].map(([operator, raw]) => [operator, [...raw]]);
    expect(entries).toEqual(operands.map((each, i) => [i % 2 === 0 ? i : 1200 + i, each]));
  });

  it("numbers each string once, behind those of all programs", () => {
    const strings = new CffStrings();
    expect([".notdef", "space", "one more", "another", "one more"].map((name) => strings.id(name))).toEqual([
      0, 1, 391, 392, 391,
    ]);
    expect(strings.items).toHaveLength(2);
  });
});
