import { writeFileSync } from "node:fs";
import { encodeG4 } from "../../../test/fixtures/g4.ts";
import { encodeBaseline } from "../../../test/fixtures/jpeg-encoder.ts";
import { encodeLzw } from "../../../test/fixtures/lzw.ts";
import { type Picture, photo, scan, toGray, toPalette, withAlpha } from "../../../test/fixtures/picture.ts";
import { type TiffPage, tiff } from "../../../test/fixtures/tiff.ts";
import { encodeJpeg, encodeWebp } from "./codecs.ts";
import { encodeAnimation } from "./gif.ts";
import { encodeAdam7, encodePng } from "./png.ts";

/** 12 megapixels, and the 24 of a larger sensor. */
const small = { width: 4000, height: 3000 };
const large = { width: 6000, height: 4000 };

let shared: Picture | undefined;
function twelve(): Picture {
  shared ??= photo(small.width, small.height, 12);
  return shared;
}

/** Each image input: its file and how it is made. */
export const imageWriters = {
  "rgb.png": (path) => writeFileSync(path, encodePng(twelve())),
  "gray.png": (path) => writeFileSync(path, encodePng(toGray(twelve()))),
  "palette.png": (path) => {
    const { picture, palette } = toPalette(twelve());
    writeFileSync(path, encodePng(picture, palette));
  },
  "rgba.png": (path) => writeFileSync(path, encodePng(withAlpha(twelve()))),
  // The largest that each of several images in a request may be.
  "large-rgba.png": (path) => writeFileSync(path, encodePng(withAlpha(photo(small.width, small.height, 12, 26)))),
  "adam7.png": (path) => writeFileSync(path, encodeAdam7(photo(small.width, small.height, 12, 1))),
  // At the edge of the limits.
  "adam7-24.png": (path) => writeFileSync(path, encodeAdam7(photo(large.width, large.height, 24, 1))),
  // A canvas of 7.4 megapixels, and 250 megapixels in all: each frame counts with its whole canvas.
  "rgba-48.png": (path) => writeFileSync(path, encodePng(withAlpha(stacked(photo(8000, 1500, 48, 1), 4)))),
  "lzw-100.tif": (path) =>
    writeFileSync(path, tiff({ pages: [lzwPage(stacked(toGray(photo(10_000, 1000, 100, 1)), 10))], even: true })),
  "plain.tif": (path) => writeFileSync(path, tiff({ pages: [plainPage(photo(4600, 3500, 16, 26))], even: true })),
  "large.jpg": async (path) => writeFileSync(path, await encodeJpeg(photo(large.width, large.height, 24, 26), 92, 2)),
  "medium.jpg": async (path) => writeFileSync(path, await encodeJpeg(photo(2600, 1950, 5, 26), 92, 2)),
  "still.gif": (path) => writeFileSync(path, encodeAnimation(2400, 1600, 1)),
  "g4.tif": (path) => writeFileSync(path, tiff({ pages: Array.from({ length: 20 }, (_, i) => g4Page(i)), even: true })),
  "lzw.tif": (path) => writeFileSync(path, tiff({ pages: [lzwPage(twelve())], even: true })),
  "strips.tif": (path) => writeFileSync(path, tiff({ pages: [jpegPage(twelve())], even: true })),
  "lossy.webp": async (path) =>
    writeFileSync(path, await encodeWebp(photo(small.width, small.height, 12, 26), 80, false)),
  "lossless.webp": async (path) => writeFileSync(path, await encodeWebp(twelve(), 40, true)),
  "alpha.webp": async (path) => writeFileSync(path, await encodeWebp(withAlpha(twelve()), 80, false)),
} satisfies Record<string, (path: string) => void | Promise<void>>;

/** The picture again and again, one below the other. */
function stacked(picture: Picture, times: number): Picture {
  const data = new Uint8Array(picture.data.length * times);
  for (let i = 0; i < times; i++) data.set(picture.data, i * picture.data.length);
  return { ...picture, height: picture.height * times, data };
}

function g4Page(seed: number): TiffPage {
  const { width, height, rows } = scan(2480, 3508, 100 + seed);
  const tags = { 256: long(width), 257: long(height), 258: 1, 259: 4, 262: 0, 277: 1, 278: long(height) };
  return { chunks: [encodeG4(rows, width, height)], tags };
}

/** Horizontal differencing (predictor 2), in strips of 16 rows. */
function lzwPage(picture: Picture): TiffPage {
  const { width, height, channels, data } = picture;
  const rows = 16;
  const rowBytes = width * channels;
  const strips: Uint8Array[] = [];
  for (let top = 0; top < height; top += rows) {
    const strip = data.slice(top * rowBytes, Math.min(height, top + rows) * rowBytes);
    for (let row = strip.length - rowBytes; row >= 0; row -= rowBytes) {
      for (let i = rowBytes - 1; i >= channels; i--) strip[row + i]! -= strip[row + i - channels]!;
    }
    strips.push(encodeLzw(strip, 8, "tiff"));
  }
  const tags = channels === 1 ? grayTags(width, height, 5) : rgbTags(width, height, 5, 2);
  return { chunks: strips, tags: { ...tags, 278: long(rows), 317: 2 } };
}

/** Samples as they are, in strips of 16 rows. */
function plainPage({ width, height, data }: Picture): TiffPage {
  const rows = 16;
  const strips: Uint8Array[] = [];
  for (let top = 0; top < height; top += rows) strips.push(data.subarray(top * width * 3, (top + rows) * width * 3));
  return { chunks: strips, tags: { ...rgbTags(width, height, 1, 2), 278: long(rows) } };
}

/** Strips of 8 rows, each an abbreviated JPEG stream; the tables are in the JPEGTables tag (TIFF Technical Note 2). */
function jpegPage(picture: Picture): TiffPage {
  const { width, height, data } = picture;
  const rows = 8;
  const start = Uint8Array.of(0xff, 0xd8);
  const end = Uint8Array.of(0xff, 0xd9);
  const strips: Uint8Array[] = [];
  let jpegTables: Uint8Array = new Uint8Array(0);
  for (let top = 0; top < height; top += rows) {
    const strip = data.subarray(top * width * 3, (top + rows) * width * 3);
    const { tables, frame } = encodeBaseline({ width, height: rows, channels: 3, data: strip }, 12);
    jpegTables = Buffer.concat([start, tables, end]);
    strips.push(Buffer.concat([start, frame, end]));
  }
  const tags = { ...rgbTags(width, height, 7, 6), 278: long(rows), 347: jpegTables, 530: [1, 1] };
  return { chunks: strips, tags };
}

const long = (value: number) => ({ long: [value] });

function grayTags(width: number, height: number, compression: number) {
  return { 256: long(width), 257: long(height), 258: 8, 259: compression, 262: 1, 277: 1, 284: 1 };
}

function rgbTags(width: number, height: number, compression: number, photometric: number) {
  const geometry = { 256: long(width), 257: long(height), 258: [8, 8, 8], 259: compression };
  return { ...geometry, 262: photometric, 277: 3, 284: 1 };
}
