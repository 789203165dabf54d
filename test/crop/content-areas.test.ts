import { describe, expect, it } from "vitest";
import { Work } from "../../src/meter/work.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { pdf, stream } from "../fixtures/pdf.ts";
import { contentAreas } from "../support/at-once.ts";

const INK = { threshold: 191, specks: 0 };

/** Three pages that share a content stream of so many rectangles, two operators each. */
function document(rectangles: number, work = new Work()) {
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 6 0 R>>";
  const file = pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]>>",
    ...{ 3: page, 4: page, 5: page },
    6: stream("60 70 40 20 re f ".repeat(rectangles)),
  });
  return openPdf(file, { work });
}

/** The meter of a request that may read this many of the pages, and half of one more. */
function workFor(pages: number): Work {
  const steps = (count: number) => {
    const work = new Work();
    contentAreas(document(1000, work), Array.from({ length: count }).keys(), INK);
    return work.used.steps;
  };
  return new Work(0, { steps: (steps(pages) + steps(pages + 1)) / 2 });
}

describe("A document that is longer than one request may read", () => {
  it("is refused with the number of pages that fit", () => {
    const read = (): unknown => contentAreas(document(1000, workFor(2)), [0, 1, 2], INK);
    expect(read).toThrow("It was exceeded at page 3.");
    expect(read).toThrow("2 pages could be read before page 3; ask for fewer at a time (limit, pages).");
    expect(read).toThrow(expect.objectContaining({ name: "WorkProblem", kind: "steps" }));
  });

  it("is read in parts of that length", () => {
    for (const pages of [[0, 1], [2]]) {
      expect(contentAreas(document(1000, workFor(2)), pages, INK).map(({ index }) => index)).toEqual(pages);
    }
  });

  it("is refused by the page where one alone is too long", () => {
    expect(() => contentAreas(document(1000, workFor(0)), [1], INK)).toThrow("Page 2 alone is too much to read.");
  });
});
