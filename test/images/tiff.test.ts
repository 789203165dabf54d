import { describe, expect, it } from "vitest";
import { readTiff } from "../../src/images/tiff/tiff.ts";
import { bytes } from "../fixtures/bytes.ts";
import { iccHeader } from "../fixtures/icc.ts";
import { random } from "../fixtures/random.ts";
import {
  bitBytes,
  compress,
  DEFLATE,
  LZW,
  lzw,
  NONE,
  PACK_BITS,
  type PictureFixture,
  strips,
  type TiffFixture,
  type TiffPage,
  tiff,
} from "../fixtures/tiff.ts";
import { readAll, readOne, samples } from "./sink.ts";

const noise = random(11);
const RGB = { width: 10, height: 7, samples: 3, photometric: 2 };
const rgb = Uint8Array.from({ length: 210 }, () => Math.floor(noise() * 256));
const rgbRows = Array.from({ length: 7 }, (_, y) => [...rgb.subarray(y * 30, y * 30 + 30)]);

const one = (page: TiffPage, file: Omit<TiffFixture, "pages"> = {}) => tiff({ pages: [page], ...file });
const image = async (picture: PictureFixture, data: Uint8Array, file: Omit<TiffFixture, "pages"> = {}) =>
  (await readOne(readTiff, one(strips(picture, data), file))).image;

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

describe("samples and colours", () => {
  it.each([1, 2, 4])("of %i bits are kept", async (bits) => {
    const written = await image(
      { width: 8, height: 1, bits, photometric: 3, tags: { 320: palette(bits) } },
      new Uint8Array(bits).fill(0b10011011),
    );
    expect(written.dict.BitsPerComponent).toBe(bits);
    expect(samples(written)[0]).toHaveLength(8);
  });

  it("of odd depths are widened to the full range of 8 or 16 bits", async () => {
    expect(
      samples(await image({ width: 8, height: 1, bits: 3 }, Uint8Array.of(0b00000101, 0b00111001, 0b01110111))),
    ).toEqual([[0, 36, 73, 109, 146, 182, 219, 255]]);
    const twelve = await image({ width: 2, height: 1, bits: 12 }, Uint8Array.of(0x00, 0x0f, 0xff));
    expect([twelve.dict.BitsPerComponent, samples(twelve)]).toEqual([16, [[0, 65535]]]);
    const long = await image({ width: 2, height: 1, bits: 32 }, Uint8Array.of(0, 0, 0x34, 0x12, 255, 255, 255, 255));
    expect(samples(long)).toEqual([[0x1234, 0xffff]]);
  });

  it("of 16 bits are swapped to the byte order of PDF", async () => {
    const written = await readOne(
      readTiff,
      one(strips({ width: 2, height: 1, bits: 16 }, Uint8Array.of(0x34, 0x12, 0xcd, 0xab))),
    );
    expect(samples(written.image)).toEqual([[0x1234, 0xabcd]]);
    expect(written.frame.minVersion).toBe("1.5");
  });

  it("of 8 bits are shown as unsigned even where they are called signed", async () => {
    expect(samples(await image({ width: 2, height: 1, tags: { 339: 2 } }, Uint8Array.of(0x80, 0x10)))).toEqual([
      [0x80, 0x10],
    ]);
  });

  it("of 16 bits that are signed begin with black at zero", async () => {
    const written = await image(
      { width: 3, height: 1, bits: 16, tags: { 339: 2 } },
      Uint8Array.of(255, 255, 0, 0, 0, 64),
    );
    expect(samples(written)).toEqual([[0, 0, 0x4000]]);
  });

  it("of floating point beyond 1 are bytes or measurements, and no white page", async () => {
    const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
    const picture = { width: 3, height: 1, bits: 32, tags: { 339: 3 } };
    expect(samples(await image(picture, floats(0, 51, 255)))).toEqual([[0, 13107, 65535]]);
    expect(samples(await image(picture, floats(100, 200, 300)))).toEqual([[0, 32768, 65535]]);
  });

  it("of floating point run from black at 0 to white at 1", async () => {
    const floats = new Uint8Array(new Float32Array([0, 0.5, 1, 7, -3, Number.NaN]).buffer);
    const written = await image({ width: 6, height: 1, bits: 32, tags: { 339: 3 } }, floats);
    expect(samples(written)).toEqual([[0, 32768, 65535, 65535, 0, 0]]);
  });

  it("where white is zero are inverted by /Decode", async () => {
    const written = await image({ width: 2, height: 1, photometric: 0 }, Uint8Array.of(0, 200));
    expect([written.dict.Decode, samples(written)]).toEqual(["[1 0]", [[0, 200]]]);
  });

  it("of a palette become an Indexed space, whether its colours have 16 bits or only 8", async () => {
    for (const scale of [257, 1]) {
      const map = palette(2).map((value) => Math.round((value / 65535) * 255) * scale);
      const written = await image(
        { width: 4, height: 1, bits: 2, photometric: 3, tags: { 320: map } },
        Uint8Array.of(0b00011011),
      );
      expect(written.dict.ColorSpace).toBe("[/Indexed /DeviceRGB 3 <0000ff5500aaaa5555ffaa00>]");
    }
  });

  it("of CMYK stay CMYK", async () => {
    const written = await image(
      { width: 1, height: 2, samples: 4, photometric: 5, compression: LZW },
      Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    );
    expect([written.dict.ColorSpace, samples(written)]).toEqual([
      "/DeviceCMYK",
      [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ],
    ]);
  });

  it("of L*a*b* stay so, with signs moved", async () => {
    const written = await image(
      { width: 1, height: 1, samples: 3, photometric: 8, compression: PACK_BITS },
      Uint8Array.of(100, 0, 0xff),
    );
    expect(String(written.dict.ColorSpace)).toContain("/Lab");
    expect(samples(written)).toEqual([[100, 128, 127]]);
  });

  it("of YCbCr in planes become RGB", async () => {
    const page = strips({ width: 2, height: 1, samples: 3, photometric: 6, tags: { 284: 2, 530: [1, 1] } }, rgb);
    const chunks = [Uint8Array.of(255, 76), Uint8Array.of(128, 85), Uint8Array.of(128, 255)];
    expect(samples((await readOne(readTiff, one({ ...page, chunks }))).image)).toEqual([[255, 255, 255, 254, 0, 0]]);
  });

  it.each<[string, Partial<PictureFixture>, string]>([
    ["has four samples", { samples: 4 }, "three samples of 8 bits only"],
    ["has samples of 16 bits", { bits: 16 }, "three samples of 8 bits only"],
    ["has signed samples of 16 bits", { bits: 16, tags: { 339: 2 } }, "three samples of 8 bits only"],
    ["has blocks three wide", { tags: { 530: [3, 2] } }, "subsampling of 3 by 2"],
    ["has blocks three high", { tags: { 530: [2, 3] } }, "subsampling of 2 by 3"],
    ["has blocks of differences", { compression: LZW, tags: { 317: 2, 530: [2, 2] } }, "with a predictor"],
    ["has strips that cut through its blocks", { rowsPerStrip: 3, tags: { 530: [2, 2] } }, "strips cut through"],
    ["has blocks in planes", { tags: { 284: 2, 530: [2, 1] } }, "samples lie in planes"],
  ])("of YCbCr are refused when the picture %s", async (_, picture, message) => {
    const page = strips({ width: 4, height: 4, samples: 3, photometric: 6, ...picture }, new Uint8Array(256));
    const chunks = [...page.chunks, ...page.chunks, ...page.chunks];
    await expect(readOne(readTiff, one({ ...page, chunks }))).rejects.toThrow(message);
  });

  it("of subsampled YCbCr become RGB", async () => {
    // One block of 2 by 2: four of luma, blue and red; then one with neutral chroma, cut by the edge.
    const page = strips({ width: 3, height: 2, samples: 3, photometric: 6, tags: { 530: [2, 2] } }, new Uint8Array(18));
    const blocks = Uint8Array.of(76, 76, 76, 76, 85, 255, 0, 128, 255, 128, 128, 128);
    const written = await readOne(readTiff, one({ ...page, chunks: [blocks] }));
    expect(samples(written.image)).toEqual([
      [254, 0, 0, 254, 0, 0, 0, 0, 0],
      [254, 0, 0, 254, 0, 0, 255, 255, 255],
    ]);
  });
});

describe("alpha", () => {
  const RGBA = { width: 2, height: 1, samples: 4, photometric: 2 };
  const pixels = Uint8Array.of(100, 50, 0, 128, 9, 8, 7, 255);

  it("apart from the colours becomes a soft mask", async () => {
    const written = await image({ ...RGBA, tags: { 338: 2 } }, pixels);
    expect(samples(written)).toEqual([[100, 50, 0, 9, 8, 7]]);
    expect(samples(written.softMask!)).toEqual([[128, 255]]);
  });

  it("of 16 bits becomes a soft mask of as many", async () => {
    const deep = Uint8Array.of(1, 2, 3, 4, 5, 6, 0x80, 0x01);
    const written = await image({ ...RGBA, width: 1, bits: 16, tags: { 338: 2 } }, deep, { littleEndian: false });
    expect(samples(written)).toEqual([[0x0102, 0x0304, 0x0506]]);
    expect(samples(written.softMask!)).toEqual([[0x8001]]);
  });

  it("that the colours are multiplied with is divided out again", async () => {
    const written = await image({ ...RGBA, tags: { 338: 1 } }, pixels);
    expect(samples(written)).toEqual([[199, 100, 0, 9, 8, 7]]);
    expect(samples(written.softMask!)).toEqual([[128, 255]]);
  });

  it("is a fourth sample beside RGB of which nothing is said", async () => {
    const written = await image(RGBA, pixels);
    expect(samples(written)).toEqual([[100, 50, 0, 9, 8, 7]]);
    expect(samples(written.softMask!)).toEqual([[128, 255]]);
  });

  it("beside the indices of a palette becomes a soft mask", async () => {
    const picture = { width: 2, height: 1, samples: 2, photometric: 3, tags: { 338: 2, 320: palette(8) } };
    const written = await image(picture, Uint8Array.of(255, 128, 0, 255));
    expect(samples(written)).toEqual([[255, 0, 0, 0, 0, 255]]);
    expect(samples(written.softMask!)).toEqual([[128, 255]]);
  });

  it("that is not said to be alpha is left out", async () => {
    const written = await image({ ...RGBA, tags: { 338: 0 } }, pixels);
    expect(samples(written)).toEqual([[100, 50, 0, 9, 8, 7]]);
    expect(written.softMask).toBeUndefined();
  });

  it("that is opaque all over is left out", async () => {
    const written = await image({ ...RGBA, tags: { 338: 2 } }, Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255));
    expect(written.softMask).toBeUndefined();
  });
});

/** A colour map of red and green that rise and fall, blue that falls: each entry unlike the others. */
function palette(bits: number): number[] {
  const entries = 2 ** bits;
  const reds = Array.from({ length: entries }, (_, i) => Math.round((i / (entries - 1)) * 65535));
  const greens = reds.map((_, i) => (entries === 4 ? [0, 0, 85, 170][i]! * 257 : 0));
  return [...reds, ...greens, ...[...reds].reverse()];
}

describe("what cannot be converted rightly", () => {
  it.each([
    ["signed samples of 1 bit", strips({ width: 2, height: 1, bits: 1, tags: { 339: 2 } }, rgb)],
    ["a compression that is not read", strips({ ...RGB, tags: { 259: 34712 } }, rgb)],
    ["inks other than CMYK", strips({ width: 1, height: 1, samples: 4, photometric: 5, tags: { 332: 2 } }, rgb)],
    ["samples of different depths", strips({ ...RGB, tags: { 258: [5, 6, 5] } }, rgb)],
    ["64-bit integers", strips({ width: 1, height: 1, bits: 64 }, rgb)],
  ])("is refused as unsupported: %s", async (_, page) => {
    await expect(readAll(readTiff, one(page))).rejects.toMatchObject({
      name: "ImageProblem",
      code: "UNSUPPORTED_IMAGE",
    });
  });

  it.each([
    ["fewer strips than rows ask for", { ...strips({ ...RGB, rowsPerStrip: 2 }, rgb), chunks: [rgb] }],
    [
      "a strip outside the file",
      { ...strips(RGB, rgb), chunks: [], tags: { ...strips(RGB, rgb).tags, 273: 9999, 279: 5 } },
    ],
    [
      "LZW data that refers to nothing",
      { ...strips({ ...RGB, compression: LZW }, rgb), chunks: [bytes([0x80, 0x7f, 0xff, 0xff])] },
    ],
    [
      "damaged Deflate data",
      { ...strips({ ...RGB, compression: DEFLATE }, rgb), chunks: [bytes([0x78, 0x9c, 0xff, 0xff])] },
    ],
    ["a palette that is too short", strips({ width: 4, height: 1, photometric: 3, tags: { 320: [1, 2, 3] } }, rgb)],
    ["no size", strips({ ...RGB, tags: { 256: 0 } }, rgb)],
  ])("is refused as damaged: %s", async (_, page) => {
    await expect(readAll(readTiff, one(page))).rejects.toMatchObject({ name: "ImageProblem", code: "CORRUPTED_IMAGE" });
  });

  it.each<[string, TiffPage, number, number]>([
    ["a strip that is cut off by the file's end", strips({ ...RGB, tags: { 257: 14, 278: 14 } }, rgb), 7, 50],
    ["a strip that is too short", { ...strips(RGB, rgb), chunks: [rgb.subarray(0, 100)] }, 3, 57],
    [
      "LZW data that ends early",
      { ...strips({ ...RGB, compression: LZW }, rgb), chunks: [lzw(rgb.subarray(0, 90))] },
      3,
      57,
    ],
    [
      "the second of two strips that is damaged",
      {
        ...strips({ ...RGB, compression: DEFLATE, rowsPerStrip: 4 }, rgb),
        chunks: [compress(rgb.subarray(0, 120), DEFLATE), bytes([0x78, 0x9c, 0xff, 0xff])],
      },
      4,
      43,
    ],
    [
      "Deflate data of one strip that ends early",
      { ...strips({ ...RGB, compression: DEFLATE }, rgb), chunks: [compress(rgb.subarray(0, 180), DEFLATE)] },
      6,
      14,
    ],
  ])("is shown as far as it goes, with a warning: %s", async (_, page, rows, percent) => {
    const { image: written, warnings } = await readOne(readTiff, one(page));
    expect(samples(written).slice(0, rows)).toEqual(rgbRows.slice(0, rows));
    expect(warnings).toEqual([expect.stringContaining(`cut off: ${percent} % of the picture is missing`)]);
  });

  it.each([
    ["100,000 by 100,000 pixels", { width: 100_000, height: 100_000 }],
    ["one row of a hundred million pixels", { width: 100_000_000, height: 1, samples: 3, bits: 3 }],
    ["4 billion rows", { width: 1, height: 0xffffffff }],
  ])("is refused at once: %s", async (_, picture) => {
    const page = strips({ ...picture, width: 1, height: 1, tags: { 256: picture.width, 257: picture.height } }, rgb);
    await expect(readAll(readTiff, one(page))).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
  });

  it("is refused before tiles of gigabytes are made", async () => {
    const page = strips({ ...RGB, tags: { 322: 60_000, 323: 60_000 } }, rgb);
    await expect(readAll(readTiff, one({ ...page, tiled: true }))).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
  });
});
