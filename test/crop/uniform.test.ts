import { describe, expect, it } from "vitest";
import type { AutoCropOptions } from "../../src/crop/auto-crop.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { pagesOf, pdf, stream } from "../fixtures/pdf.ts";
import { autoCrop } from "../support/at-once.ts";

/** Where the mark on each page begins and ends, from the left and from below. */
const EDGES = [40, 10, 30, 60, 20];
const NONE = { top: 0, right: 0, bottom: 0, left: 0 };

/** The area of each page, of 200 by 200 points, as its left and right side. */
function sides(uniform: AutoCropOptions["uniform"], ignore: number): number[][] {
  const bodies = pagesOf(EDGES.length, () => "/MediaBox[0 0 200 200]");
  EDGES.forEach((edge, page) => {
    bodies[4 + 2 * page] = stream(`${edge} ${edge} ${200 - 3 * edge} ${200 - 3 * edge} re f`);
  });
  const options = { margin: NONE, uniform, ignore, keepSize: false, threshold: 191, specks: 0 };
  const pages = pageSet([{ first: 1, last: EDGES.length }]);
  const { definitions } = autoCrop(openPdf(pdf(bodies)), pages, options);
  return definitions.map(({ area: { x, y, width, height } }) => {
    expect([y, height]).toEqual([x, width]);
    return [x, x + width];
  });
}

describe("pages are cropped", () => {
  it("each by its own mark", () => {
    expect(sides("none", 3)).toEqual([
      [40, 120],
      [10, 180],
      [30, 140],
      [60, 80],
      [20, 160],
    ]);
  });

  it.each([
    [0, [10, 180]],
    [1, [20, 160]],
    [2, [30, 140]],
    [4, [60, 80]],
    [9, [60, 80]],
  ])("all alike, without the %i most extreme ones", (ignore, area) => {
    expect(sides("all", ignore)).toEqual(EDGES.map(() => area));
  });

  it("alike by odd and even numbers", () => {
    const [odd, even] = [
      [20, 160],
      [10, 180],
    ];
    expect(sides("oddEven", 0)).toEqual([odd, even, odd, even, odd]);
    expect(sides("oddEven", 1)).toEqual([
      [30, 140],
      [60, 80],
      [30, 140],
      [60, 80],
      [30, 140],
    ]);
  });
});
