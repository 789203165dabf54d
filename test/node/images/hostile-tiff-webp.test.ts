import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ImageProblem } from "../../../src/codecs/image-problem.ts";
import type { ImageReader } from "../../../src/images/image.ts";
import { readTiff } from "../../../src/images/tiff/tiff.ts";
import { readWebp } from "../../../src/images/webp/webp.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { random } from "../../fixtures/random.ts";
import { bitBytes, DEFLATE, GROUP_4, LZW, PACK_BITS, strips, tiff } from "../../fixtures/tiff.ts";
import { extendedWebp, riffChunk, SMALL_ALPHA, webp } from "../../fixtures/webp.ts";
import { readAll } from "../../images/sink.ts";

const next = random(77);
const data = Uint8Array.from({ length: 600 }, () => Math.floor(next() * 256));
const RGB = { width: 10, height: 10, samples: 3, photometric: 2 };
const bilevel = { width: 24, height: 4, bits: 1, photometric: 0 };
const g4 = bitBytes("001 1000 11 1 111 000000000001000000000001");

/**
 * Reads and writes everything; how much of the processor's time it took, and the refusal. Anything but an ImageProblem
 * fails the test.
 */
async function attempt(reader: ImageReader, file: Uint8Array): Promise<{ ms: number; code: string | undefined }> {
  const before = process.cpuUsage();
  let code: string | undefined;
  try {
    await readAll(reader, file);
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    code = error.code;
  }
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, code };
}

const vast = (tags: Record<number, number>) => strips({ ...RGB, tags }, data);

describe("bombs are refused before anything of their size is made", () => {
  it.each([
    ["a TIFF of 65,535 × 65,535", readTiff, tiff({ pages: [vast({ 256: 65_535, 257: 65_535 })] })],
    ["a TIFF of 4 billion columns", readTiff, tiff({ pages: [vast({ 256: 0xffffffff, 257: 1 })] })],
    ["a TIFF with tiles of 10 GB", readTiff, tiff({ pages: [{ ...vast({ 322: 60_000, 323: 60_000 }), tiled: true }] })],
    ["a TIFF of 600 pages", readTiff, tiff({ pages: Array.from({ length: 600 }, () => vast({})) })],
    [
      "a WebP of 16,384 × 16,384 in 40 bytes",
      readWebp,
      webp(riffChunk("VP8L", bytes([0x2f, 255, 255, 255, 15, 0, 0, 0]))),
    ],
    [
      "a WebP canvas of 16 million × 16 million",
      readWebp,
      extendedWebp({
        width: 0x1000000,
        height: 0x1000000,
        frames: [{ picture: SMALL_ALPHA, left: 0, top: 0, width: 8, height: 6 }],
      }),
    ],
  ])("%s", async (_, reader, file) => {
    const { ms, code } = await attempt(reader, file);
    expect(code).toBe("IMAGE_TOO_LARGE");
    expect(ms).toBeLessThan(200);
  });

  it("a Deflate strip of a few bytes that would inflate to 100 MB gives its rows and no more", async () => {
    const bomb = new Uint8Array(deflateSync(new Uint8Array(100_000_000)));
    const page = { ...strips({ ...RGB, compression: DEFLATE, rowsPerStrip: 5 }, data), chunks: [bomb, bomb] };
    const { ms, code } = await attempt(readTiff, tiff({ pages: [page] }));
    expect([code, ms < 200]).toEqual([undefined, true]);
  });
});

describe("files that lead in circles come to an end", () => {
  it.each([
    ["directories that follow each other", tiff({ pages: [vast({}), vast({}), vast({})], loopTo: 1 })],
    [
      "LZW that only clears",
      tiff({
        pages: [{ ...strips({ ...RGB, compression: LZW }, data), chunks: [bitBytes("100000000".repeat(4000))] }],
      }),
    ],
    [
      "PackBits that says nothing",
      tiff({
        pages: [{ ...strips({ ...RGB, compression: PACK_BITS }, data), chunks: [new Uint8Array(50_000).fill(128)] }],
      }),
    ],
    [
      "Group 4 of rows without pixels",
      tiff({
        pages: [
          {
            ...strips({ ...bilevel, compression: GROUP_4, rowsPerStrip: 2 }, data),
            chunks: [bitBytes("001".repeat(9000)), g4],
          },
        ],
      }),
    ],
  ])("%s", async (_, file) => {
    expect((await attempt(readTiff, file)).ms).toBeLessThan(1000);
  });
});
