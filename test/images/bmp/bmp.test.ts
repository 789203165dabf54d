import { describe, expect, it } from "vitest";
import { readBmp } from "../../../src/images/bmp/bmp.ts";
import { bmp, type DibFixture, le32 } from "../../fixtures/bmp.ts";
import { bytes, le16 } from "../../fixtures/bytes.ts";
import { readOne, samples } from "../sink.ts";

const PALETTE = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0];

async function rows(fixture: DibFixture) {
  const { frame, image, warnings } = await readOne(readBmp, bmp(fixture));
  return { frame, image, warnings, rows: samples(image) };
}

describe("BMP", () => {
  it("of 24 bits keeps the order of its rows, and is turned over where they begin below", async () => {
    const pixels = [3, 2, 1, 6, 5, 4, 0, 0, 9, 8, 7, 12, 11, 10, 0, 0];
    const below = await rows({ width: 2, height: 2, bits: 24, pixels });
    expect(below.rows).toEqual([
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10, 11, 12],
    ]);
    expect(below.frame).toMatchObject({ width: 2, height: 2, orientation: 4 });
    expect(below.frame.density!.x).toBeCloseTo(300, 0);
    expect((await rows({ width: 2, height: -2, bits: 24, pixels })).frame.orientation).toBe(1);
  });

  it.each([
    [1, [0b01000000, 0, 0, 0], [0, 1, 0]],
    [4, [0x01, 0x20, 0, 0], [0, 1, 2]],
    [8, [0, 1, 2, 0], [0, 1, 2]],
  ])("of %i bits keeps its palette", async (bits, pixels, indices) => {
    const { image, rows: found } = await rows({ width: 3, height: 1, bits, palette: PALETTE, pixels });
    expect(found).toEqual([indices]);
    const table = "ff000000ff000000ff".slice(0, bits === 1 ? 12 : 18);
    expect(image.dict.ColorSpace).toBe(`[/Indexed /DeviceRGB ${table.length / 6 - 1} <${table}>]`);
  });

  it("of 16 bits has 5 bits of each colour, or those that its masks say", async () => {
    const pixels = [...le16(0x7c00 | 31), 0, 0];
    expect((await rows({ width: 1, height: 1, bits: 16, pixels })).rows).toEqual([[255, 0, 255]]);
    const masks = [0xf800, 0x07e0, 0x001f];
    const wide = { width: 1, height: 1, bits: 16, compression: 3, masks, pixels: [...le16(0x07e0), 0, 0] };
    expect((await rows(wide)).rows).toEqual([[0, 255, 0]]);
  });

  it("of 32 bits has no alpha unless a mask names it and it is used", async () => {
    const pixels = [3, 2, 1, 99];
    const plain = await rows({ width: 1, height: 1, bits: 32, pixels });
    expect([plain.rows, plain.image.softMask]).toEqual([[[1, 2, 3]], undefined]);
    const masks = [0xff0000, 0xff00, 0xff, 0xff000000];
    const alpha = { width: 1, height: 1, bits: 32, compression: 6, masks };
    expect(samples((await rows({ ...alpha, pixels })).image.softMask!)).toEqual([[99]]);
    expect((await rows({ ...alpha, pixels: [3, 2, 1, 0] })).image.softMask).toBeUndefined();
  });

  it("of runs is decoded from runs, literals, ends and moves", async () => {
    const pixels = [3, 1, 0, 0, 0, 3, 2, 1, 2, 0, 0, 0, 0, 2, 1, 1, 2, 2, 0, 1];
    const { rows: found } = await rows({ width: 3, height: 4, bits: 8, compression: 1, palette: PALETTE, pixels });
    expect(found).toEqual([
      [1, 1, 1],
      [2, 1, 2],
      [0, 0, 0],
      [0, 2, 2],
    ]);
    const four = { width: 3, height: 1, bits: 4, compression: 2, palette: PALETTE, pixels: [3, 0x12, 0, 1] };
    expect((await rows(four)).rows).toEqual([[1, 2, 1]]);
  });

  it("of OS/2 has its short header", async () => {
    const file = bytes("BM", le32(30), le32(0), le32(26), le32(12), [1, 0, 1, 0, 1, 0, 24, 0], [3, 2, 1, 0]);
    expect(samples((await readOne(readBmp, file)).image)).toEqual([[1, 2, 3]]);
  });

  it("that is cut off is shown as far as it goes, and says so", async () => {
    const { warnings, rows: found } = await rows({ width: 1, height: 4, bits: 24, pixels: [3, 2, 1, 0, 6, 5, 4, 0] });
    expect(found).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(warnings).toEqual(["The BMP is cut off: 50 % of the picture is missing."]);
  });

  it.each<[string, DibFixture, string]>([
    [
      "a compression that is not read",
      { width: 1, height: 1, bits: 24, compression: 4, pixels: [1] },
      "UNSUPPORTED_IMAGE",
    ],
    ["no size", { width: 0, height: 1, bits: 24, pixels: [1] }, "CORRUPTED_IMAGE"],
    ["a size below zero", { width: -5, height: 1, bits: 24, pixels: [1] }, "CORRUPTED_IMAGE"],
    ["billions of pixels", { width: 60_000, height: 60_000, bits: 24, pixels: [1] }, "IMAGE_TOO_LARGE"],
    ["no pixels", { width: 1, height: 1, bits: 24, pixels: [] }, "CORRUPTED_IMAGE"],
  ])("is refused when it has %s", async (_, fixture, code) => {
    await expect(readOne(readBmp, bmp(fixture))).rejects.toMatchObject({ code });
  });
});
