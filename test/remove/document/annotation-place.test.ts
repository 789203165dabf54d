import { expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import type { PdfDict } from "../../../src/pdf-file/syntax/objects.ts";
import { pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { removeOutside } from "../../support/at-once.ts";

const area = { x: 0, y: 0, width: 100, height: 100 };

/** What is left of an annotation whose rectangle lies outside the area. */
function left(entries: string): PdfDict[] {
  const bodies = pagesOf(1, () => "/MediaBox[0 0 300 300]/Annots[9 0 R]");
  const file = pdf({
    ...bodies,
    9: `<</Type/Annot/Rect[200 200 280 280]/F 4/C[1 1 0]${entries}>>`,
    10: stream("0 0 9 9 re f", "/Subtype/Form/BBox[0 0 9 9]"),
  });
  const definitions = [{ page: 1, area, coordinates: "pdf" as const }];
  const document = openPdf(removeOutside(openPdf(file), { definitions, onUnremovable: "drop" }).rope.toBytes());
  return (document.array(document.page(0).dict.get("Annots")) ?? []).map((item) => document.dict(item)!);
}

it.each([
  ["Highlight", "/QuadPoints[10 40 80 40 10 20 80 20]"],
  ["Polygon", "/Vertices[10 20 80 20 50 70]"],
  ["Ink", "/InkList[[10 20 80 20 50 70]]"],
  ["Line", "/L[10 20 80 70]"],
])("a %s without an appearance stays where its points are drawn", (subtype, points) => {
  const [annotation] = left(`/Subtype/${subtype}${points}`);
  const [, , right, top] = annotation!.get("Rect") as number[];
  expect(Math.max(right!, top!)).toBeLessThanOrEqual(100);
});

it("one with an appearance is where its rectangle is", () => {
  expect(left("/Subtype/Polygon/Vertices[10 20 80 20 50 70]/AP<</N 10 0 R>>")).toEqual([]);
});

it("one of which nothing is left leaves no object of its own", () => {
  const file = pdf({
    ...pagesOf(1, () => "/MediaBox[0 0 300 300]/Annots[9 0 R]"),
    9: "<</Type/Annot/Subtype/FreeText/Rect[50 50 280 280]/F 4/BS 11 0 R/AP<</N 10 0 R>>>>",
    10: stream("200 200 9 9 re f", "/Subtype/Form/BBox[0 0 230 230]"),
    11: "<</W 3>>",
  });
  const definitions = [{ page: 1, area, coordinates: "pdf" as const }];
  const result = removeOutside(openPdf(file), { definitions });
  expect(result.removal.verified).toBe(true);
  expect(openPdf(result.rope.toBytes()).page(0).dict.get("Annots")).toBeUndefined();
});
