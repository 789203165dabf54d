import { describe, expect, it } from "vitest";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import { latin1 } from "../../src/pdf-file/rope.ts";
import { PdfRef, PdfString } from "../../src/pdf-file/syntax/objects.ts";
import { type Bodies, pagesOf, pdf, stream, text } from "../fixtures/pdf.ts";
import { annotations, dictOf, partOf, partsOf, split } from "./parts.ts";

/**
 * Page 1 has the text field "name" (20) and a button of the radio group "choice" (21, with kids 22 on page 1 and 23 on
 * page 2); page 2 has the signature field (24) as well; page 3 has nothing.
 */
const bodies: Bodies = {
  ...pagesOf(3, (index) => ["/Annots[20 0 R 22 0 R]", "/Annots[23 0 R 24 0 R]", ""][index] ?? ""),
  1: "<</Type/Catalog/Pages 2 0 R/AcroForm 30 0 R>>",
  20: "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[0 0 9 9]/AA<</C<</S/JavaScript/JS(x)>>>>>>",
  21: "<</FT/Btn/Ff 49152/T(choice)/V/b/Kids[22 0 R 23 0 R]>>",
  22: "<</Type/Annot/Subtype/Widget/Parent 21 0 R/AS/Off/Rect[0 0 9 9]>>",
  23: "<</Type/Annot/Subtype/Widget/Parent 21 0 R/AS/b/Rect[0 0 9 9]/A<</S/ResetForm/Fields[20 0 R 21 0 R(name)]>>>>",
  24: "<</Type/Annot/Subtype/Widget/FT/Sig/T(sig)/V 25 0 R/Rect[0 0 9 9]>>",
  25: "<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>/Reference[<</Data 1 0 R>>]>>",
  30: "<</Fields[24 0 R 20 0 R 21 0 R]/CO[20 0 R]/DR<</Font<</Helv 31 0 R>>>>/DA(/Helv 0 Tf)/SigFlags 3/NeedAppearances true/XFA(x)>>",
  31: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
};

/** A page with one widget, below so many fields of each other; the highest has these entries. */
function nested(above: number, entries = "/FT/Tx"): Bodies {
  const fields: Bodies = {};
  for (let level = 1; level <= above; level++) {
    const more = level === above ? entries : `/Parent ${101 + level} 0 R`;
    fields[100 + level] = `<</T(f${level})/Kids[${99 + level} 0 R]${more}>>`;
  }
  return {
    ...pagesOf(1, () => "/Annots[100 0 R]"),
    ...fields,
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${100 + above} 0 R]>>>>`,
    25: bodies[25]!,
    100: "<</Type/Annot/Subtype/Widget/Parent 101 0 R/Rect[0 0 9 9]>>",
  };
}

const form = (part: PdfDocument) => dictOf(part, part.catalog.get("AcroForm"));
const fieldNames = (part: PdfDocument) =>
  (part.array(form(part).get("Fields")) ?? []).map((field) => text((dictOf(part, field).get("T") as PdfString).bytes));

describe("a form", () => {
  it("keeps the fields of the part's pages, with its fonts, appearance and order", () => {
    const part = partOf(bodies, "1");
    expect(fieldNames(part)).toEqual(["name", "choice"]);
    expect(part.dict(part.dict(dictOf(part, form(part).get("DR")).get("Font"))?.get("Helv"))?.get("BaseFont")).toBe(
      "Helvetica",
    );
    expect(form(part).get("DA")).toBeInstanceOf(PdfString);
    expect(form(part).get("NeedAppearances")).toBe(true);
    expect(part.array(form(part).get("CO"))).toHaveLength(1);
    expect(annotations(part, 0)[0]?.get("V")).toEqual(new PdfString(latin1("Ada")));
  });

  it("is not in a part without fields", () => {
    expect(partOf(bodies, "3").catalog.has("AcroForm")).toBe(false);
  });

  it("has no calculation order left where its fields went", () => {
    expect(form(partOf(bodies, "2")).has("CO")).toBe(false);
  });

  it("keeps a field that spans parts in each, with the buttons of its pages and its value", () => {
    const parts = partsOf(bodies, ["1", "2", "1-2"]);
    const kids = parts.map((part) => {
      const fields = (part.array(form(part).get("Fields")) ?? []).map((field) => dictOf(part, field));
      const group = fields.find((field) => field.has("Kids"));
      expect(group?.get("V")).toBe("b");
      return part.array(group?.get("Kids"))?.map((kid) => dictOf(part, kid).get("AS"));
    });
    expect(kids).toEqual([["Off"], ["b"], ["Off", "b"]]);
  });

  it.each<[string, Bodies]>([
    ["has a form", bodies],
    ["has none", { ...bodies, 1: "<</Type/Catalog/Pages 2 0 R>>" }],
  ])("names as kids of a field only the widgets that came along, where the document %s", (_, all) => {
    const [one, both] = partsOf(all, ["1", "1-2"]).map((part) => {
      const field = dictOf(part, annotations(part, 0)[1]?.get("Parent"));
      return part.array(field.get("Kids"))?.map((kid) => part.dict(kid)?.get("AS"));
    });
    expect(one).toEqual(["Off"]);
    expect(both).toEqual(["Off", "b"]);
  });

  it("lets actions name only the fields that are there", () => {
    const part = partOf(bodies, "2");
    const fields = part.array(dictOf(part, annotations(part, 0)[0]?.get("A")).get("Fields"));
    expect(fields).toHaveLength(2);
  });

  it("shows a signature as the picture that it was, with its field gone, and says so", () => {
    const look: Bodies = { ...bodies, 24: bodies[24]!.replace("/Rect", "/F 132/AP<</N 26 0 R/D 27 0 R>>/Rect") };
    look[26] = stream("0 0 1 rg 0 0 9 9 re f", "/Subtype/Form/BBox[0 0 9 9]");
    look[27] = stream("0 g", "/Subtype/Form/BBox[0 0 9 9]");
    const made = split(pdf(look), ["2", "3"]);
    expect(made.notes).toEqual([expect.stringContaining("Signatures"), expect.stringContaining("XFA")]);
    const part = partOf(look, "2");
    expect(fieldNames(part)).toEqual(["choice"]);
    const [, picture] = annotations(part, 0);
    expect([...(picture?.keys() ?? [])].sort()).toEqual(["AP", "F", "Rect", "Subtype", "Type"]);
    expect([picture?.get("Subtype"), picture?.get("F")]).toEqual(["Stamp", 132 | 64]);
    expect([...dictOf(part, picture?.get("AP")).keys()]).toEqual(["N"]);
    expect(form(part).has("SigFlags")).toBe(false);
  });

  it.each([
    ["has no appearance", "/Rect[0 0 9 9]", 1],
    ["has no width", "/AP<</N 26 0 R>>/Rect[5 0 5 9]", 1],
    ["has no height", "/AP<</N 26 0 R>>/Rect[0 5 9 5]", 1],
    ["is hidden", "/AP<</N 26 0 R>>/F 2/Rect[0 0 9 9]", 1],
    ["is printed only", "/AP<</N 26 0 R>>/F 36/Rect[0 0 9 9]", 1],
    ["is shown", "/AP<</N 26 0 R>>/F 4/Rect[0 0 9 9]", 2],
  ])("has a picture left of a signature only where there is one to see: it %s", (_, entries, left) => {
    const look: Bodies = { ...bodies, 24: bodies[24]!.replace("/Rect[0 0 9 9]", entries) };
    look[26] = stream("0 0 1 rg 0 0 9 9 re f", "/Subtype/Form/BBox[0 0 9 9]");
    expect(annotations(partOf(look, "2"), 0)).toHaveLength(left);
  });

  it("has no signature in what is no widget", () => {
    const odd = { ...bodies, 24: bodies[24]!.replace("/Subtype/Widget", "/Subtype/Stamp") };
    const made = split(pdf({ ...odd, 30: "<</Fields[20 0 R 21 0 R]>>" }), ["2"]);
    expect(made.notes).toEqual([]);
    expect(annotations(partOf(odd, "2"), 0)[1]?.has("V")).toBe(true);
  });

  it("keeps a signature field that waits for its signature", () => {
    expect(fieldNames(partOf({ ...bodies, 24: bodies[24]!.replace("/V 25 0 R", "") }, "2"))).toEqual(["sig", "choice"]);
  });

  it("that forgot to list a field keeps it all the same", () => {
    const part = partOf({ ...bodies, 30: "<</Fields 99 0 R/DA(/Helv 0 Tf)>>" }, "1");
    expect(fieldNames(part)).toEqual(["name", "choice"]);
  });

  it("whose widgets do not name their field keeps it by the field's kids", () => {
    const part = partOf({ ...bodies, 22: "<</Type/Annot/Subtype/Widget/AS/Off/Rect[0 0 9 9]>>" }, "1");
    expect(fieldNames(part)).toEqual(["name", "choice"]);
  });

  it("is followed to the 64th field above a widget, and no further", () => {
    expect(fieldNames(partOf(nested(64), "1"))).toEqual(["f64"]);
    expect(fieldNames(partOf(nested(65), "1"))).toEqual(["f64"]);
    expect(fieldNames(partOf(nested(63), "1"))).toEqual(["f63"]);
  });

  it("has a signature found that is given by the 63rd field above its widget, and none further up", () => {
    const signed = (above: number) => split(pdf(nested(above, "/FT/Sig/V 25 0 R")), ["1"]).notes;
    expect(signed(63)).toEqual([expect.stringContaining("Signatures")]);
    expect(signed(64)).toEqual([]);
  });

  it("whose triggers all stay has them as the object that they were", () => {
    const part = partOf(
      {
        ...bodies,
        20: bodies[20]!.replace(/\/AA.*>>>>>>/, "/AA 40 0 R>>"),
        40: "<</C 41 0 R>>",
        41: "<</S/JavaScript/JS(x)>>",
      },
      "1",
    );
    const triggers = annotations(part, 0)[0]?.get("AA");
    expect(triggers).toBeInstanceOf(PdfRef);
    expect(part.dict(dictOf(part, triggers).get("C"))?.get("S")).toBe("JavaScript");
  });

  it("whose fields are their own parents is cut", () => {
    const part = partOf({ ...bodies, 21: "<</FT/Btn/T(choice)/Parent 21 0 R/Kids[22 0 R 23 0 R]>>" }, "1");
    expect(annotations(part, 0)).toHaveLength(2);
  });
});
