import { expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfRef } from "../../src/pdf-file/syntax/objects.ts";
import { tagContents } from "../../src/pdf-pages/contents-tags.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";

const LANGUAGE = "x-contents";

/** The types of elements 11 to 15 after lists of the language are made tables of contents. */
function typesOf(elements: Record<number, string>): unknown[] {
  const root = { 1: "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 10 0 R>>", 10: "<</Type/StructTreeRoot/K 11 0 R>>" };
  const document = openPdf(pdf({ ...pagesOf(1), ...root, ...elements }));
  tagContents(document, LANGUAGE);
  return Object.keys(elements).map((number) => document.dict(new PdfRef(Number(number), 0))?.get("S"));
}

it("a list of the language and its items are a table of contents, other lists stay", () => {
  const elements = {
    11: "<</S/Document/K[12 0 R 14 0 R]>>",
    12: `<</S/L/Lang(${LANGUAGE})/A<</O/List/ListNumbering/None>>/K[13 0 R]>>`,
    13: "<</S/LI/Lang(de)/K 0>>",
    14: "<</S/L/K[15 0 R]>>",
    15: "<</S/LI/K 1>>",
  };
  expect(typesOf(elements)).toEqual(["Document", "TOC", "TOCI", "L", "LI"]);
});

it("elements that hold each other end", () => {
  expect(
    typesOf({ 11: `<</S/L/Lang(${LANGUAGE})/K 12 0 R>>`, 12: "<</S/LI/K 13 0 R>>", 13: "<</S/P/K 11 0 R>>" }),
  ).toEqual(["TOC", "TOCI", "P"]);
});
