import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { ByteWriter } from "../../../src/pdf-file/syntax/byte-writer.ts";
import { PdfRef } from "../../../src/pdf-file/syntax/objects.ts";
import { plainElement, putElement } from "../../../src/remove/document/plain-element.ts";
import { build } from "../files.ts";

/** How an element is written when it is plain; undefined when it must be parsed. */
function written(element: string): string | undefined {
  const plain = plainElement(openPdf(build({ content: "", more: { 7: element } })), 7);
  if (!plain) return undefined;
  const out = new ByteWriter();
  putElement(out, plain, new PdfRef(20, 0), plain.page === null ? undefined : new PdfRef(30, 0));
  return Buffer.from(out.view()).toString("latin1");
}

describe("A plain element of a structure tree", () => {
  it.each([
    ["<</Type/StructElem/S/P/P 6 0 R/Pg 3 0 R/K 5>>", "<</S/P/P 20 0 R/K 5/Pg 30 0 R>>"],
    ["<</K 0 /S /H1 /P 6 0 R>>", "<</S/H1/P 20 0 R/K 0>>"],
    ["<</S/P/K 1/A<</O/Layout/Padding[1 -2.5]>> >>", "<</S/P/P 20 0 R/K 1/A<</O/Layout/Padding[1 -2.5]>>>>"],
    ["<</S/P/K 1/SECRET(SECRET)/Other<</SECRET 1>> >>", "<</S/P/P 20 0 R/K 1>>"],
  ])("%s keeps its kind, its content and its attributes, and nothing unknown", (element, expected) => {
    expect(written(element)).toBe(expected);
  });

  it.each([
    ...["/T(SECRET)", "/Alt(SECRET)", "/ActualText(SECRET)", "/E(SECRET)", "/Phoneme(SECRET)", "/ID(SECRET)"],
    ...["/Lang(en)", "/C/SECRET", "/NS 6 0 R", "/Obj 6 0 R", "/MCID 1", "/K 2", "/#54(SECRET)", "/Type/OBJR"],
    ...["/A<</O/Layout/BBox[0 0 9 9]>>", "/A<</O/Table/Summary(SECRET)>>", "/A<</O/Table/Headers[1]>>", "/A 6 0 R"],
    ...["/A<</O/Layout/X 6 0 R>>", "/A<</O/Layout/X(SECRET)>>", "/A<</O/Layout/X<AB>>>", "/A[<</O/Layout>>]"],
    ...["/A<</O/Layout/X<</Y 1>>>>", "/A<</O/Layout%SECRET\n>>", "/A<</O/Layout/#42Box[0 0 9 9]>>", "/A<</NS 6 0 R>>"],
  ])("is none that has %s, of which something may have to go", (entry) => {
    expect(written(`<</S/P/K 1${entry}>>`)).toBeUndefined();
  });

  it.each([
    "<</S/P>>",
    "<</K 1>>",
    "<</S/P/K[1]>>",
    "<</S/P/K 1 0 R>>",
    "<</S(P)/K 1>>",
    "[1]",
    "<</S/P/K 1",
    "<</S/P/K 1>>stream\n",
  ])("is not %s", (object) => {
    expect(written(object)).toBeUndefined();
  });
});
