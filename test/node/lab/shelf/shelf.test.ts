import { expect, it } from "vitest";
import { wounds } from "../../../../lab/shelf/wounds.ts";
import { Work } from "../../../../src/meter/work.ts";
import { pdf, stream } from "../../../fixtures/pdf.ts";
import { runPdf } from "../../../support/pdf-operations.ts";

it("has 120 denials of service and more that were published since 2020, each one small file of its own", () => {
  expect(wounds.length).toBeGreaterThanOrEqual(120);
  expect(wounds.filter(({ year }) => year < 2020 || year > new Date().getFullYear())).toEqual([]);
  expect(wounds.filter(({ number }) => !/\d/.test(number))).toEqual([]);
  const shapes = wounds.map(({ reader, number, shape }) => `${reader} ${number} ${shape}`);
  expect(new Set(shapes).size).toBe(shapes.length);
});

it.each([
  ["MuPDF", "bug 705256"],
  ["qpdf", "oss-fuzz 27393"],
  ["pypdf", "PR 4290"],
])("is answered or refused, as others' wound %s %s once was not", (reader, number) => {
  const file = wounds.find((one) => one.reader === reader && one.number === number)!.make();
  const work = new Work(file.length);
  const start = process.threadCpuUsage();
  expect(runPdf("redact", file, work)).toBeGreaterThan(0);
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / Math.max(20_000, work.used.steps)).toBeLessThan(5);
});

it("charges a page on which texts are looked for, though nothing is on it", () => {
  const work = new Work(0);
  const pages = Array.from({ length: 100 }, () => "<</Type/Page/MediaBox[0 0 9 9]/Contents 3 0 R>>").join("");
  const file = pdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: `<</Kids[${pages}]/Count 100>>`, 3: stream("") });
  runPdf("redact", file, work);
  expect(work.used.steps).toBeGreaterThan(100 * 100);
});
