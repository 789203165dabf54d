import { expect, it } from "vitest";
import { appearancesOf } from "../../src/pdf-content/annotations.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfRef } from "../../src/pdf-file/syntax/objects.ts";
import { pdf, stream } from "../fixtures/pdf.ts";

it("an annotation's appearances are those under N, R and D, in each state", () => {
  const document = openPdf(
    pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 9 9]>>",
      3: "<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>",
      4: "<</Subtype/Widget/AP<</N 5 0 R/Other 6 0 R/D<</On 7 0 R/Off 8 0 R>>>>>>",
      ...Object.fromEntries([5, 6, 7, 8].map((number) => [number, stream(`% ${number}`)])),
    }),
  );
  const widget = document.dict(new PdfRef(4, 0));
  const found = [...appearancesOf(document, widget)].map(({ raw }) => new TextDecoder().decode(raw));
  expect(found).toEqual(["% 5", "% 7", "% 8"]);
});
