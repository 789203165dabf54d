import { deflateSync } from "node:zlib";
import { encodeG4 } from "../../../test/fixtures/g4.ts";
import { encodeBaseline, encodeBaselineFile } from "../../../test/fixtures/jpeg-encoder.ts";
import { encodeLzw } from "../../../test/fixtures/lzw.ts";
import { photo, toGray, toPalette, withAlpha } from "../../../test/fixtures/picture.ts";
import { chunk } from "../../../test/fixtures/png.ts";
import { type TiffPage, tiff } from "../../../test/fixtures/tiff.ts";
import { encodeWebp } from "../../bench/inputs/codecs.ts";
import { encodeAnimation } from "../../bench/inputs/gif.ts";
import { encodePng } from "../../bench/inputs/png.ts";

/** Small pictures, so that thousands of mutations run in seconds. */
const picture = photo(24, 17, 3);

export const chunkPng = (type: string, data: Uint8Array): Uint8Array => chunk(type, data);

const exif = Uint8Array.of(
  ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0],
  ...[1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0],
);

export function jpegSeeds(): Uint8Array[] {
  return [
    encodeBaselineFile(picture, 12),
    encodeBaselineFile(toGray(picture), 12),
    encodeBaselineFile(picture, 20, exif),
  ];
}

export function pngSeeds(): Uint8Array[] {
  const { picture: indexed, palette } = toPalette(picture);
  const extra = [
    chunk("tRNS", Uint8Array.of(0, 128, 255)),
    chunk("pHYs", Uint8Array.of(0, 0, 11, 19, 0, 0, 11, 19, 1)),
  ];
  const plain = encodePng(indexed, palette);
  // After IHDR and PLTE, where tRNS belongs.
  const after = 8 + 25 + 12 + palette.length;
  const transparent = Buffer.concat([plain.subarray(0, after), ...extra, plain.subarray(after)]);
  return [
    encodePng(picture),
    encodePng(toGray(picture)),
    encodePng(withAlpha(picture)),
    plain,
    transparent,
    interlaced(),
  ];
}

/** 4 × 4 grey pixels of 8 bits in the seven passes of Adam7. */
function interlaced(): Uint8Array {
  const header = Uint8Array.of(0, 0, 0, 4, 0, 0, 0, 4, 8, 0, 0, 0, 1);
  // Pass by pass (1, 4, 5, 6, 7 have pixels at this size): a filter byte, then the row.
  const rows = [
    [0, 10],
    [0, 20],
    [0, 30, 40],
    [0, 50, 60],
    [0, 70, 80],
    [0, 1, 2, 3, 4],
    [0, 5, 6, 7, 8],
  ];
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10);
  const data = deflateSync(Uint8Array.from(rows.flat()));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", new Uint8Array(0))]);
}

export function gifSeeds(): Uint8Array[] {
  return [encodeAnimation(24, 16, 1), encodeAnimation(16, 12, 4)];
}

export function tiffSeeds(): Uint8Array[] {
  const { width, height, data } = picture;
  const whole = { 278: { long: [height] } };
  const rgb = (compression: number) => ({ ...geometry(width, height, [8, 8, 8], compression, 2), 277: 3 });
  const halves = [data.subarray(0, width * 3 * 9), data.subarray(width * 3 * 9)];
  const gray = toGray(picture);
  const bits = new Uint8Array(3 * height).map((_, index) => (index * 37) & 255);
  const { tables, frame } = encodeBaseline(picture, 16);
  const start = Uint8Array.of(0xff, 0xd8);
  const end = Uint8Array.of(0xff, 0xd9);
  const jpegTables = { 347: Buffer.concat([start, tables, end]) };
  const jpegTags = { ...geometry(width, height, [8, 8, 8], 7, 6), 277: 3, 530: [1, 1], ...jpegTables, ...whole };
  const pages: TiffPage[] = [
    { chunks: halves, tags: { ...rgb(1), 278: { long: [9] } } },
    { chunks: [deflateSync(data)], tags: { ...rgb(8), 317: 1, ...whole } },
    { chunks: [encodeLzw(data, 8, "tiff")], tags: { ...rgb(5), ...whole } },
    { chunks: [gray.data], tags: { ...geometry(width, height, [8], 1, 1), 277: 1, ...whole } },
    { chunks: [packBits(gray.data)], tags: { ...geometry(width, height, [8], 32773, 0), 277: 1, ...whole } },
    { chunks: [encodeG4(bits, width, height)], tags: { ...geometry(width, height, [1], 4, 0), 277: 1, ...whole } },
    { chunks: [Buffer.concat([start, frame, end])], tags: jpegTags },
  ];
  return [...pages.map((page) => tiff({ pages: [page], even: true })), tiff({ pages: pages.slice(0, 3), even: true })];
}

function geometry(width: number, height: number, depth: number[], compression: number, photometric: number) {
  return { 256: { long: [width] }, 257: { long: [height] }, 258: depth, 259: compression, 262: photometric };
}

/** Literal runs only. */
function packBits(data: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < data.length; at += 128) {
    const run = data.subarray(at, at + 128);
    pieces.push(Uint8Array.of(run.length - 1), run);
  }
  return Buffer.concat(pieces);
}

export async function webpSeeds(): Promise<Uint8Array[]> {
  const stills = await Promise.all([
    encodeWebp(picture, 70, false),
    encodeWebp(picture, 70, true),
    encodeWebp(withAlpha(picture), 70, false),
  ]);
  return [...stills, animated(stills[0]!)];
}

/** Two frames of the same picture (VP8X, ANIM, ANMF). */
function animated(still: Uint8Array): Uint8Array {
  const size = (value: number): number[] => [value & 255, (value >> 8) & 255, value >> 16];
  const riff = (type: string, data: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from(type), Uint8Array.of(...size(data.length), 0), data, new Uint8Array(data.length & 1)]);
  const canvas = [...size(picture.width - 1), ...size(picture.height - 1)];
  const frame = Buffer.concat([Uint8Array.of(...size(0), ...size(0), ...canvas, ...size(100), 0), still.subarray(12)]);
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    riff("VP8X", Uint8Array.of(2, 0, 0, 0, ...canvas)),
    riff("ANIM", new Uint8Array(6)),
    riff("ANMF", frame),
    riff("ANMF", frame),
  ]);
  return riff("RIFF", body);
}
