import { deflated, pdf, stream } from "../../../fixtures/pdf.ts";
import { bodiesOf, type Construct, construct, hidden, INSIDE, onePage } from "../construct.ts";
import { ascii85, asciiHex, lzw, pngRows, runLength } from "../made/encode.ts";
import type { Secret } from "../secret.ts";

const FONT = "/Resources<</Font<</F1 5 0 R>>>>";
const FORM = `/Type/XObject/Subtype/Form/BBox[0 0 400 400]${FONT}`;

const form = (content: string, body: string, objects: Record<number, string> = {}) =>
  onePage(content, { resources: "/XObject<</Fm 10 0 R>>", objects: { 10: body, ...objects } });

const spanning = (secret: Secret) => `${hidden(secret)} 150 150 20 20 re f`;

const tiling = (content: string, more = "/PaintType 1/TilingType 1/BBox[0 0 400 400]/XStep 400/YStep 400") =>
  stream(content, `/Type/Pattern/PatternType 1${more}${FONT}`);

const pattern = (content: string, body: string) =>
  onePage(content, { resources: "/Pattern<</P 10 0 R>>", objects: { 10: body } });

const masked = (group: string, mask = "/S/Luminosity", objects: Record<number, string> = {}) =>
  onePage("/G gs 0 0 400 400 re f", {
    resources: `/ExtGState<</G<</SMask<<${mask}/G 10 0 R>>>>>>`,
    objects: { 10: stream(group, `${FORM}/Group<</S/Transparency/CS/DeviceGray>>`), ...objects },
  });

/** Marked content outside, and around what is inside as well. */
const marked: [string, (word: string) => string, string?][] = [
  ["ActualText", (word) => `/Span<</ActualText(${word})>>BDC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC`],
  [
    "ActualText in UTF-16",
    (word) => `/Span<</ActualText<feff${utf16(word)}>>>BDC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC`,
  ],
  ["Alt", (word) => `/Figure<</Alt(${word})>>BDC 10 10 20 20 re f EMC`],
  ["E", (word) => `/Span<</E(${word})>>BDC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC`],
  [
    "ActualText over the edge",
    (word) => `/Span<</ActualText(${word} inside)>>BDC BT /F1 12 Tf 10 20 Td (out) Tj 140 150 Td (in) Tj ET EMC`,
  ],
  [
    "ActualText around a part that goes",
    (word) => `/Span<</ActualText(${word})>>BDC /P BMC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC 150 150 9 9 re f EMC`,
  ],
  [
    "a property of its own",
    (word) => `/Span<</Mine(${word})/More<</Deep[(${word})]>>>>BDC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC`,
  ],
  [
    "a property list by name",
    () => "/Span/L BDC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC",
    "/Properties<</L<</ActualText(WORD)>>>>",
  ],
  ["a property list that nothing names", () => "", "/Properties<</L<</ActualText(WORD)>>>>"],
  ["a telling tag", (word) => `/${word} BMC BT /F1 12 Tf 10 20 Td (out) Tj ET EMC`],
  ["an artifact", (word) => `/Artifact<</Contents(${word})/Type/Pagination>>BDC 10 10 20 20 re f EMC`],
  ["MP", (word) => `/${word} MP`],
  ["DP", (word) => `/Point<</Mine(${word})>>DP`],
  ["DP by name", () => "/Point/L DP", "/Properties<</L<</Mine(WORD)>>>>"],
  ["nothing in it", (word) => `/Span<</ActualText(${word})>>BDC EMC`],
  ["no end", (word) => `/Span<</ActualText(${word})>>BDC BT /F1 12 Tf 10 20 Td (out) Tj ET`],
];

/** What only a reader of bytes sees in content. */
const unseen: [string, (word: string) => string][] = [
  ["a comment", (word) => `% ${word}\n`],
  ["an operator that nobody knows", (word) => `(${word}) Nobody`],
  ["an operator that nobody knows, allowed", (word) => `BX (${word}) /${word} Nobody EX`],
  ["operands too many", (word) => `(${word}) /${word} 0 0 0 rg`],
  ["operands too many of a glyph", (word) => `(${word}) 0 0 0 0 0 0 d1`],
  ["an intent, a space and a state that are not there", (word) => `/${word} ri /${word} cs /${word} gs`],
  ["operands without an operator", (word) => `(${word}) /${word} <</A(${word})>>`],
  ["a string without an end", (word) => `(${word}`],
  ["a dictionary without an end", (word) => `/Span <</ActualText(${word})`],
  ["an operator that is a word", (word) => word],
  ["text that is no text", (word) => `10 20 Td [/${word} (${word})] 5 Tj`],
  ["an inline image without an end", (word) => `BI /W 40 /H 40 /BPC 8 /CS /G ID ${word}`],
  ["an inline image's own keys", (word) => `q 9 0 0 9 5 5 cm BI /W 1 /H 1 /BPC 8 /CS /G /Mine (${word}) ID e\nEI Q`],
  ["more restored than saved", (word) => `Q Q Q BT /F1 12 Tf 10 20 Td (${word}) Tj ET`],
  ["more saved than restored", (word) => `q q q BT /F1 12 Tf 10 20 Td (${word}) Tj ET`],
  ["text objects without an end", (word) => `BT /F1 12 Tf 10 20 Td (${word}) Tj BT 0 0 Td (${word}) Tj`],
  ["a dash of strings", (word) => `[(${word})] 0 d 10 10 m 20 20 l S`],
  ["zeros", (word) => `\0\0${word}\0\0`],
];

const filters: [string, string, (data: string) => string][] = [
  ["ASCIIHex", "/Filter/ASCIIHexDecode", asciiHex],
  ["ASCII85", "/Filter/ASCII85Decode", ascii85],
  ["LZW", "/Filter/LZWDecode", lzw],
  ["RunLength", "/Filter[/RunLengthDecode]", runLength],
  [
    "a chain",
    "/Filter[/ASCIIHexDecode/ASCII85Decode/LZWDecode]/DecodeParms[null null null]",
    (data) => asciiHex(ascii85(lzw(data))),
  ],
  [
    "PNG's rows",
    "/Filter/LZWDecode/DecodeParms<</Predictor 12/Columns 16>>",
    (data) => lzw(pngRows(data.padEnd(Math.ceil(data.length / 16) * 16), 16)),
  ],
  ["Crypt", "/Filter[/Crypt]/DecodeParms[<</Type/CryptFilterDecodeParms/Name/Identity>>]", (data) => data],
];

/** What hides a layer: its membership, the document's configuration, its use. */
const layerStates: [string, string, string, string][] = [
  ["off", "10 0 R", "/OFF[10 0 R]", ""],
  ["off by its only member", "<</Type/OCMD/OCGs 10 0 R>>", "/OFF[10 0 R]", ""],
  ["off by one of its members", "<</Type/OCMD/OCGs[10 0 R]/P/AllOn>>", "/OFF[10 0 R]", ""],
  ["off by an expression", "<</Type/OCMD/VE[/Not 10 0 R]>>", "/ON[10 0 R]", ""],
  [
    "off by its use",
    "10 0 R",
    "/AS[<</Event/View/Category[/View]/OCGs[10 0 R]>>]",
    "/Usage<</View<</ViewState/OFF>>/CreatorInfo<</Creator(mine)>>>>",
  ],
];

export const contentConstructs: Construct[] = [
  construct("form: outside", (secret) => form("/Fm Do", stream(hidden(secret), FORM))),
  construct("form: over the edge", (secret) => form("/Fm Do", stream(spanning(secret), FORM))),
  construct("form: with a matrix", (secret) =>
    form("/Fm Do", stream(spanning(secret), `${FORM}/Matrix[1.1 0 0 1.1 -5 -5]`)),
  ),
  construct("form: of a form of a form", (secret) =>
    form("/Fm Do", stream("/A Do", "/Subtype/Form/BBox[0 0 400 400]/Resources<</XObject<</A 11 0 R>>>>"), {
      11: stream("q 1 0 0 1 2 2 cm /B Do Q", "/Subtype/Form/BBox[0 0 400 400]/Resources<</XObject<</B 12 0 R>>>>"),
      12: stream(spanning(secret), FORM),
    }),
  ),
  construct("form: of itself", (secret) =>
    form(
      "/Fm Do",
      stream(
        `${spanning(secret)} /Fm Do`,
        "/Subtype/Form/BBox[0 0 400 400]/Resources<</Font<</F1 5 0 R>>/XObject<</Fm 10 0 R>>>>",
      ),
    ),
  ),
  construct("form: with the page's resources", (secret) =>
    form("/Fm Do", stream(spanning(secret), "/Subtype/Form/BBox[0 0 400 400]")),
  ),
  construct("form: never painted", (secret) => form("", stream(hidden(secret), FORM))),
  construct("form: hidden by its box", (secret) =>
    form("/Fm Do", stream(`150 150 9 9 re f ${hidden(secret)}`, FORM.replace("0 0 400 400", "140 140 200 200"))),
  ),
  construct("form: at two places", (secret) =>
    form("/Fm Do q 1 0 0 1 100 60 cm /Fm Do Q", stream(`${hidden(secret)} 110 150 20 20 re f`, FORM)),
  ),
  construct("form: at two places, of which one shows what the other hides", (secret) =>
    form(
      "/Fm Do q 1 0 0 1 0 -150 cm /Fm Do Q",
      stream(`BT /F1 12 Tf 10 20 Td (${secret.word}) Tj ET 150 150 9 9 re f 150 280 9 9 re f`, FORM),
    ),
  ),
  construct("form: a transparency group", (secret) =>
    form("/Fm Do", stream(spanning(secret), `${FORM}/Group<</S/Transparency/I true>>`)),
  ),
  ...["Metadata", "PieceInfo", "Ref", "Name", "OPI", "AF", "Unknown"].map((key) =>
    construct(`form: the secret under ${key}`, ({ word }) => {
      const value = {
        Metadata: " 11 0 R",
        PieceInfo: `<</A<</Private(${word})>>>>`,
        Ref: `<</F(${word}.pdf)/Page(${word})>>`,
        Name: `/${word}`,
        OPI: `<</2.0<</F(${word})>>>>`,
        AF: `[<</Type/Filespec/F(${word})>>]`,
      }[key];
      return form("/Fm Do", stream("150 150 20 20 re f", `${FORM}/${key}${value ?? `(${word})`}`), {
        11: stream(word),
      });
    }),
  ),
  construct("form: names in its resources", (secret) =>
    form(
      "/Fm Do",
      stream(
        "150 150 20 20 re f",
        `/Subtype/Form/BBox[0 0 400 400]/Resources<</XObject<</${secret.word} 11 0 R>>/Font<</${secret.word} 5 0 R>>>>`,
      ),
      {
        11: stream(hidden(secret), FORM),
      },
    ),
  ),
  construct("form: telling names of what is used inside", ({ word }) =>
    onePage(`/${word} Do /G${word} gs BT /${word} 12 Tf 10 20 Td (out) Tj ET`, {
      fonts: `/${word} 5 0 R`,
      resources: `/XObject<</${word} 10 0 R>>/ExtGState<</G${word}<</LW 2>>>>`,
      objects: { 10: stream("10 10 20 20 re f", FORM) },
    }),
  ),
  construct("form: PostScript", ({ word }) => form("/Fm Do", stream(`(${word}) show`, "/Type/XObject/Subtype/PS"))),
  construct("pattern: outside", (secret) => pattern("/Pattern cs /P scn 0 0 400 90 re f", tiling(hidden(secret)))),
  construct("pattern: over the edge", (secret) =>
    pattern("/Pattern cs /P scn 0 0 400 400 re f", tiling(spanning(secret))),
  ),
  construct("pattern: stroked", (secret) =>
    pattern("/Pattern CS /P SCN 20 w 0 50 m 400 50 l 400 350 l S", tiling(spanning(secret))),
  ),
  construct("pattern: as the colour of text", (secret) =>
    pattern("/Pattern cs /P scn BT /F1 300 Tf 5 20 Td (i) Tj ET", tiling(hidden(secret))),
  ),
  construct("pattern: uncoloured", (secret) =>
    onePage("/C cs 0.5 0.5 0.5 /P scn 0 0 400 400 re f", {
      resources: "/ColorSpace<</C[/Pattern/DeviceRGB]>>/Pattern<</P 10 0 R>>",
      objects: { 10: tiling(spanning(secret), "/PaintType 2/TilingType 1/BBox[0 0 400 400]/XStep 400/YStep 400") },
    }),
  ),
  construct("pattern: its own matrix", (secret) =>
    pattern(
      "/Pattern cs /P scn 0 0 400 400 re f",
      tiling(spanning(secret), "/PaintType 1/TilingType 1/BBox[0 0 400 400]/XStep 500/YStep 500/Matrix[.9 0 0 .9 3 3]"),
    ),
  ),
  construct("pattern: outside of a cell that shows whole", (secret) =>
    pattern(
      "/Pattern cs /P scn 0 0 400 400 re f",
      tiling(`150 150 3 3 re f ${hidden(secret)}`, "/PaintType 1/TilingType 1/BBox[150 150 155 155]/XStep 5/YStep 5"),
    ),
  ),
  construct("pattern: never used", (secret) => pattern("", tiling(hidden(secret)))),
  construct("soft mask: by luminosity", (secret) => masked(`1 g ${hidden(secret)} 100 100 200 200 re f`)),
  construct("soft mask: by alpha", (secret) => masked(`${hidden(secret)} 100 100 200 200 re f`, "/S/Alpha")),
  construct("soft mask: with a function", ({ word }) =>
    masked("1 g 100 100 200 200 re f", "/S/Luminosity/TR 11 0 R", {
      11: stream(`{} % ${word}`, "/FunctionType 4/Domain[0 1]/Range[0 1]"),
    }),
  ),
  construct("soft mask: never used", (secret) =>
    onePage("", {
      resources: "/ExtGState<</G<</SMask<</S/Alpha/G 10 0 R>>>>>>",
      objects: { 10: stream(hidden(secret), FORM) },
    }),
  ),
  construct("graphics state: names of halftones and transfer functions", ({ word }) =>
    onePage("/G gs 10 10 20 20 re f", {
      resources:
        `/ExtGState<</G<</HT<</Type/Halftone/HalftoneType 1/HalftoneName(${word})/Frequency 60` +
        `/Angle 45/SpotFunction/Round>>/Mine(${word})>>>>`,
    }),
  ),
  construct("layer: hidden", ({ word }) =>
    onePage(`/OC/L BDC BT /F1 12 Tf 10 20 Td (${word}) Tj ET EMC`, {
      resources: "/Properties<</L 10 0 R>>",
      catalog: "/OCProperties<</OCGs[10 0 R]/D<</OFF[10 0 R]>>>>",
      objects: { 10: "<</Type/OCG/Name(layer)>>" },
    }),
  ),
  ...layerStates.map(([name, membership, properties, usage]) =>
    construct(`layer: ${name}, over the edge`, ({ word }) =>
      onePage(`/OC/L BDC 20 20 200 200 re f EMC BT /F1 12 Tf 10 20 Td (${word}) Tj ET`, {
        resources: `/Properties<</L ${membership}>>`,
        catalog: `/OCProperties<</OCGs[10 0 R]/D<<${properties}>>>>`,
        objects: { 10: `<</Type/OCG/Name(layer)${usage}>>` },
      }),
    ),
  ),
  construct("layer: the name of one that is only outside", ({ word }) =>
    onePage("/OC/L BDC 10 10 20 20 re f EMC", {
      resources: "/Properties<</L 10 0 R>>",
      catalog: `/OCProperties<</OCGs[10 0 R]/D<</Order[(${word}) 10 0 R]/ON[10 0 R]/AS[]/Name(${word})>>>>`,
      objects: { 10: `<</Type/OCG/Name(${word})/Usage<</CreatorInfo<</Creator(${word})>>>>>>` },
    }),
  ),
  ...marked.map(([name, content, resources = ""]) =>
    construct(
      `marked content: ${name}`,
      ({ word }) => onePage(content(word), { resources: resources.replace("WORD", word) }),
      name.includes("UTF-16") ? { codes: ({ word }) => utf16(word) } : {},
    ),
  ),
  ...unseen.map(([name, content]) => construct(`content: ${name}`, ({ word }) => onePage(content(word)))),
  ...filters.map(([name, dict, encode]) =>
    construct(`content: in ${name}`, (secret) =>
      pdf({ ...bodiesOf(""), 4: stream(encode(INSIDE + hidden(secret)), dict) }),
    ),
  ),
  construct("content: streams cut within a token", ({ word }) =>
    pdf({
      ...bodiesOf(""),
      3: bodiesOf("")[3]!.replace("4 0 R", "[4 0 R 10 0 R 11 0 R]"),
      4: stream(`${INSIDE}BT /F1 12`),
      10: deflated(`Tf 10 20 Td (${word}) `),
      11: stream("Tj ET"),
    }),
  ),
  construct("content: one stream twice", ({ word }) =>
    pdf({
      ...bodiesOf(""),
      3: bodiesOf("")[3]!.replace("4 0 R", "[4 0 R 10 0 R 10 0 R]"),
      10: stream(`BT /F1 12 Tf 10 20 Td (${word}) Tj ET\n1 0 0 1 3 3 cm `),
    }),
  ),
];

function utf16(word: string): string {
  return Buffer.from(word, "utf16le").swap16().toString("hex");
}
