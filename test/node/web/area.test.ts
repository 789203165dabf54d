import { describe, expect, it } from "vitest";
import {
  areaInUnit,
  beside,
  between,
  cutOf,
  inPoints,
  inUnit,
  moved,
  onPage,
  resized,
  withCut,
} from "../../../web/src/studio/crop/area.ts";
import { cutsFromRanges, linesOf, rangesFromCuts, rangesOf } from "../../../web/src/studio/document/parts.ts";

const PAGE = { width: 600, height: 800 };
const BOX = { left: 10, top: 20, right: 310, bottom: 420, width: 300, height: 400 } as DOMRect;

describe("an area", () => {
  it("is measured from the bottom left of the page, wherever it is drawn on the screen", () => {
    expect(onPage({ x: 10, y: 420 }, BOX, PAGE)).toEqual({ x: 0, y: 0 });
    expect(onPage({ x: 160, y: 120 }, BOX, PAGE)).toEqual({ x: 300, y: 600 });
    expect(onPage({ x: -50, y: 5000 }, BOX, PAGE)).toEqual({ x: 0, y: 0 });
  });

  it("is the same whichever corner it is drawn from", () => {
    const area = { x: 10, y: 20, width: 30, height: 40 };
    expect(between({ x: 10, y: 20 }, { x: 40, y: 60 })).toEqual(area);
    expect(between({ x: 40, y: 20 }, { x: 10, y: 60 })).toEqual(area);
  });

  it("stays on the page when it is moved, and never turns over when it is resized", () => {
    const area = { x: 500, y: 700, width: 80, height: 80 };
    expect(moved(area, 100, 100, PAGE)).toEqual({ x: 520, y: 720, width: 80, height: 80 });
    expect(resized(area, { left: true }, 500, 0, PAGE)).toEqual({ x: 579, y: 700, width: 1, height: 80 });
    expect(resized(area, { right: true, top: true }, 500, 500, PAGE)).toEqual({
      x: 500,
      y: 700,
      width: 100,
      height: 100,
    });
  });

  it("that is added fills a row, then begins the next, as labels lie on a sheet", () => {
    const sheet = [{ x: 0, y: 500, width: 300, height: 300 }];
    for (let count = 0; count < 3; count++) sheet.push(beside(sheet.at(-1)!, sheet, PAGE));
    expect(sheet.map(({ x, y }) => [x, y])).toEqual([
      [0, 500],
      [300, 500],
      [0, 200],
      [300, 200],
    ]);
  });

  it("that is added lies within the one before where there is no room beside it", () => {
    const large = { x: 60, y: 80, width: 480, height: 640 };
    expect(beside(large, [large], PAGE)).toEqual({ x: 180, y: 240, width: 240, height: 320 });
  });

  it("keeps its place through units, to a thousandth", () => {
    for (const unit of ["pt", "mm", "in", "px"] as const) {
      expect(inPoints(inUnit(123.456, unit), unit)).toBeCloseTo(123.456, 1);
    }
    expect(areaInUnit({ x: 0, y: 72, width: 36, height: 144 }, "in")).toEqual({ x: 0, y: 1, width: 0.5, height: 2 });
    expect(inUnit(72, "mm")).toBe(25.4);
    expect(inUnit(72, "px")).toBe(96);
  });
});

describe("cuts", () => {
  it("make ranges, and ranges make cuts", () => {
    expect(rangesFromCuts(new Set([1, 4]), 6)).toEqual(["1", "2-4", "5-6"]);
    expect(cutsFromRanges(["1", "2-4", "5-"], 6)).toEqual(new Set([1, 4]));
    expect(rangesFromCuts(new Set(), 1)).toEqual(["1"]);
  });

  it("are not made of ranges that overlap, leave pages out, or are none", () => {
    for (const ranges of [["1-3"], ["2-6"], ["1-3", "3-6"], ["1-3,5", "6"], ["1-9"], ["x"], []]) {
      expect(cutsFromRanges(ranges, 6)).toBeUndefined();
    }
    expect(linesOf(" 1-3 \n\n 5\n")).toEqual(["1-3", "5"]);
  });

  it("are written as few ranges as pages allow", () => {
    expect(rangesOf([3, 1, 2, 7, 3])).toBe("1-3, 7");
  });
});

describe("the line at which a page is cut in two", () => {
  const left = { x: 0, y: 0, width: 250, height: 800 };
  const right = { x: 250, y: 0, width: 350, height: 800 };
  const low = { x: 0, y: 0, width: 600, height: 300 };
  const high = { x: 0, y: 300, width: 600, height: 500 };

  it("is there where two areas are the whole page, in either order", () => {
    expect(cutOf([left, right], PAGE)).toEqual({ isUpright: true, at: 250 });
    expect(cutOf([right, left], PAGE)).toEqual({ isUpright: true, at: 250 });
    expect(cutOf([high, low], PAGE)).toEqual({ isUpright: false, at: 300 });
  });

  it("is not there where they leave something out, overlap, or are not two", () => {
    const narrower = { ...right, width: 300 };
    const wider = { ...left, width: 300 };
    for (const areas of [[left], [left, narrower], [wider, right], [left, low], [left, right, low]]) {
      expect(cutOf(areas, PAGE)).toBeUndefined();
    }
  });

  it("moves the edges of both, and leaves something of each", () => {
    expect(withCut([right, left], { isUpright: true, at: 100 }, PAGE)).toEqual([
      { ...right, x: 100, width: 500 },
      { ...left, width: 100 },
    ]);
    const [below, above] = withCut([low, high], { isUpright: false, at: 900 }, PAGE);
    expect([below?.height, above?.height]).toEqual([799, 1]);
  });
});
