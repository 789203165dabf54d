import { bytes, le16 } from "../../fixtures/bytes.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { jpeg } from "../../fixtures/jpeg.ts";
import * as tiff from "../../fixtures/tiff.ts";
import { damages } from "./damage.ts";
import { type Row, recorded, type Sweep } from "./table.ts";
import { BITS, type Kind, page, ramp, tiffOf, withEntry } from "./tiff-pages.ts";

const gray = (width: number, height: number, value: number) =>
  jpeg({
    blocks: Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => [(value + x * 40 + y * 9) & 255]),
    ),
  });
const colour = (width: number, height: number, components: number) =>
  jpeg({
    blocks: Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => [90 + x, 70 + y, 200, 9].slice(0, components)),
    ),
  });
const jpegPage = (chunks: Uint8Array[], tags: Kind["tags"], tiled = false): Uint8Array =>
  tiff.tiff({ pages: [{ chunks, tags: { 258: 8, 259: tiff.JPEG, 277: 1, 262: 1, ...tags }, tiled }] });

/** 16 × 16, with one chroma block for four of luma. */
const sampledStrip = (seed: number): Uint8Array => {
  const whole = jpeg({
    blocks: [
      [
        [seed, 9, 8],
        [7, seed, 5],
      ],
      [
        [4, 3, seed],
        [1, 2, 3],
      ],
    ],
  });
  const frameAt = whole.findIndex((byte, i) => byte === 0xff && whole[i + 1] === 0xc0);
  return whole.with(frameAt + 11, 0x22);
};

recorded("TIFF of JPEG", function* (): Iterable<Row | Sweep> {
  const strips = [gray(2, 1, 9), gray(2, 1, 99), gray(2, 1, 199)];
  const size = { 256: 16, 257: 24, 278: 8 };
  const files: Record<string, Uint8Array> = {
    "one strip": jpegPage([gray(2, 3, 50)], { ...size, 278: 24 }),
    "one strip that is higher": jpegPage([gray(2, 4, 50)], { ...size, 278: 24 }),
    "one strip that is lower": jpegPage([gray(2, 2, 50)], { ...size, 278: 24 }),
    "one strip that is wider": jpegPage([gray(3, 3, 50)], { ...size, 278: 24 }),
    strips: jpegPage(strips, size),
    "strips, 0 is white": jpegPage(strips, { ...size, 262: 0 }),
    "strips, the last of less rows": jpegPage(strips, { ...size, 257: 20 }),
    "strips of different tables": jpegPage(
      [strips[0]!, strips[1]!, jpeg({ blocks: [[[1], [2]]], segments: [{ marker: 0xdd, data: Uint8Array.of(0, 0) }] })],
      size,
    ),
    "strips, one with restarts": jpegPage(
      [strips[0]!, strips[1]!, jpeg({ blocks: [[[1], [2]]], segments: [{ marker: 0xdd, data: Uint8Array.of(0, 1) }] })],
      size,
    ),
    "strips of different widths": jpegPage([strips[0]!, gray(3, 1, 9), strips[2]!], size),
    "strips, one too narrow": jpegPage([strips[0]!, gray(1, 1, 9), strips[2]!], size),
    "strips, one too low": jpegPage([gray(2, 1, 9), gray(2, 1, 9)], { ...size, 278: 12 }),
    "strips of different kinds": jpegPage([strips[0]!, jpeg({ blocks: [[[1], [2]]], sof: 0xc1 }), strips[2]!], size),
    "strips, one damaged": jpegPage([strips[0]!, Uint8Array.of(1, 2, 3), strips[2]!], size),
    "strips, all damaged": jpegPage(
      [1, 2, 3].map((byte) => Uint8Array.of(byte)),
      size,
    ),
    "strips of 12 rows": jpegPage([gray(2, 2, 9), gray(2, 2, 99)], { ...size, 278: 12 }),
    tiles: jpegPage(
      [gray(2, 2, 9), gray(2, 2, 99), gray(2, 2, 9), gray(2, 2, 1)],
      { 256: 30, 257: 20, 322: 16, 323: 16 },
      true,
    ),
    "tiles, one damaged": jpegPage(
      [gray(2, 2, 9), gray(2, 2, 99), new Uint8Array(9), gray(2, 2, 1)],
      { 256: 30, 257: 20, 322: 16, 323: 16 },
      true,
    ),
    "one tile": jpegPage([gray(2, 2, 9)], { 256: 16, 257: 16, 322: 16, 323: 16 }, true),
    RGB: jpegPage([colour(2, 3, 3)], { ...size, 258: [8, 8, 8], 277: 3, 262: 2, 278: 24 }),
    YCbCr: jpegPage([colour(2, 3, 3)], { ...size, 258: [8, 8, 8], 277: 3, 262: 6, 278: 24 }),
    CMYK: jpegPage([colour(2, 3, 4)], { ...size, 258: [8, 8, 8, 8], 277: 4, 262: 5, 278: 24 }),
    "CMYK, profile": jpegPage([colour(2, 3, 4)], {
      ...size,
      258: [8, 8, 8, 8],
      277: 4,
      262: 5,
      278: 24,
      34675: iccHeader("CMYK"),
    }),
    "RGB, strips": jpegPage([colour(2, 1, 3), colour(2, 1, 3), colour(2, 1, 3)], {
      ...size,
      258: [8, 8, 8],
      277: 3,
      262: 2,
    }),
    "two samples": jpegPage([colour(2, 3, 3)], { ...size, 258: [8, 8], 277: 2, 278: 24 }),
    "a palette": jpegPage([gray(2, 3, 1)], { ...size, 262: 3, 278: 24 }),
    "other components": jpegPage([colour(2, 3, 3)], { ...size, 278: 24 }),
    "12 bits": jpegPage([gray(2, 3, 1)], { ...size, 258: 12, 278: 24 }),
    "in planes": jpegPage([gray(2, 3, 1), gray(2, 3, 1), gray(2, 3, 1)], {
      ...size,
      258: [8, 8, 8],
      277: 3,
      262: 2,
      284: 2,
      278: 24,
    }),
    "too few strips": jpegPage([strips[0]!], size),
    "tables apart": jpegPage([tiff.jpegStrip(8, 8, [0x3f])], { 256: 8, 257: 8, 347: tiff.JPEG_TABLES }),
    "tables nowhere": jpegPage([tiff.jpegStrip(8, 8, [0x3f])], { 256: 8, 257: 8 }),
    "tables that are damaged": jpegPage([tiff.jpegStrip(8, 8, [0x3f])], {
      256: 8,
      257: 8,
      347: Uint8Array.of(1, 2, 3),
    }),
    "fill bytes and descriptions": jpegPage(
      [
        jpeg({
          blocks: [[[1], [2]]],
          segments: [
            { marker: 0xe0, data: bytes("JFIF\0") },
            { marker: 0xfe, data: bytes("words") },
          ],
          junk: Uint8Array.of(255, 255),
        }),
      ],
      { 256: 16, 257: 8 },
    ),
    progressive: jpegPage([jpeg({ blocks: [[[1], [2]]], sof: 0xc2 })], { 256: 16, 257: 8 }),
    lossless: jpegPage([jpeg({ blocks: [[[1], [2]]], sof: 0xc3 })], { 256: 16, 257: 8 }),
    "JPEG of 12 bits": jpegPage([jpeg({ blocks: [[[1], [2]]], precision: 12 })], { 256: 16, 257: 8 }),
  };
  const scanAt = strips[0]!.findIndex((byte, i) => byte === 0xff && strips[0]![i + 1] === 0xda);
  const [head, scan] = [strips[0]!.subarray(0, scanAt), strips[0]!.subarray(scanAt)];
  const one = (...parts: (Uint8Array | number[])[]) => jpegPage([bytes(...parts)], { 256: 16, 257: 8 });
  const frame = [0xff, 0xc0, 0, 11, 8, 0, 8, 0, 16, 1, 1, 0x11, 0];
  yield { name: "two frames", file: one(head, frame, scan) };
  yield {
    name: "two scans and a table between",
    file: one(head, scan.subarray(0, -2), [0xff, 0xdd, 0, 4, 0, 0], scan),
  };
  yield { name: "a scan's header that is too short", file: one(head, [0xff, 0xda, 0, 6, 1, 1, 0, 0]) };
  yield { name: "a segment that ends beyond", file: one(head, [0xff, 0xfe, 9, 9]) };
  yield { name: "a segment of length 1", file: one(head, [0xff, 0xfe, 0, 1], scan) };
  yield {
    name: "restarts in its data",
    file: one(head, scan.subarray(0, -2), [0xff, 0xd0, 1, 2, 0xff, 0xff, 0xd1, 3, 0xff, 0xd9]),
  };
  yield { name: "no end", file: one(head, scan.subarray(0, -2)) };
  yield { name: "an FF as its last byte", file: one(head, scan.subarray(0, -1)) };
  yield { name: "no scan", file: one(head, [0xff, 0xd9]) };
  yield { name: "a frame without components", file: one([0xff, 0xd8], frame.with(9, 0), scan) };
  yield { name: "a frame that is cut off", file: one([0xff, 0xd8, 0xff, 0xc0, 0, 7, 8, 0, 8, 0, 16], scan) };
  yield {
    name: "a frame with fewer samples of chroma",
    file: jpegPage([sampledStrip(1), sampledStrip(2)], { 256: 16, 257: 32, 258: [8, 8, 8], 262: 6, 277: 3, 278: 16 }),
  };
  yield {
    name: "strips that do not end with blocks",
    file: jpegPage([sampledStrip(1), sampledStrip(2)], { 256: 16, 257: 24, 258: [8, 8, 8], 262: 6, 277: 3, 278: 12 }),
  };
  for (const [name, file] of Object.entries(files)) yield { name, file };
  yield* damages("strips", files.strips!, { from: 8, step: 5, cuts: 40 });
  yield* damages("tiles", files.tiles!, { from: 8, step: 9, cuts: 20 });
  const old = (stream: Uint8Array, tags: Kind["tags"] = {}): Uint8Array =>
    tiff.tiff({
      pages: [
        {
          chunks: [stream],
          tags: { 256: 16, 257: 24, 258: 8, 259: 6, 262: 1, 277: 1, 513: 8, 514: stream.length, ...tags },
        },
      ],
    });
  const whole = gray(2, 3, 50);
  const three = { 258: [8, 8, 8], 277: 3, 262: 6 };
  const jfif = { marker: 0xe0, data: bytes("JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0]) };
  const adobe = (transform: number) => ({ marker: 0xee, data: bytes("Adobe", [0, 100, 0, 0, 0, 0], transform) });
  const blocks = Array.from({ length: 3 }, () => [
    [90, 70, 200],
    [80, 60, 100],
  ]);
  yield { name: "old form", file: old(whole) };
  yield { name: "old form, another height", file: old(whole, { 257: 23 }) };
  yield { name: "old form, another width", file: old(whole, { 256: 15 }) };
  yield { name: "old form, tiles", file: old(whole, { 322: 16, 323: 16 }) };
  yield { name: "old form without a length", file: old(whole, { 514: 0 }) };
  yield { name: "old form without a place", file: old(whole, { 513: 0 }) };
  yield { name: "old form that ends beyond the file", file: old(whole, { 514: 9999 }) };
  yield { name: "old form of other samples", file: old(whole, three) };
  yield { name: "old form without a frame", file: old(tiff.JPEG_TABLES) };
  yield { name: "old form, YCbCr", file: old(jpeg({ blocks }), three) };
  yield { name: "old form, RGB", file: old(jpeg({ blocks }), { ...three, 262: 2 }) };
  yield { name: "old form, RGB with JFIF", file: old(jpeg({ blocks, segments: [jfif] }), { ...three, 262: 2 }) };
  for (const transform of [0, 1]) {
    yield {
      name: `old form, RGB with Adobe ${transform}`,
      file: old(jpeg({ blocks, segments: [adobe(transform)] }), { ...three, 262: 2 }),
    };
  }
});

/** One entry: a photometric interpretation of 32803. */
const SENSOR_DIRECTORY = bytes(le16(1), le16(262), le16(3), [1, 0, 0, 0], le16(32803), new Uint8Array(206));

recorded("TIFF files and their directories", function* (): Iterable<Row | Sweep> {
  const rgb: Kind = { samples: 3, photometric: 2, rowsPerStrip: 4, height: 9 };
  const pages = (...kinds: Kind[]) => tiff.tiff({ pages: kinds.map(page) });
  const files: Record<string, Uint8Array> = {
    BigTIFF: tiffOf({ ...rgb, big: true }),
    "BigTIFF, big-endian": tiffOf({ ...rgb, big: true, littleEndian: false }),
    "two pages and a preview": pages(rgb, { ...rgb, tags: { 254: 1 } }, {}),
    "two pages and a mask": pages(rgb, { tags: { 254: 4 } }, {}),
    "only a preview": pages({ tags: { 254: 1 } }),
    "only an old preview": pages({ tags: { 255: 2 } }),
    "two old pages": pages({ tags: { 255: 1 } }, { tags: { 255: 3 } }),
    "a page that cannot be read": pages({}, { photometric: 77 }, {}),
    "a loop": tiff.tiff({ pages: [page({}), page(rgb)], loopTo: 0 }),
    DNG: pages({ tags: { 50706: [1, 4, 0, 0] } }),
    "a sensor's picture": pages({ photometric: 32803 }),
    "linear light of a sensor": pages({ photometric: 34892 }),
    centimetres: pages({ tags: { 282: { rational: 100 }, 283: { rational: 50 }, 296: 3 } }),
    inches: pages({ tags: { 282: { rational: 100 }, 283: { rational: 50 }, 296: 2 } }),
    "no unit": pages({ tags: { 282: { rational: 100 }, 283: { rational: 50 }, 296: 1 } }),
    "a density without a unit's tag": pages({ tags: { 282: { rational: 100 } } }),
    profile: pages({ ...rgb, tags: { 34675: iccHeader("RGB ") } }),
    "profile of gray": pages({ tags: { 34675: iccHeader("GRAY") } }),
    "profile of a palette": pages({ bits: 4, photometric: 3, tags: { 320: ramp(16), 34675: iccHeader("RGB ") } }),
    "profile of other colours": pages({ ...rgb, tags: { 34675: iccHeader("CMYK") } }),
    "samples of different depths": pages({ ...rgb, tags: { 258: [8, 8, 4] } }),
    "samples of different formats": pages({ ...rgb, tags: { 339: [1, 1, 2] } }),
    "no bits": pages({ tags: { 258: 0 } }),
    "no width": pages({ tags: { 256: 0 } }),
    "no height": pages({ tags: { 257: 0 } }),
    "no samples": pages({ tags: { 277: 0 } }),
    "33 samples": pages({ tags: { 277: 33 } }),
    "strips of no rows": pages({ tags: { 278: 0 } }),
    "no rows per strip": pages({ tags: { 278: [] } }),
    "tiles of no width": pages({ tags: { 322: 0, 323: 8 } }),
    "tiles named as strips are": tiff.tiff({ pages: [{ ...page({ tile: [16, 16] }), tiled: false }] }),
    "tiles of bits that do not end at a byte": pages({ ...BITS, tile: [20, 8] }),
    "too few strips": pages({ ...rgb, tags: { 278: 1 } }),
    "no counts of bytes": tiffOf({ ...rgb, tags: { 279: [] } }),
    "no counts of bytes, LZW": tiffOf({ ...rgb, compression: tiff.LZW, tags: { 279: [] } }),
    "counts of 0": tiffOf({ ...rgb, tags: { 279: [0, 0, 0] } }),
    "a strip at 0": tiffOf({ ...rgb, tags: { 273: [0, 100, 200] } }),
    "a strip beyond the file": tiffOf({ ...rgb, tags: { 273: [8, 99_999, 8] } }),
    "no offsets": tiffOf({ ...rgb, tags: { 273: [] } }),
    "tiles without a width's value": pages({ tags: { 322: [], 323: 8 } }),
    "tiles without a height's value": pages({ tags: { 322: 8, 323: [] } }),
    CR2: pages({ stored: () => bytes("CR", new Uint8Array(200)) }),
    "one that begins with C": pages({ stored: () => bytes("Cx", new Uint8Array(200)) }),
    "a sensor's picture below": pages({ tags: { 330: { long: [8] } }, stored: () => SENSOR_DIRECTORY }),
    "a picture below": pages({ tags: { 330: { long: [8] } }, stored: () => SENSOR_DIRECTORY.with(10, 2) }),
    "nothing below": pages({ tags: { 330: { long: [0, 99_999] } } }),
    "Deflate and profile": pages({
      ...rgb,
      rowsPerStrip: 9,
      compression: tiff.DEFLATE,
      tags: { 34675: iccHeader("RGB ") },
    }),
  };
  for (let orientation = 0; orientation <= 9; orientation++) {
    yield { name: `orientation ${orientation}`, file: pages({ tags: { 274: orientation } }) };
  }
  for (const [name, file] of Object.entries(files)) yield { name, file };
  const big = tiffOf({ ...rgb, big: true, tags: { 282: { rational: 300 }, 283: { rational: 200 } } });
  for (let type = 0; type <= 19; type++) {
    for (const [what, file] of [
      ["a width", withEntry(files.inches!, 256, type)],
      ["a density", withEntry(files.inches!, 282, type)],
      ["BigTIFF, a width", withEntry(big, 256, type)],
      ["BigTIFF, a density", withEntry(big, 282, type)],
    ] as const) {
      yield { name: `${what} of type ${type}`, file };
    }
  }
  const values: [number, (view: DataView) => void][] = [
    [6, (view) => view.setInt8(0, 100)],
    [8, (view) => view.setInt16(0, 300, true)],
    [9, (view) => view.setInt32(0, 70_000, true)],
    [10, (view) => view.setBigUint64(0, 2000n + 3n * 2n ** 32n, true)],
    [11, (view) => view.setFloat32(0, 123.5, true)],
    [12, (view) => view.setFloat64(0, 123.5, true)],
    [16, (view) => view.setBigUint64(0, 150n, true)],
    [17, (view) => view.setBigInt64(0, 151n, true)],
  ];
  for (const [type, value] of values) {
    yield { name: `BigTIFF, a density of type ${type} that has a value`, file: withEntry(big, 282, type, value) };
  }
});
