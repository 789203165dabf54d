import { partFileNames } from "../../../src/api/operations/part-names.ts";
import { HTML_LIMITS } from "../../../src/html/html-limits.ts";
import { markdownPage } from "../../../src/html/markdown/markdown.ts";
import { watermarks } from "../../../src/html/overlays/watermark.ts";
import { assetAt } from "../../../src/html/resources/assets.ts";
import { localSource } from "../../../src/html/resources/html-source.ts";
import { plainHosts } from "../../../src/html/resources/plain-hosts.ts";
import { Work } from "../../../src/meter/work.ts";
import { latin1 } from "../../../src/pdf-file/rope.ts";
import { onePage, type PageParts } from "../../../test/fixtures/hostile/page.ts";
import type { PdfOperation } from "../../../test/fixtures/hostile/pdfs.ts";
import { hybrids } from "../../../test/fixtures/hostile/structures.ts";
import { callingCff, cffOfSharedIndex, composite } from "../../../test/fixtures/hostile/text.ts";
import { type Bodies, deflated, pdf, stream } from "../../../test/fixtures/pdf.ts";
import { runPdf } from "../../../test/support/pdf-operations.ts";
import { plain, type Reader } from "./reader.ts";

/** More than the meter allows a small file ends it; what remains is the time until then. */
const MAX_MS = 2500;
/** How much longer a content stream is than its stream. */
const PACKED = 24;
const LEVELS = 20;
const MANY = 250;

const run = (operation: PdfOperation, file: Uint8Array) => runPdf(operation, file, new Work(file.length));
const repeated = (text: string, times: number) => (text === "" ? "" : text.repeat(times));

function ofPdf(
  name: string,
  operations: readonly PdfOperation[],
  words: readonly string[],
  make: (text: string) => Uint8Array,
): Reader[] {
  return operations.map((operation) => ({
    name: `${operation} of ${name}`,
    words,
    frames: plain,
    mostMs: MAX_MS,
    read: (text) => run(operation, make(text)),
  }));
}

const RESOURCES: PageParts = {
  resources: [
    "/Font<</F<</Subtype/Type1/BaseFont/Helvetica>>/C 10 0 R>>",
    "/ExtGState<</G<</D 13 0 R/BM 13 0 R/Font 13 0 R>>>>",
    "/XObject<</X 14 0 R/I 15 0 R>>/Shading<</S<</ShadingType 1/BBox 13 0 R>>>>",
    "/ColorSpace<</S[/Separation/A/DeviceGray 16 0 R]>>/Properties<</P<</Type/OCMD/OCGs 13 0 R>>>>",
  ].join(""),
  objects: {
    10: "<</Subtype/Type0/Encoding 12 0 R/DescendantFonts[11 0 R]>>",
    11: "<</Subtype/CIDFontType2/W 13 0 R>>",
    12: stream(`99 begincodespacerange ${repeated("<0000> <ffff> ", 99)} endcodespacerange`, "/Type/CMap"),
    13: `[0 0 9 9 ${repeated("1 ", 5000)}]`,
    14: stream("0 0 9 9 re f", "/Subtype/Form/BBox 13 0 R/Matrix 13 0 R"),
    15: stream("\0", "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Decode 13 0 R"),
    16: deflated(`{${repeated("dup mul ", 500)}}`, "/FunctionType 4/Domain[0 1]/Range[0 1]"),
  },
};

/** Contents that are much longer than their streams. */
const contents = ofPdf(
  "a content stream that a stream packs",
  ["auto", "remove", "text split"],
  [
    "/F 1 Tf ",
    "/C 1 Tf ",
    "(",
    "aa",
    "\0a",
    ") Tj ",
    "[(a)1] TJ ",
    "/G gs ",
    "/X Do ",
    "/I Do ",
    "/S sh ",
    "/S cs ",
  ].concat(["0.5 scn ", "/OC /P BDC EMC ", "0 0 m 9 9 l S ", "0 0 9 9 re W n ", "q Q ", "1 0 0 1 0 0 cm ", "x ", "1 "]),
  (text) => onePage(deflated(repeated(text, PACKED)), RESOURCES),
);

/** What a tree's node looks like, and what leads to it. `N` among the words is the next node. */
const TREES: Readonly<
  Record<string, { node(kids: string, level: number): string; parts: PageParts; content?: string }>
> = {
  names: { node: (kids) => `<</Kids[${kids}]/Names[(a)[3 0 R/Fit]]>>`, parts: { catalog: "/Names<</Dests 10 0 R>>" } },
  labels: { node: (kids) => `<</Kids[${kids}]/Nums[0<</S/D>>]>>`, parts: { catalog: "/PageLabels 10 0 R" } },
  fields: { node: (kids) => `<</T(a)/FT/Tx/Kids[${kids}]>>`, parts: { catalog: "/AcroForm<</Fields[10 0 R]>>" } },
  elements: {
    node: (kids) => `<</Type/StructElem/S/P/Pg 3 0 R/K[${kids}]>>`,
    parts: { catalog: "/StructTreeRoot<</Type/StructTreeRoot/K 10 0 R/ParentTree 10 0 R>>" },
  },
  actions: {
    node: (kids) => `<</S/URI/URI(http://a.test)/Next[${kids}]>>`,
    parts: { catalog: "/OpenAction 10 0 R", page: "/Annots[<</Subtype/Link/Rect[0 0 9 9]/A 10 0 R>>]" },
  },
  expressions: {
    node: (kids) => `[/Or ${kids}]`,
    parts: { resources: "/Properties<</P<</Type/OCMD/VE 10 0 R>>>>" },
    content: "/OC /P BDC EMC ",
  },
  functions: {
    node: (kids, level) =>
      level < 8
        ? `<</FunctionType 3/Domain[0 1]/Functions[${kids}]/Bounds[]/Encode[0 1]>>`
        : deflated(`{${repeated("1 pop ", 9000)}}`, "/FunctionType 4/Domain[0 1]/Range[0 1]"),
    parts: { resources: "/ColorSpace<</C[/Separation/A/DeviceGray 10 0 R]>>" },
    content: "/C cs 0.5 scn 0 0 9 9 re f ",
  },
  forms: {
    node: (kids, level) =>
      stream(
        repeated("/X Do ", kids.length / 7),
        `/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${11 + level} 0 R>>>>`,
      ),
    parts: { resources: "/XObject<</X 10 0 R>>" },
    content: "/X Do ",
  },
};

const sharedTrees = Object.entries(TREES).flatMap(([name, { node, parts, content = "" }]) =>
  ofPdf(
    `a tree of ${name} that shares its nodes`,
    ["auto", "remove", "split"],
    ["N", "N", "3 0 R ", "null ", "(a) "],
    (text) => {
      const own = text.slice(0, 2000);
      const objects: Bodies = {};
      for (let level = 0; level < LEVELS; level++)
        objects[10 + level] = node(own.replaceAll("N", `${11 + level} 0 R `), level);
      objects[10 + LEVELS] = "<<>>";
      return onePage(repeated(content, 30), { ...parts, objects });
    },
  ),
);

/** Fonts that name the same tables, and programs whose parts lead to the same places. */
const fonts: Reader[] = [
  ...ofPdf("fonts that share their tables", ["auto", "remove"], ["1 ", "1 1 1 ", "[1 1]", "<01>", "/a "], (text) =>
    onePage(deflated(`BT ${repeated(Array.from({ length: MANY }, (_, i) => `/F${i} 1 Tf (\0a) Tj `).join(""), 40)}`), {
      resources: `/Font<<${Array.from({ length: MANY }, (_, i) => `/F${i} ${20 + i} 0 R`).join("")}>>`,
      objects: {
        10: `[${text}]`,
        ...Object.fromEntries(
          Array.from({ length: MANY }, (_, i) => [
            20 + i,
            "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</Subtype/CIDFontType2/W 10 0 R/W2 10 0 R>>]>>",
          ]),
        ),
      },
    }),
  ),
  // C calls the next subroutine.
  ...ofPdf("glyphs whose programs call one another", ["auto", "remove"], ["C", "C", "\x8c\x8c\x05", "\x8b"], (text) =>
    onePage(deflated("BT /F 1 Tf (\0\x01\0\x02\0\x03) Tj"), {
      resources: "/Font<</F 10 0 R>>",
      objects: composite(callingCff(9, text.slice(0, 200))),
    }),
  ),
  ...ofPdf("a font whose dictionaries share their subroutines", ["auto", "remove"], ["\x0b", "\x8b", "a"], (text) =>
    onePage("BT /F 1 Tf (\0\x01) Tj", {
      resources: "/Font<</F 10 0 R>>",
      objects: composite(cffOfSharedIndex(Math.min(65_000, text.length))),
    }),
  ),
];

const structures: Reader[] = [
  ...ofPdf("a chain of cross-references that name one stream", ["crop", "inspect"], ["x", "xy"], (text) =>
    hybrids(Math.ceil(text.length / 99), text.length * PACKED),
  ),
  ...ofPdf("pages that share what they name", ["split"], ["/X 12 0 R", "/Y 12 0 R", "/Z 13 0 R", "/A 1"], (text) => {
    const count = Math.min(8000, Math.ceil(text.length / 64));
    const kids = Array.from({ length: count }, (_, i) => `${1000 + i} 0 R`).join(" ");
    return pdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: `<</Type/Pages/Count ${count}/Kids[${kids}]/MediaBox[0 0 9 9]/Resources 10 0 R>>`,
      10: `<</XObject<<${text.slice(0, 20_000)}>>/ExtGState 11 0 R>>`,
      11: `<<${Array.from({ length: 900 }, (_, i) => `/G${i} ${20 + i} 0 R`).join("")}>>`,
      12: stream("", "/Subtype/Form/BBox[0 0 9 9]/Resources 10 0 R"),
      13: "[12 0 R 11 0 R]",
      ...Object.fromEntries(Array.from({ length: 900 }, (_, i) => [20 + i, "<</CA 1/Other 13 0 R>>"])),
      ...Object.fromEntries(Array.from({ length: count }, (_, i) => [1000 + i, "<</Type/Page/Parent 2 0 R>>"])),
    });
  }),
  ...ofPdf("a mesh that a stream packs", ["remove"], ["\0", "\x01", "\xff", "a"], (text) =>
    onePage("/S sh ", {
      resources: "/Shading<</S 10 0 R>>",
      objects: {
        10: deflated(
          repeated(text, PACKED),
          "/ShadingType 4/ColorSpace/DeviceGray/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 200 0 100 0 1]",
        ),
      },
    }),
  ),
];

const PARTS = 5000;
const SIZES = 150;
const source = localSource(new TextEncoder().encode("<p>"), undefined);

/** What a request repeats. */
const requests: Reader[] = [
  {
    name: "names of parts that are equal after they are cut",
    words: ["n", "{index}", "{title}", "é", " ", "("],
    frames: [...plain, ["n".repeat(190), ""]],
    mostMs: MAX_MS,
    read: (text) => {
      const parts = Array.from({ length: Math.min(PARTS, text.length) }, () => ({
        pages: "1",
        title: text.slice(0, 300),
      }));
      return partFileNames(text.slice(0, 300), parts, `${text.slice(0, 190)}x`);
    },
  },
  {
    name: "a template of Markdown that names its parts often",
    words: ["{{content}}", "{{title}}", "a", "{{"],
    frames: [["{{content}}", ""]],
    mostMs: MAX_MS,
    async read(text) {
      const { html } = await markdownPage("a ".repeat(30_000), "markdown", { template: text, name: "a".repeat(255) });
      if (html.length > HTML_LIMITS.documentBytes * 2) throw new TypeError(`${html.length} characters`);
    },
  },
  {
    name: "a picture as the mark of pages of many sizes",
    words: ["a", "%20", "<svg>"],
    frames: [["data:image/svg+xml,", ""]],
    mostMs: MAX_MS,
    read: (text) => {
      const mark = { image: text, position: "center", margin: "0", layer: "over", color: "#000", fontFamily: "serif" };
      const sizes = Array.from({ length: SIZES }, (_, i) => [100 + i, 99] as const);
      const { html } = watermarks([mark as Parameters<typeof watermarks>[0][number]], sizes);
      if (html.length > 4 * text.length + 200_000) throw new TypeError(`${html.length} characters`);
    },
  },
  {
    name: "assets that a page asks for again and again",
    words: ["a", "/", "%41", "..", "é"],
    frames: plain,
    mostMs: MAX_MS,
    read: (text) => {
      const count = Math.min(1000, Math.ceil(text.length / 99));
      const asset = (_: unknown, i: number) => ({
        name: `${text.slice(0, 60)}${i}`,
        type: "",
        bytes: new Uint8Array(0),
      });
      const own = { ...source, assets: Array.from({ length: count }, asset) };
      for (let i = 0; i < count; i++) assetAt(new URL(`x${i}`, own.url), own);
    },
  },
  {
    name: "hosts that a large document names",
    words: ["http://", "http://a.b", "a", ":80", "/"],
    frames: plain,
    read: (text) => plainHosts(latin1(text)),
  },
];

/** Things that a file packs, shares or names again, so that little of it asks for much. */
export const sharingReaders: readonly Reader[] = [...contents, ...sharedTrees, ...fonts, ...structures, ...requests];
