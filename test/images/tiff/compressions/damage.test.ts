import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readTiff } from "../../../../src/images/tiff/tiff.ts";
import { bytes } from "../../../fixtures/bytes.ts";
import { compress, DEFLATE, LZW, lzw, strips, type TiffPage } from "../../../fixtures/tiff.ts";
import { readAll, readOne, samples } from "../../sink.ts";
import { one, RGB, rgb, rgbRows } from "../picture.ts";

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

  it.each([7, 3])(
    "is shown whole where only the checksum of its Deflate data is wrong: strips of %i rows",
    async (rowsPerStrip) => {
      const page = strips({ ...RGB, compression: DEFLATE, rowsPerStrip }, rgb);
      const chunks = page.chunks.map((chunk) => chunk.with(chunk.length - 1, chunk.at(-1)! ^ 1));
      const { image: written, warnings } = await readOne(readTiff, one({ ...page, chunks }));
      expect(samples(written)).toEqual(rgbRows);
      expect(warnings).toEqual(["The TIFF is damaged. The checksum of a Deflate strip is wrong."]);
    },
  );

  it("is shown down to the damage: one large strip of Deflate data", async () => {
    const [width, height] = [1000, 900];
    const gray = Uint8Array.from({ length: width * height }, (_, i) => (i * 7) >> 3);
    const stored = new Uint8Array(deflateSync(gray, { level: 0 }));
    // A kind of block that does not exist, in the header of the last one.
    const lastBlock = stored.length - 4 - (stored.length % 65_540);
    stored.fill(0xff, lastBlock - 70_000, lastBlock);
    const page = { ...strips({ width, height }, gray), chunks: [stored] };
    const { image: written, warnings } = await readOne(
      readTiff,
      one({ ...page, tags: { ...page.tags, 259: DEFLATE } }),
    );
    expect(samples(written)[500]).toEqual([...gray.subarray(500_000, 501_000)]);
    expect(warnings).toEqual([expect.stringMatching(/cut off: \d+ % of the picture is missing/)]);
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
