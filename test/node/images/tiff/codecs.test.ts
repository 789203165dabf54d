import { zstdCompressSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readTiff } from "../../../../src/images/tiff/tiff.ts";
import { random } from "../../../fixtures/random.ts";
import { strips, type TiffPage, tiff } from "../../../fixtures/tiff.ts";
import { readAll, readOne, samples } from "../../../images/sink.ts";

// Here and not beside the others: workerd has no encoder of either kind.

const [WIDTH, HEIGHT, STRIP] = [20, 14, 5];
const noise = random(5);
const picture = (channels: number) => Uint8Array.from({ length: WIDTH * HEIGHT * channels }, () => noise() * 256);
const rowsOf = (data: Uint8Array, stride: number, from: number, count: number) =>
  Array.from({ length: HEIGHT }, (_, y) =>
    Array.from({ length: WIDTH }, (_, x) => [...data.subarray((y * WIDTH + x) * stride).subarray(from, from + count)]),
  ).map((row) => row.flat());

type Encode = (rows: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** A page whose strips are encoded; the last one is lower than the others. */
async function encoded(data: Uint8Array, channels: number, compression: number, encode: Encode): Promise<TiffPage> {
  const tags = channels === 4 ? { 338: 2 } : {};
  const shape = { width: WIDTH, height: HEIGHT, samples: channels, photometric: 2, rowsPerStrip: STRIP, tags };
  const page = strips(shape, data);
  const chunks = await Promise.all(page.chunks.map(encode));
  return { chunks, tags: { ...page.tags, 259: compression } };
}

describe("a TIFF with Zstandard strips", () => {
  const ZSTANDARD = 50000;
  const pack: Encode = (rows) => new Uint8Array(zstdCompressSync(rows));

  it("keeps every pixel", async () => {
    const data = picture(3);
    const { image, warnings } = await readOne(readTiff, tiff({ pages: [await encoded(data, 3, ZSTANDARD, pack)] }));
    expect(samples(image)).toEqual(rowsOf(data, 3, 0, 3));
    expect(warnings).toEqual([]);
  });

  it("has differences along a row undone", async () => {
    const data = picture(3);
    const differences = data.map((value, i) => (i % (WIDTH * 3) < 3 ? value : value - data[i - 3]!));
    const page = await encoded(differences, 3, ZSTANDARD, pack);
    const { image } = await readOne(readTiff, tiff({ pages: [{ ...page, tags: { ...page.tags, 317: 2 } }] }));
    expect(samples(image)).toEqual(rowsOf(data, 3, 0, 3));
  });

  it("is shown without a strip that is damaged, and says how much is missing", async () => {
    const data = picture(3);
    const page = await encoded(data, 3, ZSTANDARD, pack);
    const chunks = [page.chunks[0]!, Uint8Array.of(1, 2, 3, 4, 5), page.chunks[2]!];
    const [written] = await readAll(readTiff, tiff({ pages: [{ ...page, chunks }] }));
    expect(samples(written!.image)[0]).toEqual(rowsOf(data, 3, 0, 3)[0]);
    expect(samples(written!.image).at(-1)).toEqual(rowsOf(data, 3, 0, 3).at(-1));
    expect(written!.warnings).toHaveLength(1);
    expect(written!.warnings[0]).toMatch(/3[56] %/);
  });
});

describe("a TIFF with WebP strips", () => {
  const WEBP = 50001;
  const pack =
    (channels: 3 | 4): Encode =>
    (rows) =>
      sharp(rows, { raw: { width: WIDTH, height: rows.length / WIDTH / channels, channels } })
        .webp({ lossless: true, exact: true })
        .toBuffer();

  it("keeps every pixel of lossless ones", async () => {
    const data = picture(3);
    const { image } = await readOne(readTiff, tiff({ pages: [await encoded(data, 3, WEBP, pack(3))] }));
    expect(samples(image)).toEqual(rowsOf(data, 3, 0, 3));
  });

  it("makes a soft mask of the fourth sample", async () => {
    const data = picture(4);
    const { image } = await readOne(readTiff, tiff({ pages: [await encoded(data, 4, WEBP, pack(4))] }));
    expect(samples(image)).toEqual(rowsOf(data, 4, 0, 3));
    expect(samples(image.softMask!)).toEqual(rowsOf(data, 4, 3, 1));
  });

  it("is refused where its strips have another size", async () => {
    const wide = { raw: { width: 30, height: 5, channels: 3 } } as const;
    const other = () => sharp(new Uint8Array(450), wide).webp({ lossless: true }).toBuffer();
    const file = tiff({ pages: [await encoded(picture(3), 3, WEBP, other)] });
    await expect(readAll(readTiff, file)).rejects.toThrow("WebP of another size");
  });
});
