import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import type { MergeOptions, MergePart } from "../../../src/merge/merge.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type Bodies, pdf, stream } from "../../fixtures/pdf.ts";
import { mergePdfs } from "../../support/at-once.ts";

type Rgb = [number, number, number];

/**
 * One page of a colour, whose attributes are its parent's, and whose content leaves the graphics state as it is not
 * expected.
 */
function page(colour: string, catalog = "", more: Bodies = {}): Uint8Array {
  return pdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[100 50 300 150]/Resources<</XObject<</Laid0 6 0 R>>>>>>",
    3: "<</Type/Page/Parent 2 0 R/Contents[4 0 R 5 0 R]>>",
    4: stream(`q q .5 0 0 .5 0 0 cm ${colour} rg`),
    5: stream("0 0 600 150 re f /Laid0 Do"),
    6: stream("0 0 0 rg 590 290 10 10 re f", "/Type/XObject/Subtype/Form/BBox[0 0 600 300]"),
    ...more,
  });
}

const part = (bytes: Uint8Array, title: string): MergePart => ({ document: openPdf(bytes), title });
const merged = (parts: MergePart[], overlays?: MergeOptions["overlays"]) =>
  mupdf.PDFDocument.openDocument(
    mergePdfs(parts, { tagged: true, outline: "keep", overlays }).rope.toBytes(),
    "application/pdf",
  ) as mupdf.PDFDocument;

/** The colour at a place of a page, in points from its upper left corner. */
function at(document: mupdf.PDFDocument, index: number, x: number, y: number): Rgb {
  const shown = document.loadPage(index).toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceRGB, false);
  const start = (y * shown.getWidth() + x) * 3;
  return [...shown.getPixels().slice(start, start + 3)] as Rgb;
}

describe("documents of any writer, put together", () => {
  it("keep what their pages inherited, and look as they did", () => {
    const document = merged([part(page("1 0 0"), "A"), part(page("0 0 1"), "B")]);
    expect(document.countPages()).toBe(2);
    for (const index of [0, 1]) {
      expect(document.loadPage(index).getBounds()).toEqual([0, 0, 200, 100]);
      // The lower quarter of the page is painted, above it there is nothing.
      expect(at(document, index, 100, 50)).toEqual([255, 255, 255]);
      expect(document.findPage(index).get("Parent").asIndirect()).toBe(
        document.getTrailer().get("Root").get("Pages").asIndirect(),
      );
    }
    expect([at(document, 0, 100, 90), at(document, 1, 100, 90)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it("lay pages of others on theirs, corner to corner, whatever origin a page has", () => {
    const mark = openPdf(
      pdf({
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[7 7 207 107]/Contents 4 0 R>>",
        4: stream("0 1 0 rg 7 7 20 100 re f"),
      }),
    );
    const over = merged([part(page("1 0 0"), "A")], () => [{ document: mark, page: 1, layer: "over" }]);
    const under = merged([part(page("1 0 0"), "A")], () => [{ document: mark, page: 1, layer: "under" }]);
    // At the left edge there is the mark, from the top to the bottom; beside it the page's own.
    expect([at(over, 0, 10, 5), at(over, 0, 10, 90), at(over, 0, 30, 90)]).toEqual([
      [0, 255, 0],
      [0, 255, 0],
      [255, 0, 0],
    ]);
    expect([at(under, 0, 10, 5), at(under, 0, 10, 90)]).toEqual([
      [0, 255, 0],
      [255, 0, 0],
    ]);
    // What the page called by the name that marks are given is still there.
    const names: string[] = [];
    over
      .findPage(0)
      .get("Resources")
      .get("XObject")
      .forEach((_: mupdf.PDFObject, name: string | number) => {
        names.push(String(name));
      });
    expect(names).toEqual(["Laid0", "Laid1"]);
  });

  it("share one form of a mark that is on every page", () => {
    const mark = openPdf(page("0 1 0"));
    const laid = () => [{ document: mark, page: 1, layer: "over" as const }];
    const document = merged([part(page("1 0 0"), "A"), part(page("0 0 1"), "B")], laid);
    const form = (index: number) => document.findPage(index).get("Resources").get("XObject").get("Laid1").asIndirect();
    expect(form(0)).toBe(form(1));
  });

  it("lead links by name to their own places, and drop those that lead nowhere", () => {
    const named = (colour: string, name: string) =>
      page(colour, "/Names<</Dests<</Names[(here)[3 0 R/Fit]]>>>>", {
        2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>",
        3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[7 0 R]>>`,
        7: `<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/A<</S/GoTo/D(${name})>>>>`,
      });
    const document = merged([part(named("1 0 0", "here"), "A"), part(named("0 0 1", "here"), "B")]);
    const target = (index: number) => {
      const [link] = document.loadPage(index).getLinks();
      return document.resolveLink(link as mupdf.Link);
    };
    expect([target(0), target(1)]).toEqual([0, 1]);
    const places = document.getTrailer().get("Root").get("Names").get("Dests").get("Names");
    expect([0, 2].map((at) => places.get(at).asString())).toEqual(["here", "here (2)"]);
    const lost = merged([part(named("1 0 0", "elsewhere"), "A"), part(page("0 0 1"), "B")]);
    expect(lost.findPage(0).get("Annots").get(0).get("A").get("D").isNull()).toBe(true);
  });

  it("keep the tags of those that have some, and say that not all of it is tagged", () => {
    const tagged = page("1 0 0", "/MarkInfo<</Marked true>>/StructTreeRoot<</K 8 0 R/ParentTree<</Nums[0[8 0 R]]>>>>", {
      3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R/StructParents 0>>",
      8: "<</S/P/K 0/Pg 3 0 R>>",
    });
    const document = merged([part(tagged, "A"), part(page("0 0 1"), "B")]);
    const root = document.getTrailer().get("Root");
    expect([root.get("StructTreeRoot").isNull(), root.get("MarkInfo").isNull()]).toEqual([false, true]);
    expect([0, 1].map((index) => document.findPage(index).get("StructParents").isNull())).toEqual([false, true]);
    const both = merged([part(tagged, "A"), part(tagged, "B")]);
    expect([0, 1].map((index) => both.findPage(index).get("StructParents").asNumber())).toEqual([0, 1]);
  });
});
