import { expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type PdfObject, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { removeOutside } from "../../support/at-once.ts";
import { build, stream } from "../files.ts";

const area = { x: 100, y: 100, width: 200, height: 200 };

/** What is left of a document when all outside the middle of its page is removed. */
function left(parts: Parameters<typeof build>[0]) {
  return openPdf(removeOutside(openPdf(build(parts)), { definitions: [{ page: 1, area }] }).rope.toBytes());
}

function annotation(entries: string, objects: Record<number, string> = {}) {
  const page = `/Annots[<</Type/Annot/Rect[120 120 180 180]${entries}>>]`;
  const document = left({ content: "", page, more: objects });
  return document.dict(document.array(document.page(0).dict.get("Annots"))![0])!;
}

const contentOf = (content: string) => {
  const document = left({ content: `${content} BT /F1 12 Tf 10 10 Td (outside) Tj ET` });
  const found = document.resolve(document.page(0).dict.get("Contents")) as PdfObject as Parameters<
    typeof document.streamData
  >[0];
  return Buffer.from(document.streamData(found)).toString("latin1");
};

it("an annotation keeps the intent that the standard names, and no other", () => {
  expect(annotation("/Subtype/FreeText/Contents(a)/IT/FreeTextTypeWriter").get("IT")).toBe("FreeTextTypeWriter");
  expect(annotation("/Subtype/FreeText/Contents(a)/IT/SecretWord").has("IT")).toBe(false);
  expect(annotation("/Subtype/Line/L[120 120 180 180]/LE[/OpenArrow/Secret]").get("LE")).toEqual(["OpenArrow", null]);
});

it("a link by a named action keeps the names that viewers know", () => {
  expect(annotation("/Subtype/Link/A<</S/Named/N/NextPage>>").get("A")).toEqual(
    new Map([
      ["S", "Named"],
      ["N", "NextPage"],
    ]),
  );
  expect(annotation("/Subtype/Link/A<</S/Named/N/SecretWord>>").has("A")).toBe(false);
});

it("a default appearance keeps its operators, without comments and strings", () => {
  const dict = annotation(
    "/Subtype/FreeText/Contents(a)/DA(/F1 12 Tf % secret one\\n0 0.5 0 rg \\(secret two\\) Tj secret)",
  );
  expect(Buffer.from((dict.get("DA") as PdfString).bytes).toString("latin1")).toBe("/F1 12 Tf 0 0.5 0 rg");
});

it("an artifact keeps what the standard says of it", () => {
  const shown = "BT /F1 12 Tf 120 200 Td (inside) Tj ET";
  expect(contentOf(`/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC ${shown} EMC`)).toMatch(
    /Pagination.*Header.*Top/s,
  );
  const written = contentOf(`/Artifact<</Type/SecretA/Subtype/SecretB/Attached[/SecretC]>>BDC ${shown} EMC`);
  expect(written).toContain("/Artifact");
  expect(written).not.toContain("Secret");
});

it("a group of radio buttons that has lost one has no value that only this one had, even as a string", () => {
  const widget = (at: number, state: string) =>
    `<</Type/Annot/Subtype/Widget/Parent 10 0 R/Rect[${at} ${at} ${at + 20} ${at + 20}]/AS/${state}` +
    `/AP<</N<</${state} 13 0 R>>>>>>`;
  const valueLeft = (value: string) => {
    const document = left({
      content: "",
      page: "/Annots[11 0 R 12 0 R]",
      catalog: "/AcroForm<</Fields[10 0 R]>>",
      more: {
        10: `<</FT/Btn/Ff 32768/T(group)/V${value}/Kids[11 0 R 12 0 R]>>`,
        11: widget(150, "Kept"),
        12: widget(10, "Secret"),
        13: stream("/Subtype/Form/BBox[0 0 20 20]", "0 0 20 20 re f"),
      },
    });
    const field = document.dict(document.array(document.dict(document.catalog.get("AcroForm"))!.get("Fields"))![0])!;
    const kept = document.resolve(field.get("V"));
    return kept instanceof PdfString ? Buffer.from(kept.bytes).toString("latin1") : kept;
  };
  expect([valueLeft("/Kept"), valueLeft("(Kept)"), valueLeft("/Secret"), valueLeft("(Secret)")]).toEqual([
    "Kept",
    "Kept",
    null,
    null,
  ]);
});

it("a class of elements does not say where they were", () => {
  const document = left({
    content: "/P<</MCID 0>>BDC BT /F1 12 Tf 120 200 Td (inside) Tj ET EMC BT /F1 12 Tf 10 10 Td (outside) Tj ET",
    page: "/StructParents 0",
    catalog: "/StructTreeRoot 10 0 R",
    more: {
      10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[]>>/ClassMap<</Made<</O/Layout/BBox[1 2 3 4]/SpaceBefore 3>>>>>>",
      11: "<</Type/StructElem/S/P/P 10 0 R/Pg 3 0 R/K 0/C/Made>>",
    },
  });
  const classes = document.dict(document.dict(document.catalog.get("StructTreeRoot"))!.get("ClassMap"))!;
  expect([...document.dict(classes.get("Made"))!]).toEqual([
    ["O", "Layout"],
    ["SpaceBefore", 3],
  ]);
});
