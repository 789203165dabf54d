import { describe, expect, it } from "vitest";
import { stream } from "../../fixtures/pdf.ts";
import { inkOf } from "../page.ts";

const RECT = [50, 50, 70, 60];
const APPEARANCE = { 10: stream("0 0 10 10 re f", "/Subtype/Form/BBox[0 0 10 10]") };

/** The ink of a page with one annotation in the rectangle. */
function inkOfOne(entries: string, page = "", catalog = "", objects: Record<number, string> = APPEARANCE) {
  return inkOf("", { page: `/Annots[<</Type/Annot/Rect[50 50 70 60]${entries}>>]${page}`, catalog, objects });
}

describe("An annotation without an appearance", () => {
  it.each([
    ...["Text", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline"],
    ...["Squiggly", "StrikeOut", "Caret", "Ink", "Stamp", "FileAttachment"],
  ])("of the kind %s is drawn by viewers in its rectangle", (kind) => {
    expect(inkOfOne(`/Subtype/${kind}`)).toEqual(RECT);
  });

  it.each(["Link", "Popup", "Sound", "Movie", "Screen", "Widget", "Unknown"])("of the kind %s is not drawn", (kind) => {
    expect(inkOfOne(`/Subtype/${kind}`)).toBeNull();
  });

  it("is not drawn where its appearance is one that cannot be shown", () => {
    expect(inkOfOne("/Subtype/Square/AP<<>>")).toBeNull();
  });
});

describe("An annotation with an appearance", () => {
  it.each([
    ["no flags", "", RECT],
    ["the flag of what is printed", "/F 4", RECT],
    ["the flag of what is invisible if unknown", "/F 1", RECT],
    ["the flag of what is hidden", "/F 2", null],
    ["the flag of what is not to be seen", "/F 32", null],
  ])("obeys its flags: %s", (_, flags, box) => {
    expect(inkOfOne(`/Subtype/Stamp/AP<</N 10 0 R>>${flags}`)).toEqual(box);
  });

  it("shows the state that it is in", () => {
    expect(inkOfOne("/Subtype/Widget/AP<</N<</On 10 0 R>>>>/AS/On")).toEqual(RECT);
    expect(inkOfOne("/Subtype/Widget/AP<</N<</On 10 0 R>>>>/AS/Off")).toBeNull();
    expect(inkOfOne("/Subtype/Widget/AP<</N<</On 10 0 R>>>>")).toBeNull();
  });

  it("that does not turn with its page may be shown at its corner in another way", () => {
    const turned = (rotation: number) => inkOfOne("/Subtype/Stamp/AP<</N 10 0 R>>/F 16", `/Rotate ${rotation}`);
    expect(turned(0)).toEqual(RECT);
    expect(turned(90)).toEqual([50, 50, 70, 80]);
    expect(turned(180)).toEqual([30, 50, 70, 70]);
    expect(turned(270)).toEqual([40, 40, 70, 60]);
  });

  it("lies in its rectangle by its box and matrix", () => {
    const drawn = (dict: string) =>
      inkOfOne("/Subtype/Stamp/AP<</N 10 0 R>>", "", "", {
        10: stream("0 0 5 10 re f", `/Subtype/Form${dict}`),
      });
    expect(drawn("/BBox[0 0 10 10]")).toEqual([50, 50, 60, 60]);
    expect(drawn("/BBox[0 0 10 10]/Matrix[0 1 -1 0 30 7]")).toEqual([50, 50, 70, 55]);
    expect(drawn("/BBox[0 0 10 10]/Matrix[4 0 0 3 -50 20]")).toEqual([50, 50, 60, 60]);
    expect(drawn("/BBox[-10 -10 10 10]")).toEqual([60, 55, 65, 60]);
  });
});

describe("A field", () => {
  it.each([
    ["a value", "/V(x)", RECT],
    ["a border", "/MK<</BC[0]>>", RECT],
    ["a background", "/MK<</BG[0]>>", RECT],
    ["a caption", "/MK<</CA(x)>>", RECT],
    ["a turn only", "/MK<</R 90>>", null],
  ])("without an appearance is drawn for %s", (_, entries, box) => {
    expect(inkOfOne(`/Subtype/Widget${entries}`)).toEqual(box);
  });

  it("with an appearance is drawn again only where the form asks for it", () => {
    const objects = { 10: stream("0 0 5 5 re f", "/Subtype/Form/BBox[0 0 10 10]") };
    const drawn = (catalog: string) => inkOfOne("/Subtype/Widget/V(x)/AP<</N 10 0 R>>", "", catalog, objects);
    expect(drawn("")).toEqual([50, 50, 60, 55]);
    expect(drawn("/AcroForm<</NeedAppearances false>>")).toEqual([50, 50, 60, 55]);
    expect(drawn("/AcroForm<</NeedAppearances true>>")).toEqual(RECT);
  });
});

describe("Marked text", () => {
  it("reaches as far as its quadrilaterals, and at the sides by half their height", () => {
    const quads = "/QuadPoints[80 44 120 44 80 40 120 40]";
    expect(inkOfOne(`/Subtype/Highlight${quads}`)).toEqual([50, 40, 122, 60]);
    expect(inkOfOne("/Subtype/Highlight/QuadPoints[30 84 40 84 30 80 40 80 80 44 120 44 80 40 120 40]")).toEqual([
      28, 40, 122, 84,
    ]);
    expect(inkOfOne("/Subtype/Highlight/QuadPoints[30 84 40 84 30 80 40]")).toEqual(RECT);
  });
});

it("What is in a hidden layer is not drawn", () => {
  const layers = "/OCProperties<</OCGs[11 0 R]/D<</OFF[11 0 R]>>>>";
  const objects = { ...APPEARANCE, 11: "<</Type/OCG/Name(x)>>" };
  expect(inkOfOne("/Subtype/Stamp/AP<</N 10 0 R>>/OC 11 0 R", "", layers, objects)).toBeNull();
  expect(inkOfOne("/Subtype/Stamp/AP<</N 10 0 R>>/OC 11 0 R", "", "", objects)).toEqual(RECT);
});
