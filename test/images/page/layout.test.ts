import { describe, expect, it } from "vitest";
import type { Orientation } from "../../../src/images/image.ts";
import { checkLayout, type LayoutOptions, type Picture, place } from "../../../src/images/page/layout.ts";
import type { Matrix } from "../../../src/images/page/page-matrix.ts";

const OPTIONS: LayoutOptions = {
  pageSize: "Original",
  margin: 0,
  fitMode: "contain",
  orientation: "portrait",
  dpi: undefined,
};
const PICTURE: Picture = { width: 400, height: 200, density: undefined, orientation: 1, rotation: 0 };

const layout = (picture: Partial<Picture>, options: Partial<LayoutOptions> = {}) =>
  place({ ...PICTURE, ...picture }, { ...OPTIONS, ...options });

/** The corners of the image on the page: left, bottom, right, top. */
function box([a, b, c, d, e, f]: Matrix): number[] {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map(
    (value) => Math.round(value * 1e6) / 1e6,
  );
}

describe("an Original page", () => {
  it("takes a pixel as 1/96 inch, unless the file or the request says the density", () => {
    expect(layout({})).toMatchObject({ pageWidth: 300, pageHeight: 150 });
    expect(layout({ density: { x: 300, y: 300 } })).toMatchObject({ pageWidth: 96, pageHeight: 48 });
    expect(layout({ density: { x: 200, y: 100 } })).toMatchObject({ pageWidth: 144, pageHeight: 144 });
    expect(layout({ density: { x: 300, y: 300 } }, { dpi: 72 })).toMatchObject({ pageWidth: 400, pageHeight: 200 });
  });

  it("leaves out a density by which it would be too small to be seen", () => {
    expect(layout({ density: { x: 7200, y: 7200 } })).toMatchObject({ pageWidth: 300, pageHeight: 150 });
    expect(layout({ density: { x: 4800, y: 4800 } })).toMatchObject({ pageWidth: 6, pageHeight: 3 });
  });

  it("swaps sides and densities for orientations that do", () => {
    for (const orientation of [5, 6, 7, 8] as Orientation[]) {
      const { pageWidth, pageHeight } = layout({ orientation, density: { x: 200, y: 100 } });
      expect([pageWidth, pageHeight]).toEqual([144, 144]);
      expect(layout({ orientation })).toMatchObject({ pageWidth: 150, pageHeight: 300 });
    }
  });

  it("adds the margin around the image", () => {
    const { pageWidth, pageHeight, matrix } = layout({}, { margin: 40 });
    expect([pageWidth, pageHeight]).toEqual([360, 210]);
    expect(box(matrix)).toEqual([30, 30, 330, 180]);
  });

  it("fits the bounding box of any rotation", () => {
    expect(layout({ rotation: 90 })).toMatchObject({ pageWidth: 150, pageHeight: 300 });
    expect(layout({ rotation: -450 })).toMatchObject({ pageWidth: 150, pageHeight: 300 });
    const turned = layout({ rotation: 30 });
    expect(turned.pageWidth).toBeCloseTo(300 * Math.cos(Math.PI / 6) + 75, 6);
    expect(box(turned.matrix)[0]).toBeCloseTo(0, 5);
    expect(box(turned.matrix)[3]).toBeCloseTo(turned.pageHeight, 5);
  });

  it("stays between 3 and 14,400 units, its shape kept as far as possible", () => {
    const large = layout({ width: 40_000, height: 20_000 });
    expect([large.pageWidth, large.pageHeight]).toEqual([14_400, 7_200]);
    const withMargin = layout({ width: 40_000, height: 20_000 }, { margin: 100 });
    expect(withMargin.pageWidth).toBe(14_400);
    expect(box(withMargin.matrix)).toEqual([75, 75, 14_325, 7_200]);
    expect(layout({ width: 1, height: 1 })).toMatchObject({ pageWidth: 3, pageHeight: 3 });
    const line = layout({ width: 65_535, height: 1 });
    expect([line.pageWidth, line.pageHeight]).toEqual([14_400, 3]);
  });
});

describe("an A4 or Letter page", () => {
  it("has its size, turned when asked or as the image lies", () => {
    const sides = (picture: Partial<Picture>, options: Partial<LayoutOptions>) => {
      const { pageWidth, pageHeight } = layout(picture, options);
      return [Math.round(pageWidth), Math.round(pageHeight)];
    };
    expect(sides({}, { pageSize: "A4" })).toEqual([595, 842]);
    expect(sides({}, { pageSize: "Letter" })).toEqual([612, 792]);
    expect(sides({}, { pageSize: "Letter", orientation: "landscape" })).toEqual([792, 612]);
    expect(sides({}, { pageSize: "A4", orientation: "auto" })).toEqual([842, 595]);
    expect(sides({ rotation: 90 }, { pageSize: "A4", orientation: "auto" })).toEqual([595, 842]);
    expect(sides({ orientation: 6 }, { pageSize: "A4", orientation: "auto" })).toEqual([595, 842]);
  });

  it("contains the image, centred between the margins", () => {
    expect(box(layout({}, { pageSize: "Letter", margin: 48 }).matrix)).toEqual([36, 261, 576, 531]);
  });

  it("covers the space between the margins, and clips to it", () => {
    const { matrix, clip } = layout({}, { pageSize: "Letter", margin: 48, fitMode: "cover" });
    expect(clip).toEqual([36, 36, 540, 720]);
    expect(box(matrix)).toEqual([-414, 36, 1026, 756]);
  });

  it("stretches the image to the space between the margins", () => {
    expect(box(layout({ rotation: 270 }, { pageSize: "Letter", margin: 48, fitMode: "fill" }).matrix)).toEqual([
      36, 36, 576, 756,
    ]);
  });
});

it("refuses a margin that leaves no room, and says how much does", () => {
  expect(() => checkLayout({ ...OPTIONS, pageSize: "Letter", margin: 406 })).not.toThrow();
  expect(() => checkLayout({ ...OPTIONS, pageSize: "Letter", margin: 407 })).toThrow("at most 406 px");
  expect(() => checkLayout({ ...OPTIONS, margin: 9_599 })).toThrow("at most 9598 px");
});

describe("margins of their own on each side", () => {
  const margin = { top: 96, right: 48, bottom: 24, left: 12 };

  it("lie around the image, on pages of any kind", () => {
    const letter = layout({}, { pageSize: "Letter", margin, fitMode: "fill" });
    expect(box(letter.matrix)).toEqual([9, 18, 612 - 36, 792 - 72]);
    const original = layout({}, { margin });
    expect([original.pageWidth, original.pageHeight]).toEqual([345, 240]);
    expect(box(original.matrix)).toEqual([9, 18, 309, 168]);
    expect(layout({}, { pageSize: "Letter", margin, fitMode: "cover" }).clip).toEqual([9, 18, 567, 702]);
  });

  it("are refused where they leave no room", () => {
    expect(() => checkLayout({ ...OPTIONS, pageSize: "A5", margin: { ...margin, top: 700 } })).not.toThrow();
    expect(() => checkLayout({ ...OPTIONS, pageSize: "A5", margin: { ...margin, top: 770 } })).toThrow("no room");
    expect(() =>
      checkLayout({ ...OPTIONS, pageSize: "A5", orientation: "auto", margin: { ...margin, top: 700 } }),
    ).toThrow("no room");
  });
});

describe("a page of a size of its own", () => {
  const sides = (options: Partial<LayoutOptions>, picture: Partial<Picture> = {}) => {
    const { pageWidth, pageHeight } = layout(picture, options);
    return [pageWidth, pageHeight];
  };

  it("is as wide and high as it was written, and turned only as the image lies", () => {
    for (const orientation of ["portrait", "landscape"] as const) {
      expect(sides({ pageSize: [595, 280], orientation })).toEqual([595, 280]);
    }
    expect(sides({ pageSize: [595, 280], orientation: "auto" })).toEqual([595, 280]);
    expect(sides({ pageSize: [595, 280], orientation: "auto" }, { rotation: 90 })).toEqual([280, 595]);
    expect(sides({ pageSize: "Legal", orientation: "landscape" })).toEqual([1008, 612]);
  });

  it("is refused where no viewer shows it", () => {
    for (const pageSize of [
      [2, 100],
      [100, 14_401],
    ] as const) {
      expect(() => checkLayout({ ...OPTIONS, pageSize })).toThrow("from 3 to 14400 pt");
    }
  });
});
