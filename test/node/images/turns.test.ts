import { deflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { DEFAULT_OPTIONS, ImageDocument } from "../../../src/images/image-document.ts";
import { Work } from "../../../src/meter/work.ts";
import { bmp } from "../../fixtures/bmp.ts";
import { gif } from "../../fixtures/gif.ts";
import { pngFile } from "../../fixtures/png.ts";
import { DEFLATE, LZW, strips, tiff } from "../../fixtures/tiff.ts";
import { plainWebp } from "../../fixtures/webp.ts";

const SIDE = 1500;
/** The steps of a turn, and as many again, since what is done in one piece may begin shortly before its end. */
const MOST_AT_ONCE = 2 * 20_000;

const png = (depth: 8, colourType: 0 | 2 | 6, rowBytes: number, interlaced = false, height = SIDE) =>
  pngFile(
    { width: SIDE, height, depth, colourType, interlaced },
    [],
    new Uint8Array(deflateSync(new Uint8Array(height * (rowBytes + 8)))),
  );
const palette = [0, 0, 0, 255, 255, 255];
const rgb = (compression: number) =>
  strips({ width: SIDE, height: SIDE, samples: 3, photometric: 2, compression }, new Uint8Array(3 * SIDE * SIDE));

const IMAGES: Readonly<Record<string, () => Uint8Array>> = {
  "a PNG with alpha": () => png(8, 6, 4 * SIDE),
  "a PNG whose data is passed through": () => png(8, 2, 3 * SIDE, false, 8 * SIDE),
  "an interlaced PNG": () => png(8, 2, 3 * SIDE, true),
  "a GIF": () => gif({ width: SIDE, height: SIDE, palette, frames: [{ width: SIDE, height: SIDE, index: () => 0 }] }),
  "a lossless WebP": () => plainWebp(SIDE, SIDE),
  "a TIFF of one strip of LZW": () => tiff({ pages: [rgb(LZW)] }),
  "a TIFF of one strip of Deflate with alpha": () =>
    tiff({
      pages: [
        strips(
          { width: SIDE, height: SIDE, samples: 4, photometric: 2, compression: DEFLATE, tags: { 338: 2 } },
          new Uint8Array(4 * SIDE * SIDE),
        ),
      ],
    }),
  "a BMP": () => bmp({ width: SIDE, height: SIDE, bits: 24, pixels: new Uint8Array(3 * SIDE * SIDE) }),
  "a BMP of runs": () =>
    bmp({
      width: 4 * SIDE,
      height: SIDE,
      bits: 8,
      compression: 1,
      palette: [0, 0, 0, 0],
      pixels: new Uint8Array(2 * SIDE),
    }),
};

async function convert(file: Uint8Array, signal?: AbortSignal) {
  const work = new Work(file.length);
  work.beginTurn();
  let [others, isOver] = [0, false];
  const again = (): void => {
    others++;
    if (!isOver) setTimeout(again, 0);
  };
  setTimeout(again, 0);
  const document = new ImageDocument(work, { signal });
  try {
    await document.add({ name: "x", bytes: file }, DEFAULT_OPTIONS);
  } finally {
    isOver = true;
  }
  return { others, steps: work.used.steps, pages: document.pageCount };
}

it.each(Object.entries(IMAGES))("others get the thread while %s is converted", async (_, make) => {
  const { others, steps, pages } = await convert(make());
  expect(pages).toBe(1);
  expect(steps).toBeGreaterThan(2 * MOST_AT_ONCE);
  expect(others).toBeGreaterThanOrEqual(steps / MOST_AT_ONCE);
});

it("a conversion ends between two portions when the client has left", async () => {
  const client = new AbortController();
  const converting = convert(png(8, 6, 4 * SIDE), client.signal);
  client.abort(new Error("gone"));
  await expect(converting).rejects.toThrow("gone");
});
