import { describe, expect, it } from "vitest";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type PdfDict, PdfStream } from "../../../src/pdf-file/syntax/objects.ts";
import { cidKeyedCff } from "../../fixtures/removal/made/cff.ts";
import { removeOutside } from "../../support/at-once.ts";
import { build, stream } from "../files.ts";

const MAP =
  "1 begincodespacerange <0000> <ffff> endcodespacerange 3 begincidchar <0001> 7 <0002> 8 <0003> 9 endcidchar";
const GLYPHS = "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\x02\0\x03";

/**
 * The font of a page that shows the codes 1 and 3 inside the area and 2 outside, before anything is removed or after.
 */
function fontOf(isCropped: boolean, entries = ""): { document: PdfDocument; font: PdfDict; own: PdfDict } {
  const file = build({
    content: "BT /F1 12 Tf 150 150 Td <00010003> Tj ET BT /F1 12 Tf 10 10 Td <0002> Tj ET",
    more: {
      5: "<</Type/Font/Subtype/Type0/BaseFont/Made/Encoding 6 0 R/DescendantFonts[7 0 R]>>",
      6: stream(`/Type/CMap${entries}`, MAP),
      7: "<</Type/Font/Subtype/CIDFontType2/BaseFont/Made/W[7[300 400 500]]/W2[7[-900 100 800 -910 110 810 -920 120 820]]/CIDToGIDMap 8 0 R>>",
      8: stream("", GLYPHS),
      9: stream("/Type/CMap", "1 begincidchar <0009> 99 endcidchar"),
    },
  });
  const area = { x: 100, y: 100, width: 200, height: 200 };
  const definitions = isCropped ? [{ page: 1, area }] : [];
  const document = openPdf(removeOutside(openPdf(file), { definitions }).rope.toBytes());
  const fonts = document.dict(document.dict(document.page(0).attribute("Resources"))?.get("Font"));
  const font = document.dict([...(fonts?.values() ?? [])][0])!;
  return { document, font, own: document.dict(document.array(font.get("DescendantFonts"))?.[0])! };
}

function dataOf(document: PdfDocument, dict: PdfDict, key: string): string {
  const found = document.resolve(dict.get(key));
  return found instanceof PdfStream ? Buffer.from(document.streamData(found)).toString("latin1") : String(found);
}

it("a composite font of which nothing is removed has its map of codes, that on which it builds, and all widths", () => {
  const { document, font, own } = fontOf(false, "/UseCMap/Identity-H");
  expect(dataOf(document, font, "Encoding")).toBe(MAP);
  const encoding = document.resolve(font.get("Encoding")) as PdfStream;
  expect(document.resolve(encoding.dict.get("UseCMap"))).toBe("Identity-H");
  expect(document.resolve(own.get("W"))).toEqual([7, [300, 400, 500]]);
  expect(document.resolve(own.get("W2"))).toEqual([7, [-900, 100, 800, -910, 110, 810, -920, 120, 820]]);
  expect(dataOf(document, own, "CIDToGIDMap")).toBe(GLYPHS);
});

it("a composite font that is pruned has the codes, widths and glyphs of what stays, and no others", () => {
  const { document, font, own } = fontOf(true, "/UseCMap 9 0 R");
  const map = dataOf(document, font, "Encoding");
  expect(map).toContain("1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n");
  expect(map).toContain("2 begincidchar\n<0001> 7\n<0003> 9\nendcidchar\n");
  expect((document.resolve(font.get("Encoding")) as PdfStream).dict.has("UseCMap")).toBe(false);
  expect(document.resolve(own.get("W"))).toEqual([7, [300], 9, [500]]);
  expect(document.resolve(own.get("W2"))).toEqual([7, [-900, 100, 800], 9, [-920, 120, 820]]);
  expect(dataOf(document, own, "CIDToGIDMap")).toBe(`${"\0".repeat(15)}\x01\0\0\0\x03`);
});

describe("an embedded font whose codes are those of a character map that is not known", () => {
  const removed = (content: string) => {
    const file = build({
      content,
      more: {
        5: "<</Type/Font/Subtype/Type0/BaseFont/Made/Encoding/UniJIS-UTF8-H/DescendantFonts[7 0 R]>>",
        7:
          "<</Type/Font/Subtype/CIDFontType0/BaseFont/Made/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)" +
          "/Supplement 2>>/FontDescriptor 8 0 R>>",
        8: "<</Type/FontDescriptor/FontName/Made/Flags 4/FontBBox[0 0 1 1]/FontFile3 9 0 R>>",
        9: stream("/Subtype/CIDFontType0C", Buffer.from(cidKeyedCff("abcdef")).toString("latin1")),
      },
    });
    const area = { x: 100, y: 100, width: 200, height: 200 };
    return openPdf(removeOutside(openPdf(file), { definitions: [{ page: 1, area }] }).rope.toBytes());
  };
  const INSIDE = "BT /F1 12 Tf 150 150 Td <6162> Tj ET";

  it("stays whole as long as nothing is removed", () => {
    const document = removed(INSIDE);
    const fonts = document.dict(document.dict(document.page(0).attribute("Resources"))?.get("Font"))!;
    const own = document.dict(document.array(document.dict([...fonts.values()][0])!.get("DescendantFonts"))![0])!;
    const program = document.resolve(document.dict(own.get("FontDescriptor"))!.get("FontFile3")) as PdfStream;
    expect([...document.streamData(program)]).toEqual([...cidKeyedCff("abcdef")]);
  });

  it("is refused by name otherwise: its glyphs are not known, and what is inside would lose them", () => {
    expect(() => removed(`${INSIDE} BT /F1 12 Tf 10 10 Td <63> Tj ET`)).toThrow(
      expect.objectContaining({
        misfit: expect.objectContaining({
          thing: "an embedded font whose codes are those of a predefined character map",
        }) as unknown,
      }),
    );
  });
});
