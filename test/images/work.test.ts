import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../src/images/image-document.ts";
import { readTiff } from "../../src/images/tiff/tiff.ts";
import { Work } from "../../src/meter/work.ts";
import { COST } from "../../src/meter/work-limits.ts";
import { be32, bytes, le16 } from "../fixtures/bytes.ts";
import { chunk } from "../fixtures/png.ts";
import { compress, DEFLATE, JPEG_TABLES, jpegStrip, tiff } from "../fixtures/tiff.ts";

const le32 = (value: number) => [...le16(value & 0xffff), ...le16(value >>> 16)];
const LONG = 4;

/** A gray TIFF of rows that are a strip each, or of strips of several rows. All strips are the same bytes. */
function sharedStrips(rows: number, compression: number, strip: Uint8Array, width = 8, high = 1): Uint8Array {
  const tags = 9;
  const arrays = 8 + 2 + tags * 12 + 4;
  const data = arrays + rows * 8;
  const entry = (id: number, count: number, value: number) => bytes(le16(id), le16(LONG), le32(count), le32(value));
  return bytes(
    ...["II", le16(42), le32(8), le16(tags)],
    ...[
      entry(256, 1, width),
      entry(257, 1, rows * high),
      entry(258, 1, 8),
      entry(259, 1, compression),
      entry(262, 1, 1),
    ],
    ...[entry(273, rows, arrays), entry(277, 1, 1), entry(278, 1, high), entry(279, rows, arrays + rows * 4), le32(0)],
    ...[
      Array.from({ length: rows }, () => le32(data)).flat(),
      Array.from({ length: rows }, () => le32(strip.length)).flat(),
    ],
    strip,
  );
}

const convert = (...files: Uint8Array[]) => {
  const images = files.map((file, index) => ({ name: `${index}`, bytes: file }));
  return imagesToPdf(images, DEFAULT_OPTIONS);
};
const tooMuch = (name: string) => ({
  name,
  code: "IMAGE_TOO_LARGE",
  message: expect.stringMatching(/^The request needs more than its size of \d+ bytes allows: at most \d+ steps/),
});

/** A PNG of which there is nothing but what it declares. */
function declaredPng(width: number, height: number): Uint8Array {
  const header = chunk("IHDR", bytes(be32(width), be32(height), [8, 6, 0, 0, 0]));
  return bytes(0x89, "PNG\r\n", 0x1a, "\n", header, chunk("IDAT", new Uint8Array(8)));
}

describe("what a small file can repeat", () => {
  it.each([
    ["LZW", 5],
    ["PackBits", 32773],
    ["Deflate", 8],
  ])("is charged for strips of a TIFF that share their bytes: %s", async (_, compression) => {
    const file = sharedStrips(4000, compression, new Uint8Array(100_000).fill(0x80));
    expect((await convert(file)).failures).toMatchObject([tooMuch("0")]);
  });

  it("fails by name, and the images beside it become pages", async () => {
    const shared = sharedStrips(4000, 5, new Uint8Array(100_000).fill(0x80));
    const wide = declaredPng(10_000, 10_000);
    const small = sharedStrips(2, 1, new Uint8Array(8));
    const { failures, imageCount, pageCount } = await convert(wide, small, shared);
    expect(failures).toMatchObject([tooMuch("0"), tooMuch("2")]);
    expect([imageCount, pageCount]).toEqual([1, 1]);
  });

  it.each<[string, Uint8Array | number[], number[], string]>([
    ["segments", bytes(...Array.from({ length: 1500 }, () => [0xff, 0xc4, 0, 2])), [], "bytes of memory"],
    [
      "scans",
      [],
      Array.from({ length: 300 }, () => [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1]).flat(),
      "than its size of",
    ],
    ["coded data", [], new Array<number>(40_000).fill(1), "steps"],
    ["zeros after its markers", [], Array.from({ length: 10_000 }, () => [0xff, 0]).flat(), "steps"],
  ])("is charged for tiles of JPEG that are all the same bytes, with many %s", async (_, before, coded, says) => {
    const strip = jpegStrip(8, 8, [1, ...coded]);
    const tile = bytes(JPEG_TABLES.subarray(0, -2), before, strip.subarray(2));
    const { failures } = await convert(sharedStrips(1000, 7, tile, 8, 8));
    expect(failures).toEqual([{ ...tooMuch("0"), index: 0, message: expect.stringContaining(says) }]);
  });

  it("is charged for tiles that reach far beyond the picture", async () => {
    const wide = { 256: 1, 257: 400, 258: 8, 259: DEFLATE, 262: 1, 322: 4_000_000, 323: 1 };
    const tile = compress(new Uint8Array(4_000_000), DEFLATE);
    const file = tiff({ pages: [{ chunks: new Array(400).fill(tile), tags: wide, tiled: true }] });
    expect((await convert(file)).failures).toMatchObject([tooMuch("0")]);
  });

  it("leaves no memory charged to the images after it", async () => {
    // Each holds half of what a request may have in tags.
    const tags = Array.from({ length: 4000 }, (_, i) => [1000 + i, 0] as const);
    const page = { chunks: [new Uint8Array(8)], tags: { 256: 8, 257: 1, 258: 8, 262: 1, ...Object.fromEntries(tags) } };
    const file = tiff({ pages: Array.from({ length: 52 }, () => page) });
    const { failures, pageCount } = await convert(file, file, file);
    expect(failures).toEqual([]);
    expect(pageCount).toBe(156);
  });

  it("is charged for the tags of each directory of a TIFF", async () => {
    const work = new Work(1000);
    await readTiff(sharedStrips(2, 1, new Uint8Array(8)), DEFAULT_OPTIONS, work);
    expect(work.used.steps).toBeGreaterThanOrEqual(9 * COST.element);
    expect(work.used.bytes).toBeGreaterThan(0);
  });
});
