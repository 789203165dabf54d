import { describe, expect, it } from "vitest";
import type { PdfDocument } from "../../../src/pdf-file/document.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { type PdfDict, type PdfObject, PdfRef, PdfString } from "../../../src/pdf-file/syntax/objects.ts";
import { type Bodies, pdf, stream } from "../../fixtures/pdf.ts";
import { removeOutside } from "../../support/at-once.ts";

const SQUARE = { x: 100, y: 100, width: 200, height: 200 };
const INSIDE = "120 120 20 20 re f ";
const OUTSIDE = "20 20 20 20 re f ";

interface Made {
  catalog: string;
  first?: string;
  second?: string;
  /** The content of the first page; something inside and outside where nothing is said. */
  content?: string;
  objects?: Bodies;
}

/** A document of two pages with its first one cropped, and all that describes it kept. */
function kept({ catalog, first = "", second = "", content = INSIDE + OUTSIDE, objects = {} }: Made): PdfDocument {
  const page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Resources<<>>";
  const file = pdf({
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    2: "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
    3: `${page}/Contents 5 0 R${first}>>`,
    4: `${page}/Contents 6 0 R${second}>>`,
    5: stream(content),
    6: stream(INSIDE),
    ...objects,
  });
  const { rope } = removeOutside(openPdf(file), { definitions: [{ page: 1, area: SQUARE }], document: "keep" });
  return openPdf(rope.toBytes());
}

/** An object with what it refers to, as text; a page by its number, and what is around it by name only. */
function written(document: PdfDocument, object: PdfObject | undefined, leaveOut: readonly string[] = []): string {
  const pages = new Map([0, 1].map((index) => [document.pages.leaf(index).ref?.number, `page ${index + 1}`]));
  const tell = (value: PdfObject | undefined): string => {
    if (value instanceof PdfRef) return pages.get(value.number) ?? tell(document.resolve(value));
    if (value instanceof PdfString) return `(${Buffer.from(value.bytes).toString("latin1")})`;
    if (Array.isArray(value)) return `[${value.map(tell).join(" ")}]`;
    if (!(value instanceof Map)) return String(value);
    const entries = [...value].filter(([key]) => !leaveOut.includes(key));
    return `<${entries.map(([key, item]) => `${key} ${tell(item)}`).join(", ")}>`;
  };
  return tell(object);
}

describe("the outline of a document", () => {
  /** Titles with what they lead to, and those below them. Each item must know those beside and above it. */
  function tree(document: PdfDocument, parent: PdfRef): string {
    const dict = document.dict(parent) as PdfDict;
    const items: string[] = [];
    let before: PdfRef | undefined;
    for (let at = dict.get("First") as PdfRef | undefined; at; ) {
      const item: PdfDict = document.dict(at)!;
      expect(item.get("Parent")).toEqual(parent);
      expect(item.get("Prev")).toEqual(before);
      const inner = item.has("First") ? `{${tree(document, at)}}` : "";
      const place = written(document, item.get("Dest") ?? item.get("A"));
      items.push(`${written(document, item.get("Title"))} ${place}${inner}`);
      before = at;
      at = item.get("Next") as PdfRef | undefined;
    }
    expect(dict.get("Last")).toEqual(before);
    return `${items.join(" ")} ${dict.get("Count")}`;
  }
  const read = (objects: Bodies) => {
    const document = kept({ catalog: "/Outlines 20 0 R", objects });
    const root = document.catalog.get("Outlines") as PdfRef | undefined;
    return root && tree(document, root);
  };

  it("stays with all its levels, open and closed ones", () => {
    const objects = {
      20: "<</First 21 0 R/Last 24 0 R/Count 3>>",
      21: "<</Title(A)/Parent 20 0 R/Next 24 0 R/First 22 0 R/Last 23 0 R/Count 2/Dest[3 0 R/Fit]>>",
      22: "<</Title(A1)/Parent 21 0 R/Next 23 0 R/A<</S/GoTo/D[4 0 R/Fit]>>>>",
      23: "<</Title(A2)/Parent 21 0 R/Prev 22 0 R/Dest[4 0 R/XYZ 0 0 0]>>",
      24: "<</Title(B)/Parent 20 0 R/Prev 21 0 R/First 25 0 R/Last 25 0 R/Count -1>>",
      25: "<</Title(B1)/Parent 24 0 R/Dest[4 0 R/Fit]>>",
    };
    expect(read(objects)).toBe(
      "(A) [page 1 Fit]{(A1) <S GoTo, D [page 2 Fit]> (A2) [page 2 XYZ 0 0 0] 2} (B) undefined{(B1) [page 2 Fit] -1} 4",
    );
  });

  it("is read once where it runs in a circle, and is gone where it has no item", () => {
    const circle = { 20: "<</First 21 0 R>>", 21: "<</Title(A)/Next 21 0 R/First 21 0 R>>" };
    expect(read(circle)).toBe("(A) undefined 1");
    expect(read({ 20: "<</Count 0>>" })).toBeUndefined();
  });
});

describe("the language of a document", () => {
  it.each(["en", "deu", "en-GB", "zh-Hant", "zh-Hant-TW", "es-419", "EN-us"])("%s stays", (language) => {
    const document = kept({ catalog: `/Lang(${language})` });
    expect(written(document, document.catalog.get("Lang"))).toBe(`(${language})`);
  });

  it.each(["x", "english", "en-GBR", "en-GB-x", "a secret", "en GB"])("%s goes, which may be any text", (language) => {
    expect(kept({ catalog: `/Lang(${language})` }).catalog.has("Lang")).toBe(false);
  });
});

describe("the structure of a document", () => {
  const tagged = (elements: Bodies, root: string, content: string) =>
    kept({
      catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 30 0 R",
      first: "/StructParents 0",
      content,
      objects: { 30: `<</Type/StructTreeRoot${root}/ParentTree<</Nums[]>>>>`, ...elements },
    });
  const marked = (mcid: number, what: string) => `/P<</MCID ${mcid}>>BDC ${what}EMC `;
  const structure = (document: PdfDocument) =>
    written(document, document.catalog.get("StructTreeRoot"), ["P", "Type", "ParentTree", "ParentTreeNextKey"]);

  it("keeps the elements of what is left, with their roles, classes and names", () => {
    const document = tagged(
      {
        31: "<</Type/StructElem/S/Chapter/P 30 0 R/K[32 0 R 33 0 R 34 0 R]>>",
        32: "<</Type/StructElem/S/Para/P 31 0 R/Pg 3 0 R/K 0/C/Wide/ID(a)/Lang(en)>>",
        33: "<</Type/StructElem/S/Para/P 31 0 R/Pg 3 0 R/K 1/C/Narrow/ID(c)>>",
        34: "<</Type/StructElem/S/Para/P 31 0 R/Pg 3 0 R/K 2/ID(b)>>",
      },
      "/K 31 0 R/RoleMap<</Chapter/Sect/Para/Text/Text/P/Unused/Div>>" +
        "/ClassMap<</Wide<</O/Layout/SpaceBefore 3>>/Narrow<</O/Layout/SpaceBefore 1>>>>",
      marked(0, INSIDE) + marked(1, OUTSIDE) + marked(2, INSIDE),
    );
    const written = structure(document);
    expect(written).toContain("RoleMap <");
    // A type between them may say anything.
    for (const role of ["Chapter Sect", "Para P"]) expect(written).toContain(role);
    expect(written).not.toMatch(/Unused|Text/);
    expect(written).toContain("ClassMap <Wide <O Layout, SpaceBefore 3>>");
    expect(written).toMatch(/IDTree <Names \[\(a\) <S Para.*\(b\) <S Para/);
    expect(written).not.toContain("(c)");
    expect(written).toContain("Lang (en)");
  });

  it("finds the elements of each page's marks, and of annotations", () => {
    const document = tagged(
      {
        31: "<</Type/StructElem/S/Document/P 30 0 R/K[32 0 R 33 0 R 34 0 R]>>",
        32: "<</Type/StructElem/S/H1/P 31 0 R/Pg 3 0 R/K 2>>",
        33: "<</Type/StructElem/S/H2/P 31 0 R/Pg 3 0 R/K[0 1]>>",
        34: "<</Type/StructElem/S/H3/P 31 0 R/Pg 4 0 R/K<</Type/MCR/Pg 3 0 R/MCID 3>>>>",
      },
      "/K 31 0 R",
      [0, 1, 2, 3].map((mcid) => marked(mcid, mcid === 1 ? OUTSIDE : INSIDE)).join(""),
    );
    const root = document.dict(document.catalog.get("StructTreeRoot"))!;
    const [page, owners] = document.array(document.dict(root.get("ParentTree"))!.get("Nums")) as PdfObject[];
    expect(document.page(0).dict.get("StructParents")).toBe(page);
    const kinds = document.array(owners)!.map((owner) => document.dict(owner)?.get("S"));
    expect(kinds.filter(Boolean).sort()).toEqual(["H1", "H2", "H3"]);
  });

  it("is gone where nothing of it is left", () => {
    const elements = { 31: "<</Type/StructElem/S/P/P 30 0 R/Pg 3 0 R/K 0>>" };
    const document = tagged(elements, "/K 31 0 R", INSIDE + marked(0, OUTSIDE));
    expect(structure(document)).not.toContain("S P");
  });
});

describe("the form of a document", () => {
  const FIELD = "/Type/Annot/Subtype/Widget/F 4/FT/Tx";
  const form = (fields: Bodies, entries = "", catalog = "/AcroForm<</Fields[40 0 R]") => {
    const annotations = `/Annots[${Object.keys(fields)
      .filter((number) => fields[Number(number)]!.includes("/Widget"))
      .map((number) => `${number} 0 R`)
      .join(" ")}]`;
    const document = kept({ catalog: `${catalog}${entries}>>`, first: annotations, objects: fields });
    return written(document, document.catalog.get("AcroForm"), ["P", "Parent", "Type", "Subtype", "F"]);
  };

  it("keeps the fields inside, with their values and the fonts of their texts", () => {
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
    const written = form(
      { 40: `<<${FIELD}/T(name)/V(value)/DA(/He 9 Tf)/Rect[120 120 180 140]>>` },
      `/DR<</Font<</He ${font}/Other ${font}>>>>/DA(/He 0 Tf)/NeedAppearances true`,
    );
    expect(written).toContain("T (name)");
    expect(written).toContain("V (value)");
    expect(written).toContain("DR <Font <He <BaseFont Helvetica");
  });

  it("keeps the widths of a font that no content shows, if they are those of all letters", () => {
    const widths = (count: number): string =>
      `/FirstChar 32/LastChar ${31 + count}/Widths[${"500 ".repeat(count)}]/Encoding/WinAnsiEncoding`;
    const font = (count: number): string =>
      `<</Type/Font/Subtype/TrueType/BaseFont/Some${count}${widths(count)}${count < 95 ? "" : "/FontDescriptor 41 0 R"}>>`;
    const written = form(
      {
        40: `<<${FIELD}/T(name)/V(value)/DA(/All 9 Tf)/Rect[120 120 180 140]>>`,
        41: "<</Type/FontDescriptor/FontName/Some/Flags 32/FontFile2 42 0 R>>",
        42: stream("program"),
      },
      `/DR<</Font<</All ${font(95)}/Some ${font(20)}>>>>`,
    );
    const [whole, part] = written.split(", Some <");
    expect(whole).toContain(`Widths [${"500 ".repeat(95).trim()}]`);
    expect(whole).not.toContain("FontFile2");
    expect(part).toContain("Widths [0]");
    expect(whole).toContain("Encoding WinAnsiEncoding");
  });

  it("loses the fields outside", () => {
    const written = form({ 40: `<<${FIELD}/T(name)/V(SECRET)/Rect[20 20 80 40]>>` });
    expect(written).not.toContain("SECRET");
    expect(written).not.toContain("name");
  });

  it("keeps how a field looks, even where that is an object of its own", () => {
    const field = `<<${FIELD}/T(name)/MK 41 0 R/Rect[120 120 180 140]>>`;
    expect(form({ 40: field, 41: "<</BC[1 0 0]>>" })).toContain("MK <BC");
  });

  it("has no fonts where its fields use none", () => {
    expect(form({ 40: `<<${FIELD}/T(name)/Rect[120 120 180 140]>>` })).not.toContain("DR");
  });
});
