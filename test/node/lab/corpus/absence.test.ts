import * as mupdf from "mupdf";
import { describe, expect, it } from "vitest";
import { foreignIn, holdingsOf } from "../../../../lab/corpus/absence.ts";
import { type Json, type Listing, listing } from "../../../../lab/corpus/qpdf-json.ts";
import { type Bodies, pagesOf, pdf, stream } from "../../../fixtures/pdf.ts";
import { partBytes } from "../../../split/parts.ts";
import { entangled } from "../../split/entangled.ts";

mupdf.setLog({ error() {}, warning() {} });

/** A file in the form of qpdf's JSON, by another reader: qpdf itself may not be installed. */
function list(bytes: Uint8Array): Listing {
  const document = mupdf.Document.openDocument(bytes, "application/pdf") as mupdf.PDFDocument;
  const json = (object: mupdf.PDFObject): Json => {
    if (object.isIndirect()) return `${object.asIndirect()} 0 R`;
    if (object.isName()) return `/${object.asName()}`;
    if (object.isString()) return `u:${object.asString()}`;
    if (object.isNumber()) return object.asNumber();
    if (object.isBoolean()) return object.asBoolean();
    if (!object.isArray() && !object.isDictionary()) return null;
    const entries: [string, Json][] = [];
    object.forEach((value, key) => {
      entries.push([`/${key}`, json(value)]);
    });
    return object.isArray() ? entries.map(([, value]) => value) : Object.fromEntries(entries);
  };
  const objects: Record<string, { value?: Json; stream?: { dict: Record<string, Json>; data: string } }> = {
    trailer: { value: json(document.getTrailer()) },
  };
  for (let number = 1; number < document.countObjects(); number++) {
    const object = document.newIndirect(number);
    const value = json(object.resolve());
    if (value === null) continue;
    const data = object.isStream() ? Buffer.from(object.readStream().asUint8Array()).toString("base64") : undefined;
    objects[`obj:${number} 0 R`] =
      data === undefined ? { value } : { stream: { dict: value as Record<string, Json>, data } };
  }
  const pages = Array.from({ length: document.countPages() }, (_, page) => ({
    object: `${document.findPage(page).asIndirect()} 0 R`,
  }));
  return listing({ pages, qpdf: [null, objects] });
}

const texts = ["firstly shown", "secondly shown", "thirdly shown"];
const found = (whole: Uint8Array, part: Uint8Array, pages: number[]) =>
  foreignIn(list(part), holdingsOf(list(whole), texts), new Set(pages));

describe("the check for what parts hold of other pages", () => {
  const whole = pdf(entangled());

  it("finds nothing in parts as they are", () => {
    const [first, others] = partBytes(whole, ["1", "2-3"]) as [Uint8Array, Uint8Array];
    expect(found(whole, first, [0])).toEqual([]);
    expect(found(whole, others, [1, 2])).toEqual([]);
  });

  it("finds tags, annotations, fields and forms in a part that holds all", () => {
    const lines = found(whole, whole, [0]).join("\n");
    for (const what of [
      "page2-alt",
      "page3-actual",
      "page2-note",
      "page3-value",
      "page1-whole",
      "a form that only page 2",
    ]) {
      expect(lines).toContain(what);
    }
    for (const what of ["page1-alt", "page1-note", "page1-value", "page1-form"]) expect(lines).not.toContain(what);
  });

  it("finds words of other pages wherever they are, but not where they are the part's own or the document's", () => {
    const bodies: Bodies = {
      ...pagesOf(3, (page) => (page === 0 ? "/PieceInfo<</Us(mine: secondly)>>" : "")),
      90: "<</Title(thirdly)>>",
    };
    const trailer = "/Root 1 0 R/Info 90 0 R";
    const file = pdf(bodies, { trailer });
    expect(found(file, file, [0])).toEqual([]);
    const leaking = pdf({ ...bodies, 91: "<</Left(it was shown thirdly)>>" }, { trailer });
    expect(found(file, leaking, [0])).toEqual(['91 0 R has "thirdly" of other pages under /Left']);
  });

  it("takes a form for the page's that paints it, in another form too", () => {
    const form = (data: string, more = "") => stream(data, `/Subtype/Form/BBox[0 0 9 9]${more}`);
    const bodies: Bodies = {
      ...pagesOf(2, () => "/Resources<</XObject<</A 20 0 R/C 22 0 R>>>>"),
      4: stream("/A Do"),
      6: stream("/C Do"),
      20: form("/B Do % a", "/Resources<</XObject<</B 21 0 R>>>>"),
      21: form("% b"),
      22: form("% c"),
    };
    expect(found(pdf(bodies), pdf(bodies), [0])).toEqual(["22 0 R is a form that only page 2 paints"]);
  });
});
