import { describe, expect, it } from "vitest";
import { archived, metadata, xmp } from "../fixtures/archived.ts";
import { iccHeader } from "../fixtures/icc.ts";
import { type Bodies, stream, text } from "../fixtures/pdf.ts";
import { widthOf } from "../fixtures/removal/made/shapes.ts";
import { descriptor, program } from "../fixtures/removal/made/subset.ts";
import { trueType } from "../fixtures/removal/made/truetype.ts";
import { broken } from "../support/conformance.ts";

const CATALOG = "/Type/Catalog/Pages 2 0 R/Metadata 5 0 R";
const PAGE = "/Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 8 0 R";
const SQUARE = "0 0 9 9 re f";
const catalog = (entries: string, intents = "6 0 R"): Bodies => ({
  1: `<<${CATALOG}/OutputIntents[${intents}]${entries}>>`,
});
const page = (entries: string): Bodies => ({ 3: `<<${PAGE}${entries}>>` });
const annotated = (entries: string): Bodies => page(`/Annots[<</Type/Annot/F 4/Rect[0 0 9 9]${entries}>>]`);
const state = (entries: string): Bodies => ({ 4: stream(`/G gs ${SQUARE}`), 8: `<</ExtGState<</G<<${entries}>>>>>>` });
const halftone = (entries: string): Bodies =>
  state(`/HT<</Type/Halftone/HalftoneType 1/Frequency 60/Angle 45/SpotFunction/Round${entries}>>`);
const shown = (entries: string, data = ""): Bodies => ({
  4: stream("/I Do"),
  8: "<</XObject<</I 9 0 R>>>>",
  9: stream(data, `/Type/XObject${entries}`),
});
const form = (entries: string): Bodies => shown(`/Subtype/Form/BBox[0 0 9 9]${entries}`);
const image = (entries: string): Bodies => shown(`/Subtype/Image/Width 1/Height 1${entries}`, "\0");
const coloured = (space: string, operands: string): Bodies => ({
  4: stream(`/C cs ${operands} sc ${SQUARE}`),
  8: `<</ColorSpace<</C ${space}>>>>`,
});
/** A square in the colours of a profile for CMYK. */
const overprinted = (entries: string): Bodies => ({
  4: stream(`/G gs /C cs 0 0 0 1 sc ${SQUARE}`),
  8: `<</ExtGState<</G<<${entries}>>>>/ColorSpace<</C[/ICCBased 9 0 R]>>>>`,
  9: stream(text(iccHeader("CMYK")), "/N 4"),
});
const written = (font: string, more: Bodies = {}, string = "(a)"): Bodies => ({
  4: stream(`BT /F 12 Tf ${string} Tj ET`),
  8: "<</Font<</F 9 0 R>>>>",
  9: `<<${font}>>`,
  ...more,
});
const FORM = stream("", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]");
const profile = (change: (bytes: Uint8Array) => void, components = 3): string => {
  const bytes = iccHeader("RGB ");
  change(bytes);
  return stream(text(bytes), `/N ${components}`);
};

/** A TrueType font with the letters a and b. */
const simple = (entries: string, flags: number): Bodies =>
  written(`/Type/Font/Subtype/TrueType/BaseFont/Made/FirstChar 97/LastChar 98/FontDescriptor 10 0 R${entries}`, {
    10: descriptor("/FontFile2 11 0 R", flags),
    11: program(trueType("ab")),
  });
/** The same as a composite font. */
const composite = (entries: string, string = "<00010002>", encoding = "/Identity-H"): Bodies =>
  written(
    `/Type/Font/Subtype/Type0/BaseFont/Made/Encoding${encoding}/DescendantFonts[12 0 R]`,
    {
      10: descriptor("/FontFile2 11 0 R", 4),
      11: program(trueType("ab")),
      12:
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/Made/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)" +
        `/Supplement 0>>/FontDescriptor 10 0 R${entries}>>`,
    },
    string,
  );
const WIDTHS = `${widthOf("a")} ${widthOf("b")}`;
const layers = (more: string, order = "/Order[9 0 R]"): Bodies => ({
  ...catalog(`/OCProperties<</OCGs[9 0 R]/D<</Name(a)${order}>>${more}>>`),
  9: "<</Type/OCG/Name(Layer)>>",
});
const packet = (change: (xmp: string) => string): Bodies => ({ 5: metadata(change(xmp())) });
const extension = (fields: string): Bodies => ({
  5: metadata(
    xmp(
      '<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ' +
        'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">' +
        `<rdf:Bag><rdf:li rdf:parseType="Resource">${fields}</rdf:li></rdf:Bag></pdfaExtension:schemas>`,
    ),
  ),
});
const SCHEMA =
  "<pdfaSchema:schema>Moods</pdfaSchema:schema><pdfaSchema:namespaceURI>http://a.test/</pdfaSchema:namespaceURI>" +
  "<pdfaSchema:prefix>mood</pdfaSchema:prefix>";
const property = (entries: string): string =>
  `${SCHEMA}<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">${entries}</rdf:li></rdf:Seq></pdfaSchema:property>`;
const PROPERTY = {
  name: "<pdfaProperty:name>of</pdfaProperty:name>",
  type: "<pdfaProperty:valueType>Text</pdfaProperty:valueType>",
  category: "<pdfaProperty:category>external</pdfaProperty:category>",
  description: "<pdfaProperty:description>The mood</pdfaProperty:description>",
};
const without = (left: keyof typeof PROPERTY, instead = ""): Bodies =>
  extension(
    property(
      Object.entries({ ...PROPERTY, [left]: instead })
        .map(([, entry]) => entry)
        .join(""),
    ),
  );

describe("a document with what PDF/A-2b allows breaks no rule:", () => {
  it.each<[what: string, changes: Bodies]>([
    ["a halftone", halftone("")],
    ["a form", form("")],
    ["an image", image("/BitsPerComponent 8/ColorSpace/DeviceGray")],
    ["a TrueType font", simple(`/Widths[${WIDTHS}]/Encoding/WinAnsiEncoding`, 32)],
    ["a composite font", composite(`/CIDToGIDMap/Identity/W[1[${WIDTHS}]]`)],
    ["layers", layers("")],
    ["an overprint mode without overprinting", overprinted("/OPM 1")],
    ["overprinting of strokes where only areas are filled", overprinted("/OP true/op false/OPM 1")],
    ["an extension schema", without("name", PROPERTY.name)],
    ["an annotation with an appearance", { ...annotated("/Subtype/Square/AP<</N 9 0 R>>"), 9: FORM }],
  ])("%s", (_, changes) => {
    expect(broken(archived(changes))).toEqual([]);
  });
});

type Breach = [rule: string, what: string, changes: Bodies];

function expectReported(rule: string, _: string, changes: Bodies): void {
  expect(broken(archived(changes))).toContain(rule);
}

describe("a document that breaks one rule of PDF/A-2b, of its file or its graphics, is reported with it:", () => {
  it.each<Breach>([
    ["6.1.6-2", "a letter in a hexadecimal string", catalog("/PieceInfo<</A<4g41>>>")],
    ["6.1.7.1-3", "data in another file", { 9: stream("", "/F(data.bin)") }],
    ["6.1.8-1", "a name that is no UTF-8", written("/Type/Font/Subtype/Type1/BaseFont/#ff")],
    ["6.1.10-1", "an inline image in LZW", { 4: stream("BI/W 1/H 1/BPC 8/CS/G/F/LZW ID \x80\x0b EI") }],
    ["6.1.12-1", "a permission that nobody knows", catalog("/Perms<</A<<>>>>")],
    ["6.1.13-2", "a real number that is too large", catalog(`/A 4${"0".repeat(38)}.5`)],
    ["6.1.13-3", "a string that is too long", catalog(`/A(${"a".repeat(32_768)})`)],
    ["6.1.13-4", "a name that is too long", catalog(`/A/${"a".repeat(128)}`)],
    ["6.1.13-5", "a real number that is too small", catalog(`/A 0.${"0".repeat(38)}1`)],
    ["6.2.4.2-2", "overprinting by mode 1 with a profile for CMYK", overprinted("/op true/OPM 1")],
    ["6.2.4.2-2", "overprinting as of strokes, where none is said of areas", overprinted("/OP true/OPM 1")],
    [
      "6.1.13-9",
      "too many colorants",
      {
        ...coloured(
          `[/DeviceN[${Array.from({ length: 33 }, (_, i) => `/C${i}`).join("")}]/DeviceRGB 9 0 R]`,
          "0 ".repeat(33),
        ),
        9: stream("{33{pop}repeat 0 0 0}", "/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]"),
      },
    ],
    [
      "6.2.2-2",
      "a page whose resources are those of the tree",
      {
        2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]/Resources<</ExtGState<</G<<>>>>>>>>",
        3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
        4: stream(`/G gs ${SQUARE}`),
      },
    ],
    ["6.2.3-1", "a scanner's profile as intent", { 7: profile((bytes) => bytes.set(Buffer.from("scnr"), 12)) }],
    [
      "6.2.3-2",
      "two intents with a profile each",
      {
        ...catalog("", "6 0 R 9 0 R"),
        9: "<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/DestOutputProfile 10 0 R>>",
        10: profile(() => {}),
      },
    ],
    [
      "6.2.3-3",
      "a profile of PDF/X outside of the file",
      {
        ...catalog("", "6 0 R 9 0 R"),
        9: "<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(a)/DestOutputProfileRef<<>>>>",
      },
    ],
    [
      "6.2.4.2-1",
      "a profile of version 5",
      { ...coloured("[/ICCBased 9 0 R]", "0 0 0"), 9: profile((bytes) => bytes.set([5], 8)) },
    ],
    ["6.2.4.3-4", "gray without an intent", { 1: `<<${CATALOG}>>`, 4: stream(`0 g ${SQUARE}`) }],
    ["6.2.5-2", "a second transfer function", state("/TR2/Identity")],
    ["6.2.5-3", "a halftone's phase", state("/HTP[1 1]")],
    ["6.2.5-4", "a halftone of thresholds", state("/HT<</Type/Halftone/HalftoneType 6>>")],
    ["6.2.5-5", "a halftone with a name", halftone("/HalftoneName(a)")],
    ["6.2.5-6", "a halftone with a transfer function", halftone("/TransferFunction/Identity")],
    ["6.2.8-2", "an image with OPI", image("/BitsPerComponent 8/ColorSpace/DeviceGray/OPI<<>>")],
    ["6.2.8-4", "an image of three bits", image("/BitsPerComponent 3/ColorSpace/DeviceGray")],
    ["6.2.8-5", "a mask of eight bits", image("/BitsPerComponent 8/ImageMask true")],
    ["6.2.9-1", "a form with OPI", form("/OPI<<>>")],
    ["6.2.9-2", "a form of another document", form("/Ref<<>>")],
    ["6.2.9-3", "PostScript", shown("/Subtype/PS")],
  ])("%s, %s", expectReported);
});

describe("a document that breaks one rule of PDF/A-2b, of its fonts or what is beside its pages, is reported with it:", () => {
  it.each<Breach>([
    ["6.2.11.2-1", "a font without a type", written("/Subtype/Type1/BaseFont/Helvetica")],
    ["6.2.11.2-2", "a font of no kind", written("/Type/Font/Subtype/Type9/BaseFont/Helvetica")],
    ["6.2.11.2-3", "a font without a name", written("/Type/Font/Subtype/Type1")],
    [
      "6.2.11.2-4",
      "a font without a first character",
      written("/Type/Font/Subtype/TrueType/BaseFont/A/LastChar 97/Widths[1]"),
    ],
    [
      "6.2.11.2-5",
      "a font without a last character",
      written("/Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 97/Widths[1]"),
    ],
    ["6.2.11.2-6", "a font that lacks a width", simple("/Widths[500]/Encoding/WinAnsiEncoding", 32)],
    ["6.2.11.3.2-1", "a font without a map to glyphs", composite("/DW 500")],
    ["6.2.11.3.3-1", "a CMap that nobody knows", composite("/CIDToGIDMap/Identity/DW 500", undefined, "/Made-H")],
    ["6.2.11.5-1", "widths that are not the program's", composite("/CIDToGIDMap/Identity/DW 123")],
    ["6.2.11.6-2", "an encoding of its own", simple("/Widths[500 500]/Encoding/MacExpertEncoding", 32)],
    ["6.2.11.6-3", "a symbolic font with an encoding", simple("/Widths[500 500]/Encoding/WinAnsiEncoding", 4)],
    ["6.2.11.8-1", "the glyph .notdef", composite("/CIDToGIDMap/Identity/DW 500", "<0000>")],
    [
      "6.3.3-2",
      "an appearance for a pressed annotation",
      { ...annotated("/Subtype/Square/AP<</N 9 0 R/D 9 0 R>>"), 9: FORM },
    ],
    [
      "6.3.3-3",
      "a button with one appearance for all states",
      { ...annotated("/Subtype/Widget/FT/Btn/T(a)/AP<</N 9 0 R>>"), 9: FORM },
    ],
    ["6.3.3-4", "several appearances", { ...annotated("/Subtype/Square/AP<</N<</A 9 0 R>>>>"), 9: FORM }],
    [
      "6.4.1-1",
      "a field with an action",
      { ...annotated("/Subtype/Widget/FT/Tx/T(a)/A<</S/Named/N/NextPage>>/AP<</N 9 0 R>>"), 9: FORM },
    ],
    [
      "6.4.1-2",
      "a field with actions of events",
      { ...catalog("/AcroForm<</Fields[9 0 R]>>"), 9: "<</FT/Tx/T(a)/AA<<>>>>" },
    ],
    ["6.4.1-3", "appearances that viewers shall make", catalog("/AcroForm<</Fields[]/NeedAppearances true>>")],
    ["6.4.2-1", "a form of XFA", catalog("/AcroForm<</Fields[]/XFA[]>>")],
    ["6.4.2-2", "a document that XFA renders", catalog("/NeedsRendering true")],
    ["6.5.1-2", "an action that prints", catalog("/OpenAction<</S/Named/N/Print>>")],
    ["6.5.2-2", "actions of a page", page("/AA<<>>")],
    ["6.6.2.1-2", "a packet that says its bytes", packet((xmp) => xmp.replace('begin=""', 'begin="" bytes="9"'))],
    [
      "6.6.2.1-3",
      "a packet that says its encoding",
      packet((xmp) => xmp.replace('begin=""', 'begin="" encoding="UTF-8"')),
    ],
    ["6.6.2.1-5", "a packet that is no UTF-8", { 5: metadata(text(Buffer.from(`\ufeff${xmp()}`, "utf16le"))) }],
    [
      "6.6.2.3.2-1",
      "an extension schema with a field that nobody knows",
      extension(`${SCHEMA}<pdfaSchema:mood>a</pdfaSchema:mood>`),
    ],
    [
      "6.6.2.3.3-7",
      "an extension property without a name",
      without("name", "<pdfaProperty:name><rdf:Bag/></pdfaProperty:name>"),
    ],
    [
      "6.6.2.3.3-8",
      "an extension property of no type",
      without("type", "<pdfaProperty:valueType>Mood</pdfaProperty:valueType>"),
    ],
    [
      "6.6.2.3.3-9",
      "an extension property of no category",
      without("category", "<pdfaProperty:category>mine</pdfaProperty:category>"),
    ],
    ["6.6.4-1", "XMP that does not speak of PDF/A", { 5: metadata(xmp("", "")) }],
    [
      "6.6.4-3",
      "a conformance that does not exist",
      { 5: metadata(xmp("", 'pdfaid:part="2" pdfaid:conformance="X"')) },
    ],
    ["6.9-1", "layers without a name", { ...catalog("/OCProperties<</OCGs[]/D<<>>>>") }],
    ["6.9-2", "two configurations of one name", layers("/Configs[<</Name(a)/Order[9 0 R]>>]")],
    ["6.9-3", "a layer that is not listed", layers("", "/Order[]")],
    ["6.10-1", "alternate presentations", catalog("/Names<</AlternatePresentations<<>>>>")],
    ["6.10-2", "steps of a presentation", page("/PresSteps<<>>")],
  ])("%s, %s", expectReported);
});
