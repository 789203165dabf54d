import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf/document.ts";
import { pagesOf, pdf } from "../fixtures.ts";

const CATALOG = "<</Type/Catalog/Pages 2 0 R>>";
const pageNumbers = (file: Uint8Array): (number | undefined)[] => {
  const document = openPdf(file);
  return Array.from({ length: document.pageCount }, (_, index) => document.page(index).ref?.number);
};

describe("the pages are found in order", () => {
  it("in a nested tree", () => {
    const bodies = {
      1: CATALOG,
      2: "<</Type/Pages/Count 3/Kids[3 0 R 6 0 R]>>",
      3: "<</Type/Pages/Count 2/Kids[4 0 R 5 0 R]/Parent 2 0 R>>",
      4: "<</Type/Page/Parent 3 0 R>>",
      5: "<</Type/Page/Parent 3 0 R>>",
      6: "<</Type/Page/Parent 2 0 R>>",
    };
    expect(pageNumbers(pdf(bodies))).toEqual([4, 5, 6]);
  });

  it.each([
    ["a count that is too high", "/Count 9/Kids[4 0 R 5 0 R]"],
    ["a count that is too low", "/Count 1/Kids[4 0 R 5 0 R]"],
    ["no count", "/Kids[4 0 R 5 0 R]"],
    ["a kid that is null", "/Count 3/Kids[4 0 R null 5 0 R]"],
    ["a kid that is missing", "/Count 3/Kids[4 0 R 99 0 R 5 0 R]"],
    ["itself among its kids", "/Count 3/Kids[4 0 R 2 0 R 5 0 R]"],
    ["indirect kids", "/Count 2/Kids 9 0 R"],
    ["an empty node among its kids", "/Count 3/Kids[4 0 R 8 0 R 5 0 R]"],
  ])("with %s", (_, entries) => {
    const bodies = {
      1: CATALOG,
      2: `<</Type/Pages${entries}>>`,
      4: "<</Type/Page/Parent 2 0 R>>",
      5: "<</Type/Page/Parent 2 0 R>>",
      8: "<</Type/Pages/Kids[]/Count 0>>",
      9: "[4 0 R 5 0 R]",
    };
    expect(pageNumbers(pdf(bodies))).toEqual([4, 5]);
  });

  it("without /Type anywhere", () => {
    const bodies = { 1: "<</Pages 2 0 R>>", 2: "<</Kids[3 0 R 4 0 R]>>", 3: "<</Kids[5 0 R]>>", 4: "<<>>", 5: "<<>>" };
    expect(pageNumbers(pdf(bodies))).toEqual([5, 4]);
  });

  it("when a node counts its kids right but one in the middle is a node", () => {
    const bodies = {
      1: CATALOG,
      2: "<</Type/Pages/Count 3/Kids[4 0 R 3 0 R 5 0 R]>>",
      3: "<</Type/Pages/Count 1/Kids[6 0 R]>>",
      4: "<</Type/Page>>",
      5: "<</Type/Page>>",
      6: "<</Type/Page>>",
    };
    expect(pageNumbers(pdf(bodies))).toEqual([4, 6, 5]);
  });

  it("when a node in the middle hides several pages", () => {
    const bodies = {
      1: CATALOG,
      2: "<</Type/Pages/Count 3/Kids[4 0 R 3 0 R 5 0 R]>>",
      3: "<</Type/Pages/Count 2/Kids[6 0 R 7 0 R]>>",
      4: "<</Type/Page>>",
      5: "<</Type/Page>>",
      6: "<</Type/Page>>",
      7: "<</Type/Page>>",
    };
    const document = openPdf(pdf(bodies));
    document.page(1);
    expect(document.pageCount).toBe(4);
    expect(document.page(3).ref?.number).toBe(5);
  });

  it("when a page is listed twice, or stands in /Kids itself", () => {
    const bodies = { 1: CATALOG, 2: "<</Type/Pages/Count 3/Kids[4 0 R 4 0 R <</Type/Page>>]>>", 4: "<</Type/Page>>" };
    expect(pageNumbers(pdf(bodies))).toEqual([4, 4, undefined]);
  });
});

describe("a page", () => {
  it("takes what it lacks from its ancestors, the nearest first", () => {
    const bodies = {
      1: CATALOG,
      2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 1 1]/Rotate 90>>",
      3: "<</Type/Pages/Count 1/Kids[4 0 R]/MediaBox[0 0 2 2]>>",
      4: "<</Type/Page/Resources null>>",
    };
    const page = openPdf(pdf(bodies)).page(0);
    expect(page.attribute("MediaBox")).toEqual([0, 0, 2, 2]);
    expect(page.attribute("Rotate")).toBe(90);
    expect(page.attribute("Resources")).toBeNull();
  });

  it("beyond the last one is refused, with how many there are", () => {
    const document = openPdf(pdf(pagesOf(2)));
    expect(() => document.page(2)).toThrowError(/2 pages.*no page 3/);
  });
});

describe("a page tree that is too much is refused", () => {
  it("by its pages", () => {
    const file = pdf(pagesOf(30));
    expect(() => openPdf(file, { limits: { pages: 20 } }).pageCount).toThrowError(
      expect.objectContaining({ kind: "budget" }),
    );
  });

  it("by its depth", () => {
    const bodies: Record<number, string> = { 1: CATALOG };
    for (let i = 2; i < 400; i++) bodies[i] = `<</Type/Pages/Kids[${i + 1} 0 R]>>`;
    bodies[400] = "<</Type/Page>>";
    expect(() => openPdf(pdf(bodies)).pageCount).toThrowError(expect.objectContaining({ kind: "budget" }));
  });
});
