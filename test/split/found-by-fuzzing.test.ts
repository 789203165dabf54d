import { expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { latin1 } from "../../src/pdf-file/rope.ts";
import { pageSet } from "../../src/pdf-pages/page-set.ts";
import { splitDocument } from "../support/at-once.ts";

it("a part keeps the page tree where a widget calls its root a form field", () => {
  const damaged =
    "1 0obj<</Type/Catalog/Pages 2 0 R /AcroForm<<>2 0obj<</Kids[3 0 R>>3 0obj<</Kids[4 0 R]" +
    "4 0obj<</Annots[10 0 R]10 0 obj<<///Subtype/Widget///Parent 2 0 R>";
  const document = openPdf(latin1(damaged));
  expect(document.pageCount).toBe(1);
  const [part] = splitDocument(document, { parts: [pageSet([{ first: 1, last: 1 }])] }, { outputBytes: 1 << 20 }).parts;
  const bytes = Buffer.concat([...part!.pieces]);
  expect(openPdf(new Uint8Array(bytes)).pageCount).toBe(1);
});
