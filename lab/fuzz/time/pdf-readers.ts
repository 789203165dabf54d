import { Work } from "../../../src/meter/work.ts";
import type { PdfOperation } from "../../../test/fixtures/hostile/pdfs.ts";
import { runPdf } from "../../../test/support/pdf-operations.ts";
import { bytes, type Reader } from "./reader.ts";

/** Objects that lead to themselves and to one another, for what is repeated to name. */
const SHARED = [
  "20 0 obj<</Type/OCMD/VE 21 0 R/OCGs 21 0 R>>endobj",
  "21 0 obj[/Or 21 0 R 21 0 R 20 0 R 20 0 R]endobj",
  "22 0 obj<</FunctionType 3/Domain[0 1]/Functions[23 0 R 23 0 R 22 0 R]/Bounds[0.5 0.5]/Encode[0 1]>>endobj",
  "23 0 obj<</FunctionType 2/N 1/C0 24 0 R/C1 24 0 R>>endobj",
  `24 0 obj[0 0 9 9 ${"1 ".repeat(2000)}]endobj`,
  "25 0 obj<</Subtype/Form/BBox 24 0 R/Matrix 24 0 R/Resources 30 0 R/Length 60>>stream\n/X Do /X Do /G gs /F 1 Tf (aa) Tj 0 0 9 9 re f /OC /P BDC EMC\nendstream endobj",
  "26 0 obj<</SMask<</S/Alpha/G 25 0 R>>/D[24 0 R 0]/Font[27 0 R 1]>>endobj",
  "27 0 obj<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</W 24 0 R/W2 24 0 R>>]>>endobj",
  "28 0 obj<</ShadingType 2/BBox 24 0 R/Function 22 0 R/ColorSpace/DeviceGray/Coords 24 0 R>>endobj",
  "29 0 obj<</Subtype/Link/Rect 24 0 R/A 31 0 R/QuadPoints 24 0 R/Kids[29 0 R 29 0 R]/T(a)/FT/Tx/Parent 29 0 R>>endobj",
  "30 0 obj<</XObject<</X 25 0 R>>/ExtGState<</G 26 0 R>>/Font<</F 27 0 R>>/Shading<</S 28 0 R>>/Properties<</P 20 0 R>>/ColorSpace<</C[/Separation/A/DeviceGray 22 0 R]>>>>endobj",
  "31 0 obj<</S/GoTo/D[3 0 R/Fit]/Next[31 0 R 32 0 R]>>endobj",
  "32 0 obj[32 0 R 31 0 R]endobj",
  "33 0 obj<</Type/StructElem/S/P/K[33 0 R 33 0 R 34 0 R]/P 33 0 R/Pg 3 0 R/A 32 0 R>>endobj",
  "34 0 obj<</Kids[34 0 R 34 0 R]/Names[(a)34 0 R]/Nums[0 34 0 R]/First 34 0 R/Next 34 0 R/Title(a)>>endobj",
].join("\n");

const HEAD = "%PDF-1.7\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n";
const CATALOG = "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n";
const PAGE = "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources 30 0 R>>endobj\n";
const CONTENT = "4 0 obj<</Length 9>>stream\n/X Do /C cs 0.5 scn /S sh\nendstream endobj\n";
const END = `\n${SHARED}\ntrailer<</Root 1 0 R>>`;

/** Where what is repeated stands: an array of the catalog, of the page, of an object, or the content. */
const FRAMES: Reader["frames"] = [
  ...["Names<</Dests<</Kids[", "PageLabels<</Kids[", "AcroForm<</Fields["].map(
    (key) =>
      [
        `${HEAD}${PAGE}${CONTENT}1 0 obj<</Type/Catalog/Pages 2 0 R/${key}`,
        `]>>${key.startsWith("Names") ? ">>" : ""}>>endobj${END}`,
      ] as const,
  ),
  [
    `${HEAD}${PAGE}${CONTENT}1 0 obj<</Type/Catalog/Pages 2 0 R/StructTreeRoot 5 0 R>>endobj 5 0 obj<</ParentTree 34 0 R/K[`,
    `]>>endobj${END}`,
  ],
  [`%PDF-1.7\n${CATALOG}${PAGE}${CONTENT}2 0 obj<</Type/Pages/Count 1/Kids[`, `]>>endobj${END}`],
  [
    `${HEAD}${CATALOG}${CONTENT}3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources 30 0 R/Contents 4 0 R/Annots[`,
    `]>>endobj${END}`,
  ],
  [
    `${HEAD}${CATALOG}${CONTENT}3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources 30 0 R/Contents[`,
    `]>>endobj${END}`,
  ],
  [`${HEAD}${CATALOG}${PAGE}4 0 obj<</Length 1>>stream\n`, `\nendstream endobj${END}`],
  ...["26 0 obj<<", "23 0 obj<<", "25 0 obj<</Subtype/Form/BBox[0 0 9 9]"].map(
    (dictionary) =>
      [
        `${HEAD}${CATALOG}${PAGE}${CONTENT}${SHARED}\n${dictionary}`,
        `>>${dictionary.startsWith("25") ? "stream\n\nendstream" : ""}endobj\ntrailer<</Root 1 0 R>>`,
      ] as const,
  ),
  [`${HEAD}${CATALOG}${PAGE}${CONTENT}${SHARED}\n24 0 obj[0 0 9 9 `, "]endobj\ntrailer<</Root 1 0 R>>"],
  [`${HEAD}${CATALOG}${PAGE}${CONTENT}${SHARED}\n21 0 obj[/Or `, "]endobj\ntrailer<</Root 1 0 R>>"],
  [
    `${HEAD}${CATALOG}${PAGE}${CONTENT}${SHARED}\n22 0 obj<</FunctionType 3/Domain[0 1]/Functions[`,
    "]/Bounds 24 0 R/Encode[0 1]>>endobj\ntrailer<</Root 1 0 R>>",
  ],
];

const WORDS = [
  ...Array.from({ length: 15 }, (_, i) => `${20 + i} 0 R `),
  ...["2 0 R ", "3 0 R ", "4 0 R ", "1 ", "(a) ", "<<>> ", "[] ", "/A "],
  ...["/X Do ", "/G gs ", "/F 1 Tf ", "(ab) Tj ", "[(a) 1] TJ ", "/S sh ", "/C cs ", "0.5 scn ", "q ", "Q "],
  ...["0 0 m 9 9 l S ", "0 0 9 9 re W n ", "/OC /P BDC ", "EMC ", "1 0 0 1 0 0 cm ", "BI ", "ID ", "EI "],
];

/** More than the meter allows a small file ends it; what remains is the time until then. */
const MAX_MS = 2500;

const operations: readonly PdfOperation[] = [
  ...(["crop", "auto", "areas", "remove"] as const),
  ...(["split", "text split", "blank split", "inspect"] as const),
];

/** Objects that are named over and over, arrays that are too long, and trees that share: over every operation. */
export const pdfReaders: readonly Reader[] = operations.map((operation) => ({
  name: `${operation} of a PDF that names objects over and over`,
  words: WORDS,
  frames: FRAMES,
  mostMs: MAX_MS,
  read: (text: string) => {
    const file = bytes(text);
    return runPdf(operation, file, new Work(file.length));
  },
}));
