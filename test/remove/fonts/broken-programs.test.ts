import { describe, expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { Extent } from "../../../src/pdf-content/extent.ts";
import { Cff } from "../../../src/pdf-content/fonts/programs/cff.ts";
import { sfntTables } from "../../../src/pdf-content/fonts/programs/sfnt.ts";
import { TrueType } from "../../../src/pdf-content/fonts/programs/truetype.ts";
import { IDENTITY, type Matrix } from "../../../src/pdf-content/matrix.ts";
import { TextReader } from "../../../src/pdf-content/text/text-reader.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { prunedCff } from "../../../src/remove/fonts/pruned-cff.ts";
import { prunedTrueType } from "../../../src/remove/fonts/pruned-truetype.ts";
import { WantedGlyphs } from "../../../src/remove/fonts/wanted-glyphs.ts";
import { openReading } from "../../../src/remove/reading.ts";
import { madeCff } from "../../fixtures/cff.ts";
import { bytes, u16, u32 } from "../../fixtures/removal/made/shapes.ts";
import { sfnt } from "../../fixtures/removal/made/truetype.ts";
import { removeOutside } from "../../support/at-once.ts";
import { freeHolding } from "../../support/holding.ts";
import { build, stream } from "../files.ts";

type Tables = Record<string, number[]>;

/** A simple outline of one contour and three points, from the left below to the right above. */
const outline = (left: number, bottom: number, right: number, top: number) =>
  bytes(
    u16(1, left, bottom, right, top, 2, 0),
    [1, 1, 1],
    u16(left, right - left, left - right),
    u16(bottom, top - bottom, 0),
    [0],
  );
/** Made of another, moved by nothing (ARGS_ARE_WORDS, ARGS_ARE_XY_VALUES). */
const compound = (flags: number, part: number) => bytes(u16(-1, 0, 0, 500, 700), u16(3 | flags, part, 0, 0));
/** 1,000 units; all glyphs together lie from -900, -900 to 1,900, 1,900. */
const HEAD = bytes(
  u32(0x10000, 0x10000, 0, 0),
  u16(3, 1000),
  u32(0, 0, 0, 0),
  u16(-900, -900, 1900, 1900, 0, 8, 2, 1, 0),
);
const NO_WIDTHS = bytes(u32(0x10000), new Array<number>(32).fill(0));
/** Flags of a part: there is another, and its widths are those of the glyph. */
const [MORE, GIVES_METRICS] = [0x20, 0x200];
const TURNED: Matrix = [0.8, 0.6, -0.6, 0.8, 0, 0];

const A = outline(0, 0, 500, 700);
const B = outline(300, 0, 700, 700);

/** A program whose letters are glyphs of these outlines: a is the first, b the second; then others. */
function program(outlines: readonly number[][], tables: Tables = {}, missing = B): Uint8Array {
  const glyphs = [missing, ...outlines];
  const offsets = [0, ...glyphs.map((_, at) => glyphs.slice(0, at + 1).flat().length)];
  const codes = Array.from({ length: 256 }, (_, code) =>
    code === 97 ? 1 : code === 98 && outlines.length > 1 ? 2 : 0,
  );
  return sfnt({
    cmap: bytes(u16(0, 1, 1, 0), u32(12), u16(0, 262, 0), codes),
    glyf: glyphs.flat(),
    head: HEAD,
    hhea: bytes(u32(0x10000), u16(800, -200, 0, 1000, 0, 0, 600, 1, 0, 0, 0, 0, 0, 0, 0, glyphs.length)),
    hmtx: glyphs.flatMap(() => u16(600, 300)),
    loca: offsets.flatMap((offset) => u32(offset)),
    maxp: bytes(u32(0x10000), u16(glyphs.length, 3, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 1, 1)),
    ...tables,
  });
}

const AREA = { x: 100, y: 100, width: 200, height: 200 };

/** The letter a everywhere around the area's edge, by a simple and by a composite font; b within it. */
function page(font: Uint8Array): Uint8Array {
  let content = "BT /F1 40 Tf 1 0 0 1 200 200 Tm (b) Tj ";
  for (const [name, letter] of [
    ["F1", "(a)"],
    ["F2", "<0001>"],
  ]) {
    content += `/${name} 40 Tf `;
    for (let way = 20; way <= 380; way += 2) {
      for (const x of [60, 90, 280, 320]) content += `1 0 0 1 ${x} ${way} Tm ${letter} Tj `;
      for (const y of [60, 90, 280, 320]) content += `1 0 0 1 ${way} ${y} Tm ${letter} Tj `;
    }
  }
  const said = (letters: string) =>
    `1 begincodespacerange ${letters} endcodespacerange 1 beginbfrange ${letters} <0061> endbfrange`;
  return build({
    content: `${content} ET`,
    more: {
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 9 0 R>>>>>>",
      5: "<</Type/Font/Subtype/TrueType/BaseFont/Abc/ToUnicode 8 0 R/FirstChar 97/LastChar 98/Widths[600 600]/FontDescriptor 6 0 R>>",
      6: "<</Type/FontDescriptor/FontName/Abc/Flags 4/FontFile2 7 0 R>>",
      7: stream(`/Length1 ${font.length}`, Buffer.from(font).toString("latin1")),
      8: stream("", said("<61> <62>")),
      9: "<</Type/Font/Subtype/Type0/BaseFont/Abc/Encoding/Identity-H/ToUnicode 11 0 R/DescendantFonts[10 0 R]>>",
      10: "<</Type/Font/Subtype/CIDFontType2/BaseFont/Abc/DW 600/CIDToGIDMap/Identity/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R>>",
      11: stream("", said("<0001> <0002>")),
    },
  });
}

/** The letters that are left. There are none of a result in which its proof finds anything outside. */
function lettersLeft(font: Uint8Array): Set<string> {
  const definitions = [{ page: 1, area: AREA }];
  const { rope } = removeOutside(openPdf(page(font)), { definitions, coordinates: "userspace" });
  const document = openPdf(rope.toBytes());
  const { lines } = atOnce(new TextReader(document).read(document.page(0), [0, 0, 400, 400]));
  return new Set(lines.flatMap(({ words }) => words.flatMap(({ text }) => [...text])));
}

describe("a removal keeps and removes glyphs by what its result shows of a broken font", () => {
  it.each<[string, Uint8Array]>([
    ["no glyph has a width of its own", program([A, B], { hhea: NO_WIDTHS })],
    ["a glyph is made of one that does not exist", program([compound(GIVES_METRICS, 900), B])],
    ["a glyph's box is turned round", program([bytes(u16(1, 500, 0, 0, 700), A.slice(10)), B])],
    ["an outline ends within its header", program([A.slice(0, 6), B])],
  ])("in which %s", (_, font) => {
    expect([...lettersLeft(font)].sort()).toEqual(["a", "b"]);
  });

  it("and refuses one whose head is cut off, which no viewer loads", () => {
    const font = program([A, B], { head: HEAD.slice(0, 50) });
    expect(() => lettersLeft(font)).toThrow(
      expect.objectContaining({ misfit: expect.objectContaining({ kind: "unremovable" }) }),
    );
  });
});

describe("a letter that a font does not have", () => {
  /** Each code at many places across the edges of the area 0 to 100, in a font of this dictionary and program. */
  function across(codes: readonly number[], font: string, file: string, data: string): Uint8Array {
    let content = "BT /F1 30 Tf ";
    const digits = font.includes("/Type0") ? 4 : 2;
    for (const code of codes) {
      const shown = `<${code.toString(16).padStart(digits, "0")}> Tj `;
      for (let way = -40; way <= 120; way++) content += `1 0 0 1 ${way} 50 Tm ${shown}1 0 0 1 50 ${way} Tm ${shown}`;
    }
    return build({
      content: `${content}ET`,
      more: { 5: font, 6: `<</Type/FontDescriptor/FontName/Abc/Flags 4/${file} 7 0 R>>`, 7: data },
    });
  }
  const removed = (bytes: Uint8Array) => {
    const definitions = [{ page: 1, area: { x: 0, y: 0, width: 100, height: 100 } }];
    return openPdf(removeOutside(openPdf(bytes), { definitions, coordinates: "userspace" }).rope.toBytes());
  };
  const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
  const WIDTHS = `/FirstChar 32/Widths[${"500 ".repeat(224)}]/FontDescriptor 6 0 R`;

  it.each([
    ["whose glyph for missing ones is empty", program([A], {}, [])],
    ["whose glyph for missing ones is drawn", program([A])],
  ])("stays what it was in a TrueType font %s", (_, font) => {
    const dict = `<</Type/Font/Subtype/TrueType/BaseFont/Abc/Encoding/MacRomanEncoding${WIDTHS}>>`;
    const document = removed(across([0x61, 0x7f, 0x80, 0xa9], dict, "FontFile2", stream("", latin1(font))));
    const fonts = document.dict(document.dict(document.page(0).attribute("Resources"))?.get("Font"))!;
    const { embedded } = openReading(document).fonts.font([...fonts.values()][0]!);
    // Beside a, no code shows a glyph but that for missing ones.
    const shown = Array.from({ length: 256 }, (_, code) => [...embedded!.of(code)]).filter(([glyph]) => glyph !== 0);
    expect(shown).toEqual([[1]]);
  });

  it("is the one for missing glyphs in a CFF program of fewer", () => {
    const dict =
      "<</Type/Font/Subtype/Type0/BaseFont/Abc/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0" +
      "/BaseFont/Abc/DW 500/FontDescriptor 6 0 R>>]>>";
    const data = latin1(madeCff({ charset: [0, ...u16(34, 35)] }));
    const document = removed(across([1, 9], dict, "FontFile3", stream("/Subtype/Type1C", data)));
    expect(document.pageCount).toBe(1);
  });

  it("is no reason to fail where a CID-keyed program names no collection", () => {
    const font = madeCff({ top: [12, 30], charset: [0, ...u16(1, 2)] });
    const wanted = new WantedGlyphs("cid", true, true);
    wanted.want(1, [1]);
    const { data } = prunedCff(font, wanted, (name) => name, freeHolding());
    expect(new Cff(data, freeHolding()).isCidKeyed).toBe(true);
  });
});

describe("a glyph of a broken program covers as much in the pruned one", () => {
  /** The boxes of a in its program and in one that is pruned to it, upright and turned. */
  function boxesOfA(font: Uint8Array): number[][] {
    const tables = sfntTables(font);
    const before = new TrueType(font, tables, freeHolding());
    const wanted = new WantedGlyphs("number", true, false);
    wanted.want(1, [1]);
    const { data, places } = prunedTrueType(font, tables, before, wanted);
    const after = new TrueType(data, sfntTables(data), freeHolding());
    const boxOf = (one: TrueType, glyph: number) =>
      [IDENTITY, TURNED].flatMap((by) => {
        const box = new Extent();
        return [Number(one.addBox(glyph, box, by)), box.left, box.bottom, box.right, box.top];
      });
    return [boxOf(before, 1), boxOf(after, places.get(1)!)];
  }

  it.each<[string, Uint8Array]>([
    ["whose number of widths is cut off", program([A, B], { hhea: NO_WIDTHS.slice(0, 30) })],
    ["whose bearings are cut off", program([A, B], { hmtx: u16(600, 300) })],
    ["whose part is cut off, before what could be another", program([compound(MORE, 2).slice(0, 16), compound(0, 2)])],
    ["whose points are cut off, before those of another glyph", program([A.slice(0, 24), B])],
    ["with more points than the file has", program([bytes(u16(1, 0, 0, 500, 700, 900, 0), [1, 1, 1, 1]), B])],
    ["beyond the end of the file", program([A, B], { loca: u32(0, 0, 0x10000, 0x20000) })],
    ["of a program whose glyphs are not counted", program([A, B], { maxp: u32(0x10000) })],
  ])("%s", (_, font) => {
    const [before, after] = boxesOfA(font);
    expect(after).toEqual(before);
  });
});
