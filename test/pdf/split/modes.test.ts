import { expect, it } from "vitest";
import { openPdf } from "../../../src/pdf/open.ts";
import { PdfProblem } from "../../../src/pdf/problem.ts";
import { type ChosenPart, partsOfOutline, partsOfPages, partsUnderSize } from "../../../src/pdf/split/modes.ts";
import { splitPdf } from "../../../src/pdf/split/split.ts";
import { type Bodies, pagesOf, pdf, stream } from "../fixtures.ts";

const open = (bodies: Bodies) => openPdf(pdf(bodies));
const labels = (parts: readonly ChosenPart[]) => parts.map(({ pages }) => pages.label);

it("makes parts of so many pages, the last of what is left", () => {
  expect(labels(partsOfPages(open(pagesOf(7)), 3, 100))).toEqual(["1-3", "4-6", "7"]);
  expect(labels(partsOfPages(open(pagesOf(2)), 9, 100))).toEqual(["1-2"]);
  expect(() => partsOfPages(open(pagesOf(7)), 1, 6)).toThrow(/makes 7 parts; at most 6/);
});

it("begins parts where the outline's items of a level lead", () => {
  const bodies: Bodies = {
    ...pagesOf(6),
    1: "<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R>>",
    20: "<</First 21 0 R/Last 22 0 R>>",
    21: "<</Title(One)/Parent 20 0 R/Next 22 0 R/Dest[5 0 R/Fit]/First 23 0 R/Last 24 0 R>>",
    22: "<</Title<FEFF00DC>/Parent 20 0 R/Dest[11 0 R/Fit]>>",
    23: "<</Title(A)/Parent 21 0 R/Next 24 0 R/Dest[5 0 R/Fit]>>",
    24: "<</Title(B)/Parent 21 0 R/Dest[5 0 R/XYZ 0 0 0]>>",
  };
  const parts = partsOfOutline(open(bodies), 1, 100);
  expect(labels(parts)).toEqual(["1", "2-4", "5-6"]);
  expect(parts.map(({ title }) => title)).toEqual(["Beginning", "One", "Ü"]);
  expect(partsOfOutline(open(bodies), 2, 100).map(({ title, pages }) => [title, pages.label])).toEqual([
    ["Beginning", "1"],
    ["A", "2-6"],
  ]);
  expect(() => partsOfOutline(open(bodies), 3, 100)).toThrow(/outline of 2 levels/);
  expect(() => partsOfOutline(open(pagesOf(2)), 1, 100)).toThrow(/no outline/);
});

it("makes parts as long as fit under a size", () => {
  const bodies = pagesOf(20);
  for (let page = 0; page < 20; page++) bodies[4 + 2 * page] = stream("x".repeat(page === 7 ? 9000 : 1000));
  const document = open(bodies);
  const tooLarge: number[] = [];
  const chosen = partsUnderSize(document, 6000, 100, (page) => tooLarge.push(page));
  const { parts } = splitPdf(
    document,
    chosen.map(({ pages }) => pages),
    { outputBytes: 1e9 },
  );
  expect(tooLarge).toEqual([7]);
  expect(chosen.reduce((sum, { pages }) => sum + pages.count, 0)).toBe(20);
  for (const { pages, length } of parts) {
    if (pages.label !== "8") expect(length).toBeLessThanOrEqual(6000);
    if (pages.count > 1) expect(length).toBeGreaterThan(3500);
  }
  expect(() => partsUnderSize(document, 6000, 2, () => undefined)).toThrow(PdfProblem);
});
