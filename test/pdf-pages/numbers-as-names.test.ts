import { expect, it } from "vitest";
import { rangesInTurns } from "../../src/api/operations/page-ranges.ts";
import { atOnce } from "../../src/meter/turns.ts";
import { openPdf } from "../../src/pdf-file/open.ts";
import { latin1 } from "../../src/pdf-file/rope.ts";
import { destinationsByName } from "../../src/pdf-pages/named-destinations.ts";
import { mapKey } from "../../src/platform/map-key.ts";
import { pagesOf, pdf, text } from "../fixtures/pdf.ts";
import { splitDocument } from "../support/at-once.ts";

const file = pdf({
  ...pagesOf(2, () => "/Annots[20 0 R 21 0 R]"),
  1: "<</Type/Catalog/Pages 2 0 R/Dests<</131072[3 0 R/Fit]/5[5 0 R/Fit]>>/Names<</Dests<</Names[(262144)[3 0 R/Fit](9)[5 0 R/Fit]]>>>>>>",
  20: "<</Subtype/Link/Rect[0 0 9 9]/Dest(131072)>>",
  21: "<</Subtype/Link/Rect[0 0 9 9]/Dest/262144>>",
});

it("destinations may have numbers for names, and are found by names and by strings", () => {
  const named = destinationsByName(openPdf(file));
  expect([...named.keys()]).toEqual(["262144", "9", "131072", "5"].map(mapKey));
});

it("a part keeps its destinations of such names, written as they were", () => {
  const document = openPdf(file);
  const parts = atOnce(rangesInTurns(["1"], 2, 10));
  const { parts: made } = splitDocument(document, { parts }, { outputBytes: 1e9, parts: 10 });
  const written = text(latin1([...made[0]!.pieces].map((piece) => text(piece)).join("")));
  expect(written).toMatch(/\/131072 ?\[/);
  expect(written).toContain("(262144)");
  expect(written).not.toMatch(/\/5 ?\[/);
  const read = destinationsByName(openPdf(latin1(written)));
  expect([...read.keys()]).toEqual(["262144", "131072"].map(mapKey));
});
