import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { removeOutside } from "../../support/at-once.ts";
import { build, stream } from "../files.ts";

const SQUARE = { x: 100, y: 100, width: 200, height: 200 };
const BOTH = "120 120 20 20 re f 20 20 20 20 re f ";
/** Names that are entries of which nothing may be left, where they are not free. */
const NAMES = ["B", "Prev", "AA", "AF", "JS", "Metadata", "Thumb", "Popup", "CharSet"];
const TINT = { 20: stream("/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]", "{dup dup}") };

type Made = Parameters<typeof build>[0];
const marked = { content: `/P<</MCID 0>>BDC 120 120 20 20 re f EMC ${BOTH}`, page: "/StructParents 0" };
const tagged = (root: string, element: string): Made => ({
  ...marked,
  catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 30 0 R",
  more: { 30: `<</Type/StructTreeRoot/K 31 0 R${root}>>`, 31: `<</P 30 0 R/Pg 3 0 R/K 0${element}>>` },
});
const field = (entries: string, more: Record<number, string> = {}): Made => ({
  content: BOTH,
  catalog: "/AcroForm<</Fields[40 0 R]>>",
  page: "/Annots[40 0 R]",
  more: { 40: `<</Type/Annot/Subtype/Widget/Rect[120 120 180 180]/T(a)${entries}>>`, ...more },
});
const look = { 41: stream("/Subtype/Form/BBox[0 0 60 60]", "0 0 60 60 re f") };

const PLACES: Record<string, (name: string) => Made> = {
  "an ink of a space of several": (name) => ({
    content: `/S cs 1 scn ${BOTH}`,
    resources: `/ColorSpace<</S[/DeviceN[/${name}]/DeviceRGB 20 0 R 21 0 R]>>`,
    more: {
      ...TINT,
      21: `<</Subtype/NChannel/Colorants<</${name}[/Separation/${name}/DeviceRGB 20 0 R]>>>>`,
    },
  }),
  "an ink by itself": (name) => ({
    content: `/S cs 1 scn ${BOTH}`,
    resources: `/ColorSpace<</S[/Separation/${name}/DeviceRGB 20 0 R]>>`,
    more: TINT,
  }),
  "a colour space": (name) => ({
    content: `/${name} cs 1 scn ${BOTH}`,
    resources: `/ColorSpace<</${name}[/Separation/Ink/DeviceRGB 20 0 R]>>`,
    more: TINT,
  }),
  "a graphics state": (name) => ({ content: `/${name} gs ${BOTH}`, resources: `/ExtGState<</${name}<</CA 1>>>>` }),
  "a form": (name) => ({
    content: `/${name} Do ${BOTH}`,
    resources: `/XObject<</${name} 20 0 R>>`,
    more: { 20: stream("/Subtype/Form/BBox[0 0 400 400]", "150 150 9 9 re f") },
  }),
  "a pattern": (name) => ({
    content: `/Pattern cs /${name} scn ${BOTH}`,
    resources: `/Pattern<</${name} 20 0 R>>`,
    more: { 20: stream("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9", "1 1 2 2 re f") },
  }),
  "a shading": (name) => ({
    content: `/${name} sh ${BOTH}`,
    resources: `/Shading<</${name}<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 9 9]/Function 20 0 R>>>>`,
    more: { 20: "<</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0]/C1[1 1 1]>>" },
  }),
  "a layer among properties": (name) => ({
    content: `/OC/${name} BDC 150 150 9 9 re f EMC ${BOTH}`,
    resources: `/Properties<</${name} 20 0 R>>`,
    catalog: "/OCProperties<</OCGs[20 0 R]/D<<>>>>",
    more: { 20: `<</Type/OCG/Name(${name})/Intent/${name}>>` },
  }),
  "a glyph of a Type 3 font": (name) => ({
    content: `BT /T3 20 Tf 150 150 Td (A) Tj ET ${BOTH}`,
    resources: "/XObject<<>>",
    page: "/Resources<</Font<</T3 20 0 R>>>>",
    more: {
      20:
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[1]" +
        `/Encoding<</Differences[65/${name}]>>/CharProcs<</${name} 21 0 R>>/Resources<<>>>>`,
      21: stream("", "1 0 d0 0 0 1 1 re f"),
    },
  }),
  "a glyph of a font": (name) => ({
    content: `BT /${name} 20 Tf 150 150 Td (A) Tj ET ${BOTH}`,
    page: `/Resources<</Font<</${name} 20 0 R>>>>`,
    more: { 20: `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding<</Differences[65/${name}]>>>>` },
  }),
  "a kind of element": (name) => tagged(`/RoleMap<</${name}/P>>`, `/S/${name}`),
  "a class of elements": (name) => tagged(`/ClassMap<</${name}<</O/Layout/SpaceBefore 1>>>>`, `/S/P/C/${name}`),
  "an attribute of an element": (name) => tagged("", `/S/P/A<</O/CSS-2/${name} 1>>`),
  "an attribute of an element's class": (name) => tagged(`/ClassMap<</c[<</O/CSS-2/${name} 1>>]>>`, "/S/P/C/c"),
  "a state of a field": (name) => field(`/FT/Btn/AS/${name}/V/${name}/AP<</N<</${name} 41 0 R/Off 41 0 R>>>>`, look),
  "a state of a stamp": (name) => ({
    content: BOTH,
    page: `/Annots[<</Type/Annot/Subtype/Stamp/Rect[120 120 180 180]/AS/${name}/AP<</N<</${name} 41 0 R>>>>>>]`,
    more: look,
  }),
  "a field": (name) => field(`/FT/Tx/V(${name})/AP<</N 41 0 R>>`, look),
  "a named destination": (name) => ({ content: BOTH, catalog: `/Dests<</${name}[3 0 R/XYZ 150 150 0]>>` }),
};

describe("a name that may be chosen freely may be one that means something elsewhere:", () => {
  it.each(Object.keys(PLACES))("the name of %s", (place) => {
    const refused = NAMES.filter((name) => {
      const document = openPdf(build(PLACES[place]!(name)));
      try {
        removeOutside(document, { definitions: [{ page: 1, area: SQUARE }], document: "keep" });
        return false;
      } catch {
        return true;
      }
    });
    expect(refused).toEqual([]);
  });
});
