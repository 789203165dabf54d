import { describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { type Bodies, pdf, stream } from "../fixtures/pdf.ts";
import { TextReader } from "../support/text-reader.ts";

const HELVETICA = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

function wordsOf(content: string, font = HELVETICA, objects: Bodies = {}, page = "") {
  const document = openPdf(
    pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>${page}>>`,
      4: stream(content),
      5: font,
      ...objects,
    }),
  );
  return new TextReader(document).words(document.page(0), [0, 0, 200, 100]);
}

const texts = (...parts: Parameters<typeof wordsOf>) => wordsOf(...parts).map(({ text }) => text);

const u16 = (...values: number[]): string => values.map((one) => String.fromCharCode(one >> 8, one & 255)).join("");
const u32 = (...values: number[]): string => values.map((one) => u16(one >>> 16, one & 0xffff)).join("");

/** й and к as glyphs 5 and 6, in the two formats of a Unicode `cmap`. */
const SEGMENTS = u16(4, 32, 0, 4, 0, 0, 0, 0x43a, 0xffff, 0, 0x439, 0xffff, 5 - 0x439 + 0x10000, 1, 0, 0);
const GROUPS = `${u16(12, 0)}${u32(28, 0, 1, 0x439, 0x43a, 5)}`;

function trueType(tables: Readonly<Record<string, string>>): string {
  const names = Object.keys(tables);
  let directory = u32(0x10000) + u16(names.length, 0, 0, 0);
  let body = "";
  for (const name of names) {
    directory += `${name}${u32(0, 12 + 16 * names.length + body.length, tables[name]!.length)}`;
    body += tables[name];
  }
  return directory + body;
}

describe("The words of a page", () => {
  it("end at spaces, and at gaps as wide as one", () => {
    expect(texts("BT /F 10 Tf 10 50 Td (one two) Tj [(th)-20(ree)-400(four)] TJ 0 -20 Td (five) Tj ET")).toEqual([
      "one",
      "twothree",
      "four",
      "five",
    ]);
  });

  it("lie where the content puts them", () => {
    const [first, second] = wordsOf("BT /F 10 Tf 20 50 Td (HH) Tj 0 -30 Td (H) Tj ET");
    expect(first!.box[0]).toBeCloseTo(20);
    expect(first!.box[2]).toBeCloseTo(20 + 2 * 7.22);
    expect(first!.box[1]).toBeLessThan(50);
    expect(first!.box[3]).toBeGreaterThan(57);
    expect(second!.box[0]).toBeCloseTo(20);
  });

  it("are read by ToUnicode before any encoding", () => {
    const map =
      "1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <41> <00660069> <42> <D83DDE00> endbfchar";
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>";
    expect(texts("BT /F 10 Tf 10 50 Td (ABC) Tj ET", font, { 6: stream(map) })).toEqual(["fi😀C"]);
  });

  it("are read by the names of a font's differences", () => {
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/Euro/uni20AC/eacute]>>>>";
    expect(texts("BT /F 10 Tf 10 50 Td (ABCD) Tj ET", font)).toEqual(["€€éD"]);
  });

  it("are read from composite fonts by ranges and by Unicode CMaps", () => {
    const descendant = "/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500>>]";
    const map =
      "1 beginbfrange <0001> <0003> <0061> endbfrange 1 beginbfrange <0010> <0011> [<0078> <0079>] endbfrange";
    const identity = `<</Type/Font/Subtype/Type0/Encoding/Identity-H${descendant}/ToUnicode 6 0 R>>`;
    expect(texts("BT /F 10 Tf 10 50 Td <0001000200030010 0011> Tj ET", identity, { 6: stream(map) })).toEqual([
      "abcxy",
    ]);
    const unicode = `<</Type/Font/Subtype/Type0/Encoding/UniJIS-UTF16-H${descendant}>>`;
    expect(texts("BT /F 10 Tf 10 50 Td <65E5672C> Tj ET", unicode)).toEqual(["日本"]);
  });

  it("are read by the character map of the program where a composite font has no ToUnicode", () => {
    const descriptor = "/FontDescriptor<</Type/FontDescriptor/FontName/X/FontFile2 6 0 R>>";
    const descendant = `/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500${descriptor}>>]`;
    const font = `<</Type/Font/Subtype/Type0/Encoding/Identity-H${descendant}>>`;
    for (const map of [SEGMENTS, GROUPS]) {
      const program = stream(trueType({ cmap: `${u16(0, 1, 3, 1)}${u32(12)}${map}`, glyf: u16(0), loca: u16(0) }));
      expect(texts("BT /F 10 Tf 10 50 Td <000500060009> Tj ET", font, { 6: program })).toEqual(["йк"]);
    }
  });

  it("are the codes themselves where ToUnicode is named the identity", () => {
    const descendant = "/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 500>>]";
    const font = `<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode/Identity-H${descendant}>>`;
    expect(texts("BT /F 10 Tf 10 50 Td <010D0065> Tj ET", font)).toEqual(["če"]);
  });

  it("include invisible text, and leave out what lies outside the page", () => {
    expect(texts("BT /F 10 Tf 3 Tr 10 50 Td (hidden) Tj 500 0 Td (away) Tj ET")).toEqual(["hidden"]);
  });

  it("include those of annotations that show", () => {
    const page = "/Annots[<</Type/Annot/Subtype/FreeText/Rect[0 0 50 20]/AP<</N 6 0 R>>>>]";
    const appearance = stream(
      "BT /F 10 Tf 2 5 Td (note) Tj ET",
      "/Subtype/Form/BBox[0 0 50 20]/Resources<</Font<</F 5 0 R>>>>",
    );
    expect(texts("", HELVETICA, { 6: appearance }, page)).toEqual(["note"]);
  });
});
