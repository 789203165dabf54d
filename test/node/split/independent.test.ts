import * as mupdf from "mupdf";
import { PDFDocument } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { type Bodies, type FileOptions, pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { partBytes } from "../../split/parts.ts";

/** Four pages of different drawings, with links, outline, labels, a form, a hidden layer, and shared resources. */
function book(): Bodies {
  const bodies = pagesOf(
    4,
    (index) => `/Resources 50 0 R/Annots[${20 + 3 * index} 0 R ${21 + 3 * index} 0 R ${22 + 3 * index} 0 R]`,
  );
  bodies[1] =
    "<</Type/Catalog/Pages 2 0 R/Outlines 40 0 R/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>/AcroForm<</Fields[22 0 R 25 0 R 28 0 R 31 0 R]/DA(/F 9 Tf)/DR<</Font<</F 51 0 R>>>>>>/Names<</Dests<</Names[(end)[9 0 R/Fit](start)[3 0 R/Fit]]>>>>/OCProperties<</OCGs[52 0 R]/D<</OFF[52 0 R]>>>>>>";
  for (let page = 0; page < 4; page++) {
    const next = 3 + 2 * ((page + 1) % 4);
    bodies[4 + 2 * page] = stream(
      `0 ${page / 4} 1 rg ${page * 20} 10 50 50 re f BT /F 12 Tf 10 80 Td (Page ${page + 1}) Tj ET /OC/Layer BDC 1 0 0 rg 0 0 30 30 re f EMC /Image${page} Do`,
    );
    bodies[20 + 3 * page] = `<</Type/Annot/Subtype/Link/Rect[0 0 20 20]/Border[0 0 0]/Dest[${next} 0 R/Fit]>>`;
    bodies[21 + 3 * page] = "<</Type/Annot/Subtype/Link/Rect[20 0 40 20]/Border[0 0 0]/A<</S/GoTo/D(end)>>>>";
    bodies[22 + 3 * page] =
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(field${page})/V(value ${page})/Rect[100 50 180 70]/F 4/AP<</N 53 0 R>>>>`;
    bodies[41 + page] =
      `<</Title(Chapter ${page + 1})/Parent 40 0 R${page > 0 ? `/Prev ${40 + page} 0 R` : ""}${page < 3 ? `/Next ${42 + page} 0 R` : ""}/Dest[${3 + 2 * page} 0 R/Fit]>>`;
    bodies[60 + page] = stream(
      String.fromCharCode(60 * page).repeat(3000),
      "/Type/XObject/Subtype/Image/Width 60/Height 50/ColorSpace/DeviceGray/BitsPerComponent 8",
    );
  }
  bodies[40] = "<</First 41 0 R/Last 44 0 R/Count 4>>";
  bodies[50] =
    "<</Font<</F 51 0 R>>/Properties<</Layer 52 0 R>>/XObject<</Image0 60 0 R/Image1 61 0 R/Image2 62 0 R/Image3 63 0 R>>>>";
  bodies[51] = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
  bodies[52] = "<</Type/OCG/Name(Hidden)>>";
  bodies[53] = stream("0 1 0 rg 0 0 80 20 re f", "/Type/XObject/Subtype/Form/BBox[0 0 80 20]");
  return bodies;
}

const STYLES: [string, FileOptions][] = [
  ["a table", {}],
  ["an old version", { header: "%PDF-1.4\n" }],
  [
    "object streams",
    { style: "stream", compressed: [1, 2, 3, 5, 7, 9, 20, 21, 22, 25, 40, 41, 42, 43, 44, 50, 51, 52] },
  ],
];

const open = (bytes: Uint8Array) => mupdf.Document.openDocument(bytes, "application/pdf") as mupdf.PDFDocument;

function pixels(document: mupdf.Document, page: number): Uint8Array {
  return new Uint8Array(
    document.loadPage(page).toPixmap(mupdf.Matrix.scale(1.5, 1.5), mupdf.ColorSpace.DeviceRGB).getPixels(),
  );
}

describe.each(STYLES)("to other readers, parts of a document with %s", (_, options) => {
  const file = pdf(book(), options);
  const [first, rest, mixed] = partBytes(file, ["1", "2-4", "4,1"]).map(open) as [
    mupdf.PDFDocument,
    mupdf.PDFDocument,
    mupdf.PDFDocument,
  ];

  it("look as the document did, page for page", () => {
    const whole = open(file);
    const pages: [mupdf.PDFDocument, number, number][] = [
      [first, 0, 0],
      [rest, 0, 1],
      [rest, 1, 2],
      [rest, 2, 3],
      [mixed, 0, 3],
      [mixed, 1, 0],
    ];
    for (const [part, page, original] of pages) {
      expect(Buffer.compare(pixels(part, page), pixels(whole, original))).toBe(0);
      const text = part.loadPage(page).toStructuredText("").asText();
      expect(text).toContain(`Page ${original + 1}`);
    }
    for (const part of [first, rest, mixed]) expect(part.wasRepaired()).toBe(false);
  });

  it("have the links, labels and outline that lead to their pages", () => {
    const targets = (part: mupdf.PDFDocument, page: number) =>
      part
        .loadPage(page)
        .getLinks()
        .map((link) => part.resolveLink(link));
    expect(targets(first, 0)).toEqual([]);
    expect([0, 1, 2].map((page) => targets(rest, page))).toEqual([[1, 2], [2, 2], [2]]);
    expect([0, 1].map((page) => targets(mixed, page))).toEqual([[1, 0], [0]]);
    expect([0, 1, 2].map((page) => rest.loadPage(page).getLabel())).toEqual(["ii", "1", "2"]);
    expect(rest.loadOutline()?.map(({ title, page }) => [title, page])).toEqual([
      ["Chapter 2", 0],
      ["Chapter 3", 1],
      ["Chapter 4", 2],
    ]);
  });

  it("have the fields of their pages", async () => {
    const [one, three] = partBytes(file, ["1", "2-4"]) as [Uint8Array, Uint8Array];
    const fields = async (bytes: Uint8Array) => {
      const form = (await PDFDocument.load(bytes)).getForm();
      return form.getFields().map((field) => [field.getName(), form.getTextField(field.getName()).getText()]);
    };
    expect(await fields(one)).toEqual([["field0", "value 0"]]);
    expect(await fields(three)).toEqual([
      ["field1", "value 1"],
      ["field2", "value 2"],
      ["field3", "value 3"],
    ]);
  });

  it("are no larger than their pages", () => {
    const [one, three] = partBytes(file, ["1", "2-4"]) as [Uint8Array, Uint8Array];
    expect(one.length).toBeLessThan(file.length / 3);
    expect(one.length + three.length).toBeLessThan(file.length * 1.2);
  });
});

describe("to MuPDF, a signature in a part", () => {
  const signed = (signature: string, page: string): Bodies => ({
    ...pagesOf(2, (index) => (index === 1 ? page : "")),
    1: "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[20 0 R]/SigFlags 3>>>>",
    20: `<</Type/Annot/Subtype/Widget/FT/Sig/T(sig)/V 21 0 R/Rect[100 50 180 70]/F 132${signature}>>`,
    21: "<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 1 2 3]/Contents<00>>>",
    22: stream("0 0 1 rg 0 0 80 20 re f 1 1 0 rg 5 5 20 10 re f", "/Type/XObject/Subtype/Form/BBox[0 0 80 20]"),
  });

  it.each(STYLES)("looks as in the document, with %s", (_, style) => {
    const options: FileOptions = style.compressed === undefined ? style : { ...style, compressed: [1, 2, 5, 20, 21] };
    const bodies = signed("/AP<</N 22 0 R>>", "/Annots[20 0 R]");
    const file = pdf(bodies, options);
    const [part, both] = partBytes(file, ["2", "1-2"]).map(open) as [mupdf.PDFDocument, mupdf.PDFDocument];
    const original = pixels(open(file), 1);
    expect(Buffer.compare(pixels(part, 0), original)).toBe(0);
    expect(Buffer.compare(pixels(both, 1), original)).toBe(0);
    // It is seen: without its annotation the page is another picture.
    expect(Buffer.compare(pixels(open(pdf(signed("/AP<</N 22 0 R>>", ""), options)), 1), original)).not.toBe(0);
  });
});

describe("to MuPDF, what a form paints", () => {
  it("stays where it is found in the resources of the form around it", () => {
    const form = (content: string, resources: string) =>
      stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 200 100]/Resources<<${resources}>>`);
    // The outer form finds the inner one in the page's resources. The inner one finds its square in the outer one's.
    const bodies: Bodies = {
      ...pagesOf(1, () => "/Resources<</XObject<</Outer 20 0 R/Inner 21 0 R>>>>"),
      4: stream("/Outer Do"),
      20: form("/Inner Do", "/XObject<</Square 22 0 R/Unused 23 0 R>>"),
      21: form("/Square Do", "/XObject<</Unused 23 0 R>>"),
      22: form("1 0 0 rg 20 20 50 50 re f", ""),
      23: form("0 0 1 rg 90 20 50 50 re f", ""),
    };
    const file = pdf(bodies);
    const [part] = partBytes(file, ["1"]).map(open) as [mupdf.PDFDocument];
    expect(Buffer.compare(pixels(part, 0), pixels(open(file), 0))).toBe(0);
    const empty = pdf({ ...bodies, 22: form("", "") });
    expect(Buffer.compare(pixels(open(empty), 0), pixels(open(file), 0))).not.toBe(0);
  });
});
