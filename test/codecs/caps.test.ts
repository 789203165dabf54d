import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkPixels, IMAGE_CAPS } from "../../src/codecs/caps.ts";
import { RowEncoder } from "../../src/codecs/deflate/row-encoder.ts";
import { allCoefficients } from "../../src/codecs/jpeg/coefficients.ts";
import type { JpegPlan } from "../../src/codecs/jpeg/plan.ts";
import { readBmp } from "../../src/images/bmp/bmp.ts";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../src/images/image-document.ts";
import { readPng } from "../../src/images/png/png.ts";
import { readTiff } from "../../src/images/tiff/tiff.ts";
import { bmp } from "../fixtures/bmp.ts";
import { be32, bytes } from "../fixtures/bytes.ts";
import { iccHeader } from "../fixtures/icc.ts";
import { jpeg } from "../fixtures/jpeg.ts";
import { text } from "../fixtures/pdf.ts";
import { chunk } from "../fixtures/png.ts";
import { tiff } from "../fixtures/tiff.ts";
import { readOne } from "../images/sink.ts";

const tooLarge = expect.objectContaining({ code: "IMAGE_TOO_LARGE" });

/** Gray of 16 bits unless said otherwise, with a few bytes of pixels. */
function declared(width: number, height: number, [depth, colourType] = [16, 0]): Uint8Array {
  return bytes(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk("IHDR", bytes(be32(width), be32(height), [depth!, colourType!, 0, 0, 0])),
    chunk("IDAT", new Uint8Array(deflateSync(new Uint8Array(9)))),
    chunk("IEND", new Uint8Array(0)),
  );
}

describe("an image may declare", () => {
  it.each([
    ["passed through", "passthrough", 4, IMAGE_CAPS.passthroughPixels],
    ["streamed in rows", "streamed", 4, IMAGE_CAPS.streamedPixels],
    ["decoded as a whole, at a byte each", "full-frame", 1, IMAGE_CAPS.fullFrameBytes],
    ["decoded as a whole, at twelve bytes each", "full-frame", 12, Math.floor(IMAGE_CAPS.fullFrameBytes / 12)],
  ] as const)("as many pixels as the limit, and not one more, %s", (_, path, bytesPerPixel, most) => {
    expect(() => checkPixels(most, 1, path, bytesPerPixel)).not.toThrow();
    expect(() => checkPixels(most + 1, 1, path, bytesPerPixel)).toThrow(tooLarge);
  });

  it("more pixels where they are streamed and take less than three bytes each", () => {
    expect(() => checkPixels(9933, 14_043, "streamed", 1 / 8)).not.toThrow();
    expect(() => checkPixels(IMAGE_CAPS.streamedBytes / 2, 1, "streamed", 2)).not.toThrow();
    expect(() => checkPixels(IMAGE_CAPS.streamedBytes / 2 + 1, 1, "streamed", 2)).toThrow(tooLarge);
    expect(() => checkPixels(IMAGE_CAPS.passthroughPixels + 1, 1, "streamed", 1 / 8)).toThrow(tooLarge);
  });

  it("no side of nothing", () => {
    for (const [width, height] of [
      [0, 1],
      [1, 0],
      [-1, -1],
    ] as const) {
      expect(() => checkPixels(width, height, "passthrough")).toThrow(
        expect.objectContaining({ code: "CORRUPTED_IMAGE" }),
      );
    }
  });

  it.each<[string, number, (width: number) => unknown]>([
    ["PNG", 2, (width) => readPng(declared(width, 1))],
    ["BMP", 4, (width) => readBmp(bmp({ width, height: 1, bits: 32, pixels: [0, 0, 0, 0] }))],
  ])("rows of as many bytes as the limit, and not one more sample: %s", (_, sampleBytes, read) => {
    const most = IMAGE_CAPS.stripBytes / sampleBytes;
    expect(() => read(most)).not.toThrow();
    expect(() => read(most + 1)).toThrow(tooLarge);
  });

  it("no rows, tiles or strips of a TIFF beyond the limit of bytes", async () => {
    const page = (tags: Record<number, number>, tiled = false) =>
      readOne(
        readTiff,
        tiff({ pages: [{ chunks: [new Uint8Array(9)], tags: { 258: 8, 259: 1, 262: 1, ...tags }, tiled }] }),
      );
    // With an alpha beside the gray each row is taken apart.
    const row = page({ 256: IMAGE_CAPS.stripBytes / 4 + 1, 257: 1, 277: 2, 338: 2 });
    await expect(row).rejects.toMatchObject({ message: expect.stringContaining("too many to convert") });
    const widest = page({ 256: IMAGE_CAPS.stripBytes, 257: 1, 277: 1 });
    await expect(widest).rejects.toMatchObject({ message: expect.stringContaining("ends before its rows do") });
    const tooWide = page({ 256: IMAGE_CAPS.stripBytes + 1, 257: 1, 277: 1 });
    await expect(tooWide).rejects.toMatchObject({ message: expect.stringContaining("tiles need") });
    const tiles = page({ 256: 65_536, 257: 1_024, 277: 1, 322: 65_536, 323: 1_024 }, true);
    await expect(tiles).rejects.toMatchObject({ message: expect.stringContaining("tiles need") });
  });
});

it("the coefficients of a JPEG are held up to the limit of bytes", () => {
  // Of one component, a block of 64 numbers in each unit.
  const most = IMAGE_CAPS.fullFrameBytes / 128;
  const plan = (unitsDown: number) => ({
    frame: { unitsAcross: 1, unitsDown, components: [{ across: 1, down: 1 }] },
    scans: [],
  });
  expect(() => allCoefficients(plan(most + 1) as unknown as JpegPlan)).toThrow(tooLarge);
});

describe("what is unknown until it is made", () => {
  it("ends at the limit of bytes of one compressed stream", () => {
    const row = crypto.getRandomValues(new Uint8Array(65_536));
    const encoder = new RowEncoder(row.length, "none");
    const fill = (length: number) => {
      for (let made = 0; made < length; made += row.length) encoder.row(row);
    };
    fill(IMAGE_CAPS.outputBytes - 4 * 1024 * 1024);
    expect(() => fill(8 * 1024 * 1024)).toThrow(tooLarge);
  });

  it("ends when the images of a document have more pixels than their bytes explain", async () => {
    // Each is cut off at once, and counts by what it declares.
    const images = Array.from({ length: 11 }, (_, index) => ({
      name: `${index}.png`,
      bytes: declared(10_000, 10_000, [8, 6]),
    }));
    const { failures } = await imagesToPdf(images, DEFAULT_OPTIONS);
    expect(failures.map(({ code, message }) => [code, message])).toEqual(
      images.map(() => ["IMAGE_TOO_LARGE", expect.stringContaining("steps of about a microsecond")]),
    );
  });
});

describe("a profile", () => {
  const APP2 = 0xe2;
  const PART = 65_000;
  const inParts = (size: number) => {
    const profile = new Uint8Array(size);
    profile.set(iccHeader("RGB "));
    new DataView(profile.buffer).setUint32(0, size);
    const parts = Math.ceil(size / PART);
    return Array.from({ length: parts }, (_, index) => ({
      marker: APP2,
      data: bytes("ICC_PROFILE\0", [index + 1, parts], profile.subarray(index * PART, (index + 1) * PART)),
    }));
  };
  const hasProfile = async (size: number) => {
    const file = jpeg({ blocks: [[[1, 2, 3]]], segments: inParts(size) });
    const made = await imagesToPdf([{ name: "x.jpg", bytes: file }], DEFAULT_OPTIONS);
    return text(made.rope.toBytes()).includes("/ICCBased");
  };

  it("at the limit of bytes is kept, and a longer one is left out", async () => {
    expect(await hasProfile(IMAGE_CAPS.profileBytes)).toBe(true);
    expect(await hasProfile(IMAGE_CAPS.profileBytes + 1)).toBe(false);
  });
});
