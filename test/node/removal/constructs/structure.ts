import { stream } from "../../../fixtures/pdf.ts";
import { type Construct, construct, onePage } from "../construct.ts";

const CONTENT =
  "/P<</MCID 0>>BDC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC /P<</MCID 1>>BDC BT /F1 12 Tf 150 150 Td (in) Tj ET EMC";

const OVER = "BT /F1 12 Tf 10 20 Td (out) Tj 140 140 Td (in) Tj ET";

/**
 * A tagged page: element 12 is outside, 13 inside, both in section 11 under the root 10. Entries are put into each, and
 * 20 and on are free.
 */
function tagged(
  entries: { root?: string; section?: string; outside?: string; inside?: string },
  objects: Record<number, string> = {},
) {
  return onePage(CONTENT, {
    page: "/StructParents 0",
    catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
    objects: {
      10:
        `<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[12 0 R 13 0 R]]>>/ParentTreeNextKey` +
        ` 1${entries.root ?? ""}>>`,
      11: `<</Type/StructElem/S/Sect/P 10 0 R/K[12 0 R 13 0 R]${entries.section ?? ""}>>`,
      12: `<</Type/StructElem/S/P/P 11 0 R/Pg 3 0 R/K 0${entries.outside ?? ""}>>`,
      13: `<</Type/StructElem/S/P/P 11 0 R/Pg 3 0 R/K 1${entries.inside ?? ""}>>`,
      ...objects,
    },
  });
}

const said = ["ActualText", "Alt", "E", "T", "ID", "Lang", "Phoneme", "Mine"];

export const structureConstructs: Construct[] = [
  ...said.map((key) =>
    construct(`tags: ${key} of an element outside`, ({ word }) => tagged({ outside: `/${key}(${word})` })),
  ),
  ...["ActualText", "Alt", "E", "T"].map((key) =>
    construct(`tags: ${key} of an element above`, ({ word }) => tagged({ section: `/${key}(${word})` })),
  ),
  construct("tags: ActualText in UTF-16", ({ word }) =>
    tagged({ outside: `/ActualText<feff${Buffer.from(word, "utf16le").swap16().toString("hex")}>` }),
  ),
  construct("tags: the index of names", ({ word }) =>
    tagged({ root: `/IDTree<</Names[(${word})12 0 R]/Limits[(${word})(${word})]>>`, outside: `/ID(${word})` }),
  ),
  construct("tags: a role that only the outside has", ({ word }) =>
    tagged({ root: `/RoleMap<</${word}/P>>`, outside: `/Old/${word}` }),
  ),
  construct("tags: the kind of an element outside", ({ word }) =>
    onePage(CONTENT, {
      page: "/StructParents 0",
      catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
      objects: {
        10: `<</Type/StructTreeRoot/K[11 0 R 12 0 R]/RoleMap<</${word}/P>>/ParentTree<</Nums[0[11 0 R 12 0 R]]>>>>`,
        11: `<</Type/StructElem/S/${word}/P 10 0 R/Pg 3 0 R/K 0>>`,
        12: "<</Type/StructElem/S/P/P 10 0 R/Pg 3 0 R/K 1>>",
      },
    }),
  ),
  construct("tags: headers of a cell whose names are those of cells outside", ({ word }) =>
    tagged({ outside: `/ID(${word})`, inside: `/ID(in)/A<</O/Table/Headers[(in)(${word})]>>` }),
  ),
  construct("tags: a class with headers whose names are those of cells outside", ({ word }) =>
    tagged({ root: `/ClassMap<</c<</O/Table/Headers[(${word})]>>>>`, outside: `/ID(${word})`, inside: "/C/c" }),
  ),
  ...["/Lang(WORD)", "/Type/WORD/Subtype/WORD", "/Attached[/WORD]"].map((property) =>
    construct(`marked content: ${property.split(/\W/)[1]} of what the edge cuts`, ({ word }) =>
      onePage(`/Artifact<<${property.replaceAll("WORD", word)}>>BDC ${OVER} EMC`),
    ),
  ),
  construct(
    "marked content: BBox of what the edge cuts",
    ({ points: [a, b] }) => onePage(`/Artifact<</Type/Layout/BBox[${a} ${b} 200 200]>>BDC ${OVER} EMC`),
    { holds: ["number"] },
  ),
  construct("tags: classes that only the outside has", ({ word }) =>
    tagged({ root: `/ClassMap<</${word}<</O/Table/Summary(${word})>>>>`, outside: `/C/${word}` }),
  ),
  construct("tags: attributes", ({ word }) =>
    tagged({
      outside:
        `/A[<</O/Table/Summary(${word})/Headers[(${word})]>><</O/UserProperties/P[<</N(${word})` + `/V(${word})>>]>>]`,
    }),
  ),
  construct("tags: a table's summary above", ({ word }) => tagged({ section: `/A<</O/Table/Summary(${word})>>` })),
  construct("tags: an associated file", ({ word }) =>
    tagged({ outside: "/AF[20 0 R]" }, { 20: `<</Type/Filespec/F(${word})/EF<</F 21 0 R>>>>`, 21: stream(word) }),
  ),
  construct("tags: a namespace that only the outside has", ({ word }) =>
    tagged(
      { root: "/Namespaces[20 0 R]", outside: "/NS 20 0 R" },
      { 20: `<</Type/Namespace/NS(http://${word}/)/RoleMapNS<</${word}/P>>>>` },
    ),
  ),
  construct("tags: a lexicon of pronunciation", ({ word }) =>
    tagged({ root: "/PronunciationLexicon[20 0 R]" }, { 20: `<</Type/Filespec/F(${word})>>` }),
  ),
  construct("tags: an element inside that refers to one outside", ({ word }) =>
    tagged({ outside: `/T(${word})`, inside: "/Ref[12 0 R]" }),
  ),
  construct("tags: an element with content on both sides", ({ word }) =>
    onePage(
      "/Span<</MCID 0>>BDC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC /Span<</MCID 1>>BDC BT /F1 12 Tf 150 150 Td" +
        " (in) Tj ET EMC",
      {
        page: "/StructParents 0",
        catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
        objects: {
          10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R 11 0 R]]>>>>",
          11: `<</Type/StructElem/S/P/P 10 0 R/Pg 3 0 R/K[0 1]/ActualText(${word} in)/Alt(${word})>>`,
        },
      },
    ),
  ),
  construct("tags: an element without content", ({ word }) =>
    tagged(
      { section: "" },
      {
        11: "<</Type/StructElem/S/Sect/P 10 0 R/K[12 0 R 13 0 R 20 0 R]>>",
        20: `<</Type/StructElem/S/P/P 11 0 R/ActualText(${word})>>`,
      },
    ),
  ),
  construct("tags: an element of marked content in a form", ({ word }) =>
    onePage("/Fm Do", {
      resources: "/XObject<</Fm 20 0 R>>",
      catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R",
      objects: {
        10: "<</Type/StructTreeRoot/K 11 0 R/ParentTree<</Nums[0[11 0 R]]>>>>",
        11: `<</Type/StructElem/S/P/P 10 0 R/Pg 3 0 R/K<</Type/MCR/Stm 20 0 R/MCID 0/Pg 3 0 R>>/ActualText(${word})>>`,
        20: stream(
          "/P<</MCID 0>>BDC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC",
          "/Subtype/Form/BBox[0 0 400 400]/StructParents 0/Resources<</Font<</F1 5 0 R>>>>",
        ),
      },
    }),
  ),
  construct("tags: a tree that the page does not know of", ({ word }) =>
    onePage("BT /F1 12 Tf 10 20 Td (out) Tj ET", {
      catalog: "/StructTreeRoot 10 0 R",
      objects: { 10: "<</Type/StructTreeRoot/K 11 0 R>>", 11: `<</Type/StructElem/S/P/P 10 0 R/Alt(${word})/K[]>>` },
    }),
  ),
  construct("tags: properties of the document's", ({ word }) =>
    onePage("", { catalog: `/MarkInfo<</Marked true/Mine(${word})>>` }),
  ),
];
