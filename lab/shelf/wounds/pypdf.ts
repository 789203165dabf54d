import { many, onePage } from "../../../test/fixtures/hostile/page.ts";
import { inherited } from "../../../test/fixtures/hostile/shared.ts";
import { encodeLzw } from "../../../test/fixtures/lzw.ts";
import { damaged, deflated, pagesOf, pdf, stream, text, tinyPdf } from "../../../test/fixtures/pdf.ts";
import { each, numbered, type Row } from "../wound.ts";
import {
  composite,
  filtered,
  HELVETICA,
  image,
  MIB,
  mapped,
  metadata,
  outline,
  PAGE,
  pageTree,
  TWO,
  written,
  xrefOf,
  zeros,
} from "./parts.ts";

const inline = (entries: string, data: string) => onePage(`BI ${entries} ID ${data}`);
const lzw = (length: number) => text(encodeLzw(new Uint8Array(length), 8, "tiff"));
const rdf = (inner: string, before = "") =>
  `${before}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
  `<rdf:Description rdf:about="" xmlns:c="urn:c" xmlns:dc="http://purl.org/dc/elements/1.1/">${inner}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const xfa = (count: number, data: string) =>
  onePage("", {
    catalog: `/AcroForm<</Fields[]/XFA[${many(count, "(datasets)10 0 R")}]>>`,
    objects: { 10: deflated(data) },
  });
const item = (entries: string) => `<</Title(a)${entries}>>`;
/** Each form draws the next one twice. */
const forms = (depth: number) =>
  onePage("/X Do", {
    resources: "/XObject<</X 10 0 R>>",
    objects: numbered(depth, 10, (i) =>
      stream("/X Do /X Do", `/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${11 + i} 0 R>>>>`),
    ),
  });
const contents = (count: number, data: string) =>
  onePage("", {
    page: `/Contents[${each(count, (i) => `${10 + i} 0 R `)}]`,
    objects: numbered(count, 10, () => stream(data)),
  });

export const pypdf: readonly Row[] = [
  ["CVE-2022-24859", 2022, "text", "an inline image without EI", () => inline("/W 1/H 1/BPC 8/CS/G", "aaaa")],
  ["CVE-2023-36464", 2023, "text", "a content that ends in a comment without a letter", () => onePage("q Q %")],
  ["CVE-2023-36807", 2023, "text", "an object of letters that begin none", () => onePage("", { page: "/A ;* /B }" })],
  [
    "CVE-2023-36810",
    2023,
    "text",
    "a cross-reference without its marker, behind half a megabyte",
    () => damaged(tinyPdf(1), "xref\n0 1", `${many(250_000, "a\n")}    \n0 1`),
  ],
  [
    "CVE-2023-46250",
    2023,
    "text",
    "objects that name each other, when they are cloned",
    () => onePage("", { page: "/A 10 0 R", objects: { 10: "<</B 11 0 R>>", 11: "<</A 10 0 R/B[11 0 R 10 0 R]>>" } }),
  ],
  [
    "PR 2156",
    2023,
    "text",
    "annotations that name each other as popup, parent and reply",
    () =>
      onePage("", {
        page: "/Annots[10 0 R 11 0 R]",
        objects: {
          10: "<</Subtype/Text/Rect[0 0 9 9]/Popup 11 0 R/IRT 11 0 R>>",
          11: "<</Subtype/Popup/Rect[0 0 9 9]/Parent 10 0 R/IRT 10 0 R>>",
        },
      }),
  ],
  [
    "PR 2093",
    2023,
    "text",
    "objects that are references to themselves, in a damaged file",
    () =>
      written(
        "1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n2 0 R\nendobj\n3 0 obj\n4 0 R\nendobj\n4 0 obj\n3 0 R\nendobj",
      ),
  ],
  [
    "CVE-2025-55197",
    2025,
    "test",
    "100 MB of zeros behind three FlateDecode",
    () => filtered(zeros(100 * MIB), "/FlateDecode/FlateDecode/FlateDecode", "", 3),
  ],
  [
    "CVE-2025-62707",
    2025,
    "text",
    "an inline JPEG that never ends",
    () => inline("/W 9/H 9/BPC 8/CS/RGB/F/DCT", "\xff\xd8\xff\xe0ab"),
  ],
  [
    "CVE-2025-62708",
    2025,
    "text",
    "an image of 60 MB in LZW",
    () =>
      onePage("q 99 0 0 99 0 0 cm /X Do Q", {
        resources: "/XObject<</X 10 0 R>>",
        objects: {
          10: stream(
            lzw(60_000_000),
            "/Subtype/Image/Width 10000/Height 6000/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/LZWDecode",
          ),
        },
      }),
  ],
  [
    "CVE-2025-66019",
    2025,
    "text",
    "a content of 60 MB in LZW",
    () => onePage(stream(lzw(60_000_000), "/Filter/LZWDecode")),
  ],
  [
    "CVE-2026-22690",
    2026,
    "text",
    "no /Root, and a /Size of 2,147,483,647",
    () => written(`${TWO}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 2147483647>>`, "xref"),
  ],
  [
    "CVE-2026-24688",
    2026,
    "text",
    "an outline whose items follow each other in a circle",
    () => outline("10 0 R", { 10: item("/Next 11 0 R"), 11: item("/Next 10 0 R") }),
  ],
  [
    "CVE-2026-27024",
    2026,
    "test",
    "an outline whose first item leads into a circle",
    () => outline("11 0 R", { 10: item("/Next 12 0 R"), 11: item("/Next 10 0 R"), 12: item("/Next 11 0 R") }),
  ],
  [
    "CVE-2026-27025",
    2026,
    "test",
    "a /ToUnicode whose range has two million codes",
    () => mapped("1 beginbfrange\n<00000000> <001FFFFF> <00000000>\nendbfrange"),
  ],
  [
    "CVE-2026-27026",
    2026,
    "test",
    "a megabyte of letters as deflate",
    () => onePage(stream(many(900_000, "A"), "/Filter/FlateDecode")),
  ],
  [
    "CVE-2026-27628",
    2026,
    "test",
    "a trailer whose /Prev is its own section",
    () => {
      const body = `${TWO}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R/Prev `;
      return written(`${body}${9 + body.indexOf("xref")}>>`, "xref");
    },
  ],
  ["CVE-2026-27888", 2026, "test", "a form (XFA) of 100 MB", () => xfa(1, zeros(100 * MIB))],
  [
    "CVE-2026-28351",
    2026,
    "test",
    "a content of 50 MB in runs",
    () => onePage(stream(`${many(400_000, "\x81A")}\x80`, "/Filter/RunLengthDecode")),
  ],
  [
    "CVE-2026-28804",
    2026,
    "test",
    "a megabyte of hexadecimal digits",
    () => onePage(stream(`${many(480_000, "41")}>`, "/Filter/ASCIIHexDecode")),
  ],
  [
    "PR 3675",
    2026,
    "test",
    "a stream that says to be 2 GB long",
    () => onePage("<</Length 2147483647>>\nstream\nq Q\nendstream"),
  ],
  ["PR 3686", 2026, "test", "a content of 11,000 streams", () => contents(11_000, "q\nA\nQ\n")],
  [
    "CVE-2026-33699",
    2026,
    "test",
    "a stream in a dictionary that does not end",
    () => written("1 0 obj\n<<\n<</Length 1 0 R>>\nstream\ntrailer\n<</Size 1>>\nstartxref\n0\n%%EOF\n"),
  ],
  [
    "CVE-2026-40260",
    2026,
    "test",
    "XMP whose entity of 10,000 letters is named 10,000 times",
    () => metadata(rdf(`<c:a>${many(10_000, "&a;")}</c:a>`, `<!DOCTYPE l [<!ENTITY a "${many(10_000, "A")}">]>`)),
  ],
  [
    "CVE-2026-40260",
    2026,
    "test",
    "XMP whose entities each name the one before ten times",
    () =>
      metadata(
        rdf(
          "<c:a>&l9;</c:a>",
          `<!DOCTYPE l [<!ENTITY l0 "lol">${each(9, (i) => `<!ENTITY l${i + 1} "${many(10, `&l${i};`)}">`)}]>`,
        ),
      ),
  ],
  [
    "PR 3733",
    2026,
    "test",
    "a cross-reference of 50 million entries without bytes",
    () => xrefOf("/Size 50000000/W[0 0 0]"),
  ],
  [
    "PR 3791",
    2026,
    "test",
    "a cross-reference of 50 million entries of a byte, without one",
    () => xrefOf("/Size 50000000/W[1 0 0]"),
  ],
  [
    "PR 3734",
    2026,
    "test",
    "rows of 200,000 columns with 8 colours of 16 bits, in 12 bytes",
    () =>
      filtered(
        "Hello World!",
        "/FlateDecode",
        "/DecodeParms<</Predictor 13/Columns 200000/Colors 8/BitsPerComponent 16>>",
      ),
  ],
  [
    "PR 3734",
    2026,
    "test",
    "an image of 76 million samples in 4 bytes",
    () => image("/Width 9000/Height 8500/BitsPerComponent 8/ColorSpace/DeviceGray"),
  ],
  [
    "PR 3735",
    2026,
    "test",
    "a /Size of 999,999,999 where three objects are",
    () => damaged(tinyPdf(1), "/Size 6", "/Size 999999999"),
  ],
  [
    "PR 3790",
    2026,
    "test",
    "two letters a million points apart",
    () => onePage("BT /F 12 Tf 1 0 0 1 0 700 Tm (A) Tj 1 0 0 1 1000000 700 Tm (B) Tj ET", { resources: HELVETICA }),
  ],
  ["PR 3796", 2026, "test", "XMP of ten million letters", () => metadata(many(10_000_000, "A"))],
  ["PR 3796", 2026, "test", "XMP of 100,010 elements", () => metadata(rdf(many(100_010, "<c:a/>")))],
  [
    "PR 3805",
    2026,
    "test",
    "a form that draws itself",
    () =>
      onePage("q /X Do Q", {
        resources: "/XObject<</X 10 0 R>>",
        objects: { 10: stream("/X Do", "/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 10 0 R>>>>") },
      }),
  ],
  [
    "PR 3806",
    2026,
    "test",
    "24,000 predicted rows of 4,096 columns",
    () => filtered(zeros(24_000 * 4097), "/FlateDecode", "/DecodeParms<</Predictor 15/Columns 4096>>"),
  ],
  [
    "PR 3830",
    2026,
    "test",
    "a page among its own parents",
    () => pageTree({ 2: "<</Type/Pages/Kids[3 0 R]/Count 1/Parent 3 0 R>>", 3: PAGE }),
  ],
  [
    "PR 3830",
    2026,
    "test",
    "outline items that are each other's first",
    () => outline("10 0 R", { 10: item("/First 11 0 R"), 11: item("/First 10 0 R") }),
  ],
  [
    "PR 3839",
    2026,
    "test",
    "an article whose last bead follows itself",
    () =>
      onePage("", {
        catalog: "/Threads[10 0 R]",
        page: "/B[11 0 R]",
        objects: {
          10: "<</F 11 0 R>>",
          11: "<</T 10 0 R/N 12 0 R/P 3 0 R/R[0 0 9 9]>>",
          12: "<</N 13 0 R/V 11 0 R/P 3 0 R/R[0 0 9 9]>>",
          13: "<</N 13 0 R/V 12 0 R/P 3 0 R/R[0 0 9 9]>>",
        },
      }),
  ],
  [
    "PR 3847",
    2026,
    "test",
    "a page tree that leads back over three nodes",
    () =>
      pageTree({
        2: "<</Type/Pages/Kids[6 0 R 3 0 R]/Count 2/MediaBox[0 0 99 99]>>",
        ...numbered(3, 3, (i) => `<</Type/Pages/Kids[${i === 2 ? 3 : 4 + i} 0 R]/Count 1>>`),
        6: PAGE,
      }),
  ],
  [
    "GHSA-jm82-fx9c-mx94",
    2026,
    "test",
    "a content without a /Length, of 900 KB",
    () => onePage(`<<>>\nstream\n${many(180_000, "q Q\n ")}\nendstream`),
  ],
  ["PR 3871", 2026, "test", "a name of 40,000 letters", () => onePage("", { page: `/${many(5000, "SomeName")} 1` })],
  ["PR 3871", 2026, "test", "a number of 500,000 digits", () => onePage("", { page: `/A ${many(500_000, "1")}` })],
  [
    "PR 3887",
    2026,
    "test",
    "a cross-reference of 20,000 broken entries",
    () =>
      written(
        `${TWO}xref\n1 20000\n${many(20_000, "xxxxxxxxxxxxxxxx 0\r\n")}trailer<</Size 20001/Root 1 0 R>>`,
        "xref",
      ),
  ],
  [
    "PR 3888",
    2026,
    "test",
    "an image of 100,000 by 80,000 samples, without one",
    () => image("/Width 100000/Height 80000/BitsPerComponent 8/ColorSpace/DeviceCMYK", ""),
  ],
  [
    "PR 3891",
    2026,
    "test",
    "a content that ends in the entries of an inline image",
    () => onePage("BI\n/IM true\n/W001"),
  ],
  [
    "CVE-2026-59935",
    2026,
    "test",
    "an inline image that ends in hexadecimal digits",
    () => inline("/W 16/H 16/BPC 8/CS/RGB/F/AHx", "ABCDE\nF G"),
  ],
  [
    "CVE-2026-59935",
    2026,
    "test",
    "an inline image that ends in base 85",
    () => inline("/W 16/H 16/BPC 8/CS/RGB/F[/A85/Fl]", "Gar8O(o6*i%*56~\ne  L\ne  L9/ L"),
  ],
  [
    "PR 3944",
    2026,
    "test",
    "a /ToUnicode whose range has 65,536 codes of four bytes",
    () => mapped("1 beginbfrange\n<00000000> <0000FFFF> <00000000>\nendbfrange"),
  ],
  [
    "PR 3944",
    2026,
    "test",
    "a /ToUnicode whose code and text are 300,000 digits",
    () => mapped(`1 beginbfchar\n<${many(150_000, "21")}> <${many(150_000, "42")}>\nendbfchar`),
  ],
  ["PR 3946", 2026, "test", "widths of 100,000 glyphs, one by one", () => composite(`/W[1[${many(100_000, "42 ")}]]`)],
  [
    "PR 3946",
    2026,
    "test",
    "widths of ranges, each of 100,000 glyphs",
    () => composite(`/W[${many(5000, "1 100000 42 ")}]`),
  ],
  ["PR 3947", 2026, "test", "a word of 900,000 letters", () => onePage(many(900_000, "A"))],
  [
    "CVE-2026-84309",
    2026,
    "test",
    "an outline whose last item leads into a circle",
    () =>
      onePage("", {
        catalog: "/Outlines 5 0 R",
        objects: {
          5: "<</First 13 0 R/Last 10 0 R>>",
          ...numbered(3, 10, (i) => item(`/Next ${i === 2 ? 10 : 11 + i} 0 R`)),
          13: "<<>>",
        },
      }),
  ],
  [
    "CVE-2026-84310",
    2026,
    "test",
    "an outline of 40 items, each the first below and the next of the one before",
    () =>
      outline(
        "10 0 R",
        numbered(40, 10, (i) => item(`/First ${11 + i} 0 R/Next ${11 + i} 0 R/Dest[3 0 R/Fit]`)),
      ),
  ],
  ["CVE-2026-84311", 2026, "text", "40 forms, each of which draws the next one twice", () => forms(40)],
  [
    "PR 4288",
    2026,
    "text",
    "dictionaries that lie in each other",
    () =>
      onePage("", {
        page: "/A 10 0 R",
        objects: numbered(500, 10, (i) => `<</A ${10 + ((i + 1) % 500)} 0 R/B 10 0 R>>`),
      }),
  ],
  [
    "PR 4289",
    2026,
    "text",
    "a file that ends in its trailer",
    () => written(`${TWO}xref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 3`, "xref"),
  ],
  ["PR 4290", 2026, "text", "5,000 pages that inherit a dictionary of 20,000 entries", inherited.resources],
  [
    "PR 4361",
    2026,
    "text",
    "a mask of 100,000 by 100,000 bits",
    () => image("/Width 100000/Height 100000/ImageMask true", ""),
  ],
  ["PR 4363", 2026, "text", "a form (XFA) that names 4 MB 5,000 times", () => xfa(5000, many(4 * MIB, "<"))],
  [
    "PR 4364",
    2026,
    "text",
    "an object stream whose objects all begin at the same place",
    () => {
      const places = each(5000, (i) => `${100 + i} 0 `);
      const body = `5 0 obj\n${deflated(`${places}<</A[${many(20_000, "1 ")}]>>`, `/Type/ObjStm/N 5000/First ${places.length}`)}\nendobj\n`;
      return written(
        `${text(pdf(pagesOf(1)))
          .slice(16)
          .replace(/xref[\s\S]*/, "")}${body}`,
      );
    },
  ],
  [
    "PR 3966",
    2026,
    "test",
    "an outline of 10,000 items side by side and below each other",
    () =>
      outline(
        "10 0 R",
        numbered(9000, 10, (i) => item(`/${i % 2 ? "First" : "Next"} ${11 + i} 0 R`)),
      ),
  ],
];
