import { describe, expect, it } from "vitest";
import { PAPER, type PaperName, pageLayout } from "../../../src/html/fields/paper.ts";
import { firstPages, pagesIn } from "../../../src/html/fields/printed-ranges.ts";
import { HtmlProblem } from "../../../src/html/html-problem.ts";

/** Millimetres, as the standards have them. */
const SIZES: Record<PaperName, [number, number]> = {
  A0: [841, 1189],
  A1: [594, 841],
  A2: [420, 594],
  A3: [297, 420],
  A4: [210, 297],
  A5: [148, 210],
  A6: [105, 148],
  Letter: [215.9, 279.4],
  Legal: [215.9, 355.6],
  Tabloid: [279.4, 431.8],
  Ledger: [431.8, 279.4],
};

const plain = { format: "A4", landscape: false, margin: 0 } as const;

describe("paper", () => {
  it("has the sizes of its standards", () => {
    expect(Object.keys(PAPER)).toEqual(Object.keys(SIZES));
    for (const [name, size] of Object.entries(SIZES)) {
      const { paperWidth, paperHeight } = pageLayout({ ...plain, format: name as PaperName });
      expect(Math.round(paperWidth * 254) / 10, name).toBeCloseTo(size[0], 1);
      expect(Math.round(paperHeight * 254) / 10, name).toBeCloseTo(size[1], 1);
    }
  });

  it("is turned, and takes a width or a height of its own", () => {
    const made = (more: object) => {
      const { paperWidth, paperHeight } = pageLayout({ ...plain, format: "Letter", ...more });
      return [paperWidth, paperHeight];
    };
    expect(made({ landscape: true })).toEqual([11, 8.5]);
    expect(made({ width: "5in" })).toEqual([5, 11]);
    expect(made({ height: 96 })).toEqual([8.5, 1]);
    expect(made({ width: "200in", height: "3in", landscape: true })).toEqual([3, 200]);
  });

  it("has margins of 0.4 inches, or those that are asked for", () => {
    const made = (margin?: never) => {
      const { marginTop, marginRight, marginBottom, marginLeft } = pageLayout({ ...plain, margin });
      return [marginTop, marginRight, marginBottom, marginLeft];
    };
    expect(made()).toEqual([0.4, 0.4, 0.4, 0.4]);
    expect(made("1in 2in 3in 4in" as never)).toEqual([1, 2, 3, 4]);
  });

  it.each([
    [{ width: 0 }, "width"],
    [{ height: "200.1in" }, "height"],
    [{ margin: "0in 4.13385in" }, "margin"],
    [{ margin: "6in 0in" }, "margin"],
  ])("is refused where nothing can be printed on it: %j", (options, field) => {
    const made = () => pageLayout({ ...plain, ...options });
    expect(made).toThrow(HtmlProblem);
    expect(made).toThrow(expect.objectContaining({ kind: "input", field }));
  });
});

describe("page ranges", () => {
  it.each([
    [undefined, 5, "1-5"],
    ["2-", 5, "2-6"],
    ["-3", 5, "1-3"],
    ["4", 5, "4-4"],
    ["5-9, 1-3", 5, "1-3,5-6"],
    ["1-3,2-4", 5, "1-3,4-4"],
    ["1-3,2-3,9", 5, "1-3,9-9"],
    ["1-2,3-4", 2, "1-2"],
    ["3-1", 5, "3-1"],
    ["0-2", 5, "0-2"],
  ])("of %s: the first %i pages are %s", (ranges, most, printed) => {
    expect(firstPages(ranges, most)).toBe(printed);
  });

  it.each([
    [undefined, [1, 2, 3, 4]],
    ["2-3", [2, 3]],
    ["4, 1", [1, 4]],
    ["3-", [3, 4]],
    ["-2", [1, 2]],
    ["2,2,1-2", [1, 2]],
    ["5-9", []],
  ])("%s of four are the pages %j", (ranges, pages) => {
    expect(pagesIn(ranges, 4)).toEqual(pages);
  });
});
