import { describe, expect, it } from "vitest";
import { accessible, metadata, xmp } from "../fixtures/archived.ts";
import { type Bodies, stream } from "../fixtures/pdf.ts";
import { broken as brokenRules } from "../support/conformance.ts";

const broken = (changes: Bodies): string[] => brokenRules(accessible(changes), "pdfua-1");

/** A structure element by its type and entries, and those inside it. */
type Element = readonly [type: string, ...inside: Element[]];

/** The document with these elements beside its figure. */
function tagged(...elements: readonly Element[]): Bodies {
  const bodies: Bodies = {};
  let last = 19;
  const add = ([type, ...inside]: Element, parent: number): number => {
    const number = ++last;
    const kids = inside.map((kid) => `${add(kid, number)} 0 R`);
    bodies[number] = `<</Type/StructElem/S/${type}/P ${parent} 0 R/K[${kids.join(" ")}]>>`;
    return number;
  };
  const kids = elements.map((element) => `${add(element, 10)} 0 R`);
  return { ...bodies, 10: `<</Type/StructElem/S/Document/P 9 0 R/K[11 0 R ${kids.join(" ")}]>>` };
}

const CATALOG = "/Type/Catalog/Pages 2 0 R/OutputIntents[6 0 R]/StructTreeRoot 9 0 R";
const XMP = "/Metadata 5 0 R";
const MARKED = "/MarkInfo<</Marked true>>";
const SHOWN = "/ViewerPreferences<</DisplayDocTitle true>>";
const catalog = (entries: string): Bodies => ({ 1: `<<${CATALOG}${entries}>>` });
const withMore = (entries: string): Bodies => catalog(`${XMP}${MARKED}${SHOWN}/Lang(en)${entries}`);
const inNoLanguage = (entries: string): Bodies => ({
  ...catalog(`${XMP}${MARKED}${SHOWN}`),
  11: `<</Type/StructElem/S/Figure/P 10 0 R${entries}/K 0/Pg 3 0 R>>`,
});
const roles = (map: string): Bodies => ({
  9: `<</Type/StructTreeRoot/K 10 0 R/ParentTree<</Nums[0[11 0 R]]>>/RoleMap<<${map}>>>>`,
});
const says = (identification: string): Bodies => ({ 5: metadata(xmp("", identification)) });
const FIGURE = "/Figure <</MCID 0>> BDC";
const content = (text: string): Bodies => ({ 4: stream(text) });
const annotated = (entries: string): Bodies => ({
  3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 8 0 R/StructParents 0/Tabs/S/Annots[<</Type/Annot/F 4/Rect[0 0 9 9]${entries}>>]>>`,
});

const CELL: Element = ["TD"];
const ROW: Element = ["TR", CELL];

describe("elements that PDF/UA-1 allows break no rule:", () => {
  it.each<[what: string, elements: Element[]]>([
    ["a table", [["Table", ["Caption"], ["THead", ROW], ["TBody", ROW, ROW], ["TFoot", ROW]]]],
    ["rows alone", [["Table", ROW, ROW]]],
    ["a list", [["L", ["Caption"], ["LI", ["Lbl"], ["LBody"]], ["L", ["LI", ["LBody"]]]]]],
    ["contents", [["TOC", ["Caption"], ["TOCI"], ["TOC", ["TOCI"]]]]],
    ["headings by level", [["H1"], ["H2"], ["H3"], ["H2"]]],
    [
      "headings without one",
      [
        ["Sect", ["H"]],
        ["Sect", ["H"]],
      ],
    ],
    ["notes", [["Note/ID(1)"], ["Note/ID(2)"]]],
    ["a formula", [["Formula/Alt(a plus b)"]]],
  ])("%s", (_, elements) => {
    expect(broken(tagged(...elements))).toEqual([]);
  });
});

describe("a structure that breaks a rule of PDF/UA-1 is reported with it:", () => {
  it.each<[rule: string, what: string, elements: Element[]]>([
    ["7.2-3", "a paragraph in a table", [["Table", ROW, ["P"]]]],
    ["7.2-4", "a row in no table", [ROW]],
    ["7.2-5", "a head in no table", [["THead", ROW]]],
    ["7.2-6", "a body in no table", [["TBody", ROW]]],
    ["7.2-7", "a foot in no table", [["TFoot", ROW]]],
    ["7.2-8", "a header cell in no row", [["TH"]]],
    ["7.2-9", "a cell in no row", [CELL]],
    ["7.2-11", "two heads", [["Table", ["THead", ROW], ["THead", ROW], ["TBody", ROW]]]],
    ["7.2-12", "two feet", [["Table", ["TBody", ROW], ["TFoot", ROW], ["TFoot", ROW]]]],
    ["7.2-13", "a foot without a body", [["Table", ROW, ["TFoot", ROW]]]],
    ["7.2-14", "a head without a body", [["Table", ["THead", ROW], ROW]]],
    ["7.2-16", "a caption between rows", [["Table", ROW, ["Caption"], ROW]]],
    ["7.2-17", "an item in no list", [["LI", ["LBody"]]]],
    ["7.2-18", "a body of an item in no item", [["LBody"]]],
    ["7.2-19", "a paragraph in a list", [["L", ["P"]]]],
    ["7.2-26", "an item in no contents", [["TOCI"]]],
    ["7.2-27", "a paragraph in contents", [["TOC", ["P"]]]],
    ["7.2-28", "a caption after an item of contents", [["TOC", ["TOCI"], ["Caption"]]]],
    ["7.2-36", "a paragraph in a head", [["Table", ["THead", ["P"]], ["TBody", ROW]]]],
    ["7.2-37", "a paragraph in a body", [["Table", ["TBody", ["P"]]]]],
    ["7.2-38", "a paragraph in a foot", [["Table", ["TBody", ROW], ["TFoot", ["P"]]]]],
    ["7.2-39", "two captions of a table", [["Table", ["Caption"], ROW, ["Caption"]]]],
    ["7.2-40", "a caption after an item of a list", [["L", ["LI"], ["Caption"]]]],
    ["7.2-42", "rows of different lengths", [["Table", ["TR", CELL], ["TR", CELL, CELL]]]],
    ["7.4.2-1", "a level that is left out", [["H1"], ["H3"]]],
    ["7.4.4-1", "two headings without a level in one element", [["Sect", ["H"], ["H"]]]],
    ["7.4.4-2", "a heading without a level beside those with one", [["H1"], ["Sect", ["H"]]]],
    ["7.4.4-3", "a heading with a level beside those without one", [["H1"], ["Sect", ["H"]]]],
    ["7.5-2", "a cell whose header does not exist", [["Table", ["TR", ["TH"], ["TD/A<</O/Table/Headers[(a)]>>"]]]]],
    ["7.7-1", "a formula without a text", [["Formula"]]],
    ["7.9-1", "a note without an ID", [["Note"]]],
    ["7.9-2", "two notes of one ID", [["Note/ID(1)"], ["Note/ID(1)"]]],
  ])("%s, %s", (rule, _, elements) => {
    expect(broken(tagged(...elements))).toContain(rule);
  });
});

describe("a document that breaks a rule of PDF/UA-1 is reported with it:", () => {
  it.each<[rule: string, what: string, changes: Bodies]>([
    ["5-1", "XMP that does not speak of PDF/UA", says("")],
    ["5-2", "a part that does not exist", says('pdfuaid:part="7"')],
    ["6.2-1", "no marks", catalog(`${XMP}${SHOWN}/Lang(en)`)],
    ["7.1-1", "an artifact in tagged content", content(`${FIGURE} /Artifact BMC 0 0 9 9 re f EMC EMC`)],
    ["7.1-2", "tagged content in an artifact", content(`/Artifact BMC ${FIGURE} 0 0 9 9 re f EMC EMC`)],
    ["7.1-4", "tags that are suspect", catalog(`${XMP}/MarkInfo<</Marked true/Suspects true>>${SHOWN}/Lang(en)`)],
    ["7.1-6", "types that are mapped in a circle", { ...tagged(["A"]), ...roles("/A/B/B/A") }],
    ["7.1-7", "a standard type that is mapped to another", { ...tagged(["P"]), ...roles("/P/Figure") }],
    ["7.1-8", "no metadata", catalog(`${MARKED}${SHOWN}/Lang(en)`)],
    ["7.1-9", "no title", { 5: metadata(xmp("", 'pdfuaid:part="1"').replace(/<dc:title>.*<\/dc:title>/s, "")) }],
    [
      "7.2-2",
      "bookmarks in no language",
      {
        ...catalog(`${XMP}${MARKED}${SHOWN}/Outlines 20 0 R`),
        20: "<</First 21 0 R/Last 21 0 R/Count 1>>",
        21: "<</Title(One)/Parent 20 0 R>>",
      },
    ],
    ["7.2-21", "a replacement text in no language", inNoLanguage("/ActualText(a)")],
    ["7.2-22", "an alternative text in no language", inNoLanguage("/Alt(a)")],
    ["7.2-23", "an expansion in no language", inNoLanguage("/Alt(a)/E(a)")],
    ["7.2-29", "a language that is none", catalog(`${XMP}${MARKED}${SHOWN}/Lang(no language)`)],
    ["7.2-33", "metadata in no language", catalog(`${XMP}${MARKED}${SHOWN}`)],
    ["7.10-1", "layers without a name", withMore("/OCProperties<</OCGs[]/D<<>>>>")],
    [
      "7.10-2",
      "layers that follow what is done with the document",
      withMore("/OCProperties<</OCGs[]/D<</Name(a)/AS[]>>>>"),
    ],
    [
      "7.11-1",
      "a file without a name for all systems",
      { 20: "<</Type/Filespec/F(a)/EF<</F 21 0 R>>>>", 21: stream("") },
    ],
    [
      "7.15-1",
      "a dynamic form of XFA",
      {
        ...withMore("/AcroForm<</Fields[]/XFA 20 0 R>>"),
        20: stream("<config><acrobat><acrobat7><dynamicRender>required</dynamicRender></acrobat7></acrobat></config>"),
      },
    ],
    ["7.18.1-1", "an annotation that is in no element", annotated("/Subtype/Square/Contents(a)")],
    ["7.18.1-2", "an annotation without a description", annotated("/Subtype/Square")],
    ["7.18.2-1", "an annotation for printers", annotated("/Subtype/TrapNet")],
    ["7.18.4-1", "a field that is in no element", annotated("/Subtype/Widget/FT/Tx/T(a)/TU(a)")],
    [
      "7.20-1",
      "a form of another document",
      {
        8: "<</XObject<</X 20 0 R>>>>",
        4: stream(`${FIGURE} /X Do EMC`),
        20: stream("", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Ref<<>>"),
      },
    ],
  ])("%s, %s", (rule, _, changes) => {
    expect(broken(changes)).toContain(rule);
  });
});
