import * as mupdf from "mupdf";
import { expect, it } from "vitest";
import { decodeJbig2 } from "../../../src/images/jbig2/jbig2.ts";
import { Work } from "../../../src/work/work.ts";
import { genericJbig2, mmrJbig2 } from "../../fixtures/jbig2.ts";
import { pdf, stream, text } from "../../fixtures/pdf.ts";
import { seeded } from "../../fixtures/random.ts";

const [WIDTH, HEIGHT] = [77, 50];
const random = seeded(49);
const pixels = Array.from({ length: HEIGHT }, () => Array.from({ length: WIDTH }, () => Number(random.next() < 0.3)));

/** The picture as MuPDF shows it, a sample a pixel: 1 = black. */
function shown(data: Uint8Array): number[][] {
  const file = pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>`,
    4: stream(`${WIDTH} 0 0 ${HEIGHT} 0 0 cm /I Do`),
    5: stream(
      text(data),
      `/Type/XObject/Subtype/Image/Width ${WIDTH}/Height ${HEIGHT}/ColorSpace/DeviceGray/BitsPerComponent 1` +
        "/Filter/JBIG2Decode",
    ),
  });
  const page = mupdf.Document.openDocument(file, "application/pdf").loadPage(0);
  const samples = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, false).getPixels();
  return Array.from({ length: HEIGHT }, (_, y) =>
    Array.from({ length: WIDTH }, (__, x) => Number(samples[y * WIDTH + x]! < 128)),
  );
}

it.each([
  ["by arithmetic", genericJbig2(pixels)],
  ["as a fax", mmrJbig2(pixels)],
])("A JBIG2 image coded %s is decoded as MuPDF shows it", (_, data) => {
  const bits = decodeJbig2(data, undefined, WIDTH, HEIGHT, new Work());
  const stride = (WIDTH + 7) >> 3;
  const ours = pixels.map((row, y) => row.map((__, x) => (bits[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1));
  expect(ours).toEqual(shown(data));
});
