import { be32, bytes } from "../../../test/fixtures/bytes.ts";
import { bitmaps } from "../../../test/fixtures/hostile/coded.ts";
import { nested } from "../../../test/fixtures/hostile/contents.ts";
import { many, onePage } from "../../../test/fixtures/hostile/page.ts";
import { sharedFonts, sharedOutline } from "../../../test/fixtures/hostile/shared.ts";
import { hybrids } from "../../../test/fixtures/hostile/structures.ts";
import { callingCff, composite as fontOf } from "../../../test/fixtures/hostile/text.ts";
import { pageInformation, segment } from "../../../test/fixtures/jbig2.ts";
import { damaged, deflated, pagesOf, pdf, stream, text, tinyPdf } from "../../../test/fixtures/pdf.ts";
import { each, numbered, type Row } from "../wound.ts";
import { composite, filtered, image, MIB, outline, PAGE, pageTree, TWO, written, xrefOf, zeros } from "./parts.ts";

const item = (entries: string) => `<</Title(a)${entries}>>`;
const fields = (objects: Record<number, string>) =>
  onePage("", { catalog: "/AcroForm<</Fields[10 0 R]/DA(/F 9 Tf)/DR<<>>>>", page: "/Annots[10 0 R 11 0 R]", objects });
const field = (entries: string) => `<</Subtype/Widget/FT/Tx/Rect[0 0 9 9]${entries}>>`;
const fieldsInCircle = () => fields({ 10: field("/Parent 11 0 R"), 11: field("/Parent 10 0 R/Kids[10 0 R]") });
const fieldsBelowThemselves = () => fields({ 10: field("/T(a)/Kids[11 0 R]"), 11: field("/T(b)/Kids[10 0 R]") });
const form = (content: string, resources: string) =>
  stream(content, `/Subtype/Form/BBox[0 0 9 9]/Resources${resources}`);
const formsInCircle = () =>
  onePage("/X Do", {
    resources: "/XObject<</X 10 0 R>>",
    objects: { 10: form("/X Do", "<</XObject<</X 11 0 R>>>>"), 11: form("/X Do", "<</XObject<</X 10 0 R>>>>") },
  });
const resourcesInThemselves = () =>
  onePage("/X Do", {
    resources: "/XObject<</X 10 0 R>>",
    objects: { 10: form("/X Do", " 12 0 R"), 12: "<</XObject<</X 10 0 R/Y 11 0 R>>>>", 11: form("/Y Do", " 12 0 R") },
  });
const type3InItself = () =>
  onePage("BT /F 9 Tf (aa) Tj ET", {
    resources: "/Font<</F 10 0 R>>",
    objects: {
      10: "<</Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 11 0 R>>/Resources<</Font<</F 10 0 R>>>>>>",
      11: stream("9 0 d0 BT /F 9 Tf (aa) Tj ET"),
    },
  });
const structureInCircle = () =>
  onePage("/P<</MCID 0>>BDC 0 0 9 9 re f EMC", {
    page: "/StructParents 0",
    catalog: "/StructTreeRoot<</K 10 0 R/ParentTree<</Nums[0[11 0 R]]>>>>/MarkInfo<</Marked true>>",
    objects: { 10: "<</S/Div/K 11 0 R/P 11 0 R>>", 11: "<</S/P/K[10 0 R 0]/P 10 0 R/Pg 3 0 R>>" },
  });
const labels = (tree: string, objects: Record<number, string> = {}) =>
  onePage("", { catalog: `/PageLabels${tree}`, objects });
const pattern = (entries: string, content: string) =>
  onePage("/Pattern cs /P scn 0 0 199 99 re f", {
    resources: "/Pattern<</P 10 0 R>>",
    objects: {
      10: stream(content, `/PatternType 1/PaintType 1/TilingType 1${entries}/Resources<</Pattern<</P 10 0 R>>>>`),
    },
  });
const colours = (space: string) =>
  onePage("/C cs 0 scn 0 0 9 9 re f", { resources: "/ColorSpace<</C 10 0 R>>", objects: { 10: space } });
const type1 = (program: string) =>
  onePage("BT /F 9 Tf (ab) Tj ET", {
    resources: "/Font<</F 10 0 R>>",
    objects: { 10: "<</Subtype/Type1/BaseFont/A/FontDescriptor<</FontFile 12 0 R>>>>", 12: deflated(program) },
  });
const codedImage = (filter: string, data: string, entries = "") =>
  onePage("q 99 0 0 99 0 0 cm /X Do Q", {
    resources: "/XObject<</X 10 0 R>>",
    objects: {
      10: stream(
        data,
        `/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/${filter}${entries}`,
      ),
    },
  });
const attached = (file: string) =>
  onePage("", {
    catalog: "/Names<</EmbeddedFiles<</Names[(a)<</Type/Filespec/F(a)/EF<</F 10 0 R>>>>]>>>>",
    page: "/Annots[<</Subtype/FileAttachment/Rect[0 0 9 9]/FS<</F(a)/EF<</F 10 0 R>>>>>>]",
    objects: { 10: file },
  });
const deep = (depth: number) => onePage("", { page: `/A${many(depth, "[")}${many(depth, "]")}` });
const runs = (times: number) => {
  // A run of 128 bytes is two: each filter gives 64 times as much.
  const packed = text(bytes(...Array.from({ length: 600 }, () => [129, 129])));
  return onePage("/X Do", {
    resources: "/XObject<</X 10 0 R>>",
    objects: { 10: stream(packed, `/Subtype/Form/BBox[0 0 9 9]/Filter[${many(times, "/RunLengthDecode")}]`) },
  });
};

export const pdfJs: readonly Row[] = [
  [
    "PR 11577",
    2020,
    "text",
    "a page tree whose root is its own kid",
    () => pageTree({ 2: "<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>", 3: PAGE }),
  ],
  [
    "issue 11922",
    2020,
    "text",
    "a CMap whose range is all codes of four bytes",
    () =>
      composite("", "12 0 R", {
        12: deflated(
          "1 begincodespacerange <00000000><ffffffff> endcodespacerange 1 begincidrange <00000000><ffffffff> 0 endcidrange",
          "/Type/CMap",
        ),
      }),
  ],
  ["issue 12963", 2021, "text", "a field among its own parents, whose name is asked for", fieldsInCircle],
  [
    "issue 14303",
    2021,
    "text",
    "objects that are references to each other",
    () =>
      written(
        `${TWO}3 0 obj\n4 0 R\nendobj\n4 0 obj\n3 0 R\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer<</Root 3 0 R/Size 5>>`,
        "xref",
      ),
  ],
  [
    "issue 14305",
    2021,
    "text",
    "fax data of noise, for a million rows",
    () =>
      codedImage(
        "CCITTFaxDecode",
        each(20_000, (i) => String.fromCharCode((i * 7919) & 255)),
        "/DecodeParms<</K 4/Columns 1/Rows 1000000/EndOfBlock false/EncodedByteAlign true>>",
      ),
  ],
  ["PR 14448", 2022, "text", "a Type 3 font whose glyph shows itself twice", type3InItself],
  ["issue 19800", 2025, "text", "forms that draw each other", formsInCircle],
  ["issue 19319", 2025, "text", "a TrueType font of sixty maps of eight megabytes", sharedFonts.characters],
  ["PR 20440", 2025, "text", "JBIG2 segments that refer to 60,000 others", bitmaps.sharedReferences],
  [
    "issue 20668",
    2026,
    "text",
    "an image whose /Decode has 100,000 numbers",
    () => image(`/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray/Decode[${many(100_000, "0 ")}]`),
  ],
  [
    "PR 21080",
    2026,
    "text",
    "a TrueType glyph that is made of itself",
    () => sharedOutline([255, 255, 0, 0, 0, 0, 0, 9, 0, 9, ...[0, 32, 0, 0, 0, 0], ...[0, 0, 0, 0, 0, 0]]),
  ],
  ["PR 21699", 2026, "text", "widgets that are each other's parents", fieldsInCircle],
];

export const pdfBox: readonly Row[] = [
  [
    "PDFBOX-4623",
    2020,
    "text",
    "an object stream that is inside itself",
    () =>
      written(
        `${TWO}3 0 obj\n${deflated("3 0 <</Type/ObjStm>>", "/Type/ObjStm/N 1/First 4/Extends 3 0 R")}\nendobj\n4 0 obj\n${deflated("\x02\0\x03\0", "/Type/XRef/Root 1 0 R/Size 5/Index[3 1]/W[1 2 1]")}\nendobj`,
        "4 0 obj",
      ),
  ],
  [
    "PDFBOX-5108",
    2021,
    "text",
    "a cross-reference of negative widths",
    () => xrefOf("/Size 50000000/W[1 -1 0]", "\x01"),
  ],
  [
    "PDFBOX-5112",
    2021,
    "text",
    "a cross-reference of one width, and a range of two billion objects",
    () => xrefOf("/Size 5/W[1]/Index[0 2147483647]", "\x01"),
  ],
  [
    "PDFBOX-5176",
    2021,
    "text",
    "numbers beyond any, as generations and objects",
    () => onePage("", { page: `/A[${many(20_000, "99999999999999999999 99999999999999999999 R ")}]` }),
  ],
  [
    "PDFBOX-5190",
    2021,
    "text",
    "200,000 arrays that are opened in a damaged array",
    () => onePage("", { page: `/A[${many(200_000, "} [")}` }),
  ],
  [
    "PDFBOX-5286",
    2022,
    "text",
    "10,000 dictionaries of which each has the others",
    () =>
      onePage("", {
        page: "/A 10 0 R",
        objects: numbered(9000, 10, (i) => `<</A ${11 + i} 0 R/B 10 0 R/C ${10 + ((i * 7) % 9000)} 0 R>>`),
      }),
  ],
  ["PDFBOX-5315", 2021, "text", "a colour space that is itself", () => colours("<</ColorSpace 10 0 R>>")],
  [
    "PDFBOX-5372",
    2022,
    "text",
    "an array that has itself",
    () => onePage("", { page: "/A 10 0 R", objects: { 10: "[10 0 R[10 0 R]<</A 10 0 R>>]" } }),
  ],
  [
    "PDFBOX-5395",
    2022,
    "text",
    "a signature whose bytes lie beyond the file",
    () =>
      fields({
        10: field("/FT/Sig/V 12 0 R"),
        11: "<<>>",
        12: "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 99 2000000000 2000000000]/Contents<00>>>",
      }),
  ],
  ["PDFBOX-5485", 2022, "text", "100,000 arrays in each other", () => deep(100_000)],
  [
    "PDFBOX-5624",
    2023,
    "text",
    "a Type 1 font that ends before its encoding does",
    () => type1("%!PS-AdobeFont-1.0\n/Encoding 256 array dup 0 /a put"),
  ],
  [
    "PDFBOX-5624",
    2023,
    "text",
    "a Type 1 font without glyphs",
    () => type1("%!PS-AdobeFont-1.0\n/Encoding StandardEncoding def currentfile eexec\n"),
  ],
];

export const pdfMiner: readonly Row[] = [
  ["PR 998", 2024, "text", "a page tree that has itself", () => pageTree({ 2: "<</Type/Pages/Kids[2 0 R]/Count 1>>" })],
  [
    "PR 1055",
    2025,
    "text",
    "runs of two bytes, 400 KB of them",
    () => onePage(stream(`${many(200_000, "\xffA")}\x80`, "/Filter/RunLengthDecode")),
  ],
  ["PR 1121", 2025, "text", "numbers of 400 digits as operands", () => onePage(many(1500, `${many(400, "9")} 0 m `))],
  [
    "PR 1143",
    2025,
    "text",
    "forms that draw each other and the page's content",
    () =>
      onePage("/X Do", {
        resources: "/XObject<</X 10 0 R/Y 4 0 R>>",
        objects: { 10: form("/X Do /Y Do", "<</XObject<</X 10 0 R/Y 4 0 R>>>>") },
      }),
  ],
];

export const qpdf: readonly Row[] = [
  [
    "oss-fuzz 23172",
    2020,
    "text",
    "a page tree that leads back by a kid that is no page",
    () =>
      pageTree({
        2: "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
        3: "<</Kids[2 0 R 4 0 R]/Count 9>>",
        4: "<</Kids[3 0 R]>>",
      }),
  ],
  [
    "oss-fuzz 23599",
    2020,
    "text",
    "page labels that begin at the largest number",
    () => labels("<</Nums[9223372036854775807<</S/D/St 9223372036854775807>>]>>"),
  ],
  [
    "oss-fuzz 26761",
    2020,
    "text",
    "a catalog that lies in the trailer and has itself",
    () =>
      written(
        `${TWO}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root<</Type/Catalog/Pages<</Kids[<</Kids[2 0 R]>>]/Count 1>>>>>>`,
        "xref",
      ),
  ],
  [
    "oss-fuzz 27393",
    2020,
    "text",
    "pages that lie in the array of kids",
    () => pageTree({ 2: `<</Type/Pages/Count 8000/Kids[${many(8000, "<</Type/Page/MediaBox[0 0 9 9]>>")}]>>` }),
  ],
  [
    "oss-fuzz 28262",
    2021,
    "text",
    "base 85 in which deflate is that ends at once",
    () => filtered(many(500_000, "z!"), "/ASCII85Decode/FlateDecode", "", 0),
  ],
  [
    "oss-fuzz 30507",
    2021,
    "text",
    "an outline whose items are each their own",
    () => outline("10 0 R", { 10: item("/First 10 0 R/Next 10 0 R/Last 10 0 R") }),
  ],
  [
    "oss-fuzz 37740",
    2021,
    "text",
    "a tree of numbers from the least to the largest",
    () => labels("<</Nums[-9223372036854775808<</S/D>>9223372036854775807<</S/D>>]>>"),
  ],
  [
    "oss-fuzz 69913",
    2024,
    "text",
    "an entry of a cross-reference of half a million zeros",
    () => written(`${TWO}xref\n0 1\n${many(500_000, "0")} 65535 f \ntrailer<</Size 3/Root 1 0 R>>`, "xref"),
  ],
  [
    "oss-fuzz 70055",
    2024,
    "text",
    "a cross-reference whose ranges have no or fewer objects",
    () => xrefOf(`/Size 5/W[1 1 1]/Index[${many(5000, "0 -1 2147483647 0 ")}]`, "\x01\0\0"),
  ],
  ["oss-fuzz 71689", 2024, "text", "a content of 100 MB in deflate", () => onePage(deflated(zeros(100 * MIB)))],
  [
    "oss-fuzz 388571629",
    2025,
    "text",
    "an array of 100,001 elements, and a word that is none",
    () => onePage("", { page: `/A[${many(100_001, "1 ")}}}}}]` }),
  ],
  [
    "oss-fuzz 389339260",
    2025,
    "text",
    "items of an outline that lie in each other",
    () => outline("10 0 R", { 10: item(`/First<</Title(b)/Next 10 0 R/First<</Title(c)/Next 10 0 R>>>>`) }),
  ],
  ["oss-fuzz 394129398", 2025, "text", "a kilobyte in runs behind four filters", () => runs(4)],
  [
    "oss-fuzz 394463491",
    2025,
    "text",
    "predicted rows of two billion columns",
    () =>
      filtered(
        "abcd",
        "/FlateDecode",
        "/DecodeParms<</Predictor 12/Columns 2147483647/Colors 32/BitsPerComponent 16>>",
      ),
  ],
  [
    "oss-fuzz 398060137",
    2025,
    "text",
    "2,000 damaged objects of 5,000 elements each",
    () => written(`${TWO}${each(60, (i) => `${3 + i} 0 obj\n[${many(5000, "1 ")}}>>\n`)}`),
  ],
  [
    "oss-fuzz 409905355",
    2025,
    "text",
    "a field to fill in that is 10³⁸ points wide",
    () =>
      fields({
        10: field("/T(a)/V(abc)/DA(/F 0 Tf)/Q 1/AP<</N 11 0 R>>"),
        11: stream(
          "",
          "/Subtype/Form/BBox[-99999999999999999999999999999999999999 0 99999999999999999999999999999999999999 9]",
        ),
      }),
  ],
  [
    "oss-fuzz 411312393",
    2025,
    "text",
    "40 nodes of a page tree that share their array of kids",
    () =>
      pageTree({
        2: "<</Type/Pages/Kids 9 0 R/Count 9>>",
        ...numbered(40, 10, () => "<</Type/Pages/Kids 9 0 R/Count 9>>"),
        9: `[${each(40, (i) => `${10 + i} 0 R `)}]`,
      }),
  ],
  [
    "oss-fuzz 433311400",
    2025,
    "text",
    "2,000 fields that share their appearance",
    () =>
      onePage("", {
        catalog: `/AcroForm<</NeedAppearances true/DA(/F 9 Tf)/Fields[${each(2000, (i) => `${100 + i} 0 R `)}]>>`,
        page: `/Annots[${each(2000, (i) => `${100 + i} 0 R `)}]`,
        objects: {
          10: stream("/Tx BMC EMC", "/Subtype/Form/BBox[0 0 9 9]"),
          ...numbered(2000, 100, (i) => field(`/T(${i})/V(a)/AP<</N 10 0 R>>`)),
        },
      }),
  ],
  [
    "oss-fuzz 464655077",
    2025,
    "text",
    "fields that are listed and kids of each other",
    () =>
      onePage("", {
        catalog: `/AcroForm<</Fields 9 0 R>>`,
        objects: {
          9: `[${each(100, (i) => `${10 + i} 0 R `)}]`,
          ...numbered(100, 10, (i) => `<</T(${i})/Kids 9 0 R>>`),
        },
      }),
  ],
];

export const poppler: readonly Row[] = [
  [
    "CVE-2020-23804",
    2020,
    "text",
    "200 sections of a cross-reference with a hidden stream each",
    () => hybrids(200, 9),
  ],
  [
    "CVE-2020-36023",
    2020,
    "text",
    "a CFF font whose subroutines call themselves",
    () =>
      onePage("BT /F 9 Tf (\0\x01) Tj ET", {
        resources: "/Font<</F 10 0 R>>",
        objects: fontOf(callingCff(9, "CC", (level) => level)),
      }),
  ],
  [
    "oss-fuzz 23515",
    2020,
    "text",
    "a tree of names that shares its array of kids",
    () =>
      onePage("", {
        catalog: "/Names<</Dests 10 0 R/EmbeddedFiles 10 0 R/JavaScript 10 0 R>>",
        objects: { 10: "<</Kids 11 0 R>>", 11: "[10 0 R 10 0 R]" },
      }),
  ],
  [
    "oss-fuzz 24772",
    2020,
    "text",
    "JBIG2 with two billion new symbols",
    () =>
      codedImage(
        "JBIG2Decode",
        text(
          bytes(
            pageInformation(8, 8),
            segment(
              1,
              0,
              [],
              1,
              bytes([0, 0, 3, 255, 253, 255, 2, 254, 254, 254], be32(0x7fffffff), be32(0x7fffffff), new Uint8Array(64)),
            ),
          ),
        ),
      ),
  ],
  [
    "oss-fuzz 27991",
    2020,
    "text",
    "page labels whose tree leads back",
    () => labels(" 10 0 R", { 10: "<</Kids[11 0 R 11 0 R]>>", 11: "<</Kids[10 0 R 10 0 R]>>" }),
  ],
  [
    "oss-fuzz 29184",
    2021,
    "text",
    "an inline image behind 20,000 filters",
    () => onePage(`BI /W 1 /H 1 /BPC 8 /CS /G /F [${many(20_000, "/AHx")}] ID 00> EI`),
  ],
  [
    "oss-fuzz 29909",
    2021,
    "text",
    "a pattern that is filled with itself",
    () => pattern("/BBox[0 0 9 9]/XStep 9/YStep 9", "/Pattern cs /P scn 0 0 9 9 re f"),
  ],
  ["issue 1065", 2021, "text", "resources whose forms have the same resources", resourcesInThemselves],
  [
    "CVE-2022-27337",
    2022,
    "text",
    "hints of a linearized file that say to be two billion",
    () =>
      written(
        `9 0 obj\n<</Linearized 1/L 2147483647/H[2147483647 2147483647]/O 3/E 2147483647/N 2147483647/T 2147483647>>\nendobj\n${text(tinyPdf(2)).slice(9)}`,
      ),
  ],
  ["CVE-2022-37051", 2022, "text", "an attached file that is a number", () => attached("1")],
  [
    "CVE-2022-37052",
    2022,
    "text",
    "a trailer of strings where objects are expected",
    () => damaged(tinyPdf(1), "/Root 1 0 R", "/Root 1 0 R/Info(a)/ID[1 0 R<<>>]/Encrypt()"),
  ],
  [
    "CVE-2022-38349",
    2022,
    "text",
    "an attached file that is a page",
    () => attached("<</Type/Page/Parent 10 0 R/EF<</F 10 0 R>>>>"),
  ],
  [
    "CVE-2023-34872",
    2023,
    "text",
    "an item of an outline whose first is a page",
    () => outline("10 0 R", { 10: item("/First 3 0 R/Last 3 0 R/Count 99999999") }),
  ],
  [
    "CVE-2025-50420",
    2025,
    "text",
    "a page to take out whose annotations and parents lead back",
    () =>
      onePage("", {
        page: "/Annots[10 0 R]/A 3 0 R",
        objects: {
          10: "<</Subtype/Link/Rect[0 0 9 9]/P 3 0 R/Parent 10 0 R/A<</S/GoTo/D[3 0 R/Fit]/Next[10 0 R 10 0 R]>>>>",
        },
      }),
  ],
];

export const muPdf: readonly Row[] = [
  [
    "bug 704716",
    2021,
    "text",
    "an annotation of 200,000 strokes",
    () => onePage("", { page: `/Annots[<</Subtype/Ink/Rect[0 0 99 99]/InkList[${many(200_000, "[] ")}]>>]` }),
  ],
  [
    "bug 705256",
    2022,
    "text",
    "streams whose lengths are the next stream's",
    () =>
      onePage("/X Do", {
        resources: "/XObject<</X 10 0 R>>",
        objects: numbered(
          3000,
          10,
          (i) => `<</Subtype/Form/BBox[0 0 9 9]/Length ${11 + i} 0 R>>\nstream\nq Q\nendstream`,
        ),
      }),
  ],
  [
    "bug 705296",
    2022,
    "text",
    "an indexed colour space whose base is itself",
    () => colours("[/Indexed[/Indexed 10 0 R 1(aaaaaa)]1(aaaaaa)]"),
  ],
  [
    "bug 705680",
    2022,
    "text",
    "resources that have themselves as properties",
    () =>
      onePage("/P /P BDC EMC /G gs", {
        resources: "/Properties 10 0 R/ExtGState 10 0 R/XObject 10 0 R",
        objects: { 10: "<</P 10 0 R/G 10 0 R/XObject 10 0 R>>" },
      }),
  ],
  [
    "CVE-2023-31794",
    2023,
    "text",
    "a form whose resources have it and its page",
    () =>
      onePage("/X Do", {
        resources: "/XObject<</X 10 0 R>>",
        objects: { 10: form("/X Do", "<</XObject<</X 10 0 R/Y 3 0 R>>/Font<</F 10 0 R>>>>") },
      }),
  ],
  [
    "bug 706769",
    2023,
    "text",
    "a text of 900 KB that stands for a mark",
    () => onePage(`/Span<</ActualText(${many(900_000, "a")})>>BDC 0 0 9 9 re f EMC`),
  ],
  ["bug 707074", 2023, "text", "elements of structure that are each other's kids", structureInCircle],
  [
    "bug 707199",
    2023,
    "text",
    "a tree that says to have a billion pages, and has one",
    () => damaged(pdf(pagesOf(1)), "/Count 1", "/Count 1000000000"),
  ],
  ["bug 707247", 2023, "text", "fields that are each other's kids", fieldsBelowThemselves],
  [
    "bug 707721",
    2024,
    "text",
    "20,000 marks of the same number inside each other",
    () =>
      onePage(`${many(20_000, "/P<</MCID 0>>BDC ")}0 0 9 9 re f ${many(20_000, "EMC ")}`, {
        page: "/StructParents 0",
        catalog: "/StructTreeRoot<</K 10 0 R/ParentTree<</Nums[0[10 0 R]]>>>>/MarkInfo<</Marked true>>",
        objects: { 10: "<</S/P/Pg 3 0 R/K 0>>" },
      }),
  ],
  [
    "bug 699113",
    2024,
    "text",
    "a page that inherits from its own kid, linearized",
    () =>
      pageTree({
        2: "<</Type/Pages/Kids[3 0 R]/Count 1/Parent 4 0 R>>",
        3: PAGE,
        4: "<</Type/Pages/Parent 2 0 R/Kids[2 0 R]>>",
      }),
  ],
  [
    "CVE-2025-46206",
    2025,
    "text",
    "an outline whose /Next leads back",
    () =>
      outline("10 0 R", {
        10: item("/Next 11 0 R/Dest[3 0 R/Fit]"),
        11: item("/Next 10 0 R/Prev 10 0 R/Dest[3 0 R/Fit]"),
      }),
  ],
  [
    "bug 708541",
    2025,
    "text",
    "an outline of an item below itself",
    () => outline("10 0 R", { 10: item("/First 10 0 R/Dest[3 0 R/Fit]") }),
  ],
  ["bug 707762", 2025, "text", "20 forms, of which each draws the next one 30 times", nested.formsInForms],
  [
    "bug 709111",
    2026,
    "text",
    "45,000 layers to switch",
    () =>
      onePage("", {
        catalog: `/OCProperties<</OCGs[${many(45_000, "10 0 R ")}]/D<</ON[${many(45_000, "10 0 R ")}]/OFF[${many(45_000, "10 0 R ")}]>>>>`,
        objects: { 10: "<</Type/OCG/Name(a)>>" },
      }),
  ],
  [
    "bug 709349",
    2026,
    "text",
    "a CMap of 100,000 ranges that overlap",
    () =>
      composite("", "12 0 R", {
        12: deflated(
          `1 begincodespacerange <0000><ffff> endcodespacerange 100 begincidrange ${each(100_000, (i) => `<${(i % 65_536).toString(16).padStart(4, "0")}><ffff> ${i % 9} `)} endcidrange`,
          "/Type/CMap",
        ),
      }),
  ],
  ["bug 709367", 2026, "text", "a Type 3 font whose glyph shows itself", type3InItself],
  ["bug 709548", 2026, "text", "widgets that are each other's parents", fieldsInCircle],
  [
    "bug 709641",
    2026,
    "text",
    "a pattern of a millionth of a point",
    () => pattern("/BBox[0 0 .000001 .000001]/XStep .000001/YStep .000001", "0 0 9 9 re f"),
  ],
];

export const iText: readonly Row[] = [
  [
    "CVE-2022-24196",
    2022,
    "text",
    "a stream that says to be two billion bytes long",
    () => onePage("<</Length 2000000000/Filter/FlateDecode>>\nstream\nabc\nendstream"),
  ],
  [
    "CVE-2022-24198",
    2022,
    "text",
    "a cipher whose key has no bytes",
    () =>
      damaged(
        tinyPdf(1),
        "/Root 1 0 R",
        `/Root 1 0 R/ID[(a)(a)]/Encrypt<</Filter/Standard/V 1/R 2/Length 0/P -4/O(${many(32, "a")})/U(${many(32, "a")})>>`,
      ),
  ],
  [
    "CVE-2023-6299",
    2023,
    "text",
    "a cross-reference of two billion objects",
    () => written(`${TWO}xref\n0 2147483647\n0000000000 65535 f \ntrailer<</Size 2147483647/Root 1 0 R>>`, "xref"),
  ],
];

export const pdfLib: readonly Row[] = [
  [
    "issue 1777",
    2026,
    "text",
    "an object stream of 100 MB",
    () =>
      written(
        `${text(pdf(pagesOf(1)))
          .slice(9)
          .replace(
            /xref[\s\S]*/,
            "",
          )}90 0 obj\n${deflated(`91 0 ${zeros(100 * MIB)}`, "/Type/ObjStm/N 1/First 5")}\nendobj\n`,
      ),
  ],
];

export const pillowPdf: readonly Row[] = [
  [
    "CVE-2021-25292",
    2021,
    "text",
    "a trailer of half a megabyte of white space",
    () => written(`${TWO}trailer${many(500_000, " ")}<</Root 1 0 R`),
  ],
  [
    "CVE-2026-42310",
    2026,
    "text",
    "trailers that are before each other",
    () => written(`${TWO}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R/Prev 119>>\n`, "xref"),
  ],
  ["CVE-2026-59200", 2026, "text", "a stream of 100 MB", () => filtered(zeros(100 * MIB), "/FlateDecode", "", 1)],
];
