import { describe, expect, it } from "vitest";
import { openPdf } from "../../src/pdf-file/open.ts";
import { PdfRef } from "../../src/pdf-file/syntax/objects.ts";
import { destinationsByName } from "../../src/pdf-pages/named-destinations.ts";
import { PageIndex } from "../../src/pdf-pages/page-index.ts";
import { Destinations } from "../../src/split/document/part-destinations.ts";
import { pagesOf, pdf } from "../fixtures/pdf.ts";
import { removeOutside } from "../support/at-once.ts";

/** Three pages; the name tree and the older dictionary have one name in common, and lead to two pages with it. */
const file = (page: string) => {
  const bodies = pagesOf(3, (index) => (index === 0 ? page : ""));
  bodies[1] = "<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(both)[5 0 R/Fit](new)[5 0 R/Fit]]>>>>/Dests 40 0 R>>";
  bodies[40] = "<</both[7 0 R/Fit]/old[7 0 R/Fit]>>";
  return openPdf(pdf(bodies));
};

describe("the name of a destination", () => {
  it("is found in the name tree before the older dictionary", () => {
    const document = file("");
    const pages = [...destinationsByName(document)].map(([name, value]) => [name, document.array(value)?.[0]]);
    expect(pages).toEqual([
      ["both", new PdfRef(5, 0)],
      ["new", new PdfRef(5, 0)],
      ["old", new PdfRef(7, 0)],
    ]);
  });

  it.each([
    ["(both)", 1],
    ["/both", 1],
    ["/new", 1],
    ["(old)", 2],
  ])("%s leads a link to page %i, counted from 0, of a part and of a removal's result", (name, page) => {
    const document = file(`/Annots[<</Type/Annot/Subtype/Link/Rect[10 10 20 20]/Dest${name}>>]`);
    const [annotation] = document.array(document.page(0).dict.get("Annots")) ?? [];
    const link = document.dict(annotation)?.get("Dest") ?? null;
    expect(new Destinations(document, new PageIndex(document)).pageOf(link)).toBe(page);
    const definitions = [{ page: 1, area: { x: 0, y: 0, width: 100, height: 100 } }];
    const result = openPdf(removeOutside(document, { definitions }).rope.toBytes());
    const [kept] = result.array(result.page(0).dict.get("Annots")) ?? [];
    const [target] = result.array(result.dict(kept)?.get("Dest")) ?? [];
    expect((target as PdfRef).number).toBe(result.pages.leaf(page).ref?.number);
  });
});
