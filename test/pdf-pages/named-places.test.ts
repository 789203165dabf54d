import { expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { finishPdf } from "../../src/pdf-file/repack.ts";
import { forgetPlaces, placesNamed } from "../../src/pdf-pages/named-places.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";

/** Three pages, and these names in the catalog's dictionary. */
const file = (names: string) => {
  const bodies = pagesOf(3, () => "");
  bodies[1] = `<</Type/Catalog/Pages 2 0 R/Dests 40 0 R>>`;
  bodies[40] = `<<${names}>>`;
  return openPdf(pdf(bodies));
};

it("places are on the pages to which their names lead", () => {
  expect([
    ...placesNamed(file("/a[7 0 R/XYZ 10 700.5 0]/own-1[5 0 R/XYZ 1 2 0]/gone[99 0 R/XYZ 0 0 0]/b[2 0 R]")),
  ]).toEqual([
    ["a", { page: 3, x: 10, y: 700.5 }],
    ["own-1", { page: 2, x: 1, y: 2 }],
  ]);
});

it("names that begin so are forgotten, and the others stay", () => {
  const document = file("/a[7 0 R/XYZ 10 700 0]/own-1[5 0 R/XYZ 0 0 0]");
  forgetPlaces(document, "own-");
  const finished = openPdf(finishPdf(document, { title: "New" }).rope.toBytes());
  expect([...placesNamed(finished).keys()]).toEqual(["a"]);
  expect(finished.pageCount).toBe(3);
});

it("a document without other names has none left", () => {
  const document = file("/own-1[5 0 R/XYZ 0 0 0]");
  forgetPlaces(document, "own-");
  expect(document.catalog.has("Dests")).toBe(false);
});
