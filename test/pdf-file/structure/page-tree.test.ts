import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { PDF_LIMITS } from "../../../src/pdf-file/pdf-limits.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { PdfRef } from "../../../src/pdf-file/syntax/objects.ts";
import { damaged, pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";
import { partBytes } from "../../split/parts.ts";
import { cropPdf } from "../../support/at-once.ts";

const AREA = { x: 1, y: 1, width: 5, height: 5 };

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

  it("when a page is listed twice, or is in /Kids itself", () => {
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
    expect(() => document.page(2)).toThrowError(
      expect.objectContaining({ misfit: { kind: "no such page", page: 3, pageCount: 2 } }),
    );
  });
});

describe("a page tree that is too much is refused", () => {
  it("by its pages", () => {
    const bodies = pagesOf(1);
    const file = pdf({ ...bodies, 2: `<</Type/Pages/Count 1/Kids[${"3 0 R ".repeat(PDF_LIMITS.pages + 1)}]>>` });
    expect(() => openPdf(file).pageCount).toThrowError(expect.objectContaining({ kind: "budget" }));
  });

  it("by its pages, where they are beside nodes, and by what is in their place", () => {
    const refused = (kids: string) => {
      const bodies = {
        ...pagesOf(30),
        2: `<</Type/Pages/Count 30/Kids[${kids}]>>`,
        90: "<</Type/Pages/Count 0/Kids[]>>",
      };
      expect(() => openPdf(pdf(bodies)).pageCount).toThrowError(expect.objectContaining({ kind: "budget" }));
    };
    refused(`90 0 R ${"3 0 R ".repeat(PDF_LIMITS.pages + 1)}`);
    refused("null ".repeat(PDF_LIMITS.pages * 2 + 1));
  });

  it("by its depth", () => {
    const bodies: Record<number, string> = { 1: CATALOG };
    for (let i = 2; i < 400; i++) bodies[i] = `<</Type/Pages/Kids[${i + 1} 0 R]>>`;
    bodies[400] = "<</Type/Page>>";
    expect(() => openPdf(pdf(bodies)).pageCount).toThrowError(expect.objectContaining({ kind: "budget" }));
  });
});

describe("pages that are not where the file says", () => {
  const offsetOf = (number: number, offset: string) => (file: Uint8Array) =>
    latin1(text(file).replace(new RegExp(`${number} 1\n\\d{10}`), `${number} 1\n${offset}`));

  it("are found by a rebuild when the cross-reference has them as lost", () => {
    const document = openPdf(offsetOf(3, "0000000000")(pdf(pagesOf(1))));
    expect([document.pageCount, document.rebuilt]).toEqual([1, true]);
  });

  it("are found when the trailer names another object as the root, and that one is not there", () => {
    const file = offsetOf(4, "0000000033")(pdf(pagesOf(1), { trailer: "/Root 4 0 R" }));
    expect(openPdf(file).pageCount).toBe(1);
  });

  it("are none in a document without pages, which is no damage to be repaired", () => {
    const document = openPdf(pdf({ 1: CATALOG, 2: "<</Type/Pages/Count 0/Kids[]>>" }));
    expect(document.pageCount).toBe(0);
  });
});

describe("a page that is a stream", () => {
  const bodies = { ...pagesOf(2), 3: stream("x", "/Type/Page/Parent 2 0 R/Contents 4 0 R/MediaBox[0 0 9 9]") };

  it("is recognised by its dictionary", () => {
    const document = openPdf(pdf(bodies));
    expect(document.page(0).dict.get("MediaBox")).toEqual([0, 0, 9, 9]);
    expect(document.page(0).dict.has("Length")).toBe(false);
  });

  it("is a plain page in a part and after a crop", () => {
    const cropped = cropPdf(openPdf(pdf(bodies)), { definitions: [{ page: 1, area: AREA }] }).rope.toBytes();
    const [part] = partBytes(pdf(bodies), ["1"]);
    for (const bytes of [cropped, part as Uint8Array]) {
      const document = openPdf(bytes);
      expect(document.resolve(document.page(0).ref)).toBeInstanceOf(Map);
    }
  });
});

describe("a count of pages that lies", () => {
  it.each([
    ["too high", 9],
    ["too low", 1],
  ])("because it is %s is put right by a crop, and kids that are nothing go", (_, count) => {
    const bodies = {
      ...pagesOf(3),
      2: `<</Type/Pages/Count ${count}/Kids[10 0 R 7 0 R 77 0 R]/MediaBox[0 0 200 100]>>`,
      10: `<</Type/Pages/Count ${count}/Kids[3 0 R null 5 0 R]/Parent 2 0 R>>`,
    };
    const whole = pdf(bodies);
    for (const file of [whole, damaged(whole, "startxref", "startxxxx")]) {
      const document = openPdf(cropPdf(openPdf(file), { definitions: [{ page: 1, area: AREA }] }).rope.toBytes());
      const node = (number: number) => document.dict(new PdfRef(number, 0));
      expect([node(2)?.get("Count"), node(10)?.get("Count")]).toEqual([3, 2]);
      expect([node(2)?.get("Kids"), node(10)?.get("Kids")].map((kids) => (kids as unknown[]).length)).toEqual([2, 2]);
    }
  });

  it("that was right is not written again", () => {
    const file = pdf(pagesOf(3));
    const { rope } = cropPdf(openPdf(file), { definitions: [{ page: 1, area: AREA }] });
    expect(text(rope.toBytes().subarray(file.length))).not.toContain("/Kids");
  });
});

describe("content that is missing", () => {
  it.each([
    ["in the page", "[99 0 R 4 0 R]"],
    ["in an array of its own", "20 0 R"],
  ])("is left out of what a part's page lists, named %s", (_, contents) => {
    const bodies = {
      ...pagesOf(1),
      3: `<</Type/Page/Parent 2 0 R/Contents ${contents}>>`,
      20: "[4 0 R 98 0 R]",
    };
    const [part] = partBytes(pdf(bodies), ["1"]);
    const document = openPdf(part as Uint8Array);
    expect(document.array(document.page(0).dict.get("Contents"))).toEqual([new PdfRef(4, 0)]);
  });
});
