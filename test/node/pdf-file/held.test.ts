import { expect, it, vi } from "vitest";
import { inTurns } from "../../../src/meter/turns.ts";
import { hostilePdfs } from "../../fixtures/hostile/pdfs.ts";
import { tinyPdf } from "../../fixtures/pdf.ts";
import { copiesOf, pdfInTurns } from "../../support/pdf-operations.ts";
import { unheldBytes } from "../../support/score.ts";

vi.setConfig({ testTimeout: 300_000 });

const MIB = 1 << 20;
const operations = [...new Set(hostilePdfs.map(({ operation }) => operation))];

it.each(operations)("%s holds what it keeps of an ordinary document", async (operation) => {
  const file = tinyPdf(200);
  const size = file.length * copiesOf(operation, file);
  expect(await unheldBytes({ size, run: (work) => inTurns(pdfInTurns(operation, file, work), work) })).toBeLessThan(
    8 * MIB,
  );
});

/** Each with each of two things that a file says is kept, or what lies packed in few bytes. */
const KEPT = [
  "longFormsInForms, auto",
  "longFormsInForms, redact",
  "oneWord, redact",
  "noise, remove",
  "shadings, redact areas",
  "strings, inspect",
  "manyFields, merge",
  "packedSpace, merge many",
  "emptyKids, crop",
  "emptyKids, split",
  "manyEmptyKids, crop",
  "manyEmptyKids, remove",
  "functionsOfInks, PDF/A",
  "inks, PDF/A",
  "marks, many areas",
  "oneMark, many areas",
  "pictures, many areas",
];
const products = hostilePdfs.filter(({ name }) => KEPT.some((end) => name.endsWith(`: ${end}`)));

it.each(products)("what a small file makes many of is held: $name", async ({ operation, make }) => {
  const file = make();
  expect(
    await unheldBytes({ size: file.length, run: (work) => inTurns(pdfInTurns(operation, file, work), work) }),
  ).toBeLessThan(8 * MIB);
});
