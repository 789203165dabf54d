import { describe, expect, it } from "vitest";
import { type Halving, halvesInTurns } from "../../src/crop/areas/halves.ts";
import { cropEachArea } from "../../src/crop/areas/separate.ts";
import { type CropRequest, cropInTurns } from "../../src/crop/crop.ts";
import { atOnce } from "../../src/meter/turns.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { type PdfObject, PdfRef, type PdfString } from "../../src/pdf-file/syntax/objects.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { removeInTurns } from "../../src/remove/index.ts";
import { type Bodies, damaged, pagesOf, pdf, stream, text } from "../fixtures/pdf.ts";

/** Pages are 200 wide and 100 high: the halves of one. */
const LEFT = { x: 0, y: 0, width: 100, height: 100 };
const RIGHT = { x: 100, y: 0, width: 100, height: 100 };
const halvesOf = (page: number) => [
  { page, area: LEFT },
  { page, area: RIGHT },
];

function cut(file: Uint8Array, request: CropRequest): PdfDocument {
  const document = openPdf(file);
  const result = atOnce(cropEachArea(document, request, (own) => cropInTurns(document, own)));
  return openPdf(result.rope.toBytes());
}

function removed(file: Uint8Array, request: CropRequest): PdfDocument {
  const document = openPdf(file);
  const result = atOnce(cropEachArea(document, request, (own) => removeInTurns(document, own)));
  return openPdf(result.rope.toBytes());
}

function boxes(document: PdfDocument): PdfObject[] {
  return Array.from({ length: document.pageCount }, (_, at) => document.page(at).dict.get("MediaBox") ?? null);
}

/** The names of the annotations of each page. */
function annotations(document: PdfDocument): string[][] {
  return Array.from({ length: document.pageCount }, (_, at) =>
    (document.array(document.page(at).dict.get("Annots")) ?? []).map((item) => {
      const dict = document.dict(item)!;
      expect(dict.get("P")).toEqual(document.pages.leaf(at).ref && expect.objectContaining(numberOf(document, at)));
      return text((dict.get("NM") as PdfString).bytes);
    }),
  );
}

function numberOf(document: PdfDocument, at: number): { number: number } {
  return { number: document.pages.leaf(at).ref!.number };
}

/** The page to which a destination leads, counted from 1. */
function pageOf(document: PdfDocument, destination: PdfObject | undefined): number {
  const [page] = document.array(destination) ?? [];
  for (let at = 0; at < document.pageCount; at++) {
    if (page instanceof PdfRef && document.pages.leaf(at).ref?.number === page.number) return at + 1;
  }
  return 0;
}

const three: Bodies = pagesOf(3, () => "/Contents 20 0 R");
const file = (more: Bodies = {}): Uint8Array => pdf({ ...three, 20: stream("0 0 200 100 re f"), ...more });

describe("a page for each area", () => {
  it("in the order of pages and of areas", () => {
    const document = cut(file(), {
      definitions: [
        { page: 2, area: RIGHT },
        { page: 1, area: LEFT },
        { page: 2, area: LEFT },
      ],
    });
    expect(boxes(document).slice(0, 3)).toEqual([
      [0, 0, 100, 100],
      [100, 0, 200, 100],
      [0, 0, 100, 100],
    ]);
    expect(document.pageCount).toBe(4);
    expect(document.damage).toEqual({ repaired: false, missingPages: 0, missingObjects: 0 });
  });

  it("of every page, when all get the same areas", () => {
    const document = cut(file(), { definitions: halvesOf(1), all: true });
    expect(boxes(document)).toEqual(
      [0, 1, 2].flatMap(() => [
        [0, 0, 100, 100],
        [100, 0, 200, 100],
      ]),
    );
  });

  it("shares the content of its page", () => {
    const document = cut(file(), { definitions: halvesOf(1) });
    for (const at of [0, 1]) expect(document.page(at).dict.get("Contents")).toEqual(new PdfRef(20, 0));
  });

  it("adds less than a kilobyte to the file", () => {
    const document = openPdf(file({ 20: stream("0 0 200 100 re f ".repeat(1000)) }));
    const before = document.bytes.length;
    const result = atOnce(cropEachArea(document, { definitions: halvesOf(1) }, (own) => cropInTurns(document, own)));
    expect(result.rope.pieces[0]).toBe(document.bytes);
    expect(result.rope.length - before).toBeLessThan(1000);
  });

  it("of a page that occurs twice, and of a document that must be repaired", () => {
    const twice = cut(file({ 2: "<</Type/Pages/Count 3/Kids[3 0 R 3 0 R 4 0 R]/MediaBox[0 0 200 100]>>" }), {
      definitions: halvesOf(2),
    });
    expect(boxes(twice).slice(1, 3)).toEqual([
      [0, 0, 100, 100],
      [100, 0, 200, 100],
    ]);
    expect(twice.page(0).dict.has("MediaBox")).toBe(false);
    const mended = cut(damaged(file(), "startxref", "startxxxx"), { definitions: halvesOf(3) });
    expect(mended.pageCount).toBe(4);
    expect(boxes(mended).slice(2)).toEqual([
      [0, 0, 100, 100],
      [100, 0, 200, 100],
    ]);
  });

  it("keeps the labels of the other pages", () => {
    const document = cut(file({ 1: "<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[0<</S/D/St 7>>]>>>>" }), {
      definitions: halvesOf(2),
    });
    const nums = document.array(document.dict(document.catalog.get("PageLabels"))?.get("Nums"))!;
    const starts = nums.map((item) => (typeof item === "number" ? item : document.dict(item)!.get("St")));
    expect(starts).toEqual([0, 7, 2, 8]);
  });
});

describe("annotations go with the area that shows them", () => {
  const page = "<</Type/Page/Parent 2 0 R/Contents 20 0 R/Annots[30 0 R 31 0 R 32 0 R 33 0 R 34 0 R 35 0 R]>>";
  const noted = (rects: Record<string, string>): Bodies => ({
    3: page,
    30: `<</Subtype/Link/NM(left)/Rect[10 10 30 30]/P 3 0 R>>`,
    31: `<</Subtype/Link/NM(right)/Rect[110 10 130 30]/P 3 0 R>>`,
    32: `<</Subtype/Link/NM(both)/Rect[90 50 150 60]/P 3 0 R>>`,
    33: `<</Subtype/Widget/NM(field)/FT/Tx/T(f)/Rect[90 70 150 80]/P 3 0 R>>`,
    34: `<</Subtype/Text/NM(nowhere)/Rect[10 500 30 520]/P 3 0 R>>`,
    35: `<</Subtype/Popup/NM(window)/Rect[0 0 50 50]/Parent 31 0 R/P 3 0 R>>`,
    ...rects,
  });

  it("a link that two show is on both, a field where most of it is, what none shows on the first", () => {
    const document = cut(file(noted({})), { definitions: halvesOf(1) });
    expect(annotations(document).slice(0, 2)).toEqual([
      ["left", "both", "nowhere"],
      ["right", "both", "field", "window"],
    ]);
  });

  it("with everything else removed each page has its own", () => {
    const document = removed(
      file(
        noted({
          33: "<</Subtype/Widget/FT/Tx/T(f)/V(x)/Rect[110 70 150 80]/P 3 0 R>>",
          1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[33 0 R]>>>>",
        }),
      ),
      {
        definitions: halvesOf(1),
      },
    );
    const kinds = [0, 1].map((at) =>
      document.array(document.page(at).dict.get("Annots"))!.map((item) => document.dict(item)!.get("Subtype")),
    );
    expect(kinds).toEqual([
      ["Link", "Link"],
      ["Link", "Link", "Widget"],
    ]);
  });
});

it("links, names, outline items and actions lead to the area that shows their place", () => {
  const document = cut(
    file({
      1: "<</Type/Catalog/Pages 2 0 R/Outlines 40 0 R/OpenAction[3 0 R/XYZ 120 90 0]/Names<</Dests 42 0 R>>>>",
      5: "<</Type/Page/Parent 2 0 R/Annots[43 0 R 44 0 R]>>",
      40: "<</First 41 0 R/Last 41 0 R/Count 1>>",
      41: "<</Title(x)/Parent 40 0 R/Dest[3 0 R/FitV 150]>>",
      42: "<</Names[(a)[3 0 R/Fit](b)[3 0 R/FitR 110 10 190 90](c)45 0 R]>>",
      43: "<</Subtype/Link/Rect[0 0 9 9]/Dest[3 0 R/XYZ 100 50 null]>>",
      44: "<</Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[3 0 R/XYZ 99 50 null]>>>>",
      45: "<</D[3 0 R/FitH 50]>>",
    }),
    { definitions: halvesOf(1) },
  );
  const to = (object: PdfObject | undefined) => pageOf(document, object);
  expect(to(document.catalog.get("OpenAction"))).toBe(2);
  expect(to(document.dict(new PdfRef(41, 0))!.get("Dest"))).toBe(2);
  const names = document.array(document.dict(new PdfRef(42, 0))!.get("Names"))!;
  expect([to(names[1]), to(names[3]), to(document.dict(names[5])!.get("D"))]).toEqual([1, 2, 1]);
  expect(to(document.dict(new PdfRef(43, 0))!.get("Dest"))).toBe(2);
  expect(to(document.dict(document.dict(new PdfRef(44, 0))!.get("A"))!.get("D"))).toBe(1);
});

it("elements of the tags hold their content on the pages that show it", () => {
  const content =
    "/P<</MCID 0>>BDC 10 10 20 20 re f EMC /P<</MCID 1>>BDC 110 10 20 20 re f EMC /P<</MCID 2>>BDC 90 50 20 20 re f EMC";
  const document = cut(
    file({
      1: "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 50 0 R>>",
      3: "<</Type/Page/Parent 2 0 R/Contents 20 0 R/StructParents 0/Annots[60 0 R]>>",
      20: stream(content),
      50: "<</Type/StructTreeRoot/K 51 0 R/ParentTree 55 0 R/ParentTreeNextKey 2>>",
      51: "<</S/Document/P 50 0 R/K[52 0 R 53 0 R 54 0 R]>>",
      52: "<</S/P/P 51 0 R/Pg 3 0 R/K[0 1]>>",
      53: "<</S/P/P 51 0 R/Pg 3 0 R/K 2>>",
      54: "<</S/Link/P 51 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 60 0 R>>>>",
      55: "<</Nums[0[52 0 R 52 0 R 53 0 R]1 54 0 R]>>",
      60: "<</Subtype/Link/NM(l)/Rect[110 10 130 30]/P 3 0 R/StructParent 1>>",
    }),
    { definitions: halvesOf(1) },
  );
  const second = document.pages.leaf(1).ref!;
  const there = (mark: number) =>
    new Map<string, unknown>([
      ["Type", "MCR"],
      ["Pg", second],
      ["MCID", mark],
    ]);
  expect(document.dict(new PdfRef(52, 0))!.get("K")).toEqual([0, there(1)]);
  expect(document.dict(new PdfRef(53, 0))!.get("K")).toEqual([2, there(2)]);
  expect(document.dict(document.dict(new PdfRef(54, 0))!.get("K"))!.get("Pg")).toEqual(second);
  expect(document.page(1).dict.get("StructParents")).toBe(2);
  const tree = document.array(document.dict(new PdfRef(55, 0))!.get("Nums"))!;
  expect(tree[4]).toBe(2);
  expect(document.array(tree[5])).toEqual([null, new PdfRef(52, 0), new PdfRef(53, 0)]);
});

describe("halves", () => {
  const found = (bodies: Bodies, halving: Halving) => {
    const document = openPdf(pdf(bodies));
    return atOnce(halvesInTurns(document, pageSet([{ first: 1, last: document.pageCount }]), halving));
  };
  const widths = (bodies: Bodies, halving: Halving = "auto") =>
    found(bodies, halving).definitions.map(({ area }) => [area.x, area.width]);
  const page = (content: string, entries = "") => ({
    ...pagesOf(1, () => `/Contents 20 0 R ${entries}`),
    20: stream(content),
  });

  it("are left and right, top and bottom", () => {
    expect(widths(page(""), "vertical")).toEqual([
      [0, 100],
      [100, 100],
    ]);
    expect(found(page(""), "horizontal").definitions.map(({ area }) => area.y)).toEqual([50, 0]);
    const fromRight = { ...page(""), 1: "<</Type/Catalog/Pages 2 0 R/ViewerPreferences<</Direction/R2L>>>>" };
    expect(widths(fromRight, "vertical")).toEqual([
      [100, 100],
      [0, 100],
    ]);
  });

  it("are cut through the white between them", () => {
    expect(widths(page("10 10 76 80 re f 98 10 90 80 re f"))).toEqual([
      [0, 92],
      [92, 108],
    ]);
    expect(widths(page("10 10 76 80 re f 98 10 90 80 re f", "/Rotate 180"))).toEqual([
      [0, 108],
      [108, 92],
    ]);
    expect(widths(page("10 10 80 60 re f 10 102 80 90 re f", "/MediaBox[0 0 100 200]/Rotate 90"))).toEqual([
      [0, 96],
      [96, 104],
    ]);
    expect(widths(page("10 10 80 60 re f 10 102 80 90 re f", "/MediaBox[0 0 100 200]/Rotate 270"))).toEqual([
      [0, 104],
      [104, 96],
    ]);
  });

  it("are cut in the middle where there is no white, which is said", () => {
    const { definitions, unsure } = found(page("0 0 200 100 re 0 0 1 rg f 10 10 180 80 re 0 g f"), "auto");
    expect(definitions[0]!.area.width).toBe(100);
    expect(unsure).toEqual([1]);
  });

  it("of a page that is taller than wide: it stays whole", () => {
    expect(found(page("", "/Rotate 90"), "auto")).toEqual({
      definitions: [],
      whole: [1],
      unsure: [],
      several: [],
      different: [],
    });
  });

  it.each([
    ["upright", "200 0 0 100 0 0 cm", ""],
    ["turned with the page", "0 200 -100 0 100 0 cm", "/MediaBox[0 0 100 200]/Rotate 90"],
  ])("of a scan, %s, are cut where its columns are white but for dust", (_, place, entries) => {
    // White are columns 84 to 99, but for a speck in one row.
    const rows = Array.from({ length: 400 }, (_, y) =>
      Array.from({ length: 200 }, (_, x) => (x < 84 || x > 99 || (y === 7 && x === 90) ? "00" : "ff")).join(""),
    );
    const image = stream(
      `${rows.join("")}>`,
      "/Subtype/Image/Width 200/Height 400/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode",
    );
    const bodies = { ...page(`q ${place} /I Do Q`, `/Resources<</XObject<</I 21 0 R>>>> ${entries}`), 21: image };
    expect(widths(bodies)).toEqual([
      [0, 94],
      [94, 106],
    ]);
  });

  /** A scan of two pages: writing in columns 10 to 84 and 116 to 190, and a shadow between two columns. */
  const scan = (from: number, to: number, ink = [10, 190]) => {
    const row = (y: number) =>
      Array.from({ length: 200 }, (_, x) => {
        const isText = x >= ink[0]! && x <= ink[1]! && (x < 85 || x > 115) && y % 4 < 2;
        return isText || (x >= from && x <= to) ? "20" : "f0";
      }).join("");
    return stream(
      `${Array.from({ length: 80 }, (_, y) => row(y)).join("")}>`,
      "/Subtype/Image/Width 200/Height 80/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode",
    );
  };
  const book = (...images: string[]) => ({
    ...pagesOf(images.length, (index) => `/Contents 20 0 R/Resources<</XObject<</I ${21 + index} 0 R>>>>`),
    20: stream("q 200 0 0 100 0 0 cm /I Do Q"),
    ...Object.fromEntries(images.map((image, index) => [21 + index, image])),
  });
  const cuts = (bodies: Bodies) =>
    found(bodies, "auto")
      .definitions.filter(({ area }) => area.x === 0)
      .map(({ area }) => area.width);

  it.each([
    ["between two whites", scan(94, 101), 98],
    ["that is nearer to one page", scan(106, 109), 108],
    ["that writing reaches", scan(85, 92), 89],
    ["that is wider than the white", scan(90, 104), 97.5],
  ])("of a book are cut in the middle of the shadow of its spine %s", (_, image, at) => {
    expect(cuts(book(image))).toEqual([at]);
  });

  it("are cut beside a column of numbers, which is no spine, and another white as wide is said", () => {
    const lines = Array.from({ length: 10 }, (_, at) => `98 ${5 + at * 9} 3 3 re f`).join(" ");
    const columns = page(`10 5 76 90 re f 114 5 76 90 re f ${lines}`);
    expect(cuts(columns)).toEqual([107]);
    expect(found(columns, "auto")).toMatchObject({ unsure: [], several: [1] });
    expect(found(page("10 10 76 80 re f 98 10 90 80 re f"), "auto")).toMatchObject({ several: [] });
    expect(found(book(scan(94, 101)), "auto")).toMatchObject({ several: [] });
  });

  it("of sheets of one book are cut alike, unless one differs, which is said", () => {
    const sheets = book(scan(94, 101), scan(95, 102), scan(94, 101), scan(108, 111), scan(0, 0, [0, 199]));
    expect(cuts(sheets)).toEqual([99, 99, 99, 110, 99]);
    expect(found(sheets, "auto")).toMatchObject({ unsure: [], different: [4] });
    const dark = book(scan(94, 101), scan(95, 102), scan(94, 101), scan(0, 199));
    expect(cuts(dark)).toEqual([98, 98, 98, 98]);
    expect(found(dark, "auto")).toMatchObject({ unsure: [4], different: [] });
  });
});
