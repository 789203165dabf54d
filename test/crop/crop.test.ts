import { describe, expect, it } from "vitest";
import type { CropRequest } from "../../src/crop/crop.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { latin1 } from "../../src/pdf-file/rope.ts";
import { PdfRef } from "../../src/pdf-file/syntax/objects.ts";
import { type Bodies, damaged, type FileOptions, pagesOf, pdf, stream, text } from "../fixtures/pdf.ts";
import { cropPdf } from "../support/at-once.ts";

const AREA = { x: 10, y: 20, width: 30, height: 40 };
const onPage = (page: number, area = AREA): CropRequest => ({ definitions: [{ page, area }] });
const crop = (file: Uint8Array, request: CropRequest) => cropPdf(openPdf(file), request);
const cropped = (file: Uint8Array, request: CropRequest) => openPdf(crop(file, request).rope.toBytes());

/** The MediaBox of a page after a crop. */
function box(entries: string, area = AREA, more: Bodies = {}, request: Partial<CropRequest> = {}): unknown {
  const bodies = { ...pagesOf(1, () => entries), ...more };
  const document = cropped(pdf(bodies), { ...onPage(1, area), ...request });
  const page = document.page(0).dict;
  expect(page.get("CropBox")).toEqual(page.get("MediaBox"));
  return page.get("MediaBox");
}

describe("the area is measured on the page as a viewer shows it", () => {
  it.each([
    ["as it is", "", [10, 20, 40, 60]],
    ["turned by 90", "/Rotate 90", [140, 10, 180, 40]],
    ["turned by 180", "/Rotate 180", [160, 40, 190, 80]],
    ["turned by 270", "/Rotate 270", [20, 60, 60, 90]],
    ["turned by -90", "/Rotate -90", [20, 60, 60, 90]],
    ["turned by 450", "/Rotate 450", [140, 10, 180, 40]],
    ["turned by an angle that is none", "/Rotate 45", [10, 20, 40, 60]],
    ["with an origin of its own", "/MediaBox[100 -50 300 50]", [110, -30, 140, 10]],
    ["with reversed corners", "/MediaBox[300 50 100 -50]", [110, -30, 140, 10]],
    ["within its crop box", "/CropBox[5 5 100 100]", [15, 25, 45, 65]],
    ["within a crop box that lies partly outside", "/CropBox[-50 -50 100 100]", [10, 20, 40, 60]],
    ["whose crop box lies wholly outside", "/CropBox[500 500 600 600]", [10, 20, 40, 60]],
    ["whose crop box is empty", "/CropBox[5 5 5 5]", [10, 20, 40, 60]],
    ["in user units", "/UserUnit 2", [5, 10, 20, 30]],
    ["in user units, turned", "/UserUnit 2/Rotate 90", [170, 5, 190, 20]],
    ["whose box is a reference", "/MediaBox 9 0 R", [10, 20, 40, 60]],
    ["whose box holds references", "/MediaBox[8 0 R 8 0 R 7 0 R 7 0 R]", [15, 25, 45, 65]],
    ["whose rotation is a reference", "/Rotate 6 0 R", [140, 10, 180, 40]],
    ["whose box is nonsense", "/MediaBox[a b]", [10, 20, 40, 60]],
  ])("%s", (_, entries, expected) => {
    expect(box(entries, AREA, { 6: "90", 7: "300", 8: "5", 9: "[0 0 200 100]" })).toEqual(expected);
  });

  it("in the page's own coordinates when that is asked for", () => {
    const userspace = { coordinates: "userspace" } as const;
    expect(box("/Rotate 90/MediaBox[0 0 300 300]", AREA, {}, userspace)).toEqual([10, 20, 40, 60]);
    expect(box("/UserUnit 2/CropBox[20 0 100 100]", AREA, {}, userspace)).toEqual([20, 20, 40, 60]);
  });

  it("with Letter for a page that has no box at all", () => {
    const bodies = { ...pagesOf(1), 2: "<</Type/Pages/Count 1/Kids[3 0 R]>>" };
    const document = cropped(pdf(bodies), onPage(1, { x: 500, y: 700, width: 500, height: 500 }));
    expect(document.page(0).dict.get("MediaBox")).toEqual([500, 700, 612, 792]);
  });

  it("clipped to the page", () => {
    expect(box("", { x: -10, y: 50, width: 100, height: 1000 })).toEqual([0, 50, 90, 100]);
  });

  it("free of the noise of binary fractions", () => {
    expect(box("", { x: 0.1, y: 0.2, width: 0.2, height: 0.1 })).toEqual([0.1, 0.2, 0.3, 0.3]);
  });
});

describe("other boxes", () => {
  it("are clipped to the new one, and dropped where nothing of them is left", () => {
    const file = pdf(pagesOf(1, () => "/TrimBox[0 0 20 50]/BleedBox[60 0 90 9]/ArtBox[12 22 13 23]"));
    const page = cropped(file, onPage(1)).page(0).dict;
    expect(page.get("TrimBox")).toEqual([10, 20, 20, 50]);
    expect(page.has("BleedBox")).toBe(false);
    expect(page.get("ArtBox")).toEqual([12, 22, 13, 23]);
  });
});

describe("an area that misses its page is refused", () => {
  it.each([
    ["beside it", { x: 200, y: 0, width: 10, height: 10 }],
    ["below it", { x: 0, y: -20, width: 10, height: 20 }],
    ["thinner than can be written", { x: 10, y: 10, width: 1e-9, height: 10 }],
  ])("%s, naming the page, the area and what is visible", (_, area) => {
    const request = {
      definitions: [
        { page: 1, area: AREA },
        { page: 2, area },
      ],
    };
    const extent = { width: expect.any(Number), height: expect.any(Number) };
    expect(() => crop(pdf(pagesOf(2)), request)).toThrowError(
      expect.objectContaining({ misfit: { kind: "area outside page", page: 2, item: 1, extent } }),
    );
  });

  it("a page beyond the document is refused as well", () => {
    expect(() => crop(pdf(pagesOf(2)), onPage(3))).toThrowError(
      expect.objectContaining({ misfit: { kind: "no such page", page: 3, pageCount: 2, item: 0 } }),
    );
  });

  it("naming the page that it misses when it is for all", () => {
    const file = pdf(pagesOf(3, (index) => (index === 1 ? "/MediaBox[0 0 5 5]" : "")));
    expect(() => crop(file, { ...onPage(1), all: true })).toThrowError(
      expect.objectContaining({ misfit: expect.objectContaining({ page: 2, item: 0 }) }),
    );
  });

  it("in a document without pages, as corrupt", () => {
    const file = pdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Count 0/Kids[]>>" });
    expect(() => crop(file, onPage(1))).toThrowError(expect.objectContaining({ kind: "corrupt" }));
  });
});

describe("a crop appends what changes", () => {
  const styles: [string, FileOptions][] = [
    ["a table", {}],
    ["a cross-reference stream", { style: "stream" }],
    ["a cross-reference stream, the pages in an object stream", { style: "stream", compressed: [1, 2, 3, 5] }],
  ];

  it.each(styles)("in the style of %s", (_, options) => {
    const file = pdf(pagesOf(2), { ...options, trailer: "/Root 1 0 R/ID[<41><42>]" });
    const { rope, pagesCropped, pageCount, damage } = crop(file, onPage(2));
    expect([pagesCropped, pageCount, damage]).toEqual([1, 2, { repaired: false, missingPages: 0, missingObjects: 0 }]);
    const bytes = rope.toBytes();
    expect(bytes.subarray(0, file.length)).toEqual(file);
    expect(rope.pieces[0]).toBe(file);
    const document = openPdf(bytes);
    expect(document.rebuilt).toBe(false);
    expect(document.newestSection?.style).toBe(options.style ?? "table");
    expect(document.page(1).dict.get("MediaBox")).toEqual([10, 20, 40, 60]);
    expect(document.page(0).dict.has("MediaBox")).toBe(false);
    expect(document.page(1).dict.get("Contents")).toEqual(new PdfRef(6, 0));
    const id = document.array(document.trailer.get("ID"))!;
    expect(id[0]).toMatchObject({ bytes: latin1("A") });
    expect(id[1]).not.toMatchObject({ bytes: latin1("B") });
  });

  it.each<[string, FileOptions, number]>([
    ["white space before a table", {}, -1],
    ["white space before a stream", { style: "stream" }, -1],
    ["the second digit of a stream's number", { style: "stream" }, 1],
  ])("after the newest section, though the file points at %s", (_, options, off) => {
    const file = pdf(pagesOf(8), options);
    const { 0: said, 1: start } = /startxref\n(\d+)/.exec(text(file))!;
    const document = openPdf(crop(damaged(file, said, `startxref\n${+start! + off}`), onPage(1)).rope.toBytes());
    expect([document.rebuilt, document.trailer.get("Prev")]).toEqual([false, +start!]);
  });

  it("again and again", () => {
    let file = pdf(pagesOf(2), { style: "stream" });
    for (let round = 1; round <= 3; round++) {
      file = crop(file, onPage(1, { x: 1, y: 1, width: 100 - round, height: 50 })).rope.toBytes();
    }
    const document = openPdf(file);
    expect(document.rebuilt).toBe(false);
    expect(document.page(0).dict.get("MediaBox")).toEqual([3, 3, 100, 51]);
  });

  it("with a cross-reference of every object where the old one had to be rebuilt", () => {
    const broken = damaged(pdf(pagesOf(2)), "startxref", "startxxxx");
    const { rope, damage } = crop(broken, onPage(1));
    expect(damage).toEqual({ repaired: true, missingPages: 0, missingObjects: 0 });
    const document = openPdf(rope.toBytes());
    expect(document.rebuilt).toBe(false);
    expect(document.trailer.has("Prev")).toBe(false);
    expect(document.page(0).dict.get("MediaBox")).toEqual([10, 20, 40, 60]);
    expect(document.pageCount).toBe(2);
  });

  it.each([
    ["inside an object", "endobj", 3],
    ["inside a stream", "50 50 re", 2],
  ])("to a file that was cut off %s", (_, where, last) => {
    const whole = text(pdf(pagesOf(last)));
    const file = latin1(whole.slice(0, whole.lastIndexOf(where)));
    const document = cropped(file, onPage(1));
    expect(document.rebuilt).toBe(false);
    expect(document.page(0).dict.get("MediaBox")).toEqual([10, 20, 40, 60]);
  });

  it("to a file without a header, giving it one", () => {
    const file = damaged(pdf(pagesOf(1)), "%PDF-1.7\n%\xe2\xe3\n", "");
    const bytes = crop(file, onPage(1)).rope.toBytes();
    expect(text(bytes)).toMatch(/^%PDF-1/);
    expect(openPdf(bytes).rebuilt).toBe(false);
  });

  it("to a file with junk before the header, which is left out", () => {
    const file = pdf(pagesOf(1));
    const bytes = crop(latin1(`junk\n${text(file)}`), onPage(1)).rope.toBytes();
    expect(bytes.subarray(0, file.length)).toEqual(file);
    expect(openPdf(bytes).rebuilt).toBe(false);
  });

  it("keeping generations", () => {
    const bodies = pagesOf(1);
    bodies[2] = bodies[2]!.replace("3 0 R", "3 2 R");
    const file = pdf(bodies, { generations: { 3: 2 } });
    expect(text(crop(file, onPage(1)).rope.toBytes().subarray(file.length))).toMatch(/^3 2 obj[\s\S]*\n\d{10} 00002 n/);
  });

  it("in proportion to the pages that change", () => {
    const file = pdf(pagesOf(1000));
    expect(crop(file, onPage(500)).rope.length - file.length).toBeLessThan(500);
  });
});

describe("everything else on the page stays", () => {
  it("byte for byte, whatever its form", () => {
    const odd =
      "/Annots[<</Subtype/Link/A<</URI(a\\)b)>>>>]%/MediaBox[1 1 1 1]\n/X <4 1>/Tabs/S/MediaBox [ 0 0 200 100 ]/Z null";
    const page = text(crop(pdf(pagesOf(1, () => odd)), onPage(1)).rope.pieces.at(-1)!);
    for (const part of odd.split("/MediaBox [ 0 0 200 100 ]")) expect(page).toContain(part);
    expect(page).not.toContain("[ 0 0 200 100 ]");
  });

  it("even when the dictionary is malformed", () => {
    const document = cropped(
      pdf(pagesOf(1, () => "/Tabs/S 17/MediaBox[0 0 9 9]/MediaBox[0 0 200 100]/Odd")),
      onPage(1),
    );
    expect(document.page(0).dict.get("Tabs")).toBe("S");
    expect(document.page(0).dict.get("MediaBox")).toEqual([10, 20, 40, 60]);
  });
});

describe("a page object that is in the tree twice", () => {
  const shared: Bodies = {
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 3 0 R]/MediaBox[0 0 200 100]>>",
    3: "<</Type/Page/Parent 2 0 R/Contents 5 0 R>>",
    4: "<</Type/Page/Parent 2 0 R>>",
    5: stream("0 0 m"),
  };
  const boxes = (request: CropRequest) => {
    const document = cropped(pdf(shared), request);
    return [0, 1, 2].map((index) => document.page(index).dict.get("MediaBox"));
  };
  const other = { x: 0, y: 0, width: 9, height: 9 };

  it("is cropped at one place only", () => {
    expect(boxes(onPage(3))).toEqual([undefined, undefined, [10, 20, 40, 60]]);
    expect(boxes(onPage(1))).toEqual([[10, 20, 40, 60], undefined, undefined]);
  });

  it("is cropped differently at each", () => {
    const definitions = [
      { page: 1, area: AREA },
      { page: 3, area: other },
    ];
    expect(boxes({ definitions })).toEqual([[10, 20, 40, 60], undefined, [0, 0, 9, 9]]);
  });

  it("stays one object when all are cropped alike", () => {
    const document = cropped(pdf(shared), { ...onPage(1), all: true });
    expect(document.page(0).ref).toEqual(document.page(2).ref);
    expect(boxes({ ...onPage(1), all: true })).toEqual(Array(3).fill([10, 20, 40, 60]));
  });

  it("may be written into /Kids itself at its other place", () => {
    const bodies = { ...shared, 2: "<</Type/Pages/Count 2/Kids[<</Type/Page/MediaBox[0 0 50 50]>>4 0 R]>>" };
    const document = cropped(pdf(bodies), onPage(1));
    expect(document.page(0).dict.get("MediaBox")).toEqual([10, 20, 40, 50]);
    expect(document.page(1).ref).toEqual(new PdfRef(4, 0));
  });
});

describe("signatures", () => {
  it("are reported", () => {
    const bodies = { ...pagesOf(1), 1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[]>>>>" };
    expect(crop(pdf(bodies), onPage(1)).signed).toBe(true);
    expect(crop(pdf(pagesOf(1)), onPage(1)).signed).toBe(false);
  });
});
