import { describe, expect, it } from "vitest";
import { ImageProblem } from "../../../src/codecs/image-problem.ts";
import { readWebp } from "../../../src/images/webp/webp.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import {
  extendedWebp,
  FLAT_LARGE,
  FLAT_SMALL,
  GRADIENT,
  gradient,
  gradientAlpha,
  LOSSLESS,
  LOSSLESS_ALPHA,
  LOSSY,
  LOSSY_ALPHA,
  pictureChunks,
  riffChunk,
  SMALL_ALPHA,
  SOLID,
  TALL_HEIGHT,
  TALL_LOSSY,
  TWO_COLOURS,
  webp,
} from "../../fixtures/webp.ts";
import { readAll, readOne, samples, type WrittenImage } from "../sink.ts";

/** Rows of pixels as the picture was before it was encoded. */
function expected(pixel: (x: number, y: number) => number[], width = GRADIENT.width, height = GRADIENT.height) {
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => pixel(x, y)).flat());
}

function pixelAt(image: WrittenImage, x: number, y: number): number[] {
  const colour = samples(image)[y]!.slice(x * 3, x * 3 + 3);
  return [...colour, image.softMask ? samples(image.softMask)[y]![x]! : 255];
}

function largestDifference(a: number[][], b: number[][]): number {
  return Math.max(...a.flatMap((row, y) => row.map((value, x) => Math.abs(value - b[y]![x]!))));
}

describe("a lossless WebP", () => {
  it("keeps every pixel", async () => {
    const { image, frame } = await readOne(readWebp, LOSSLESS);
    expect(frame).toMatchObject({ ...GRADIENT, method: "decoded", orientation: 1, density: undefined });
    expect(samples(image)).toEqual(expected(gradient));
    expect(image.softMask).toBeUndefined();
  });

  it("keeps its alpha channel as a soft mask", async () => {
    const { image } = await readOne(readWebp, LOSSLESS_ALPHA);
    expect(samples(image)).toEqual(expected(gradient));
    expect(samples(image.softMask!)).toEqual(expected((x) => [gradientAlpha(x)]));
  });

  it("unpacks a palette whose pixels share bytes", async () => {
    const { image } = await readOne(readWebp, TWO_COLOURS);
    expect(samples(image)).toEqual(expected((x, y) => ((x + y) % 2 === 1 ? [255, 0, 0] : [0, 0, 255]), 9, 3));
  });
});

describe("a lossy WebP", () => {
  it("becomes a JPEG of the same size when it is opaque", async () => {
    const { image } = await readOne(readWebp, LOSSY);
    expect(image.dict).toMatchObject({ Filter: "/DCTDecode", ColorSpace: "/DeviceRGB", Width: 33, Height: 20 });
    const frameHeader = image.data.findIndex((byte, at) => byte === 0xff && image.data[at + 1] === 0xc0);
    expect([...image.data.subarray(frameHeader + 5, frameHeader + 9)]).toEqual([0, 20, 0, 33]);
    expect([...image.data.subarray(-2)]).toEqual([0xff, 0xd9]);
    expect(image.data.length).toBeLessThan(3 * LOSSY.length);
  });

  it("keeps its exact pixels where they take less than the JPEG would", async () => {
    for (const [name, file, size] of [
      ["small", FLAT_SMALL, 200],
      ["flat", FLAT_LARGE, 3500],
    ] as const) {
      const { image } = await readOne(readWebp, file);
      expect(image.dict, name).toMatchObject({ Filter: "/FlateDecode", ColorSpace: "/DeviceRGB" });
      expect(image.data.length, name).toBeLessThan(size);
      const exact = await readOne(readWebp, file, { webp: "lossless" });
      expect(samples(image), name).toEqual(samples(exact.image));
    }
  });

  it("is decoded to pixels where the options ask for it", async () => {
    const { image } = await readOne(readWebp, LOSSY, { webp: "lossless" });
    expect(image.dict.Filter).toBe("/FlateDecode");
    // The product in the blue channel is too sharp for quality 90; red and green are smooth.
    const smooth = samples(image).map((row) => row.filter((_, i) => i % 3 < 2));
    expect(
      largestDifference(
        smooth,
        expected((x, y) => gradient(x, y).slice(0, 2)),
      ),
    ).toBeLessThan(24);
  });

  it("comes out within rounding of the colour that went in", async () => {
    const { image } = await readOne(readWebp, SOLID, { webp: "lossless" });
    expect(
      largestDifference(
        samples(image),
        expected(() => [200, 100, 50]),
      ),
    ).toBeLessThanOrEqual(2);
  });

  it("keeps its alpha exactly, beside a JPEG of its colours", async () => {
    const { image } = await readOne(readWebp, LOSSY_ALPHA);
    expect(image.dict.Filter).toBe("/DCTDecode");
    expect(samples(image.softMask!)).toEqual(expected((x) => [gradientAlpha(x)]));
  });

  it("leaves out an alpha channel that is opaque all over", async () => {
    const plain = new Uint8Array(GRADIENT.width * GRADIENT.height + 1).fill(255);
    plain[0] = 0;
    const file = webp(
      riffChunk("VP8X", Uint8Array.of(16, 0, 0, 0, 32, 0, 0, 19, 0, 0)),
      riffChunk("ALPH", plain),
      pictureChunks(LOSSY),
    );
    const { image } = await readOne(readWebp, file);
    expect(image.softMask).toBeUndefined();
  });
});

describe("metadata of a WebP", () => {
  it("gives orientation, density and profile", async () => {
    const file = extendedWebp({ ...GRADIENT, picture: LOSSY, exif: exifBlock(6, 300), icc: iccHeader("RGB ") });
    const { frame, image, profiles } = await readOne(readWebp, file);
    expect(frame).toMatchObject({ orientation: 6, density: { x: 300, y: 300 } });
    expect(profiles).toHaveLength(1);
    expect(image.dict.ColorSpace).toContain("/ICCBased");
  });

  it("is turned as XMP says where there is no EXIF", async () => {
    const xmp = riffChunk("XMP ", new TextEncoder().encode('<a tiff:Orientation="3"/>'));
    const still = extendedWebp({ ...GRADIENT, picture: LOSSY });
    expect((await readOne(readWebp, webp(still.subarray(12), xmp))).frame.orientation).toBe(3);
  });

  it("does not use a profile of other colours", async () => {
    const { profiles } = await readOne(readWebp, extendedWebp({ ...GRADIENT, picture: LOSSY, icc: iccHeader("CMYK") }));
    expect(profiles).toEqual([]);
  });
});

describe("an animated WebP", () => {
  const still = { picture: LOSSLESS, left: 0, top: 0, ...GRADIENT };
  const patch = { picture: SMALL_ALPHA, left: 4, top: 2, width: 8, height: 6 };

  it("gives its first frame, whatever follows", async () => {
    const broken = { ...patch, left: 999 };
    const written = await readAll(readWebp, extendedWebp({ ...GRADIENT, frames: [still, broken] }));
    expect(written).toHaveLength(1);
    expect(samples(written[0]!.image)).toEqual(expected(gradient));
  });

  it("shows a first frame that is smaller than the canvas at its place", async () => {
    const { image, frame, tiles } = await readOne(readWebp, extendedWebp({ ...GRADIENT, frames: [patch, still] }));
    expect(frame).toMatchObject(GRADIENT);
    expect(tiles).toMatchObject([{ left: 4, top: 2, width: 8, height: 6 }]);
    expect(pixelAt(image, 0, 0)).toEqual([10, 200, 30, 128]);
    expect(pixelAt(image, 7, 5)).toEqual([10, 200, 30, 128]);
  });

  it("keeps an opaque lossy frame as a JPEG", async () => {
    const photo = { ...still, picture: LOSSY };
    const { image } = await readOne(readWebp, extendedWebp({ ...GRADIENT, frames: [photo, photo] }));
    expect(image.dict.Filter).toBe("/DCTDecode");
  });
});

describe("a damaged WebP", () => {
  it.each([
    ["is cut off in its picture", LOSSLESS.subarray(0, 80)],
    ["is cut off in a lossy picture", LOSSY.subarray(0, 120)],
    ["has no picture", webp(riffChunk("XMP ", Uint8Array.of(1, 2)))],
    ["declares another size than it has", extendedWebp({ width: 99, height: 20, picture: LOSSY })],
    [
      "has a frame beyond its canvas",
      extendedWebp({ ...GRADIENT, frames: [{ picture: SOLID, left: 2, top: 0, ...GRADIENT }] }),
    ],
    ["declares frames and has none", webp(riffChunk("VP8X", Uint8Array.of(2, 0, 0, 0, 9, 0, 0, 9, 0, 0)))],
  ])("is refused when it %s", async (_, file) => {
    await expect(readAll(readWebp, file)).rejects.toMatchObject({ name: "ImageProblem", code: "CORRUPTED_IMAGE" });
  });

  it("does no harm to the picture after it", async () => {
    for (const file of [LOSSY.subarray(0, 120), LOSSLESS.subarray(0, 80)]) {
      await expect(readAll(readWebp, file)).rejects.toThrow(ImageProblem);
      expect(samples((await readOne(readWebp, LOSSLESS)).image)).toEqual(expected(gradient));
    }
  });

  it("of 40 bytes cannot ask for a gigabyte", async () => {
    const vast = webp(riffChunk("VP8L", Uint8Array.of(0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0)));
    await expect(readAll(readWebp, vast)).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
  });

  it("cannot ask for a vast page for a small frame", async () => {
    const frames = [{ picture: SMALL_ALPHA, left: 0, top: 0, width: 8, height: 6 }];
    const file = extendedWebp({ width: 20_000, height: 20_000, frames });
    await expect(readAll(readWebp, file)).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
  });
});

describe("a WebP that is cut off", () => {
  it.each<[string, Uint8Array, number, "jpeg" | "lossless"]>([
    ["lossless", LOSSLESS, GRADIENT.height, "jpeg"],
    ["lossy, as pixels", TALL_LOSSY, TALL_HEIGHT, "lossless"],
    ["lossy, as a JPEG", TALL_LOSSY, TALL_HEIGHT, "jpeg"],
  ])("is shown as far as it goes, and says so: %s", async (_, whole, height, webpOption) => {
    const file = whole.subarray(0, Math.floor(whole.length * 0.9));
    const { image, tiles, warnings } = await readOne(readWebp, file, { webp: webpOption });
    expect(tiles[0]!.height).toBeGreaterThan(0);
    expect(tiles[0]!.height).toBeLessThan(height);
    expect(image.dict.Height).toBe(tiles[0]!.height);
    expect(warnings).toEqual([expect.stringMatching(/^The WebP is cut off: \d+ % of the picture is missing\.$/)]);
  });

  it("is refused when not one row is there", async () => {
    await expect(readOne(readWebp, LOSSLESS.subarray(0, 40))).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
  });
});
