import { describe, expect, it } from "vitest";
import { IMAGE_CAPS } from "../../../src/codecs/caps.ts";
import { readTiff } from "../../../src/images/tiff/tiff.ts";
import { Work } from "../../../src/meter/work.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { bitBytes, compress, DEFLATE, LZW, lzw, NONE, PACK_BITS, strips, tiff } from "../../fixtures/tiff.ts";
import { readAll, readOne, samples } from "../sink.ts";
import { image, noise, one, RGB, rgb, rgbRows } from "./picture.ts";

describe("the container of a TIFF", () => {
  it.each([
    ["little-endian", { littleEndian: true }],
    ["big-endian", { littleEndian: false }],
    ["little-endian BigTIFF", { littleEndian: true, big: true }],
    ["big-endian BigTIFF", { littleEndian: false, big: true }],
  ])("is read as %s", async (_, file) => {
    const tags = { 274: 6, 282: { rational: 300 }, 283: { rational: 150 }, 296: 2 };
    const { frame, image: written } = await readOne(readTiff, one(strips({ ...RGB, tags }, rgb), file));
    expect(frame).toMatchObject({ width: 10, height: 7, orientation: 6, density: { x: 300, y: 150 } });
    expect(samples(written)).toEqual(rgbRows);
  });

  it("counts centimetres, and a density without a unit only as the pixel's shape", async () => {
    const density = async (unit: number, x: number, y: number) =>
      (
        await readOne(
          readTiff,
          one(strips({ ...RGB, tags: { 282: { rational: x }, 283: { rational: y }, 296: unit } }, rgb)),
        )
      ).frame.density;
    expect(await density(3, 100, 100)).toEqual({ x: 254, y: 254 });
    expect(await density(1, 2, 1)).toEqual({ x: 96, y: 48 });
  });

  it("gives a page for each picture, without thumbnails and masks", async () => {
    const page = strips(RGB, rgb);
    const thumbnail = strips({ ...RGB, tags: { 254: 1 } }, rgb);
    const mask = strips({ ...RGB, tags: { 254: 4 } }, rgb);
    expect(await readAll(readTiff, tiff({ pages: [page, thumbnail, page, mask] }))).toHaveLength(2);
    expect(await readAll(readTiff, tiff({ pages: [thumbnail] }))).toHaveLength(1);
  });

  it("may be a plan of A0 at 300 dpi in black and white, in strips of Group 4", async () => {
    const size = { 256: 9933, 257: 14_043, 258: 1, 262: 0, 278: 1000 };
    const [frame] = await readTiff(
      tiff({ pages: [{ chunks: new Array(15).fill(Uint8Array.of(0, 0x10, 1)), tags: { ...size, 259: 4 } }] }),
      { stripMetadata: false, webp: "jpeg" },
      new Work(1000),
    );
    expect(frame).toMatchObject({ width: 9933, height: 14_043, decodedBytes: Math.ceil((9933 * 14_043) / 8) });
  });

  it("is refused with both numbers when it has more pages than become a PDF", async () => {
    const page = strips({ width: 1, height: 1 }, Uint8Array.of(0));
    const pages = (count: number) => tiff({ pages: Array.from({ length: count }, () => page) });
    expect(await readAll(readTiff, pages(IMAGE_CAPS.pages))).toHaveLength(IMAGE_CAPS.pages);
    await expect(readAll(readTiff, pages(IMAGE_CAPS.pages + 1))).rejects.toMatchObject({
      code: "IMAGE_TOO_LARGE",
      message: `The TIFF has ${IMAGE_CAPS.pages + 1} pages; at most ${IMAGE_CAPS.pages} become a PDF. Send it as several files.`,
    });
  });

  it.each([
    ["a DNG", { 50706: 1 }],
    ["a picture of the sensor", { 262: 32803 }],
  ])("is refused, and named, when it is a camera's raw file: %s", async (_, tags) => {
    const page = strips({ width: 2, height: 1, tags }, Uint8Array.of(1, 2));
    await expect(readAll(readTiff, one(page))).rejects.toMatchObject({
      code: "UNSUPPORTED_FORMAT",
      message: expect.stringContaining("camera's raw file"),
    });
  });

  it("ends where a chain of directories comes back to itself", async () => {
    expect(await readAll(readTiff, tiff({ pages: [strips(RGB, rgb), strips(RGB, rgb)], loopTo: 0 }))).toHaveLength(2);
  });

  it("keeps the profile of the colours as they are stored", async () => {
    const profiled = async (space: "RGB " | "CMYK") =>
      readOne(readTiff, one(strips({ ...RGB, tags: { 34675: iccHeader(space) } }, rgb)));
    expect((await profiled("RGB ")).image.dict.ColorSpace).toContain("/ICCBased");
    expect((await profiled("CMYK")).image.dict.ColorSpace).toBe("/DeviceRGB");
  });
});

describe("strips and tiles", () => {
  it.each([
    ["no compression", NONE],
    ["PackBits", PACK_BITS],
    ["LZW", LZW],
    ["Deflate", DEFLATE],
  ])("are decoded with %s, in one strip or several", async (_, compression) => {
    expect(samples(await image({ ...RGB, compression, rowsPerStrip: 3 }, rgb))).toEqual(rgbRows);
    expect(samples(await image({ ...RGB, compression }, rgb))).toEqual(rgbRows);
  });

  it.each<[string, (i: number) => number]>([
    ["noise, which fills its string table", () => Math.floor(noise() * 7)],
    ["runs, whose strings are long", (i) => i >> 11],
    ["a motif, whose strings have all lengths", (i) => [1, 2, 3, 5, 8, 13, 21][(i * i) % 7]!],
  ])("are decoded from LZW data of %s, of the new kind and the old", async (_, value) => {
    const wide = { width: 10_000, height: 3, samples: 3, photometric: 2, rowsPerStrip: 3 };
    const data = Uint8Array.from({ length: 90_000 }, (_, i) => value(i));
    for (const oldStyle of [false, true]) {
      const page = { ...strips({ ...wide, compression: LZW }, data), chunks: [lzw(data, oldStyle)] };
      const rows = samples((await readOne(readTiff, one(page))).image);
      expect(Buffer.compare(Uint8Array.from(rows.flat()), data)).toBe(0);
    }
  });

  it("have differences along a row undone, in 8 bits and in 16 of either byte order", async () => {
    const differences = (row: number[], size: number) =>
      row.map((value, i) => (value - (i < 3 ? 0 : row[i - 3]!)) & size);
    const tags = { 317: 2 };
    const eight = Uint8Array.from(rgbRows.flatMap((row) => differences(row, 0xff)));
    expect(samples(await image({ ...RGB, compression: LZW, rowsPerStrip: 2, tags }, eight))).toEqual(rgbRows);
    const words = rgbRows.map((row) => row.map((value) => value * 257));
    for (const littleEndian of [true, false]) {
      const stored = words.flatMap((row) =>
        differences(row, 0xffff).flatMap((value) =>
          littleEndian ? [value & 255, value >> 8] : [value >> 8, value & 255],
        ),
      );
      const picture = { ...RGB, bits: 16, compression: DEFLATE, rowsPerStrip: 2, tags };
      expect(samples(await image(picture, Uint8Array.from(stored), { littleEndian }))).toEqual(words);
    }
  });

  it("are put together from tiles, those cut by the edge too", async () => {
    const tile = (left: number, top: number) =>
      Uint8Array.from({ length: 16 * 16 * 3 }, (_, i) => {
        const x = left + (Math.floor(i / 3) % 16);
        const y = top + Math.floor(i / 48);
        return x * 3 + y * 5 + (i % 3);
      });
    const corners = [0, 16].flatMap((top) => [0, 16].map((left) => compress(tile(left, top), LZW)));
    const { tags } = strips(
      { width: 20, height: 18, samples: 3, photometric: 2, compression: LZW },
      new Uint8Array(1080),
    );
    const page = { chunks: corners, tags: { ...tags, 322: 16, 323: 16 }, tiled: true };
    const rows = samples((await readOne(readTiff, one(page))).image);
    const expected = Array.from({ length: 18 }, (_, y) =>
      Array.from({ length: 60 }, (_, i) => Math.floor(i / 3) * 3 + y * 5 + (i % 3)),
    );
    expect(rows).toEqual(expected);
  });

  it("have differences undone within each tile", async () => {
    const tile = (first: number) =>
      Uint8Array.from({ length: 256 }, (_, i) => (i % 16 === 0 ? first : i % 16 === 1 ? 1 : 0));
    const { tags } = strips({ width: 32, height: 16, compression: LZW, tags: { 317: 2 } }, new Uint8Array(512));
    const page = {
      chunks: [7, 100].map((first) => compress(tile(first), LZW)),
      tags: { ...tags, 322: 16, 323: 16 },
      tiled: true,
    };
    const half = (first: number) => [first, ...new Array(15).fill(first + 1)];
    const rows = samples((await readOne(readTiff, one(page))).image);
    expect(rows).toEqual(new Array(16).fill([...half(7), ...half(100)]));
  });

  it("are refused when LZW names a string that is not there", async () => {
    // Clear, then a code of 9 bits that comes before any string.
    const page = { ...strips({ ...RGB, compression: LZW }, rgb), chunks: [bitBytes("100000000 100101100 0")] };
    await expect(readOne(readTiff, one(page))).rejects.toThrow("string not yet defined");
  });

  it("are put together from planes", async () => {
    const planes = [0, 1, 2].map((c) => Uint8Array.from({ length: 70 }, (_, i) => rgb[i * 3 + c]!));
    for (const compression of [NONE, LZW, DEFLATE]) {
      const page = strips({ ...RGB, compression, tags: { 284: 2 } }, rgb);
      const chunks = planes.map((plane) => compress(plane, compression));
      expect(samples((await readOne(readTiff, one({ ...page, chunks }))).image)).toEqual(rgbRows);
    }
  });
});
