import { expect, it } from "vitest";
import { decodeJbig2 } from "../../../../src/codecs/jbig2/jbig2.ts";
import { atOnce } from "../../../../src/meter/turns.ts";
import { Work } from "../../../../src/meter/work.ts";
import { genericJbig2, mmrJbig2 } from "../../../fixtures/jbig2.ts";
import {
  halftoneJbig2,
  huffmanDictionary,
  huffmanTextJbig2,
  refinedJbig2,
  templateJbig2,
} from "../../../fixtures/jbig2-kinds.ts";
import { pdf, stream, text } from "../../../fixtures/pdf.ts";
import { seeded } from "../../../fixtures/random.ts";
import { RENDERERS } from "../../../support/renderers.ts";

const [WIDTH, HEIGHT] = [77, 49];
const random = seeded(49);
const pixels = Array.from({ length: HEIGHT }, () => Array.from({ length: WIDTH }, () => Number(random.next() < 0.3)));

/** PDFium smooths pictures even where a sample is a pixel. */
const mupdf = RENDERERS.find(({ name }) => name === "mupdf")!;

/** The picture as MuPDF shows it, a sample a pixel: 1 = black. */
async function shown(data: Uint8Array, globals?: Uint8Array): Promise<number[][]> {
  const file = pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
    4: stream(`${WIDTH} 0 0 ${HEIGHT} 0 0 cm /I Do`),
    5: stream(
      text(data),
      `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/ColorSpace/DeviceGray/BitsPerComponent 1` +
        `/Filter/JBIG2Decode${globals ? "/DecodeParms<</JBIG2Globals 6 0 R>>" : ""}`,
    ),
    6: stream(text(globals ?? new Uint8Array(0))),
  });
  const [page] = await mupdf.pages(file);
  return Array.from({ length: HEIGHT }, (_, y) =>
    Array.from({ length: WIDTH }, (__, x) => Number(page!.at(x, y)[0]! < 128)),
  );
}

const noise = (width: number, height: number, share: number) =>
  Array.from({ length: height }, () => Array.from({ length: width }, () => Number(random.next() < share)));
const patterns = Array.from({ length: 6 }, (_, i) => noise(7, 7, i / 5));
const grid = Array.from({ length: HEIGHT / 7 }, () =>
  Array.from({ length: WIDTH / 7 }, () => Math.floor(random.next() * 6)),
);
const symbols = [noise(5, 12, 0.5), noise(9, 12, 0.5), noise(30, 12, 0.5)];
const placed = [
  { symbol: 1, left: 3, top: 5 },
  { symbol: 0, left: 40, top: 8 },
  { symbol: 2, left: 20, top: 30 },
];

it.each<[string, Uint8Array, Uint8Array?]>([
  ["by arithmetic", genericJbig2(pixels)],
  ["as a fax", mmrJbig2(pixels)],
  ...[0, 1, 2, 3].map((template): [string, Uint8Array] => [
    `by template ${template}, with rows like the row above`,
    templateJbig2(
      pixels.map((row, y) => (y % 3 > 0 ? pixels[y - (y % 3)]! : row)),
      { template, isTypical: true },
    ),
  ]),
  ["by template 2, with context from further away", templateJbig2(pixels, { template: 2, free: [[-7, -4]] })],
  ["by a refinement of template 0", refinedJbig2(noise(WIDTH, HEIGHT, 0.3), pixels, 0)],
  ["by a refinement of template 1", refinedJbig2(noise(WIDTH, HEIGHT, 0.3), pixels, 1)],
  ["as Huffman codes of a fax", huffmanTextJbig2(WIDTH, HEIGHT, symbols, placed), huffmanDictionary(symbols, true)],
  ["as Huffman codes of rows", huffmanTextJbig2(WIDTH, HEIGHT, symbols, placed), huffmanDictionary(symbols, false)],
  ["as a halftone", halftoneJbig2(patterns, grid, 1)],
  ["as a halftone with cells beside the page", halftoneJbig2(patterns, grid, 0, 2)],
])("A JBIG2 image coded %s is decoded as MuPDF shows it", async (_, data, globals) => {
  const bits = atOnce(decodeJbig2(data, globals, WIDTH, HEIGHT, new Work()));
  const stride = (WIDTH + 7) >> 3;
  const ours = pixels.map((row, y) => row.map((__, x) => (bits[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1));
  expect(ours).toEqual(await shown(data, globals));
});
