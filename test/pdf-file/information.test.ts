import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../src/images/image-document.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { type DocumentInformation, xmpDate } from "../../src/pdf-file/information.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { finishPdf } from "../../src/pdf-file/repack.ts";
import { PdfStream, PdfString } from "../../src/pdf-file/syntax/objects.ts";
import { decodeTextString } from "../../src/pdf-file/syntax/text-strings.ts";
import { xmpPacket } from "../../src/pdf-file/xmp/packet.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { type Bodies, pagesOf, pdf, stream } from "../fixtures/pdf.ts";
import { png } from "../fixtures/png.ts";
import { cropPdf, mergePdfs, removeOutside, splitDocument } from "../support/at-once.ts";

const INFO = "<</Title(Old)/Author(Somebody)/CreationDate(D:20240229101112+01'00')/Own(1)>>";
const XMP = xmpPacket({ title: "Old", author: "Somebody" }, [
  '<rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" rdf:about="" pdfaid:part="2"/>',
  '<rdf:Description xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:own="http://example.com/" rdf:about=""><own:case>7</own:case></rdf:Description>',
]);

/** A document of one page, with or without XMP. */
function file(xmp?: string, more: Bodies = {}): Uint8Array {
  const bodies = pagesOf(1);
  const latin = xmp && Buffer.from(xmp).toString("latin1");
  return pdf(
    {
      ...bodies,
      ...more,
      1: `<</Type/Catalog/Pages 2 0 R/Lang(de)${latin ? "/Metadata 91 0 R" : ""}>>`,
      90: INFO,
      ...(latin ? { 91: stream(latin, "/Type/Metadata/Subtype/XML") } : {}),
    },
    { trailer: "/Root 1 0 R/Info 90 0 R" },
  );
}

const AREA = { x: 0, y: 0, width: 50, height: 50 };

/** Each way to a PDF, of a document and of what the request says. */
const WAYS: Record<string, (document: PdfDocument, information: DocumentInformation) => Uint8Array> = {
  "a crop": (document, information) =>
    cropPdf(document, { definitions: [{ page: 1, area: AREA }], information }).rope.toBytes(),
  "a crop that removes and keeps what describes the document": (document, information) =>
    removeOutside(document, {
      definitions: [{ page: 1, area: AREA }],
      document: "keep",
      information,
    }).rope.toBytes(),
  "a split": (document, information) => {
    const parts = { parts: [pageSet([{ first: 1, last: 1 }])] };
    const [part] = splitDocument(document, parts, { outputBytes: 1e6, information }).parts;
    return Buffer.concat([...part!.pieces]);
  },
  "a repacked print": (document, information) => finishPdf(document, information).rope.toBytes(),
  "documents that are joined": (document, information) =>
    mergePdfs([{ document, title: "" }], { information, tagged: false, outline: "none" }).rope.toBytes(),
};

function said(bytes: Uint8Array) {
  const document = openPdf(bytes);
  expect(document.rebuilt).toBe(false);
  const info = document.dict(document.trailer.get("Info"));
  const text = (value: unknown) => (value instanceof PdfString ? decodeTextString(value.bytes) : undefined);
  const metadata = document.resolve(document.catalog.get("Metadata"));
  return {
    entry: (key: string) => text(document.resolve(info?.get(key))),
    xmp: metadata instanceof PdfStream ? new TextDecoder().decode(document.streamData(metadata)) : undefined,
    language: text(document.resolve(document.catalog.get("Lang"))),
  };
}

describe.each(Object.entries(WAYS))("what a request says of the result of %s", (way, make) => {
  // What the first document keeps need not be kept by the others.
  const hasClaims = way !== "documents that are joined";
  // Of what describes a document a removal keeps what it knows.
  const hasOthers = !way.startsWith("a crop that removes");

  it("is in Info, in XMP and in the catalog, and the rest stays", () => {
    const { entry, xmp, language } = said(
      make(openPdf(file(XMP)), { title: "Größe <1>", subject: "Sizes", language: "en-GB" }),
    );
    expect([entry("Title"), entry("Author"), entry("Subject")]).toEqual(["Größe <1>", "Somebody", "Sizes"]);
    expect(entry("CreationDate")).toBe("D:20240229101112+01'00'");
    expect(language).toBe("en-GB");
    expect(xmp).toContain("Größe &lt;1&gt;");
    expect(xmp).toContain("<rdf:li>en-GB</rdf:li>");
    expect(xmp).toContain("Somebody");
    expect(xmp!.includes("<own:case>7</own:case>")).toBe(hasOthers);
    expect(xmp!.includes("pdfaid:part")).toBe(hasClaims);
    expect(xmp).not.toContain("Old");
  });

  it("goes when it is null or empty", () => {
    const { entry, xmp, language } = said(make(openPdf(file(XMP)), { title: null, author: "", language: null }));
    expect([entry("Title"), entry("Author"), language]).toEqual([undefined, undefined, undefined]);
    expect(xmp!.includes("<own:case>7</own:case>")).toBe(hasOthers);
    expect(xmp!.includes("pdfaid:part")).toBe(hasClaims);
    expect(xmp).not.toMatch(/Old|Somebody/);
  });

  it.each([["none"], ["what is no XMP"]])("makes XMP of Info where there is %s", (kind) => {
    const { xmp } = said(make(openPdf(file(kind === "none" ? undefined : "no XMP")), { keywords: "a, b" }));
    expect(xmp).toContain("<pdf:Keywords>a, b</pdf:Keywords>");
    expect(xmp).toContain("<rdf:li>Somebody</rdf:li>");
    expect(xmp).toContain("<xmp:CreateDate>2024-02-29T10:11:12+01:00</xmp:CreateDate>");
  });

  it.each([
    ["page tree", 2],
    ["catalog", 1],
  ])("is in an object of its own where the trailer names the %s as Info", (_, number) => {
    const bytes = pdf(pagesOf(1), { trailer: `/Root 1 0 R/Info ${number} 0 R` });
    const made = openPdf(make(openPdf(bytes), { title: "New" }));
    const info = made.dict(made.trailer.get("Info"))!;
    expect([...info.keys()]).toEqual(["Title"]);
    expect(made.catalog.has("Title") || made.dict(made.catalog.get("Pages"))!.has("Title")).toBe(false);
  });

  it("is not touched when the request says nothing", () => {
    const { entry } = said(make(openPdf(file()), { title: undefined }));
    expect([entry("Title"), entry("Author")]).toEqual(["Old", "Somebody"]);
  });
});

it("a crop that removes has only what the request says when it clears the rest", () => {
  const { rope } = removeOutside(openPdf(file(XMP)), {
    definitions: [{ page: 1, area: AREA }],
    information: { title: "New" },
  });
  const { entry, xmp } = said(rope.toBytes());
  expect([entry("Title"), entry("Author"), entry("Own")]).toEqual(["New", undefined, undefined]);
  expect(xmp).toContain("New");
  expect(xmp).not.toMatch(/Somebody|pdfaid/);
});

it("a PDF of images says what the request says", async () => {
  const information = { title: "Scans", author: "A", language: "fr" };
  const made = await imagesToPdf(
    [{ name: "a.png", bytes: png({ width: 2, height: 2, depth: 8, colourType: 0, pixel: () => [9] }) }],
    { ...DEFAULT_OPTIONS, information },
  );
  const { entry, xmp, language } = said(made.rope.toBytes());
  expect([entry("Title"), entry("Author"), language]).toEqual(["Scans", "A", "fr"]);
  expect(xmp).toContain("Scans");
});

it("dates of Info become dates of XMP", () => {
  expect(
    ["D:2024", "D:202402", "D:20240229", "D:20240229101112Z", "D:2024022910", "2024", undefined].map(xmpDate),
  ).toEqual(["2024", "2024-02", "2024-02-29", "2024-02-29T10:11:12Z", "2024-02-29T10:00:00", undefined, undefined]);
});
