import { describe, expect, it } from "vitest";
import { LEVELS } from "../../src/pdf-conformance/levels.ts";
import { rulesOf } from "../../src/pdf-conformance/rules.ts";
import { latin1 } from "../../src/pdf-file/rope.ts";
import { accessible, archived, metadata, xmp } from "../fixtures/archived.ts";
import { type Bodies, deflated, stream, text } from "../fixtures/pdf.ts";
import { cidKeyedCff } from "../fixtures/removal/made/cff.ts";
import { descriptor, program } from "../fixtures/removal/made/subset.ts";
import { trueType } from "../fixtures/removal/made/truetype.ts";
import { broken, check } from "../support/conformance.ts";

describe("a document that is made for a standard", () => {
  it("meets PDF/A-2b", () => {
    expect(check(archived())).toMatchObject({ level: "pdfa-2b", met: true, violations: [] });
  });

  it("meets PDF/A-3b where it says so", () => {
    const file = archived({ 5: metadata(xmp("", 'pdfaid:part="3" pdfaid:conformance="B"')) });
    expect(broken(file, "pdfa-3b")).toEqual([]);
    expect(broken(file, "pdfa-2b")).toEqual(["6.6.4-2"]);
  });

  it("meets PDF/UA-1 with tags", () => {
    expect(broken(accessible(), "pdfua-1")).toEqual([]);
  });

  it("learns how many rules were checked", () => {
    expect(check(archived()).rules).toBe(rulesOf("pdfa-2b").length);
  });
});

describe("the table of rules", () => {
  it("has as many as veraPDF's profiles", () => {
    expect(LEVELS.map((level) => rulesOf(level).length)).toEqual([144, 146, 146, 106]);
  });

  it.each(LEVELS)("of %s names each clause once", (level) => {
    const ids = rulesOf(level).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const withFont = { 8: `<</Font<</F ${FONT}>>>>`, 4: stream("BT /F 12 Tf (a) Tj ET") };
const annotated = (entries: string): Bodies => ({
  3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 8 0 R/Annots[<</Type/Annot/Rect[0 0 9 9]${entries}>>]>>`,
});
const catalog = (entries: string): Bodies => ({
  1: `<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/OutputIntents[6 0 R]${entries}>>`,
});
const image = (entries: string): Bodies => ({
  4: stream("/I Do"),
  8: "<</XObject<</I 9 0 R>>>>",
  9: stream("\0", `/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray${entries}`),
});
const state = (entries: string): Bodies => ({
  4: stream("/G gs 0 0 9 9 re f"),
  8: `<</ExtGState<</G<<${entries}>>>>>>`,
});
const property = (xml: string): Bodies => ({ 5: metadata(xmp(xml)) });

describe("what breaks PDF/A-2b is found:", () => {
  it.each<[rule: string, what: string, changes: Bodies]>([
    ["6.1.6-1", "an odd digit", catalog("/PieceInfo<</A<abc>>>")],
    ["6.1.7.1-1", "a length that is not true", { 4: stream("0 g 0 0 9 9 re f").replace(/\/Length \d+/, "/Length 3") }],
    ["6.1.7.2-1", "LZW", { 9: stream("\x80\x0b", "/Filter/LZWDecode") }],
    ["6.1.13-1", "an integer that is too large", catalog("/A 99999999999")],
    ["6.1.13-8", "states that are nested deeply", { 4: stream("q ".repeat(29) + "Q ".repeat(29)) }],
    ["6.1.13-11", "a page that is too large", { 2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 20000 100]>>" }],
    ["6.2.2-1", "an operator of no standard", { 4: stream("0 0 9 9 re f paint") }],
    ["6.2.4.3-3", "CMYK beside an intent for RGB", { 4: stream("1 0 0 0 k 0 0 9 9 re f") }],
    ["6.2.5-1", "a transfer function", state("/TR/Identity")],
    ["6.2.10-1", "a blend mode of no standard", state("/BM/Glow")],
    ["6.2.6-1", "a rendering intent of no standard", state("/RI/Nice")],
    ["6.2.8-3", "an interpolated image", image("/Interpolate true")],
    ["6.2.8-1", "alternates of an image", image("/Alternates[]")],
    ["6.2.11.4.1-1", "a font that is not embedded", withFont],
    ["6.3.1-1", "a sound", annotated("/Subtype/Sound/F 4/AP<</N 9 0 R>>")],
    ["6.3.2-1", "an annotation without flags", annotated("/Subtype/Link")],
    ["6.3.2-2", "an annotation that is not printed", annotated("/Subtype/Link/F 0")],
    ["6.3.3-1", "an annotation without an appearance", annotated("/Subtype/Square/F 4")],
    ["6.5.1-1", "a script", catalog("/OpenAction<</S/JavaScript/JS(app.beep())>>")],
    ["6.5.2-1", "actions of the document", catalog("/AA<<>>")],
    ["6.6.2.1-1", "no metadata", { 1: "<</Type/Catalog/Pages 2 0 R/OutputIntents[6 0 R]>>" }],
    ["6.6.2.1-4", "metadata that is no XML", { 5: metadata("<a><b></a>") }],
    ["6.6.2.3.1-1", "a property that nobody knows", property("<dc:mood>good</dc:mood>")],
    ["6.6.2.3.1-2", "a property of another type", property("<dc:creator>Ada</dc:creator>")],
    [
      "6.8-2",
      "an attachment without a name for all systems",
      { 9: "<</Type/Filespec/F(a)/EF<</F 10 0 R>>>>", 10: stream("") },
    ],
    [
      "6.9-4",
      "layers that follow what is done with the document",
      catalog("/OCProperties<</OCGs[]/D<</Name(a)/AS[]>>>>"),
    ],
    ["6.11-1", "requirements", catalog("/Requirements[]")],
  ])("%s, %s", (rule, _, changes) => {
    expect(broken(archived(changes))).toContain(rule);
  });

  it("6.2.4.3-2, RGB without an output intent, with its page", () => {
    const file = archived({ 1: "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R>>" });
    expect(check(file).violations).toEqual([
      { rule: "6.2.4.3-2", page: 1, what: expect.stringContaining("DeviceRGB") },
    ]);
  });

  it("6.8-3, in PDF/A-3 an attachment that does not say what it is to the document", () => {
    const attached = (entries: string): Bodies => ({
      1: "<</Type/Catalog/Pages 2 0 R/Metadata 5 0 R/OutputIntents[6 0 R]/AF[9 0 R]>>",
      5: metadata(xmp("", 'pdfaid:part="3" pdfaid:conformance="B"')),
      9: `<</Type/Filespec/F(a)/UF(a)/EF<</F 10 0 R>>${entries}>>`,
      10: stream("a", "/Subtype/text#2Fplain"),
    });
    expect(broken(archived(attached("/AFRelationship/Data")), "pdfa-3b")).toEqual([]);
    expect(broken(archived(attached("")), "pdfa-3b")).toEqual(["6.8-3"]);
  });

  it("6.1.3-1, a trailer without /ID", () => {
    expect(broken(archived({}, { trailer: "/Root 1 0 R" }))).toEqual(["6.1.3-1"]);
  });

  it("6.1.2-2, a header without bytes above 127", () => {
    expect(broken(archived({}, { header: "%PDF-1.7\n" }))).toEqual(["6.1.2-2"]);
  });

  it("6.1.3-3, bytes after the end", () => {
    expect(broken(latin1(`${text(archived())}more`))).toEqual(["6.1.3-3"]);
  });

  it("6.1.9-1, an object that shares a line", () => {
    const file = text(archived());
    expect(broken(latin1(file.replace("8 0 obj\n", "8 0 obj ")))).toEqual(["6.1.9-1"]);
  });
});

describe("what PDF/A-2b allows is not reported:", () => {
  it.each<[what: string, changes: Bodies]>([
    ["transparency on a page with an output intent", state("/ca 0.5/BM/Multiply")],
    ["compressed contents", { 4: deflated("0 0 9 9 re f") }],
    ["a link that is printed", annotated("/Subtype/Link/F 4/A<</S/URI/URI(https://example.com)>>")],
    [
      "a property that the document describes",
      property(
        '<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Moods</pdfaSchema:schema><pdfaSchema:namespaceURI>http://example.com/mood</pdfaSchema:namespaceURI><pdfaSchema:prefix>m</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>mood</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>How it is</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas><m:mood xmlns:m="http://example.com/mood">good</m:mood>',
      ),
    ],
  ])("%s", (_, changes) => {
    expect(broken(archived(changes))).toEqual([]);
  });
});

describe("what breaks PDF/UA-1 is found:", () => {
  const table = (rows: string): Bodies => ({
    10: "<</Type/StructElem/S/Document/P 9 0 R/K[11 0 R 12 0 R]>>",
    12: `<</Type/StructElem/S/Table/P 10 0 R/K[${rows}]>>`,
  });
  const cell = (kind: string, entries = ""): string => `<</Type/StructElem/S/${kind}/P 12 0 R${entries}>>`;
  const row = (...cells: string[]): string => `<</Type/StructElem/S/TR/P 12 0 R/K[${cells.join("")}]>>`;

  it.each<[rule: string, what: string, changes: Bodies]>([
    ["7.1-3", "content without a tag", { 4: stream("1 0 0 rg 10 10 50 50 re f") }],
    ["7.1-5", "a type that stands for no standard type", { 11: "<</Type/StructElem/S/Picture/P 10 0 R/K 0>>" }],
    ["7.3-1", "a figure without a text", { 11: "<</Type/StructElem/S/Figure/P 10 0 R/K 0>>" }],
    ["7.4.2-1", "a heading that skips a level", { 11: "<</Type/StructElem/S/H2/P 10 0 R/K 0>>" }],
    [
      "7.2-20",
      "a list item with a paragraph",
      { 11: `<</Type/StructElem/S/L/P 10 0 R/K ${cell("LI", `/K ${cell("P")}`)}>>` },
    ],
    ["7.2-10", "a row with a paragraph", table(row(cell("P")))],
    ["7.2-43", "rows of different lengths", table(row(cell("TH"), cell("TH")) + row(cell("TD")))],
    ["7.5-1", "a cell without a header", table(row(cell("TH"), cell("TH")) + row(cell("TD"), cell("TD")))],
    ["7.1-10", "a title that is not shown", catalog("/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot 9 0 R")],
  ])("%s, %s", (rule, _, changes) => {
    expect(broken(accessible(changes), "pdfua-1")).toContain(rule);
  });

  it("7.18.5-2, a link without a description, on a page that is not read in the order of its structure", () => {
    const found = broken(accessible(annotated("/Subtype/Link/F 4")), "pdfua-1");
    expect(found).toEqual(expect.arrayContaining(["7.18.5-1", "7.18.5-2", "7.18.3-1"]));
  });

  it("nothing in a table whose header cells say what they head", () => {
    const head = cell("TH", "/A<</O/Table/Scope/Column>>");
    const file = accessible(table(row(head, head) + row(cell("TD"), cell("TD"))));
    expect(broken(file, "pdfua-1").filter((rule) => rule !== "7.1-12")).toEqual([]);
  });
});

describe("a damaged or hostile file", () => {
  it("is judged, not refused, when its cross-reference had to be repaired", () => {
    const file = text(archived()).replace(/startxref\n\d+/, "startxref\n7");
    expect(check(latin1(file)).met).toBe(false);
  });

  it("reports a rule once for a page, and a hundred violations at most", () => {
    const kids = Array.from({ length: 150 }, (_, i) => `${20 + i} 0 R`).join(" ");
    const pages = Object.fromEntries(
      Array.from({ length: 150 }, (_, i) => [20 + i, "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 8 0 R>>"]),
    );
    const file = archived({
      2: `<</Type/Pages/Count 150/Kids[${kids}]/MediaBox[0 0 200 100]>>`,
      4: stream("1 0 0 0 k 0 0 9 9 re f 1 0 0 0 k 0 0 9 9 re f"),
      ...pages,
    });
    expect(check(file).violations).toHaveLength(100);
  });
});

describe("the list of a subset's CIDs", () => {
  const subset = (kind: string, entry: string, font: string, cids: string): Bodies => ({
    4: stream("BT /F 12 Tf 10 10 Td <00010002> Tj ET"),
    8: "<</Font<</F 9 0 R>>>>",
    9: "<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Made/Encoding/Identity-H/DescendantFonts[10 0 R]>>",
    10:
      `<</Type/Font/Subtype/${kind}/BaseFont/ABCDEF+Made/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)` +
      "/Supplement 0>>/FontDescriptor 11 0 R/CIDToGIDMap/Identity/DW 500>>",
    11: descriptor(`${entry} 12 0 R/CIDSet 13 0 R`, 4),
    12: font,
    13: stream(cids),
  });

  it.each<[what: string, cids: string, isRight: boolean]>([
    ["has the two glyphs", "\x60", true],
    ["has .notdef as well", "\xe0", true],
    ["lacks the first glyph", "\xa0", false],
    ["lacks the last glyph", "\xc0", false],
    ["has one that the font has not", "\xf0", false],
    ["is empty", "", false],
  ])("that %s", (_, cids, isRight) => {
    for (const changes of [
      subset("CIDFontType2", "/FontFile2", program(trueType("ab")), cids),
      subset("CIDFontType0", "/FontFile3", program(cidKeyedCff("ab"), "/Subtype/CIDFontType0C"), cids),
    ]) {
      expect(broken(archived(changes)).includes("6.2.11.4.2-2")).toBe(!isRight);
    }
  });
});
