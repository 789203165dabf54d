import { expect, it } from "vitest";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type PdfDict, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { redactInTurns } from "../../../src/redact/redact.ts";
import { pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { removeOutside } from "../../support/at-once.ts";

/** The catalog of a document after the word Jane was redacted. */
function redacted(catalog: string): { catalog: PdfDict; document: ReturnType<typeof openPdf> } {
  const page = "/Resources<</Properties<</L 9 0 R>>>>";
  const more = { 4: stream("/OC /L BDC 0 0 9 9 re f EMC") };
  const file = pdf({
    ...pagesOf(1, () => page),
    ...more,
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    9: "<</Type/OCG/Name(For Jane)>>",
  });
  const document = openPdf(atOnce(redactInTurns(openPdf(file), { rules: [{ contains: "Jane" }] })).rope.toBytes());
  return { catalog: document.catalog, document };
}

it("a layer whose name says a redacted word keeps an empty name, which it must have", () => {
  const { catalog, document } = redacted("/OCProperties<</OCGs[9 0 R]/D<</Order[9 0 R]>>>>");
  const layers = document.array(document.dict(catalog.get("OCProperties"))?.get("OCGs"));
  expect(document.dict(layers?.[0])?.get("Name")).toEqual(new PdfString(new Uint8Array(0)));
});

it("an output intent whose identifier says one keeps an empty identifier", () => {
  const intent = "<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(Jane)/Info(Jane's)>>";
  const { catalog, document } = redacted(`/OutputIntents[${intent}]`);
  const kept = document.dict(document.array(catalog.get("OutputIntents"))?.[0]);
  expect(kept?.get("OutputConditionIdentifier")).toEqual(new PdfString(new Uint8Array(0)));
  expect(kept?.has("Info")).toBe(false);
});

/** An annotation that the edge of the area cuts. */
function cut(entries: string): PdfDict {
  const file = pdf({
    ...pagesOf(1, () => "/MediaBox[0 0 300 300]/Annots[9 0 R]"),
    9: `<</Type/Annot/Rect[50 50 280 280]/F 4/AP<</N 10 0 R>>${entries}>>`,
    10: stream("0 0 230 230 re f", "/Subtype/Form/BBox[0 0 230 230]"),
  });
  const area = { x: 0, y: 0, width: 100, height: 100 };
  const document = openPdf(removeOutside(openPdf(file), { definitions: [{ page: 1, area }] }).rope.toBytes());
  return document.dict(document.array(document.page(0).dict.get("Annots"))?.[0])!;
}

it("a free text that loses its words keeps a default appearance, which it must have", () => {
  const left = cut("/Subtype/FreeText/Contents(words)/DA(/Helv 9 Tf)");
  expect(left.get("DA")).toEqual(new PdfString(new Uint8Array(0)));
  expect(left.has("Contents")).toBe(false);
});

it("a field that becomes a picture keeps none of the entries that pictures do not have", () => {
  const left = cut("/Subtype/Widget/FT/Tx/T(name)/Q 1/BS<</W 3>>/MK<</BG[1 0 0]>>/H/N");
  expect(left.get("Subtype")).toBe("Stamp");
  expect([...left.keys()].filter((key) => ["Q", "BS", "MK", "H"].includes(key))).toEqual([]);
});

it("a highlight that the edge cuts keeps the part of its quadrilaterals inside, beside its look", () => {
  const left = cut("/Subtype/Highlight/QuadPoints[50 280 280 280 50 50 280 50]");
  expect(left.get("Subtype")).toBe("Highlight");
  expect(left.has("AP")).toBe(true);
  expect(left.get("QuadPoints")).toEqual([50, 100, 100, 100, 50, 50, 100, 50]);
});

it("a highlight that the edge cuts, and of whose quadrilaterals nothing lies inside, becomes a picture", () => {
  const left = cut("/Subtype/Highlight/QuadPoints[150 280 280 280 150 150 280 150]");
  expect([left.get("Subtype"), left.has("QuadPoints")]).toEqual(["Stamp", false]);
});

it("a font that the file has not is no font without entries in the new file", () => {
  const file = pdf({
    ...pagesOf(1, () => "/Resources<</Font<</G 9 0 R>>>>"),
    4: stream("BT /F 9 Tf (Joe) Tj /G 9 Tf (Jane) Tj ET"),
    9: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  });
  const request = { rules: [{ contains: "Jane" }], onUnreadable: "report" } as const;
  const document = openPdf(atOnce(redactInTurns(openPdf(file), request)).rope.toBytes());
  const fonts = document.dict(document.dict(document.page(0).dict.get("Resources"))?.get("Font"));
  const found = [...(fonts?.values() ?? [])].map((font) => document.resolve(font));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((font) => font instanceof Map && !font.has("Subtype"))).toEqual([]);
});
