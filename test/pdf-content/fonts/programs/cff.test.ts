import { describe, expect, it } from "vitest";
import { Extent } from "../../../../src/pdf-content/extent.ts";
import { Cff } from "../../../../src/pdf-content/fonts/programs/cff.ts";
import { cffIndex, readCffDict } from "../../../../src/pdf-content/fonts/programs/cff-dict.ts";
import { DataReader } from "../../../../src/pdf-content/fonts/programs/data-reader.ts";
import { index, type MadeCff, madeCff, square } from "../../../fixtures/cff.ts";
import { u16 } from "../../../fixtures/removal/made/shapes.ts";
import { freeHolding } from "../../../support/holding.ts";

describe("an INDEX", () => {
  const read = (bytes: number[], at = 1) => {
    const { items, end } = cffIndex(new DataReader(Uint8Array.from(bytes)), at, freeHolding());
    return { items: items.map((item) => [...item]), end };
  };

  it.each([1, 2, 3, 4])("has offsets of %i bytes", (size) => {
    const bytes = index([[1, 2], [], [3]], size);
    expect(read([9, ...bytes, 9])).toEqual({ items: [[1, 2], [], [3]], end: 1 + bytes.length });
  });

  it("of one item has it, and of none is two bytes long", () => {
    expect(read([9, ...index([[7]])])).toEqual({ items: [[7]], end: 7 });
    expect(read([9, 0, 0, 7])).toEqual({ items: [], end: 3 });
  });

  it("is empty at the beginning, with impossible offsets, or where its offsets are cut off", () => {
    expect(read(index([[7]]), 0).items).toEqual([]);
    for (const size of [0, 5]) expect(read([9, 0, 1, size, 1, 2, 7])).toEqual({ items: [], end: 3 });
    expect(read([9, 0, 9, 1, 1])).toEqual({ items: [], end: 5 });
  });

  it("has nothing for an item that ends before it begins", () => {
    expect(read([9, 0, 2, 1, 3, 1, 2, 7, 8]).items).toEqual([[], [7]]);
  });
});

describe("a DICT has", () => {
  it.each<[string, number[], number]>([
    ["the least number of a byte", [32], -107],
    ["the greatest number of a byte", [246], 107],
    ["the least of two bytes", [247, 0], 108],
    ["the greatest of two bytes", [250, 255], 1131],
    ["the greatest negative of two bytes", [251, 0], -108],
    ["the least of two bytes below 0", [254, 255], -1131],
    ["a number of three bytes", [28, 0x12, 0x34], 0x1234],
    ["a negative one of three bytes", [28, 0xff, 0xfe], -2],
    ["a number of five bytes", [29, 0x12, 0x34, 0x56, 0x78], 0x12345678],
    ["a negative one of five bytes", [29, 0xff, 0xff, 0xff, 0xfe], -2],
    ["a real number", [30, 0xe2, 0xa2, 0x5f], -2.25],
    ["a real number to a power", [30, 0x1b, 0x3f], 1000],
    ["a real number to a negative power", [30, 0x1c, 0x3f], 0.001],
    ["all digits", [30, 0x98, 0x76, 0x54, 0x32, 0x10, 0xff], 9876543210],
    ["a real number that is none", [30, 0xaa, 0xff], 0],
  ])("%s", (_, bytes, value) => {
    expect([...readCffDict(Uint8Array.from([...bytes, 17]))]).toEqual([[17, [value]]]);
  });

  it("operators of one byte and of two, each with its operands", () => {
    const dict = readCffDict(Uint8Array.from([140, 141, 0, 142, 21, 12, 30, 143, 12, 7]));
    expect([...dict]).toEqual([
      [0, [1, 2]],
      [21, [3]],
      [1230, []],
      [1207, [4]],
    ]);
  });
});

const program = (made?: MadeCff): Cff => new Cff(madeCff(made), freeHolding());

function boxOf(font: Cff, glyph: number): number[] {
  const extent = new Extent();
  font.addBox(glyph, extent);
  return [extent.left, extent.bottom, extent.right, extent.top].map((value) => Math.round(value * 1e6) / 1e6);
}

describe("the glyphs of a CFF program", () => {
  it("are boxes in thousandths of an em", () => {
    const font = program();
    expect([1, 2, 3].map((glyph) => boxOf(font, glyph))).toEqual([
      [0, 0, 0.01, 0.01],
      [0.01, 0.02, 0.04, 0.05],
      [0.005, 0.005, 0.055, 0.055],
    ]);
  });

  it("are boxes by the program's own matrix", () => {
    const matrix = [30, 0x0a, 0x01, 0xff, 139, 139, 30, 0x0a, 0x02, 0xff, 140, 139, 12, 7];
    expect(boxOf(program({ top: matrix }), 1)).toEqual([1, 0, 1.1, 0.2]);
  });

  it.each([
    ["format 0", [0, ...u16(34, 35, 36)]],
    ["format 1", [1, ...u16(34), 2]],
    ["format 2", [2, ...u16(34), ...u16(2)]],
    ["two ranges", [1, ...u16(34), 0, ...u16(35), 9]],
  ])("have the names of a charset of %s", (_, charset) => {
    const font = program({ charset });
    expect(["A", "B", "C", "D", ".notdef"].map((name) => font.named(name))).toEqual([1, 2, 3, undefined, 0]);
  });

  it("have names of the program's own, and those of all programs where it has no charset", () => {
    const own = program({ charset: [0, ...u16(391, 392, 1)], strings: ["first", "second"] });
    expect(["first", "second", "space"].map((name) => own.named(name))).toEqual([1, 2, 3]);
    expect(["space", "exclam", "quotedbl"].map((name) => program().named(name))).toEqual([1, 2, 3]);
  });

  it("have codes of an encoding by lists and by ranges, and further ones by their names", () => {
    const charset = [1, ...u16(34), 2];
    const list = program({ charset, encoding: [0, 3, 70, 80, 90] });
    expect([70, 80, 90, 71].map((code) => list.builtIn(code))).toEqual(["A", "B", "C", undefined]);
    const ranges = program({ charset, encoding: [1, 2, 70, 1, 90, 0] });
    expect([70, 71, 90, 72].map((code) => ranges.builtIn(code))).toEqual(["A", "B", "C", undefined]);
    const supplemented = program({ charset, encoding: [0x80, 1, 70, 0] });
    expect(supplemented.builtIn(70)).toBe("A");
    const more = [2, 99, ...u16(36), 98, ...u16(34)];
    for (const encoding of [
      [0x80, 2, 70, 80, ...more],
      [0x81, 2, 70, 0, 80, 0, ...more],
    ]) {
      const font = program({ charset, encoding });
      expect([70, 80, 99, 98, 97].map((code) => font.builtIn(code))).toEqual(["A", "B", "C", "A", undefined]);
    }
    expect(program({ charset }).builtIn(65)).toBe("A");
  });

  it("may be a letter and its accent", () => {
    // endchar with adx ady bchar achar: the letter A and the accent grave.
    const charset = [0, ...u16(34, 124, 200)];
    const glyphs = [square(0, 0, 20), square(0, 0, 5), [139 + 7, 139 + 30, 139 + 65, 247, 193 - 108, 14]];
    expect(boxOf(program({ charset, glyphs }), 3)).toEqual([0, 0, 0.02, 0.035]);
  });

  it("are wanted: a program without any is none", () => {
    expect(() => new Cff(Uint8Array.from([1, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0]), freeHolding())).toThrow(RangeError);
  });
});

describe("a CID-keyed program", () => {
  const halved = [30, 0x0a, 0x00, 0x05, 0xff, 139, 139, 30, 0x0a, 0x00, 0x05, 0xff, 139, 139, 12, 7];
  const cids = [0, ...u16(50, 60, 70)];

  it("has its glyphs by CID", () => {
    const font = program({ charset: cids, select: [0, 0, 0, 0, 0], fonts: [[]] });
    expect(font.isCidKeyed).toBe(true);
    expect([50, 60, 70, 0, 1].map((cid) => font.glyphOfCid(cid))).toEqual([1, 2, 3, 0, 0]);
    expect(program().glyphOfCid(2)).toBe(2);
  });

  it.each([
    ["by glyph", [0, 0, 1, 0, 1]],
    ["by ranges", [3, ...u16(4), ...u16(0), 0, ...u16(1), 1, ...u16(2), 0, ...u16(3), 1, ...u16(4)]],
  ])("has a font for each glyph, %s", (_, select) => {
    const font = program({ charset: cids, select, fonts: [[], halved] });
    expect([0, 1, 2, 3].map((glyph) => font.fontOf(glyph))).toEqual([0, 1, 0, 1]);
    expect([1, 2, 3].map((glyph) => boxOf(font, glyph))).toEqual([
      [0, 0, 0.005, 0.005],
      [0.01, 0.02, 0.04, 0.05],
      [0.0025, 0.0025, 0.0275, 0.0275],
    ]);
  });

  it("multiplies the matrix of a font by its own", () => {
    const doubled = [141, 139, 139, 141, 139, 139, 12, 7];
    const font = program({ charset: cids, select: [0, 0, 0, 0, 0], fonts: [halved], top: doubled });
    expect(boxOf(font, 1)).toEqual([0, 0, 0.01, 0.01]);
  });
});
