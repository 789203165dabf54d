import { describe, it } from "vitest";
import { type Bodies, pdf, stream, text } from "../../../fixtures/pdf.ts";
import { expectTight } from "../../../support/drawn-box.ts";
import { standardFontFiles } from "../../../support/standard-fonts.ts";

const [serif, bold, italic] = standardFontFiles();

/** A page of 200 by 100 points that shows what `content` says in the font that is object 5. */
function page(content: string, font: string, objects: Bodies = {}): Uint8Array {
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    4: stream(content),
    5: font,
    ...objects,
  });
}

const embedded = (program: Uint8Array, key: string, dict = ""): Bodies => ({
  6: `<</Type/FontDescriptor/FontName/X/Flags 32/${key} 7 0 R>>`,
  7: stream(text(program), dict),
});
const simple = (subtype: string, more = "") =>
  `<</Type/Font/Subtype/${subtype}/BaseFont/X/Encoding/WinAnsiEncoding/FirstChar 65/LastChar 70/Widths[700 700 700 700 700 700]/FontDescriptor 6 0 R${more}>>`;
const show = (string: string, size = 30) => `BT /F ${size} Tf 20 40 Td ${string} Tj ET`;

describe("The box of text is that of what a renderer draws", () => {
  it.each([
    ["in a TrueType font", simple("TrueType"), embedded(italic!, "FontFile2")],
    ["in a CFF font", simple("Type1"), embedded(serif!, "FontFile3", "/Subtype/Type1C")],
    ["in a bold CFF font", simple("Type1"), embedded(bold!, "FontFile3", "/Subtype/Type1C")],
    [
      "in a font whose names differ",
      simple("Type1", "").replace("/WinAnsiEncoding", "<</Differences[65/Q/comma/Aring]>>"),
      embedded(serif!, "FontFile3", "/Subtype/Type1C"),
    ],
  ])("%s", (_, font, objects) => {
    expectTight(page(show("(ABC)"), font, objects));
  });

  it.each([
    "Helvetica",
    "Helvetica-BoldOblique",
    "Times-Roman",
    "Times-BoldItalic",
    "Courier",
    "Symbol",
    "ZapfDingbats",
  ])("in %s without embedding", (name) => {
    expectTight(page(show("(Afgy)"), `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`), 1.5);
  });

  it("in a composite font, by its map from CIDs to glyphs", () => {
    const map = stream("\0\0\0\x24\0\x29\0\x51");
    const font =
      "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X" +
      "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R/DW 700/CIDToGIDMap 8 0 R>>]>>";
    expectTight(page(show("<000100020003>"), font, { ...embedded(italic!, "FontFile2"), 8: map }));
  });

  it("in vertical writing", () => {
    const font =
      "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-V/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X" +
      "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R/DW 700/CIDToGIDMap/Identity>>]>>";
    expectTight(page("BT /F 30 Tf 100 90 Td <00240029> Tj ET", font, embedded(italic!, "FontFile2")));
  });

  it("in a Type 3 font, whose own box lies", () => {
    const font =
      "<</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 0 10 10]/CharProcs<</a 6 0 R>>" +
      "/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[600]/Resources<<>>>>";
    expectTight(page(show("(aa)"), font, { 6: stream("600 0 d0 100 -200 400 900 re f") }));
  });

  it.each([
    ["turned, slanted and squeezed", "BT /F 20 Tf 60 Tz 0.8 0.6 -0.6 0.8 80 20 Tm 5 Ts (ABC) Tj ET", 0.5],
    ["spread by Tc, Tw and TJ", "BT /F 20 Tf 3 Tc 10 Tw 20 40 Td [(A A)-500(B)] TJ ET", 0.5],
    ["stroked", "BT /F 30 Tf 1 Tr 4 w 1 j 20 40 Td (ABC) Tj ET", 1.5],
    ["as a clip", "BT /F 40 Tf 7 Tr 20 40 Td (AB) Tj ET 0 0 200 100 re f", 0.5],
    ["upside down, by a negative size", "BT /F -20 Tf 150 60 Td (ABC) Tj ET", 0.5],
  ])("%s", (_, content, allowed) => {
    expectTight(page(content, simple("TrueType"), embedded(italic!, "FontFile2")), allowed);
  });

  const composite = (encoding: string, kind: string) =>
    `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/${kind}/BaseFont/X` +
    "/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R/DW 700>>]>>";
  const procedures =
    "<</Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 0 0 0]/CharProcs<</a 6 0 R>>" +
    "/Encoding<</Differences[65/a/a/a]>>/FirstChar 65/LastChar 67/Widths[600 600 600]/Resources<<>>>>";
  const programs: [string, string, string, Bodies][] = [
    ["TrueType", "(ABOS)", simple("TrueType"), embedded(italic!, "FontFile2")],
    ["TrueType of accented letters", "(\\304\\326)", simple("TrueType"), embedded(italic!, "FontFile2")],
    ["CFF", "(ABOS)", simple("Type1"), embedded(serif!, "FontFile3", "/Subtype/Type1C")],
    ["composite", "<002400320036>", composite("Identity-H", "CIDFontType2"), embedded(italic!, "FontFile2")],
    ["vertical", "<00240032>", composite("Identity-V", "CIDFontType2"), embedded(italic!, "FontFile2")],
    ["Type 3", "(ABC)", procedures, { 6: stream("600 0 d0 0 0 m 500 0 l 250 800 l f") }],
  ];
  const directions = {
    "turned by 45 degrees": "0.7071 0.7071 -0.7071 0.7071",
    "turned by 30 degrees, backwards": "0.866 -0.5 0.5 0.866",
    "slanted by 30 degrees": "1 0 0.5774 1",
    "slanted by 30 degrees, and turned by 45": "0.7071 0.7071 -0.2989 1.1154",
    "mirrored and slanted": "-1 0 0.5774 1",
  };

  describe.each(Object.entries(directions))("%s", (_, direction) => {
    it.each(programs)("in a font of the kind %s", (kind, string, font, objects) => {
      // MuPDF moves large glyphs to whole pixels. Those of a vertical font begin between two of them.
      const pixels = kind === "vertical" ? 1.5 : 1;
      expectTight(page(`BT /F 20 Tf ${direction} 90 50 Tm ${string} Tj ET`, font, objects), 0.5, pixels);
    });

    it("in a font that is not embedded", () => {
      const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
      expectTight(page(`BT /F 20 Tf ${direction} 90 50 Tm (Afgy) Tj ET`, font), 8);
    });
  });

  it("turned by what the page's matrix and the text's do together", () => {
    const font = simple("TrueType");
    const objects = embedded(italic!, "FontFile2");
    expectTight(
      page("0.866 0.5 -0.5 0.866 60 20 cm BT /F 20 Tf 0.866 0.5 -0.5 0.866 0 0 Tm (AO) Tj ET", font, objects),
    );
  });

  it("in letters that each have a direction, along a circle", () => {
    const shown = Array.from({ length: 24 }, (__, i) => {
      const [sin, cos] = [Math.sin((i * Math.PI) / 12), Math.cos((i * Math.PI) / 12)];
      const matrix = [cos, sin, -sin, cos, 100 + 25 * sin, 50 - 25 * cos];
      return `${matrix.map((value) => value.toFixed(5)).join(" ")} Tm (O) Tj`;
    });
    expectTight(page(`BT /F 12 Tf ${shown.join(" ")} ET`, simple("TrueType"), embedded(italic!, "FontFile2")));
  });

  it("in what is left of a font program that is broken: never less", () => {
    for (const cut of [300, 3000, 15_000]) {
      const file = page(
        show("(ABC)"),
        simple("Type1"),
        embedded(serif!.subarray(0, cut), "FontFile3", "/Subtype/Type1C"),
      );
      expectTight(file, 15);
    }
  });
});
