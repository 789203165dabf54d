import { describe, expect, it } from "vitest";
import { readTiff } from "../../../src/images/tiff/tiff.ts";
import { LZW, PACK_BITS, type PictureFixture, strips } from "../../fixtures/tiff.ts";
import { readOne, samples } from "../sink.ts";
import { image, one, rgb } from "./picture.ts";

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

  it.each<[string, Partial<PictureFixture>, string]>([
    ["ITU L*a*b*", { photometric: 10 }, "A TIFF in ITU L*a*b* is not supported. Save it in RGB."],
    ["L*a*b* in a JPEG", { photometric: 8, compression: 7 }, "in CIE L*a*b* with JPEG data is not"],
    ["L*a*b* of 16 bits", { photometric: 8, bits: 16 }, "in CIE L*a*b* with 16 bits per sample is not"],
    ["L*a*b* with alpha", { photometric: 9, samples: 4 }, "in ICC L*a*b* with alpha or other samples"],
  ])("in %s are refused by name", async (_, picture, message) => {
    const page = one(strips({ width: 1, height: 1, samples: 3, ...picture }, new Uint8Array(8)));
    await expect(readOne(readTiff, page)).rejects.toMatchObject({
      code: "UNSUPPORTED_IMAGE",
      message: expect.stringContaining(message),
    });
  });

  it("of YCbCr in planes become RGB", async () => {
    const page = strips({ width: 2, height: 1, samples: 3, photometric: 6, tags: { 284: 2, 530: [1, 1] } }, rgb);
    const chunks = [Uint8Array.of(255, 76), Uint8Array.of(128, 85), Uint8Array.of(128, 255)];
    expect(samples((await readOne(readTiff, one({ ...page, chunks }))).image)).toEqual([[255, 255, 255, 254, 0, 0]]);
  });

  it("of YCbCr whose coefficients are zeros are read with the usual ones", async () => {
    const picture = { width: 1, height: 1, samples: 3, photometric: 6 };
    const red = Uint8Array.of(76, 85, 255);
    const usual = await image({ ...picture, tags: { 530: [1, 1] } }, red);
    const written = await image({ ...picture, tags: { 529: [0, 0, 0], 530: [1, 1] } }, red);
    expect(samples(written)).toEqual(samples(usual));
    expect(samples(written)).toEqual([[254, 0, 0]]);
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
