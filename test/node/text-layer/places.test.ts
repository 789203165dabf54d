import * as mupdf from "mupdf";
import { expect, it } from "vitest";
import { inspect, layWords, type PageWords, updated } from "../../../src/engine.ts";
import { openPdf } from "../../../src/pdf-file/open.ts";

import { pdf, stream } from "../../fixtures/pdf.ts";

/** What a page may be, and still its words must be where they are seen. */
const PAGES: Record<string, Partial<Record<"rotate" | "unit", number>> & { media?: string; crop?: string }> = {
  upright: {},
  "turned by 90": { rotate: 90, media: "0 0 300 400" },
  "turned by 180": { rotate: 180 },
  "turned by 270": { rotate: 270, media: "0 0 300 400" },
  cropped: { media: "-20 -30 900 900", crop: "50 70 450 370" },
  "cropped and turned": { rotate: 90, media: "0 0 600 600", crop: "50 70 350 470" },
  "in large units": { unit: 2, media: "0 0 200 150" },
};

/** Contents that leave a state behind, which must not move what is laid. */
const UNBALANCED = stream("q 0.5 0 0 0.5 30 40 cm q 2 0 0 3 0 0 cm");

function page({ rotate = 0, media = "0 0 400 300", crop, unit }: (typeof PAGES)[string]): Uint8Array {
  const boxes = `/MediaBox[${media}]${crop ? `/CropBox[${crop}]` : ""}${unit ? `/UserUnit ${unit}` : ""}`;
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: `<</Type/Page/Parent 2 0 R${boxes}/Rotate ${rotate}/Contents 4 0 R>>`,
    4: UNBALANCED,
  });
}

type Box = readonly [number, number, number, number];

const word = (text: string, ...box: [number, number, number, number]) => ({ text, box: box as Box });

const LINES: PageWords["lines"] = [
  { words: [word("Augsburg", 40, 30, 100, 44), word("on", 106, 33, 120, 41), word("gypsy", 126, 33, 160, 45.5)] },
  { words: [word("up", 20, 120, 32, 150), word("ward", 20, 80, 32, 114)], angle: 90 },
  { words: [word("down", 370, 40, 380, 70), word("wards", 370, 74, 380, 110)], angle: -90 },
  { words: [word("over", 300, 250, 330, 260), word("head", 262, 250, 295, 260)], angle: 180 },
  { words: [word("askew", 40, 220, 90, 236), word("rising", 95, 217, 150, 233)], angle: 3 },
  { words: [word("falling", 40, 250, 90, 266), word("away", 95, 253, 150, 269)], angle: -3 },
  { words: [word("日本語", 340, 130, 354, 175), word("文章", 340, 180, 354, 210)], direction: "vertical" },
];

const WORDS = LINES.flatMap(({ words }) => words);

async function laidOn(bytes: Uint8Array, lines: PageWords["lines"] = LINES): Promise<Uint8Array> {
  const document = openPdf(bytes);
  await layWords(document, [{ page: 1, lines }], { existing: "skip" });
  return (await updated(document)).bytes();
}

it.each(Object.entries(PAGES))("each word of a page %s is in its box, as MuPDF reads it", async (_, shape) => {
  const found = wordsOf(await laidOn(page(shape)));
  for (const { text, box } of WORDS) {
    const own = found.find((one) => one.text === text);
    expect(own, `${text} among ${found.map((one) => one.text).join(" ")}`).toBeDefined();
    box.forEach((side, at) => {
      expect(Math.abs(own!.box[at]! - side), `${text} ${own!.box}`).toBeLessThan(1);
    });
  }
});

it.each(Object.entries(PAGES))("each word of a page %s is in its box, as it is read here", async (_, shape) => {
  const { pages } = await inspect(await laidOn(page(shape)), { text: "words" });
  const { width, height } = pages[0]!;
  expect([width, height]).toEqual([400, 300]);
  const found = pages[0]!.text!.lines.flatMap(({ words = [] }) => words);
  for (const { text, box } of WORDS) {
    const own = found.find((one) => one.text === text)!;
    const sides = [own.x, height - own.y - own.height, own.x + own.width, height - own.y];
    box.forEach((side, at) => {
      expect(Math.abs(sides[at]! - side), text).toBeLessThan(1);
    });
  }
});

/** Words by their letters' boxes, on the page as it is seen. */
function wordsOf(bytes: Uint8Array): { text: string; box: number[] }[] {
  mupdf.emptyStore();
  const words: { text: string; box: number[] }[] = [];
  let open: { text: string; box: number[] } | undefined;
  mupdf.Document.openDocument(bytes, "application/pdf")
    .loadPage(0)
    .toStructuredText("")
    .walk({
      beginLine() {
        open = undefined;
      },
      onChar(letter, _origin, _font, _size, quad) {
        if (letter.trim() === "") {
          open = undefined;
          return;
        }
        const [xs, ys] = [0, 1].map((from) => quad.filter((_value, at) => at % 2 === from));
        if (!open) {
          open = { text: "", box: [1e9, 1e9, -1e9, -1e9] };
          words.push(open);
        }
        open.text += letter;
        const { box } = open;
        open.box.splice(
          0,
          4,
          Math.min(box[0]!, ...xs!),
          Math.min(box[1]!, ...ys!),
          Math.max(box[2]!, ...xs!),
          Math.max(box[3]!, ...ys!),
        );
      },
    });
  return words;
}
