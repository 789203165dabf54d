import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { damaged, pagesOf, pdf, stream, text, withUpdate } from "../../fixtures/pdf.ts";
import { split } from "../../split/parts.ts";
import { cropPdf, inspectPdf, removeOutside } from "../../support/at-once.ts";

const definitions = [{ page: 1, area: { x: 1, y: 1, width: 5, height: 5 } }];

/** How many pages there are, how many are missing, and whether the file was repaired: alike in every operation. */
function found(file: Uint8Array): [pages: number, missing: number, repaired: boolean] {
  const open = () => openPdf(file);
  const { pageCount, damage } = inspectPdf(open(), { from: 1, limit: 9 });
  expect(cropPdf(open(), { definitions }).damage).toEqual(damage);
  expect(split(file, ["1"]).damage).toEqual(damage);
  const removal = { edge: "keep", onUnremovable: "refuse", document: "clear" } as const;
  expect(removeOutside(open(), { definitions, ...removal }).damage).toEqual(damage);
  return [pageCount, damage.missingPages, damage.repaired];
}

/** The file without the object: its number is not in the cross-reference. */
const without = (number: number, file: Uint8Array): Uint8Array =>
  damaged(file, text(file).match(new RegExp(`\n${number} 1\n\\d{10}`))![0], `\n${number + 500} 1\n0000000000`);

describe("a page that the cross-reference has lost", () => {
  it("is found by a rebuild", () => {
    expect(found(without(5, pdf(pagesOf(3))))).toEqual([3, 0, true]);
  });

  it("and that is not in the file is counted as missing", () => {
    const bodies = pagesOf(3);
    delete bodies[5];
    expect(found(pdf(bodies))).toEqual([2, 1, true]);
  });

  it("with all that its node holds is counted as often as its parent says", () => {
    const bodies = {
      ...pagesOf(3),
      2: "<</Type/Pages/Count 12/Kids[3 0 R 5 0 R 90 0 R 7 0 R 91 0 R]/MediaBox[0 0 200 100]>>",
      91: "<</Type/Pages/Count 5/Parent 2 0 R/Kids[92 0 R 93 0 R 94 0 R 95 0 R 96 0 R]>>",
      92: "<</Type/Page/Parent 91 0 R>>",
      93: "<</Type/Page/Parent 91 0 R>>",
      94: "null",
    };
    // Three that node 91 lists, and four of the twelve that its parent counts.
    expect(found(pdf(bodies))).toEqual([5, 7, true]);
  });

  it("is none where the count does not count it", () => {
    const bodies = { ...pagesOf(2), 2: "<</Type/Pages/Count 2/Kids[3 0 R 90 0 R 5 0 R]/MediaBox[0 0 200 100]>>" };
    expect(found(pdf(bodies))).toEqual([2, 0, false]);
  });

  it("is none where only the count is wrong", () => {
    const bodies = { ...pagesOf(2), 2: "<</Type/Pages/Count 7/Kids[3 0 R 5 0 R]/MediaBox[0 0 200 100]>>" };
    expect(found(pdf(bodies))).toEqual([2, 0, false]);
  });
});

describe("a file that was cut off", () => {
  const whole = pdf(pagesOf(3));

  it("says how many of its pages are gone", () => {
    const end = text(whole).indexOf("5 0 obj");
    expect(found(whole.subarray(0, end))).toEqual([1, 2, true]);
    expect(found(whole.subarray(0, 240))).toEqual([1, 2, true]);
  });

  it("within an update shows what the update says, not what it replaces", () => {
    const updated = withUpdate(whole, {
      2: "<</Type/Pages/Count 4/Kids[3 0 R 5 0 R 7 0 R 60 0 R]/MediaBox[0 0 200 100]>>",
      60: "<</Type/Page/Parent 2 0 R/Contents 61 0 R>>",
      61: stream("0 0 9 9 re f"),
    });
    const at = (what: string) => text(updated).lastIndexOf(what);
    expect(found(updated)).toEqual([4, 0, false]);
    expect(found(updated.subarray(0, at("xref\n0 1")))).toEqual([4, 0, true]);
    expect(found(updated.subarray(0, at("startxref")))).toEqual([4, 0, true]);
    expect(found(updated.subarray(0, at("60 0 obj")))).toEqual([3, 1, true]);
  });
});
