import { describe, expect, it } from "vitest";
import { CidWidths } from "../../../src/pdf-content/fonts/cid-widths.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pdf } from "../../fixtures/pdf.ts";

function widths(entries: string): CidWidths {
  const document = openPdf(
    pdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 0/Kids[]>>", 3: `<<${entries}>>`, 4: "[77 78]" }),
  );
  return new CidWidths(document, document.dict(document.get(3))!);
}

describe("the width of a CID", () => {
  const across = (entries: string, cids: number[]) => cids.map((cid) => Math.round(widths(entries).width0(cid) * 1000));

  it("is in the list that its first CID begins", () => {
    expect(across("/W[10[100 200 300]]", [9, 10, 11, 12, 13])).toEqual([1000, 100, 200, 300, 1000]);
    expect(across("/W[10 4 0 R]", [9, 10, 11, 12])).toEqual([1000, 77, 78, 1000]);
    expect(across("/W[10[100]]", [9, 10, 11])).toEqual([1000, 100, 1000]);
  });

  it("is that of all CIDs of a range", () => {
    expect(across("/W[10 12 100]", [9, 10, 11, 12, 13])).toEqual([1000, 100, 100, 100, 1000]);
    expect(across("/W[10 10 100]", [9, 10, 11])).toEqual([1000, 100, 1000]);
  });

  it("is found among lists and ranges in whatever order", () => {
    const entries = "/W[50 60 500 10[100 200] 30 30 300 0 1 5]/DW 900";
    expect(across(entries, [0, 1, 2, 10, 11, 12, 30, 31, 49, 50, 60, 61])).toEqual([
      5, 5, 900, 100, 200, 900, 300, 900, 900, 500, 500, 900,
    ]);
  });

  it("is as it says or 1000 where nothing else is said", () => {
    expect(across("/DW 600", [7])).toEqual([600]);
    expect(across("", [7])).toEqual([1000]);
    expect(across("/W[10 5 300 20[]]", [5, 10, 20])).toEqual([1000, 1000, 1000]);
  });

  it("is read as far as the list goes", () => {
    expect(across("/W[1 1 100 10 12]", [1, 10])).toEqual([100, 1000]);
    expect(across("/W[1[100] 10]", [1, 10])).toEqual([100, 1000]);
    expect(across("/W[1 2 100 5 6 200]", [5, 6])).toEqual([200, 200]);
  });
});

describe("vertical writing", () => {
  const down = (entries: string, cid: number) => [widths(entries).width1(cid), ...widths(entries).originOf(cid)];

  it("goes down by 1000 from 880, in the middle of the width", () => {
    expect(down("/W[5[300]]", 5)).toEqual([-1, 0.15, 0.88]);
    expect(down("/DW2[700 -500]", 5)).toEqual([-0.5, 0.5, 0.7]);
  });

  it("is given by CID, for each of a list and for all of a range", () => {
    const entries = "/W2[5[-600 250 800 -700 350 900] 10 12 -400 100 200]";
    expect(down(entries, 5)).toEqual([-0.6, 0.25, 0.8]);
    expect(down(entries, 6)).toEqual([-0.7, 0.35, 0.9]);
    expect(down(entries, 7)).toEqual([-1, 0.5, 0.88]);
    for (const cid of [10, 11, 12]) expect(down(entries, cid)).toEqual([-0.4, 0.1, 0.2]);
    expect(down(entries, 13)).toEqual([-1, 0.5, 0.88]);
    expect(down("/W2[5[-600 250 800]]", 5)).toEqual([-0.6, 0.25, 0.8]);
  });
});
