import { describe, expect, it } from "vitest";
import { Work } from "../../src/meter/work.ts";
import { PageRangeProblem, pagesNamed, readPageRanges, runsNamed } from "../../src/pdf-pages/page-ranges.ts";
import { pageSet, pagesOf, runsOf } from "../../src/pdf-pages/page-set.ts";

function named(text: string, pageCount: number, allowReverse = true): number[] {
  return pagesNamed(readPageRanges(text), pageCount, { allowReverse });
}

function reason(text: string, pageCount: number, allowReverse = true): string {
  try {
    named(text, pageCount, allowReverse);
  } catch (error) {
    if (error instanceof PageRangeProblem) return error.reason;
    throw error;
  }
  return "nothing is wrong";
}

describe("the cases of qpdf's numrange.test, for 15 pages", () => {
  it.each([
    [",5", "not a page range"],
    ["4,,5", "not a page range"],
    ["4,5,", "not a page range"],
    ["z1,", "not a page range"],
    ["1z,", "not a page range"],
    ["1-5?", "not a page range"],
    ["1-30", "beyond the last page"],
    ["1-10,0,5", "counted from 1"],
    ["1-10,1234,5", "beyond the last page"],
    ["1,r,3", "not a page range"],
    ["1,r16,3", "beyond the first page"],
    ["1-10:quack", "not a page range"],
    ["1-10:", "not a page range"],
    ["1-10,r:", "not a page range"],
    ["1-10,:", "not a page range"],
    ["x1", "follows what it is taken from"],
  ])("%j is refused: %s", (text, why) => {
    expect(reason(text, 15)).toContain(why);
  });

  it.each([
    ["1,3,5-10,z-13,13,9,z,2,r2-r4", [1, 3, 5, 6, 7, 8, 9, 10, 15, 14, 13, 13, 9, 15, 2, 14, 13, 12]],
    ["r1-r15", [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    ["1-6,8-12:odd", [1, 3, 5, 8, 10, 12]],
    ["1-6,8-12:even", [2, 4, 6, 9, 11]],
    ["4-10,x7-9,12-8,xr5", [4, 5, 6, 10, 12, 10, 9, 8]],
  ])("%j names %j", (text, pages) => {
    expect(named(text, 15)).toEqual(pages);
  });
});

describe("beyond qpdf", () => {
  it.each([
    ["-1", [9]],
    ["-3--1", [7, 8, 9]],
    ["r3-", [7, 8, 9]],
    ["7-", [7, 8, 9]],
    ["odd", [1, 3, 5, 7, 9]],
    ["even", [2, 4, 6, 8]],
    ["even,odd", [2, 4, 6, 8, 1, 3, 5, 7, 9]],
    ["1-6,xeven", [1, 3, 5]],
    ["odd:even", [3, 7]],
    ["!4", [1, 2, 3, 5, 6, 7, 8, 9]],
    ["!4,!1-2", [3, 5, 6, 7, 8, 9]],
    ["1-4,6-9,!3-7", [1, 2, 8, 9]],
    ["1-4,6-9,x3-7", [1, 2, 3, 4, 8, 9]],
    ["!odd", [2, 4, 6, 8]],
    [" 1 - 3 , x 2 ", [1, 3]],
    ["1-8 : odd", [1, 3, 5, 7]],
  ])("of nine pages %j names %j", (text, pages) => {
    expect(named(text, 9)).toEqual(pages);
  });

  it("a document of one page has no even page", () => {
    expect(named("even", 1)).toEqual([]);
    expect(named("1,even", 1)).toEqual([1]);
  });

  it("a range goes back only when that is allowed; what is taken out may always be written so", () => {
    expect(reason("7-3", 9, false)).toBe("its last page comes before its first.");
    expect(named("1-9,x7-3", 9, false)).toEqual([1, 2, 8, 9]);
  });

  it("digits, signs and spaces without end are refused in no time", () => {
    for (const text of [
      "9".repeat(50_000),
      "-".repeat(50_000),
      " ".repeat(50_000),
      "1 ".repeat(25_000),
      ":odd".repeat(9),
    ])
      expect(reason(text, 9)).toContain("not a page range");
  });

  it("more pages than any document has are refused before they are listed", () => {
    const text = Array.from({ length: 100 }, () => "1-").join(",");
    expect(reason(text, 100_000)).toContain("more than 1000000 pages");
    expect(() => pagesNamed(readPageRanges("1-,2-"), 90_000, { work: new Work(0, { steps: 4_000 }) })).toThrow("steps");
  });
});

describe("pages as runs", () => {
  const set = (text: string) => pageSet(runsNamed(readPageRanges(text), 12, { allowReverse: true }));

  it.each([
    ["1,2,3", "1,2,3"],
    ["5-8,1", "5-8,1"],
    ["8-5", "8-5"],
    ["odd", "1,3,5,7,9,11"],
    ["1-10,x4", "1-3,5-10"],
    ["z-1:odd", "12,10,8,6,4,2"],
    ["!2-11", "1,12"],
  ])("%j is shown as %j", (text, label) => {
    expect(set(text).label).toBe(label);
    const again = set(set(text).label);
    expect([...pagesOf(again)]).toEqual([...pagesOf(set(text))]);
  });

  it("every other page of a long document is one run", () => {
    expect(runsNamed(readPageRanges("odd"), 1000, {})).toEqual([{ first: 1, last: 999, step: 2 }]);
    expect(set("odd").count).toBe(6);
    expect([0, 1, 2, 11, 12, 13].filter((page) => set("odd").has(page))).toEqual([1, 11]);
    expect([2, 3, 5, 7, 8].filter((page) => set("7-3").has(page))).toEqual([3, 5, 7]);
  });

  it.each([[[]], [[4]], [[0, 1, 2, 7, 8]], [[0, 5, 6, 7]], [[9, 8, 7, 0]], [[0, 2, 4, 5, 6]], [[3, 3, 3]]])(
    "%j stay the same pages in the same order",
    (pages) => {
      expect([...pagesOf(pageSet(runsOf(pages)))]).toEqual(pages);
    },
  );
});
