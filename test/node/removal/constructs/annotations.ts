import { deflated, stream } from "../../../fixtures/pdf.ts";
import { type Construct, construct, hidden, onePage } from "../construct.ts";
import type { Secret } from "../secret.ts";

const FONT = "/Resources<</Font<</F1 5 0 R>>>>";

/** A look whose box is the annotation's own rectangle, so that it is painted as it stands. */
const look = (content: string, box = "10 10 90 90") => stream(content, `/Subtype/Form/BBox[${box}]${FONT}`);

const annotated = (annotations: string, objects: Record<number, string> = {}, catalog = "", content = "") =>
  onePage(content, { page: `/Annots[${annotations}]`, objects, catalog });

const OUT = "/Rect[10 10 90 90]";
const IN = "/Rect[150 150 250 250]";
const OVER = "/Rect[10 150 250 250]";

/** What each kind of annotation says, besides its contents. */
const kinds: Record<string, (word: string) => string> = {
  Text: (word) => `/Name/Note/T(${word})/Subj(${word})/RC(<p>${word}</p>)`,
  Link: (word) => `/A<</S/URI/URI(http://${word}.example/)>>`,
  FreeText: (word) => `/DA(/F1 9 Tf)/DS(font: ${word})/RC(<p>${word}</p>)`,
  Line: () => "/L[20 20 80 80]",
  Square: () => "/C[1 0 0]",
  Circle: () => "/IC[1 0 0]",
  Polygon: () => "/Vertices[20 20 80 20 50 80]",
  PolyLine: () => "/Vertices[20 20 80 20 50 80]",
  Highlight: () => "/QuadPoints[20 40 80 40 20 20 80 20]",
  Underline: () => "/QuadPoints[20 40 80 40 20 20 80 20]",
  Squiggly: () => "/QuadPoints[20 40 80 40 20 20 80 20]",
  StrikeOut: () => "/QuadPoints[20 40 80 40 20 20 80 20]",
  Caret: () => "/Sy/P",
  Stamp: (word) => `/Name/${word}`,
  Ink: () => "/InkList[[20 20 50 60 80 20]]",
  Popup: () => "/Open true",
  FileAttachment: (word) => `/FS<</Type/Filespec/F(${word}.txt)/UF(${word}.txt)/EF<</F 12 0 R>>>>`,
  Sound: () => "/Sound 12 0 R",
  Movie: (word) => `/Movie<</F(${word}.mov)>>/T(${word})`,
  Screen: (word) => `/MK<</CA(${word})>>/A<</S/JavaScript/JS(${word})>>`,
  PrinterMark: (word) => `/MN/${word}`,
  TrapNet: (word) => `/LastModified(${word})/AnnotStates[]`,
  Watermark: () => "/FixedPrint<</Type/FixedPrint/Matrix[1 0 0 1 0 0]>>",
  "3D": () => "/3DD 12 0 R",
  RichMedia: (word) => `/RichMediaContent<</Assets<</Names[(${word})<</Type/Filespec/F(${word})/EF<</F 12 0 R>>>>]>>>>`,
  Redact: (word) => `/OverlayText(${word})/QuadPoints[20 40 80 40 20 20 80 20]/RO 11 0 R`,
  Projection: () => "",
  Widget: (word) => `/FT/Tx/T(${word})/V(${word})`,
  Unheard: (word) => `/Mine(${word})`,
};

const outside = Object.entries(kinds).map(([kind, says]) =>
  construct(`annotation outside: ${kind}`, (secret) =>
    annotated("10 0 R", {
      10:
        `<</Type/Annot/Subtype/${kind}${OUT}/F 4/Contents(${secret.word})/NM(${secret.word})/AP<</N 11 0` +
        ` R>>${says(secret.word)}>>`,
      11: look(hidden(secret)),
      12: deflated(`the file of ${secret.word}`, "/Type/EmbeddedFile"),
    }),
  ),
);

const field = (entries: string, fields: string, objects: Record<number, string>, more = "") =>
  annotated(entries, objects, `/AcroForm<</Fields[${fields}]/DA(/F1 9 Tf 0 g)/DR<</Font<</F1 5 0 R>>>>${more}>>`);

const textField = (rect: string, word: string, more = "", name = word) =>
  `<</Type/Annot/Subtype/Widget/FT/Tx${rect}/F 4/T(${name})/TU(${word})/TM(${word})/V(${word})/DV(${word})` +
  `/RV(${word})/AP<</N 11 0 R>>${more}>>`;

const overLook = ({ word }: Secret) =>
  look(`BT /F1 12 Tf 15 200 Td (${word}) Tj ET BT /F1 12 Tf 150 200 Td (in) Tj ET`, "10 150 250 250");

const over: [string, (secret: Secret) => string][] = [
  [
    "a highlight by its quads",
    ({ word }) => `/Subtype/Highlight${IN}/QuadPoints[20 40 80 40 20 20 80 20]/Contents(${word})`,
  ],
  [
    "a highlight of two lines",
    ({ word }) =>
      `/Subtype/Highlight/Rect[20 20 200 200]/QuadPoints[20 40 80 40 20 20 80 20 150 190 200 190 150 180 200` +
      ` 180]/Contents(${word})`,
  ],
  [
    "free text",
    ({ word }) => `/Subtype/FreeText${OVER}/DA(/F1 12 Tf)/Contents(${word} in)/RC(<p>${word} in</p>)/AP<</N 11 0 R>>`,
  ],
  ["a stamp", ({ word }) => `/Subtype/Stamp${OVER}/Name/${word}/Contents(${word})/AP<</N 11 0 R>>`],
  ["a stamp without words, by its look", () => `/Subtype/Stamp${OVER}/AP<</N 11 0 R/D 11 0 R/R 11 0 R>>`],
  ["a stamp with states", () => `/Subtype/Stamp${OVER}/AS/On/AP<</N<</On 11 0 R/Off 12 0 R>>>>`],
  [
    "a note's popup",
    ({ word }) => `/Subtype/Text/Rect[150 150 170 170]/Contents(in)/Popup<</Subtype/Popup${OUT}/Contents(${word})>>`,
  ],
  [
    "a polygon",
    ({ word }) => `/Subtype/Polygon${OVER}/Vertices[20 160 240 160 100 240]/Contents(${word})/AP<</N 11 0 R>>`,
  ],
];

type Says = (word: string) => string;
const BUTTONS = "/FT/Btn/Ff 49152";

/** Radio buttons: what stands in the field above, in their own, and in each widget. */
const choices: [string, Says, Says, string][] = [
  ["the kind above", () => BUTTONS, (word) => `/V/${word}/DV/${word}/Opt[(${word})(in)]`, ""],
  ["the value above", (word) => `${BUTTONS}/V/${word}/DV/${word}`, () => "", ""],
  ["the kind in the widgets", () => "", (word) => `/V/${word}/Opt[(${word})(in)]`, BUTTONS],
];

export const annotationConstructs: Construct[] = [
  ...outside,
  ...over.map(([name, entries]) =>
    construct(`annotation over the edge: ${name}`, (secret) =>
      annotated("10 0 R", {
        10: `<</Type/Annot/F 4${entries(secret)}>>`,
        11: overLook(secret),
        12: overLook(secret),
      }),
    ),
  ),
  construct(
    "annotation over the edge: a line by its points",
    ({ points: [a, b] }) =>
      annotated(`<</Type/Annot/Subtype/Line/Rect[20 20 200 200]/L[${a} ${b} 190 190]/LL 0/AP<</N 10 0 R>>>>`, {
        10: stream(`${a} ${b} m 190 190 l S`, "/Subtype/Form/BBox[20 20 200 200]"),
      }),
    { holds: ["number"], varies: "the inside shows where the line goes" },
  ),
  construct(
    "annotation over the edge: ink by its points",
    ({ points: [a, b, c, d] }) =>
      annotated(
        `<</Type/Annot/Subtype/Ink/Rect[20 20 200 200]/InkList[[${a} ${b} 190 190][${c} ${d}]]/AP<</N 10 0 R>>>>`,
        {
          10: stream(`${a} ${b} m 190 190 l S`, "/Subtype/Form/BBox[20 20 200 200]"),
        },
      ),
    { holds: ["number"], varies: "the inside shows where the ink goes" },
  ),
  construct(
    "annotation over the edge: a polyline by its points",
    ({ points: [a, b, c, d] }) =>
      annotated(`<</Type/Annot/Subtype/PolyLine/Rect[20 20 200 200]/Vertices[${a} ${b} 190 190 ${c} ${d}]>>`),
    { holds: ["number"] },
  ),
  construct("annotation: a look stretched into its rectangle", ({ word }) =>
    annotated(`<</Type/Annot/Subtype/Stamp${OVER}/AP<</N 10 0 R>>>>`, {
      10: stream(
        `BT /F1 1 Tf 0.5 4 Td (${word}) Tj ET 18 4 4 4 re f`,
        `/Subtype/Form/BBox[0 0 24 10]/Matrix[0.5 0 0 0.5 7 7]${FONT}`,
      ),
    }),
  ),
  construct("annotation: hidden, outside", ({ word }) =>
    annotated(`<</Type/Annot/Subtype/Text${OUT}/F 2/Contents(${word})>>`),
  ),
  construct("annotation: without a rectangle", ({ word }) =>
    annotated(`<</Type/Annot/Subtype/Text/Contents(${word})>>`),
  ),
  construct("annotation: with corners the wrong way round", ({ word }) =>
    annotated(`<</Type/Annot/Subtype/Text/Rect[90 90 10 10]/Contents(${word})>>`),
  ),
  construct("annotation: a reply inside to one outside", ({ word }) =>
    annotated("10 0 R 11 0 R", {
      10: `<</Type/Annot/Subtype/Text${OUT}/Contents(${word})>>`,
      11: "<</Type/Annot/Subtype/Text/Rect[150 150 170 170]/Contents(in)/IRT 10 0 R>>",
    }),
  ),
  construct("annotation: the popup inside of a note outside", ({ word }) =>
    annotated("10 0 R 11 0 R", {
      10: `<</Type/Annot/Subtype/Text${OUT}/Contents(${word})/Popup 11 0 R>>`,
      11: `<</Type/Annot/Subtype/Popup${IN}/Parent 10 0 R>>`,
    }),
  ),
  construct("annotation: known to nothing but the tags", ({ word }) =>
    onePage("", {
      catalog: "/MarkInfo<</Marked true>>/StructTreeRoot 11 0 R",
      objects: {
        10: `<</Type/Annot/Subtype/Text${OUT}/Contents(${word})>>`,
        11: "<</Type/StructTreeRoot/K 12 0 R>>",
        12: "<</S/Annot/P 11 0 R/Pg 3 0 R/K<</Type/OBJR/Obj 10 0 R>>>>",
      },
    }),
  ),
  construct("annotation: a link's area over the edge to a telling address", ({ word }) =>
    annotated(
      `<</Type/Annot/Subtype/Link/Rect[10 10 90 200]/A<</S/URI/URI(http://${word}.example/)>>/PA<</S/URI` +
        `/URI(${word})>>>>`,
    ),
  ),
  construct("field: text, outside", (secret) =>
    field("10 0 R", "10 0 R", { 10: textField(OUT, secret.word), 11: look(hidden(secret)) }),
  ),
  construct("field: text, over the edge", (secret) =>
    field("10 0 R", "10 0 R", { 10: textField(OVER, secret.word, "", "name"), 11: overLook(secret) }),
  ),
  construct("field: without a widget", ({ word }) => field("", "10 0 R", { 10: `<</FT/Tx/T(${word})/V(${word})>>` })),
  construct("field: a widget that no field knows", (secret) =>
    field("10 0 R", "", { 10: textField(OUT, secret.word), 11: look(hidden(secret)) }),
  ),
  construct("field: a choice's options", ({ word }) =>
    field("10 0 R", "10 0 R", {
      10:
        `<</Type/Annot/Subtype/Widget/FT/Ch${OUT}/T(f)/Opt[[(1)(${word})](${word})]/V(${word})/I[1]` +
        `/MK<</CA(${word})>>>>`,
    }),
  ),
  construct("field: radio buttons on both sides", (secret) =>
    field("11 0 R 12 0 R", "10 0 R", {
      10: `<</FT/Btn/Ff 49152/T(choice)/V/${secret.word}/Opt[(${secret.word})(in)]/Kids[11 0 R 12 0 R]>>`,
      11: `<</Type/Annot/Subtype/Widget${OUT}/Parent 10 0 R/AS/${secret.word}/AP<</N<</${secret.word} 13 0 R>>>>>>`,
      12: `<</Type/Annot/Subtype/Widget${IN}/Parent 10 0 R/AS/Off/AP<</N<</in 14 0 R>>>>>>`,
      13: look(hidden(secret)),
      14: look("160 160 9 9 re f", "150 150 250 250"),
    }),
  ),
  ...choices.map(([name, above, choice, widget]) =>
    construct(`field: radio buttons on both sides, ${name}`, (secret) =>
      field("11 0 R 12 0 R", "9 0 R", {
        9: `<</T(above)${above(secret.word)}/Kids[10 0 R]>>`,
        10: `<</T(choice)/Parent 9 0 R${choice(secret.word)}/Kids[11 0 R 12 0 R]>>`,
        11:
          `<</Type/Annot/Subtype/Widget${widget}${OUT}/Parent 10 0 R/AS/${secret.word}` +
          `/AP<</N<</${secret.word} 13 0 R>>>>>>`,
        12: `<</Type/Annot/Subtype/Widget${widget}${IN}/Parent 10 0 R/AS/Off/AP<</N<</in 14 0 R>>>>>>`,
        13: look(hidden(secret)),
        14: look("160 160 9 9 re f", "150 150 250 250"),
      }),
    ),
  ),
  construct("field: what a group is called whose members are on both sides", ({ word }) =>
    field("11 0 R 12 0 R", "10 0 R", {
      10: `<</T(group)/TU(${word})/TM(${word})/Kids[11 0 R 12 0 R]>>`,
      11: `<</Type/Annot/Subtype/Widget/FT/Tx/T(out)/V(out)${OUT}/Parent 10 0 R>>`,
      12: `<</Type/Annot/Subtype/Widget/FT/Tx/T(in)/V(in)${IN}/Parent 10 0 R>>`,
    }),
  ),
  construct("field: a group whose members are on both sides", (secret) =>
    field("11 0 R 12 0 R", "10 0 R", {
      10: "<</T(group)/Kids[11 0 R 12 0 R]>>",
      11: textField(OUT, secret.word, "/Parent 10 0 R").replace("11 0 R>>", "13 0 R>>"),
      12: `<</Type/Annot/Subtype/Widget/FT/Tx${IN}/F 4/T(in)/V(in)/Parent 10 0 R/AP<</N 14 0 R>>>>`,
      13: look(hidden(secret)),
      14: look("160 160 9 9 re f", "150 150 250 250"),
    }),
  ),
  construct("field: a group all outside, with telling names above", (secret) =>
    field("12 0 R", "10 0 R", {
      10: `<</T(${secret.word})/Kids[11 0 R]>>`,
      11: `<</T(${secret.word})/TU(${secret.word})/FT/Tx/V(${secret.word})/Parent 10 0 R/Kids[12 0 R]>>`,
      12: `<</Type/Annot/Subtype/Widget${OUT}/Parent 11 0 R>>`,
    }),
  ),
  construct("field: scripts and the order of calculation", (secret) =>
    field(
      "10 0 R",
      "10 0 R",
      { 10: textField(OUT, secret.word, `/AA<</C<</S/JavaScript/JS(${secret.word})>>>>`), 11: look(hidden(secret)) },
      "/CO[10 0 R]",
    ),
  ),
  construct("field: a signature outside", ({ word }) =>
    field(
      "10 0 R",
      "10 0 R",
      {
        10: `<</Type/Annot/Subtype/Widget/FT/Sig${OUT}/T(sig)/V 11 0 R>>`,
        11:
          `<</Type/Sig/Filter/Adobe.PPKLite/Name(${word})/Reason(${word})/Location(${word})` +
          `/ContactInfo(${word})/Contents<${Buffer.from(word).toString("hex")}>/ByteRange[0 1 2 3]>>`,
      },
      "/SigFlags 3",
    ),
  ),
  construct("form data: XFA", ({ word }) =>
    onePage("", {
      catalog: "/AcroForm<</Fields[]/XFA[(template) 10 0 R(datasets) 10 0 R]>>",
      objects: { 10: deflated(`<data>${word}</data>`) },
    }),
  ),
  construct("form data: fonts that only fields outside used", ({ word }) =>
    onePage("", {
      catalog:
        `/AcroForm<</Fields[]/DA(/${word} 9 Tf)/DR<</Font<</${word}<</Type/Font/Subtype/Type1` +
        `/BaseFont/${word}>>>>>>>>`,
    }),
  ),
];
