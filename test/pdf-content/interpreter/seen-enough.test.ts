import { expect, it } from "vitest";
import { type ContentVisitor, Interpreter } from "../../../src/pdf-content/interpreter/interpreter.ts";
import { startReading } from "../../../src/pdf-content/read-page.ts";
import { Resources } from "../../../src/pdf-content/resources.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { pagesOf, pdf } from "../../fixtures/pdf.ts";

/** The boxes that a visitor is shown who has seen enough after so many, and whether it is told of the end. */
function shown(content: string, most: number) {
  const document = openPdf(pdf(pagesOf(1)));
  const seen: (number | "end")[] = [];
  const visitor: ContentVisitor = {
    get isOver() {
      return seen.length >= most;
    },
    path: ({ extent }) => seen.push(extent.left),
    ended: () => seen.push("end"),
  };
  const resources = new Resources(document, undefined);
  const reading = startReading(document, () => {});
  new Interpreter(reading, visitor, resources).read([new TextEncoder().encode(content)].values());
  return seen;
}

const BOXES = "1 0 5 5 re f 2 0 5 5 re f 3 0 5 5 re f";

it("a visitor that has seen enough is shown nothing more, nor the end", () => {
  expect(shown(BOXES, 2)).toEqual([1, 2]);
});

it("any other is shown all, and the end", () => {
  expect(shown(BOXES, 9)).toEqual([1, 2, 3, "end"]);
});
