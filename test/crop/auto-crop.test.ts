import { describe, expect, it } from "vitest";
import type { AutoCropOptions } from "../../src/crop/auto-crop.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { pagesOf, pdf, stream } from "../fixtures/pdf.ts";
import { autoCrop, cropPdf } from "../support/at-once.ts";

const OPTIONS: AutoCropOptions = {
  margin: { top: 0, right: 0, bottom: 0, left: 0 },
  uniform: "none",
  ignore: 0,
  keepSize: false,
  threshold: 191,
  specks: 0,
};

/** A page whose only mark is a rectangle from (60, 70) to (100, 90) in user space. */
function cropped(entries: string): { box: unknown; area: unknown } {
  const file = pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R${entries}>>`,
    4: stream("60 70 40 20 re f"),
  });
  const document = openPdf(file);
  const { definitions } = autoCrop(document, pageSet([{ first: 1, last: 1 }]), OPTIONS);
  const result = openPdf(cropPdf(document, { definitions }).rope.toBytes());
  return { box: result.page(0).dict.get("CropBox"), area: definitions[0]!.area };
}

describe("An automatic crop is never smaller than the least page that viewers show", () => {
  it.each([
    ["a dot in the middle", "100 150 .2 .2 re f", "0 0 200 300", { x: 98.6, y: 148.6, width: 3, height: 3 }],
    ["a dot in a corner", "199.9 0 .1 .1 re f", "0 0 200 300", { x: 197, y: 0, width: 3, height: 3 }],
    ["a thin line", "20 150 100 .1 re f", "0 0 200 300", { x: 20, y: 148.55, width: 100, height: 3 }],
    ["a page that is smaller itself", "0 0 1 1 re f", "0 0 2 300", { x: 0, y: 0, width: 2, height: 3 }],
  ])("around %s", (_, content, mediaBox, area) => {
    const file = pdf({ ...pagesOf(1, () => `/MediaBox[${mediaBox}]`), 4: stream(content) });
    const found = autoCrop(openPdf(file), pageSet([{ first: 1, last: 1 }]), OPTIONS).definitions[0]!.area;
    expect(found.width).toBeCloseTo(area.width, 6);
    expect(found.height).toBeCloseTo(area.height, 6);
    expect([found.x, found.y].map((place) => Math.round(place * 10) / 10)).toEqual(
      [area.x, area.y].map((place) => Math.round(place * 10) / 10),
    );
  });
});

describe("An automatic crop keeps exactly what shows", () => {
  const BOX = [60, 70, 100, 90];

  it.each([
    ["as it lies", "/MediaBox[0 0 200 300]", { x: 60, y: 70, width: 40, height: 20 }],
    ["with an origin elsewhere", "/MediaBox[10 20 200 300]", { x: 50, y: 50, width: 40, height: 20 }],
    ["inside a crop box", "/MediaBox[0 0 200 300]/CropBox[50 60 150 160]", { x: 10, y: 10, width: 40, height: 20 }],
    ["turned by 90 degrees", "/MediaBox[0 0 200 300]/Rotate 90", { x: 70, y: 100, width: 20, height: 40 }],
    ["turned by 180 degrees", "/MediaBox[0 0 200 300]/Rotate 180", { x: 100, y: 210, width: 40, height: 20 }],
    ["turned by 270 degrees", "/MediaBox[0 0 200 300]/Rotate 270", { x: 210, y: 60, width: 20, height: 40 }],
    ["with units of two points", "/MediaBox[0 0 200 300]/UserUnit 2", { x: 120, y: 140, width: 80, height: 40 }],
  ])("of a page %s", (_, entries, area) => {
    expect(cropped(entries)).toEqual({ box: BOX, area });
  });

  it("where the crop box cuts the mark already", () => {
    expect(cropped("/MediaBox[0 0 200 300]/CropBox[0 0 80 300]").box).toEqual([60, 70, 80, 90]);
  });
});
