import { describe, expect, it } from "vitest";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type PdfDict, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { type Bodies, pagesOf, pdf, stream, text } from "../../fixtures/pdf.ts";
import { annotations, bytesOf, dictOf, partOf, partsOf, split, textOf } from "../parts.ts";

/**
 * Root › Document (31) › Sect (32: P 33 on page 1, an empty P 34, a P 35 that runs from page 1 to page 2) and P 36 on
 * page 2, whose link (20) has the element 37. Page 3 is not tagged.
 */
const bodies: Bodies = {
  ...pagesOf(3, (index) => ["/StructParents 0", "/StructParents 1/Annots[20 0 R]", ""][index] ?? ""),
  1: "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 30 0 R/MarkInfo<</Marked true>>>>",
  20: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/StructParent 2/A<</S/URI/URI(x)>>>>",
  30: "<</Type/StructTreeRoot/K 31 0 R/ParentTree 40 0 R/ParentTreeNextKey 3/RoleMap<</Para/P>>/IDTree<</Names[(a) 33 0 R (b) 36 0 R]>>>>",
  31: "<</Type/StructElem/S/Document/P 30 0 R/K[32 0 R 36 0 R]>>",
  32: "<</Type/StructElem/S/Sect/P 31 0 R/K[33 0 R 34 0 R 35 0 R]>>",
  33: "<</Type/StructElem/S/P/P 32 0 R/Pg 3 0 R/K 0/ID(a)>>",
  34: "<</Type/StructElem/S/P/P 32 0 R>>",
  35: "<</Type/StructElem/S/P/P 32 0 R/Pg 3 0 R/K[1 <</Type/MCR/Pg 5 0 R/MCID 0>>]>>",
  36: "<</Type/StructElem/S/P/P 31 0 R/Pg 5 0 R/K[1 37 0 R]/ID(b)>>",
  37: "<</Type/StructElem/S/Link/P 36 0 R/Pg 5 0 R/K<</Type/OBJR/Obj 20 0 R>>>>",
  40: "<</Nums[0 41 0 R 1 42 0 R 2 37 0 R]>>",
  41: "[33 0 R 35 0 R]",
  42: "[35 0 R 36 0 R]",
};

const rootOf = (part: PdfDocument) => dictOf(part, part.catalog.get("StructTreeRoot"));

function tree(part: PdfDocument): string {
  const show = (item: unknown): string => {
    if (typeof item === "number") return String(item);
    const dict = part.dict(item as PdfDict) as PdfDict;
    if (!dict.has("S")) return `${dict.get("Type")}`;
    const k = part.resolve(dict.get("K"));
    const kids = Array.isArray(k) ? k : k === null ? [] : [k];
    return `${dict.get("S")}(${kids.map(show).join(" ")})`;
  };
  const root = dictOf(part, part.catalog.get("StructTreeRoot"));
  return (part.array(root.get("K")) ?? []).map(show).join(" ");
}

const ids = (part: PdfDocument) =>
  (part.array(part.dict(dictOf(part, part.catalog.get("StructTreeRoot")).get("IDTree"))?.get("Names")) ?? [])
    .filter((item) => item instanceof PdfString)
    .map((item) => text(item.bytes));

describe("the tagged structure", () => {
  it("is cut to the part: elements of its content, their ancestors, and empty ones beside them", () => {
    const [first, second, both] = partsOf(bodies, ["1", "2", "1-2"]);
    expect(tree(first!)).toBe("Document(Sect(P(0) P() P(1)))");
    expect(tree(second!)).toBe("Document(Sect(P(MCR)) P(1 Link(OBJR)))");
    expect(tree(both!)).toBe("Document(Sect(P(0) P() P(1 MCR)) P(1 Link(OBJR)))");
    expect([ids(first!), ids(second!)]).toEqual([["a"], ["b"]]);
  });

  it("is found from the pages and annotations as before", () => {
    const part = partOf(bodies, "2");
    const root = dictOf(part, part.catalog.get("StructTreeRoot"));
    const nums = part.array(dictOf(part, root.get("ParentTree")).get("Nums")) ?? [];
    expect(nums.filter((_, i) => i % 2 === 0)).toEqual([1, 2]);
    expect(part.page(0).dict.get("StructParents")).toBe(1);
    expect(dictOf(part, nums[3]).get("S")).toBe("Link");
    expect(part.dict(root.get("RoleMap"))?.get("Para")).toBe("P");
    expect(part.dict(part.catalog.get("MarkInfo"))?.get("Marked")).toBe(true);
  });

  it("loses the element of a link that leads out of the part", () => {
    const part = partOf(
      { ...bodies, 20: "<</Subtype/Link/Rect[0 0 9 9]/Border[0 0 0]/StructParent 2/Dest[3 0 R/Fit]>>" },
      "2",
    );
    expect(annotations(part, 0)).toEqual([]);
    expect(tree(part)).toBe("Document(Sect(P(MCR)) P(1))");
  });

  it("is cleanly gone with its marks where no page of the part is tagged", () => {
    const part = partOf(bodies, "3");
    expect(part.catalog.has("StructTreeRoot") || part.catalog.has("MarkInfo")).toBe(false);
  });

  it("that cannot be followed from the pages is cleanly gone, also from forms", () => {
    const untraceable: Bodies = {
      ...bodies,
      30: "<</Type/StructTreeRoot/K 31 0 R>>",
      3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R/StructParents 0/Resources<</XObject<</F 50 0 R>>>>>>",
      4: stream("/F Do"),
      50: stream("0 g", "/Subtype/Form/BBox[0 0 1 1]/StructParents 7"),
    };
    const part = partOf(untraceable, "1");
    expect(part.catalog.has("StructTreeRoot")).toBe(false);
    expect(part.page(0).dict.has("StructParents")).toBe(false);
    const form = part.dict(part.dict(part.page(0).dict.get("Resources"))?.get("XObject"))?.get("F");
    expect(part.dict(form)?.has("StructParents")).toBe(false);
  });

  /** A document of 120 elements: each has content on page 0 or 1, or none. The numbers that each page's part has. */
  function keptOf(pageOf: (i: number) => 0 | 1 | undefined): (readonly number[])[] {
    const wide: Bodies = { ...bodies, 31: "<</Type/StructElem/S/Document/P 30 0 R/K[" };
    const arrays: [string[], string[]] = [[], []];
    for (let i = 0; i < 120; i++) {
      const page = pageOf(i);
      const content = page === undefined ? "" : `/Pg ${3 + page * 2} 0 R/K ${arrays[page].length}`;
      wide[31] += `${100 + i} 0 R `;
      wide[100 + i] = `<</Type/StructElem/S/E${i}/P 31 0 R${content}>>`;
      if (page !== undefined) arrays[page].push(`${100 + i} 0 R`);
    }
    wide[31] += "]>>";
    wide[40] = `<</Nums[0[${arrays[0].join(" ")}]1[${arrays[1].join(" ")}]]>>`;
    const parts = partsOf(wide, ["1", "2"]);
    return parts.map((part) => [...tree(part).matchAll(/E(\d+)/g)].map((match) => Number(match[1])));
  }

  const numbers = Array.from({ length: 120 }, (_, i) => i);

  it("keeps the order of very many elements, and the empty ones beside those of the part", () => {
    const page = (i: number) => (i % 40 < 20 ? 0 : 1);
    const kept = keptOf((i) => (i % 5 === 4 || i === 0 ? undefined : page(i)));
    expect(kept).toEqual([numbers.filter((i) => page(i) === 0), numbers.filter((i) => page(i) === 1)]);
  });

  it("gives an empty element among very many to the part of the one before it", () => {
    const page = (i: number) => (i % 4 < 2 ? 0 : 1);
    const kept = keptOf((i) => (i % 2 === 1 ? undefined : page(i)));
    expect(kept).toEqual([numbers.filter((i) => page(i) === 0), numbers.filter((i) => page(i) === 1)]);
  });
});

describe("a structure that is damaged or large", () => {
  it("whose elements are their own ancestors is cut all the same", () => {
    const part = partOf({ ...bodies, 31: "<</Type/StructElem/S/Document/P 32 0 R/K[32 0 R 31 0 R]>>" }, "1");
    expect(part.pageCount).toBe(1);
  });

  it("is cut where an element with very many kids says that it is on a page outside", () => {
    const wide: Bodies = { ...bodies, 31: "<</Type/StructElem/S/Table/P 30 0 R/Pg 7 0 R/K[" };
    const refs: string[] = [];
    for (let i = 0; i < 40; i++) {
      wide[31] += `${100 + i} 0 R `;
      wide[100 + i] = `<</Type/StructElem/S/TR${i}/P 31 0 R/Pg ${3 + 2 * (i % 2)} 0 R/K ${i >> 1}>>`;
      refs.push(`${100 + i} 0 R`);
    }
    wide[31] += "]>>";
    const of = (page: number) => refs.filter((_, i) => i % 2 === page).join(" ");
    wide[40] = `<</Nums[0[${of(0)}]1[${of(1)}]]>>`;
    const parts = partsOf(wide, ["1", "2"]);
    expect(parts.map((part) => tree(part).match(/TR/g)?.length)).toEqual([20, 20]);
  });

  it("keeps of an element with content on very many pages that of the part's", () => {
    const pages = 50;
    const long: Bodies = {
      ...pagesOf(pages, (index) => `/StructParents ${index}`),
      1: "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 200 0 R>>",
      200: "<</Type/StructTreeRoot/K 201 0 R/ParentTree<</Nums[",
      201: "<</S/P/P 200 0 R/ActualText(all of it)/K[",
    };
    for (let page = 0; page < pages; page++) {
      long[200] += `${page}[201 0 R]`;
      long[201] += `<</Type/MCR/Pg ${3 + 2 * page} 0 R/MCID 0>>`;
    }
    long[200] += "]>>>>";
    long[201] += "]>>";
    const part = partOf(long, "7-9");
    expect(tree(part)).toBe("P(MCR MCR MCR)");
    expect(
      part.dict(part.array(dictOf(part, part.catalog.get("StructTreeRoot")).get("K"))?.[0])?.has("ActualText"),
    ).toBe(false);
  });

  it("says nothing of content that is on other pages, and all of what is on the part's", () => {
    const tagged: Bodies = {
      ...bodies,
      32: "<</S/Sect/P 31 0 R/T(both)/A[<</O/Table/Summary(both)/RowSpan 2>>]/K[33 0 R 34 0 R 35 0 R]>>",
      33: "<</S/P/P 32 0 R/Pg 3 0 R/K 0/Alt(first)/ID(a)>>",
      34: "<</S/P/P 32 0 R/ActualText(of no page)>>",
      35: "<</S/P/P 32 0 R/Pg 3 0 R/ActualText(both)/K[1 <</Type/MCR/Pg 5 0 R/MCID 0>>]>>",
    };
    const said = (range: string) => {
      const part = partOf(tagged, range);
      const kidsOf = (dict: PdfDict) =>
        (part.array(dict.get("K")) ?? [dict.get("K") ?? null]).map((kid) => dictOf(part, kid));
      const [sect] = kidsOf(kidsOf(rootOf(part))[0] as PdfDict) as [PdfDict];
      const all = [sect, ...kidsOf(sect)];
      return all.flatMap((dict) => ["T", "Alt", "ActualText"].flatMap((key) => textOf(part, dict.get(key)) ?? []));
    };
    expect([said("1"), said("2"), said("1-2")]).toEqual([["first"], [], ["both", "first", "both"]]);
  });

  it("of a page whose key is another page's has none of that page's elements", () => {
    const shared = { ...bodies, 5: bodies[5]!.replace("StructParents 1", "StructParents 0") };
    expect(tree(partOf(shared, "2"))).toBe("Document(Sect(P(MCR)) P(1 Link(OBJR)))");
  });

  it("larger than what is read leaves parts without tags, with a note", () => {
    const nums = Array.from({ length: 500_001 }, (_, key) => `${key} null`).join(" ");
    const made = split(pdf({ ...bodies, 40: `<</Nums[${nums}]>>` }), ["1"]);
    expect(made.notes).toEqual([expect.stringContaining("more tags")]);
    expect(openPdf(bytesOf(made.parts[0]!)).catalog.has("StructTreeRoot")).toBe(false);
  });
});
