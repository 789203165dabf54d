import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PdfRef } from "../../../src/pdf-file/syntax/objects.ts";
import { drawnAppearance } from "../../../src/remove/document/drawn-annotation.ts";
import { pagesOf, pdf, text } from "../../fixtures/pdf.ts";

/** The lines of the appearance of an annotation in the rectangle from 10, 20 to 110, 80. */
function drawn(subtype: string, entries: string): { setUp: string; shape: string[]; paint: string } | undefined {
  const document = openPdf(pdf({ ...pagesOf(1), 9: `<<${entries}>>` }));
  const source = document.dict(new PdfRef(9, 0))!;
  const appearance = drawnAppearance(document, source, subtype, [10, 20, 110, 80]);
  if (!appearance) return undefined;
  expect(appearance.dict.get("BBox")).toEqual([10, 20, 110, 80]);
  const [setUp, ...shape] = text(appearance.raw).trimEnd().split("\n");
  return { setUp: setUp!.trim().replace(/ +/g, " "), shape, paint: shape.pop()! };
}

describe("an annotation that has a drawing and no appearance is drawn", () => {
  it.each([
    ["Line", "/L[20 30 80 90 5 5]", ["20 30 m", "80 90 l"]],
    ["PolyLine", "/Vertices[20 30 80 20 50 70]", ["20 30 m", "80 20 l", "50 70 l"]],
    ["Polygon", "/Vertices[20 30 80 20 50 70]", ["20 30 m", "80 20 l", "50 70 l", "h"]],
    ["Ink", "/InkList[[20 30 80 20][1 2 3 4 5 6]]", ["20 30 m", "80 20 l", "1 2 m", "3 4 l", "5 6 l"]],
    ["Square", "/BS<</W 4>>", ["12 22 96 56 re"]],
    ["Square", "/BS<</W 4>>/RD[1 2 3 4]", ["13 24 92 50 re"]],
    ["Polygon", "", []],
    ["Polygon", "/Vertices[20]", []],
  ])("as a %s of %s", (subtype, entries, shape) => {
    expect(drawn(subtype, entries)?.shape).toEqual(shape);
  });

  it("as a circle through the middles of its sides, in four quarters", () => {
    const { shape } = drawn("Circle", "/BS<</W 0>>")!;
    const numbers = shape.slice(0, -1).map((line) => line.split(" ").slice(0, -1).map(Number));
    expect(shape.map((line) => line.at(-1))).toEqual(["m", "c", "c", "c", "c", "h"]);
    expect(numbers.map((line) => line.slice(-2))).toEqual([
      [110, 50],
      [60, 80],
      [10, 50],
      [60, 20],
      [110, 50],
    ]);
    const [kx, ky] = [50 * 0.5523, 30 * 0.5523];
    const controls = [
      [110, 50 + ky, 60 + kx, 80],
      [60 - kx, 80, 10, 50 + ky],
      [10, 50 - ky, 60 - kx, 20],
      [60 + kx, 20, 110, 50 - ky],
    ];
    for (const [quarter, wanted] of controls.entries()) {
      for (const [at, value] of wanted.entries()) expect(numbers[quarter + 1]![at]).toBeCloseTo(value, 2);
    }
  });

  it.each([
    ["", "1 w 1 J 1 j [] 0 d"],
    ["/Border[0 0 3]", "3 w 1 J 1 j [] 0 d"],
    ["/Border[0 0 3[4 5]]", "3 w 1 J 1 j [4 5] 0 d"],
    ["/Border[0 0 3[4 5]]/BS<</W 2>>", "2 w 1 J 1 j [] 0 d"],
    ["/BS<</W 2/S/D>>", "2 w 1 J 1 j [3] 0 d"],
    ["/BS<</W 2/S/D/D[6 7]>>", "2 w 1 J 1 j [6 7] 0 d"],
    ["/BS<</S/S/D[6 7]>>", "1 w 1 J 1 j [] 0 d"],
  ])("with the border %s", (entries, border) => {
    expect(drawn("Square", entries)?.setUp).toBe(`/G0 gs ${border}`);
  });

  it.each([
    ["Square", "", "", "n"],
    ["Square", "/C[0.5]", "0.5 G", "S"],
    ["Square", "/C[1 0 0]/IC[0.25]", "1 0 0 RG 0.25 g", "B"],
    ["Square", "/IC[0 1 0]", "0 1 0 rg", "f"],
    ["Square", "/C[1 0 0]/IC[0 0 0 1]/BS<</W 0>>", "0 0 0 1 k", "f"],
    ["Polygon", "/C[0 0 0 1]/IC[1]", "0 0 0 1 K 1 g", "B"],
    ["Circle", "/IC[1]", "1 g", "f"],
    ["Line", "/C[1]/IC[1]", "1 G", "S"],
    ["PolyLine", "/C[1 1]", "", "n"],
    ["Ink", "", "0 G", "S"],
    ["Ink", "/C[1]", "1 G", "S"],
  ])("as a %s with %s, in these colours", (subtype, entries, colours, paint) => {
    const { setUp, paint: painted } = drawn(subtype, entries)!;
    expect([setUp.split(" d")[1]?.trim(), painted]).toEqual([colours, paint]);
  });

  it("with its opacity, of lines and of areas", () => {
    const document = openPdf(pdf({ ...pagesOf(1), 9: "<</CA 0.4>>" }));
    const appearance = drawnAppearance(document, document.dict(new PdfRef(9, 0))!, "Square", [0, 0, 9, 9])!;
    const state = new Map([
      ["CA", 0.4],
      ["ca", 0.4],
    ]);
    expect(appearance.dict.get("Resources")).toEqual(new Map([["ExtGState", new Map([["G0", state]])]]));
    expect(appearance.dict.get("Subtype")).toBe("Form");
  });

  it("only if its kind has a drawing", () => {
    expect(drawn("Link", "/C[1]")).toBeUndefined();
    expect(drawn("FreeText", "/C[1]")).toBeUndefined();
  });
});
