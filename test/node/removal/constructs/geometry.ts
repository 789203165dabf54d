import { deflated, pdf, stream } from "../../../fixtures/pdf.ts";
import { type Area, bodiesOf, type Construct, construct, hidden, INSIDE, MIDDLE, onePage } from "../construct.ts";
import type { Box, Secret } from "../secret.ts";

const area = (page: number, x: number, y: number, width: number, height: number, box: Box): Area => ({
  page,
  shown: { x, y, width, height },
  box,
});

const second: Area = { ...MIDDLE, page: 2 };

/** Two pages, of which each may have an area. */
function twoPages(
  first: string,
  other: string,
  more: Record<number, string> = {},
  pages: [string, string] = ["", ""],
): Uint8Array {
  const bodies = bodiesOf(first);
  const page = (content: number, entries: string) =>
    bodies[3]!.replace("4 0 R", `${content} 0 R`).replace(/\/Resources.*>>$/, `/Resources 9 0 R${entries}>>`);
  return pdf({
    ...bodies,
    2: "<</Type/Pages/Kids[3 0 R 7 0 R]/Count 2>>",
    3: page(4, pages[0]),
    7: page(8, pages[1]),
    8: stream(INSIDE + other),
    9: "<</Font<</F1 5 0 R/F2 6 0 R>>/XObject<</X 10 0 R>>>>",
    10: "null",
    ...more,
  });
}

const boxed = (name: string, box: string, areas: readonly Area[]) =>
  construct(`geometry: ${name}`, (secret) => onePage(hidden(secret), { box }), { areas });

/** The word below the area, at a place that only one of the two pages shows. */
const low = ({ word }: Secret) => `BT /F1 12 Tf 150 40 Td (${word}) Tj ET\n`;

const FORM = "/Subtype/Form/BBox[0 0 400 400]/Resources<</Font<</F1 5 0 R>>>>";

export const geometryConstructs: Construct[] = [
  ...[90, 180, 270, -90].map((angle) =>
    boxed(`turned by ${angle}`, `/MediaBox[0 0 400 400]/Rotate ${angle}`, [MIDDLE]),
  ),
  construct(
    "geometry: turned, with an area out of the middle",
    ({ word }) =>
      onePage(`BT /F1 12 Tf 150 350 Td (${word}) Tj ET`, {
        box: "/MediaBox[0 0 400 400]/Rotate 90",
        inside: "BT /F1 12 Tf 150 60 Td (inside) Tj ET\n",
      }),
    { areas: [area(1, 0, 100, 200, 200, [100, 0, 300, 200])] },
  ),
  boxed("user units", "/MediaBox[0 0 400 400]/UserUnit 2", [area(1, 200, 200, 400, 400, [100, 100, 300, 300])]),
  boxed("an origin of its own", "/MediaBox[-60 -40 400 400]", [area(1, 160, 140, 200, 200, [100, 100, 300, 300])]),
  boxed("a crop box that hides the secret already", "/MediaBox[0 0 400 400]/CropBox[90 90 350 350]", [
    area(1, 10, 10, 200, 200, [100, 100, 300, 300]),
  ]),
  boxed("a crop box the size of the area", "/MediaBox[0 0 400 400]/CropBox[100 100 300 300]", [
    area(1, 0, 0, 200, 200, [100, 100, 300, 300]),
  ]),
  boxed(
    "all five boxes",
    "/MediaBox[0 0 400 400]/CropBox[5 5 395 395]/BleedBox[6 6 390 390]/TrimBox[7 7 380 380]/ArtBox[8 8 370 370]",
    [area(1, 95, 95, 200, 200, [100, 100, 300, 300])],
  ),
  construct("geometry: a tiny area", (secret) => onePage(hidden(secret)), {
    areas: [area(1, 200, 200, 2, 1, [200, 200, 202, 201])],
    inside: "",
  }),
  construct("geometry: an area partly off the page", ({ word }) => onePage(`BT /F1 12 Tf 10 20 Td (${word}) Tj ET`), {
    areas: [area(1, 100, 100, 900, 900, [100, 100, 400, 400])],
  }),
  construct("geometry: inherited boxes and resources", (secret) =>
    pdf({
      ...bodiesOf(hidden(secret)),
      2:
        `<</Type/Pages/Kids[7 0 R]/Count 1/MediaBox[0 0 400 400]/Rotate 90/Resources<</Font<</F1 5 0 R` +
        `/${secret.word} 6 0 R>>>>>>`,
      7: "<</Type/Pages/Parent 2 0 R/Kids[3 0 R]/Count 1>>",
      3: "<</Type/Page/Parent 7 0 R/Contents 4 0 R>>",
    }),
  ),
  construct(
    "pages: both with an area, one content",
    (secret) =>
      twoPages(hidden(secret), "", {
        7: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources 9 0 R>>`,
      }),
    { areas: [MIDDLE, second] },
  ),
  construct(
    "pages: one content, two areas that show different things",
    ({ word }) =>
      twoPages(`${hidden({ word } as Secret)} BT /F1 12 Tf 250 350 Td (inside) Tj ET`, "", {
        7: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources 9 0 R>>",
      }),
    { areas: [MIDDLE, area(2, 150, 180, 240, 210, [150, 180, 390, 390])] },
  ),
  construct(
    "pages: one form on both",
    (secret) => twoPages("/X Do", "/X Do", { 10: stream(`${hidden(secret)} 150 150 9 9 re f`, FORM) }),
    { areas: [MIDDLE, second] },
  ),
  construct(
    "pages: one form on both, at other places",
    (secret) =>
      twoPages("/X Do", "q 1 0 0 1 5 90 cm /X Do Q", { 10: stream(`${hidden(secret)} 150 150 9 9 re f`, FORM) }),
    { areas: [MIDDLE, area(2, 120, 120, 180, 180, [120, 120, 300, 300])] },
  ),
  construct(
    "pages: one image on both, cut differently",
    ({ word }) =>
      twoPages("q 400 0 0 400 0 0 cm /X Do Q", "q 400 0 0 400 0 0 cm /X Do Q", {
        10: deflated(
          Array.from({ length: 1600 }, (_, i) =>
            i % 40 >= 10 && i % 40 < 35 && i >= 200 && i < 1200 ? "e" : word[i % 8],
          ).join(""),
          "/Subtype/Image/Width 40/Height 40/BitsPerComponent 8/ColorSpace/DeviceGray",
        ),
      }),
    { areas: [MIDDLE, area(2, 120, 120, 220, 220, [120, 120, 340, 340])], picture: "resampled" },
  ),
  construct("pages: the second untouched, and the first outside says what only it says", (secret) =>
    twoPages(low(secret), "0 0 20 20 re f"),
  ),
  construct("pages: the second untouched shares the form that says it not", (secret) =>
    twoPages(`/X Do ${hidden(secret)}`, "/X Do", { 10: stream("150 150 9 9 re f", FORM) }),
  ),
  construct(
    "pages: one page object twice in the tree",
    (secret) => pdf({ ...bodiesOf(hidden(secret)), 2: "<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>" }),
    { areas: [MIDDLE, second] },
  ),
  construct(
    "pages: annotations of one list on both",
    ({ word }) =>
      twoPages("", "", { 11: "[12 0 R]", 12: `<</Type/Annot/Subtype/Text/Rect[10 10 30 30]/Contents(${word})>>` }, [
        "/Annots 11 0 R",
        "/Annots 11 0 R",
      ]),
    { areas: [MIDDLE, second] },
  ),
  construct("pages: a link on the second to a named place on the first", ({ word }) => onePageAndLink(word)),
];

function onePageAndLink(word: string): Uint8Array {
  return twoPages("", "", {
    1: `<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(${word})[3 0 R/XYZ 10 20 0]]>>>>>>`,
    7:
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 8 0 R/Resources 9 0 R/Annots[<</Type/Annot` +
      `/Subtype/Link/Rect[0 0 9 9]/Dest(${word})>>]>>`,
  });
}
