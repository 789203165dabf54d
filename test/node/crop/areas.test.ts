import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { cropEachArea } from "../../../src/crop/areas/separate.ts";
import { cropInTurns } from "../../../src/crop/crop.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { removeInTurns } from "../../../src/remove/index.ts";
import { pagesOf, pdf, stream } from "../../fixtures/pdf.ts";
import { nearly, RENDERERS } from "../../support/renderers.ts";

/** A page of 200 by 100 points: a word and a square of its own in each half, and a link over each square. */
function spread(entries = ""): Uint8Array {
  const font = "/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>";
  const link = (left: number, to: string) =>
    `<</Type/Annot/Subtype/Link/Rect[${left} 20 ${left + 30} 50]/A<</S/URI/URI(https://${to}.example/)>>>>`;
  const squares = "1 0 0 rg 20 20 30 30 re f 0 0 1 rg 140 20 30 30 re f 0 g";
  return pdf({
    ...pagesOf(1, () => `${font}/Annots[${link(20, "left")}${link(140, "right")}]${entries}`),
    4: stream(`${squares} BT /F 12 Tf 20 70 Td (leftword) Tj 110 0 Td (rightword) Tj ET`),
  });
}

const HALVES = [
  { page: 1, area: { x: 0, y: 0, width: 100, height: 100 } },
  { page: 1, area: { x: 100, y: 0, width: 100, height: 100 } },
];

function cut(file: Uint8Array, removes: boolean): Uint8Array {
  const document = openPdf(file);
  const result = atOnce(
    cropEachArea(document, { definitions: HALVES }, (own) =>
      removes ? removeInTurns(document, own) : cropInTurns(document, own),
    ),
  );
  return result.rope.toBytes();
}

function read(file: Uint8Array) {
  const document = mupdf.PDFDocument.openDocument(file, "application/pdf");
  return Array.from({ length: document.countPages() }, (_, at) => {
    const page = document.loadPage(at);
    const [left, top, right, bottom] = page.getBounds("CropBox");
    const within = (box: readonly number[]) => box[0]! < right && box[2]! > left && box[1]! < bottom && box[3]! > top;
    return {
      text: page.toStructuredText("").asText(),
      links: page
        .getLinks()
        .filter((link) => within(link.getBounds()))
        .map((link) => link.getURI()),
    };
  });
}

describe.each([
  ["hidden", false],
  ["removed", true],
])("Two halves of a page, with the rest %s", (_, removes) => {
  it.each(RENDERERS.map((renderer) => [renderer.name, renderer] as const))(
    "look in %s as the page did",
    async (__, by) => {
      const [before] = await by.pages(spread());
      const after = await by.pages(cut(spread(), removes));
      expect(after).toHaveLength(2);
      for (const [half, page] of after.entries()) {
        expect([page.width, page.height]).toEqual([100, 100]);
        for (let x = 2; x < 100; x += 3) {
          for (let y = 1; y < 100; y += 3) expect(page.at(x, y)).toEqual(nearly(before!.at(half * 100 + x, y)));
        }
      }
    },
  );

  it("have each its own link", () => {
    const [left, right] = read(cut(spread(), removes));
    expect(left!.links).toEqual(["https://left.example/"]);
    expect(right!.links).toEqual(["https://right.example/"]);
  });
});

it("Each half of a page with the rest removed says its own words only", () => {
  const [left, right] = read(cut(spread(), true));
  expect(left!.text).toContain("leftword");
  expect(left!.text).not.toContain("rightword");
  expect(right!.text).toContain("rightword");
  expect(right!.text).not.toContain("leftword");
});
