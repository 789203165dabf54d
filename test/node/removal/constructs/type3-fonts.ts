import { stream } from "../../../fixtures/pdf.ts";
import { type Construct, construct, onePage } from "../construct.ts";

/** Glyphs as large as the page begin at its corner. */
const LARGE = { margin: 200 };

export const type3Constructs: Construct[] = [
  construct(
    "font: Type 3, outside",
    (secret) => type3("BT /T 1 Tf 1 0 0 1 0 0 Tm (a) Tj ET", `400 0 d0 BT /F1 12 Tf 10 20 Td (${secret.word}) Tj ET`),
    LARGE,
  ),
  construct(
    "font: Type 3, a glyph over the edge",
    (secret) =>
      type3(
        "BT /T 1 Tf 1 0 0 1 0 0 Tm (a) Tj ET",
        `400 0 d0 BT /F1 12 Tf 10 20 Td (${secret.word}) Tj ET 150 150 20 20 re f`,
      ),
    LARGE,
  ),
  construct(
    "font: Type 3, an uncoloured glyph",
    (secret) =>
      type3(
        "BT /T 1 Tf 1 0 0 1 0 0 Tm (a) Tj ET",
        `400 0 0 0 400 400 d1 BT /F1 12 Tf 10 20 Td (${secret.word}) Tj ET 150 150 20 20 re f`,
      ),
    LARGE,
  ),
  construct(
    "font: Type 3, a glyph that nothing shows",
    (secret) => type3("BT /T 1 Tf 1 0 0 1 0 0 Tm (b) Tj ET", `400 0 d0 BT /F1 12 Tf 10 20 Td (${secret.word}) Tj ET`),
    LARGE,
  ),
  construct(
    "font: Type 3, one glyph at two places",
    (secret) =>
      type3(
        "BT /T .4 Tf 1 0 0 1 110 110 Tm (b) Tj 1 0 0 1 0 0 Tm (a) Tj 1 0 0 1 100 90 Tm (a) Tj ET",
        `400 0 d0 BT /F1 12 Tf -90 -60 Td (${secret.word}) Tj ET 150 150 20 20 re f`,
      ),
    LARGE,
  ),
  construct(
    "font: Type 3 glyphs with telling names and widths",
    (secret) =>
      onePage(`BT /T 1 Tf 10 20 Td (${secret.word}) Tj 130 200 Td (i) Tj ET`, {
        fonts: "/T 10 0 R",
        objects: {
          10:
            `<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar` +
            ` 105/Widths[${Array.from({ length: 41 }, (_, i) =>
              secret.word.includes(String.fromCharCode(65 + i)) || i === 40 ? 7 + i / 8 : 0,
            ).join(" ")}]/Encoding<</Differences[${Array.from(
              `${secret.word}i`,
              (l) => `${l.charCodeAt(0)}` + `/g${secret.word}${l}`,
            ).join("")}]>>/CharProcs<<${Array.from(
              `${secret.word}i`,
              (l, at) => `/g${secret.word}${l} ${11 + at} 0 R`,
            ).join("")}>>/Resources<<>>>>`,
          ...Object.fromEntries(
            Array.from(`${secret.word}i`, (_, at) => [11 + at, stream(`9 0 d0 0 0 ${secret.points[0]} 5 re f`)]),
          ),
        },
      }),
    { holds: ["word"] },
  ),
];

function type3(content: string, glyph: string): Uint8Array {
  return onePage(content, {
    fonts: "/T 10 0 R",
    objects: {
      10:
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 400 400]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 98" +
        "/Widths[400 400]/Encoding<</Differences[97/a/b]>>/CharProcs<</a 11 0 R/b 12 0 R>>" +
        "/Resources<</Font<</F1 5 0 R>>>>>>",
      11: stream(glyph),
      12: stream("400 0 d0 150 150 20 20 re f"),
    },
  });
}
