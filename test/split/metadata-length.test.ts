import { expect, it } from "vitest";
import { Work } from "../../src/meter/work.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { joined } from "../../src/platform/bytes.ts";
import { longMetadata } from "../fixtures/hostile/structures.ts";
import { deflated, pagesOf, pdf, text } from "../fixtures/pdf.ts";
import { splitDocument } from "../support/at-once.ts";

const partsOf = (file: Uint8Array, work: Work) =>
  splitDocument(openPdf(file, { work }), { every: 1 }, { outputBytes: 2 ** 30, parts: 10 }).parts.map(({ pieces }) =>
    text(joined([...pieces])),
  );
const withMetadata = (letters: number) =>
  pdf({
    ...pagesOf(1),
    1: "<</Type/Catalog/Pages 2 0 R/Metadata 9 0 R>>",
    9: deflated(`<xmpMM:History>a</xmpMM:History>${"b ".repeat(letters / 2)}`, "/Type/Metadata/Subtype/XML"),
  });

it("metadata costs what searching and compressing it takes", () => {
  const work = new Work(10_000);
  expect(partsOf(withMetadata(100_000), work)[0]).toContain("/Metadata");
  expect(work.used.steps).toBeGreaterThan(100_000 * 0.03);
  expect(work.used.bytes).toBeGreaterThan(100_000 * 4);
  expect(work.held).toBeLessThan(100_000);
});

it("metadata that takes too much is left out, since it may have a history of other pages", () => {
  const file = longMetadata();
  const [part] = partsOf(file, new Work(file.length, { steps: 100_000, stepsPerMebibyte: 0 }));
  expect(part).not.toContain("/Metadata");
});
