import { describe, expect, it } from "vitest";
import { stream } from "../../fixtures/pdf.ts";
import { inkOf } from "../page.ts";

/** A letter of 16 × 16 samples, as TeX's bitmap fonts have them, on a square of one unit. */
const LETTER = "\x00\x00\x3f\xf8\x3f\xf8\x30\x00\x30\x00\x3f\xc0\x3f\xc0\x30\x00".repeat(2);
const bitmap = (side: number) => `q ${side} 0 0 ${side} 0 0 cm BI/W 16/H 16/IM true/BPC 1/D[1 0] ID ${LETTER}\nEI Q`;
const fontOf = (glyph: string) => ({
  resources: "/Font<</F 10 0 R>>",
  objects: {
    10: "<</Type/Font/Subtype/Type3/FontMatrix[1 0 0 1 0 0]/FontBBox[0 0 2 2]/FirstChar 65/LastChar 65/Widths[2.5]/CharProcs<</A 11 0 R>>/Encoding<</Differences[65/A]>>>>",
    11: stream(glyph),
  },
});
const LINE = "BT /F 1 Tf 10 50 Td (AAAAAAAAAA) Tj ET";

describe("what is written with images", () => {
  it("is text where a font's glyphs are images, however small: no dust", () => {
    const font = fontOf(`2.5 0 0 0 2 2 d1 ${bitmap(2)}`);
    expect(inkOf(LINE, { ...font, specks: 3 })).toEqual(inkOf(LINE, font));
    expect(inkOf(LINE, { ...font, specks: 3 })).not.toBeNull();
  });

  it("is seen through a soft mask that is drawn by small images", () => {
    const parts = {
      resources: "/ExtGState<</G<</SMask<</S/Alpha/G 10 0 R>>>>>>",
      objects: {
        10: stream(`1 0 0 1 90 40 cm ${bitmap(2)}`, "/Subtype/Form/BBox[0 0 200 100]/Group<</S/Transparency>>"),
      },
    };
    expect(inkOf("/G gs 0 0 200 100 re f", { ...parts, specks: 3 })).toEqual([90.3, 40, 91.6, 41.9]);
  });

  it("is writing where many letters are images of their own", () => {
    const letters = (count: number) =>
      Array.from({ length: count }, (_, at) => `q 1 0 0 1 ${10 + at * 3} 50 cm ${bitmap(2)} Q`).join(" ");
    expect(inkOf(letters(40), { specks: 3 })).toEqual([10, 50, 129, 52]);
    expect(inkOf(letters(5), { specks: 3 })).toBeNull();
  });

  it("is gone where the page is painted over", () => {
    const letters = `q 1 0 0 1 10 50 cm ${bitmap(2)} Q `.repeat(40);
    expect(inkOf(`${letters} 1 g 0 0 200 100 re f`, { specks: 3 })).toBeNull();
  });
});

describe("a page with content that cannot be read", () => {
  it("is not blank", () => {
    expect(inkOf("", { resources: "", objects: { 4: stream("x", "/Filter/NoSuchDecode") } })).toEqual([0, 0, 200, 100]);
    expect(inkOf("/X Do", { resources: "/XObject<</X 90 0 R>>" })).toEqual([0, 0, 200, 100]);
    const glyphs = fontOf("");
    glyphs.objects[11] = stream("x", "/Filter/NoSuchDecode");
    expect(inkOf(LINE, glyphs)).toEqual([0, 0, 200, 100]);
  });

  it("shows what could be read of it", () => {
    expect(inkOf("/X Do 10 20 30 40 re f", { resources: "/XObject<</X 90 0 R>>" })).toEqual([10, 20, 40, 60]);
  });
});
