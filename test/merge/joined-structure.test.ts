import { expect, it } from "vitest";
import { merge, openPdf } from "../../src/engine.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";

it("of documents whose structures say nothing, no element is without an object", async () => {
  const file = pdf({ ...pagesOf(1), 1: "<</Type/Catalog/Pages 2 0 R/StructTreeRoot<</Type/StructTreeRoot>>>>" });
  const part = () => ({ document: openPdf(file), title: "Part" });
  const joined = openPdf((await merge([part(), part()])).file.bytes());
  const top = joined.dict(joined.dict(joined.catalog.get("StructTreeRoot"))?.get("K"));
  expect(joined.array(top?.get("K"))).toEqual([]);
});
