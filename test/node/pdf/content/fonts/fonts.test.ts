import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { contentAreas } from "../../../../../src/pdf/auto-crop/content-areas.ts";
import { openPdf } from "../../../../../src/pdf/open.ts";
import { type Bodies, pdf, stream, text } from "../../../../fixtures/pdf.ts";
import { standardFontFiles } from "../../../../support/standard-fonts.ts";

const [serif, bold, italic] = standardFontFiles();
const SCALE = 4;

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

/** The box of what mupdf draws, in points from the lower left corner. */
function drawn(file: Uint8Array): number[] {
  const shown = mupdf.Document.openDocument(file, "application/pdf").loadPage(0);
  const pixmap = shown.toPixmap(mupdf.Matrix.scale(SCALE, SCALE), mupdf.ColorSpace.DeviceGray, false);
  const [width, height, pixels] = [pixmap.getWidth(), pixmap.getHeight(), pixmap.getPixels()];
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (pixels[y * width + x]! > 247) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return [left, height - 1 - bottom, right + 1, height - top].map((side) => side / SCALE);
}

function found(file: Uint8Array): number[] {
  const { area } = contentAreas(openPdf(file), [0], { threshold: 191, specks: 0 })[0]!;
  return area ? [area.x, area.y, area.x + area.width, area.y + area.height] : [];
}

/** Nothing is cut, and no side has more than half a point too much, besides what is allowed. */
function expectTight(file: Uint8Array, allowed = 0.5): void {
  const [ours, theirs] = [found(file), drawn(file)];
  const pixel = 1 / SCALE + 0.01;
  for (const side of [0, 1]) {
    expect(ours[side]!, `side ${side}`).toBeLessThanOrEqual(theirs[side]! + pixel);
    expect(ours[side]!, `side ${side}`).toBeGreaterThanOrEqual(theirs[side]! - allowed);
    expect(ours[side + 2]!, `side ${side + 2}`).toBeGreaterThanOrEqual(theirs[side + 2]! - pixel);
    expect(ours[side + 2]!, `side ${side + 2}`).toBeLessThanOrEqual(theirs[side + 2]! + allowed);
  }
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
    ["turned, slanted and squeezed", "BT /F 20 Tf 60 Tz 0.8 0.6 -0.6 0.8 80 20 Tm 5 Ts (ABC) Tj ET", 5],
    ["spread by Tc, Tw and TJ", "BT /F 20 Tf 3 Tc 10 Tw 20 40 Td [(A A)-500(B)] TJ ET", 0.5],
    ["stroked", "BT /F 30 Tf 1 Tr 4 w 1 j 20 40 Td (ABC) Tj ET", 1.5],
    ["as a clip", "BT /F 40 Tf 7 Tr 20 40 Td (AB) Tj ET 0 0 200 100 re f", 0.5],
    ["upside down, by a negative size", "BT /F -20 Tf 150 60 Td (ABC) Tj ET", 0.5],
  ])("%s", (_, content, allowed) => {
    expectTight(page(content, simple("TrueType"), embedded(italic!, "FontFile2")), allowed);
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
