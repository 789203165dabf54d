import { describe, expect, it } from "vitest";
import { readTga } from "../../../src/images/tga/tga.ts";
import { le16 } from "../../fixtures/bytes.ts";
import { type TgaFixture, tga } from "../../fixtures/tga.ts";
import { readOne, samples } from "../sink.ts";

/** A row, from the top left. */
async function read({ alphaBits = 0, ...row }: Omit<TgaFixture, "height" | "descriptor"> & { alphaBits?: number }) {
  const file = tga({ ...row, height: 1, descriptor: 0x20 | alphaBits });
  const { image } = await readOne(readTga, file);
  return { colour: samples(image)[0], alpha: image.softMask && samples(image.softMask)[0] };
}

describe("pixels of a TGA", () => {
  it("of 24 and 32 bits are blue, green and red, behind whatever the file says of itself", async () => {
    const pixels = [1, 2, 3, 11, 12, 13, 21, 22, 23];
    const colour = [3, 2, 1, 13, 12, 11, 23, 22, 21];
    expect(await read({ type: 2, bits: 24, width: 3, pixels, id: [9, 9, 9, 9, 9] })).toEqual({ colour });
    const withAlpha = [1, 2, 3, 50, 11, 12, 13, 60, 21, 22, 23, 70];
    expect(await read({ type: 2, bits: 32, width: 3, pixels: withAlpha, alphaBits: 8 })).toEqual({
      colour,
      alpha: [50, 60, 70],
    });
  });

  it.each([15, 16])("of %i bits are five bits of each colour", async (bits) => {
    const pixels = [0x7c00, 0x03e0, 0x001f, 0x4210, 0x0421].flatMap((pixel) => [...le16(pixel)]);
    const { colour } = await read({ type: 2, bits, width: 5, pixels });
    expect(colour).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 132, 132, 132, 8, 8, 8]);
  });

  it("of gray may have alpha beside them", async () => {
    expect(await read({ type: 3, bits: 8, width: 3, pixels: [7, 8, 9] })).toEqual({ colour: [7, 8, 9] });
    expect(await read({ type: 3, bits: 16, width: 3, pixels: [7, 70, 8, 80, 9, 90], alphaBits: 8 })).toEqual({
      colour: [7, 8, 9],
      alpha: [70, 80, 90],
    });
  });

  it.each([
    [24, [1, 2, 3, 11, 12, 13], [13, 12, 11, 3, 2, 1], undefined],
    [32, [1, 2, 3, 40, 11, 12, 13, 50], [13, 12, 11, 3, 2, 1], [50, 40]],
    [16, [0x1f, 0, 0, 0x7c], [255, 0, 0, 0, 0, 255], undefined],
  ])("of a palette of %i bits have its colours, from its first entry on", async (bits, entries, colour, alpha) => {
    for (const first of [0, 5]) {
      const palette = { first, entries, bits };
      const found = await read({ type: 1, bits: 8, width: 2, pixels: [first + 1, first], palette });
      expect(found).toEqual(alpha ? { colour, alpha } : { colour });
    }
  });

  it.each([
    ["a packet of one", [0x00, 1, 2, 3, 0x01, 4, 5, 6, 7, 8, 9]],
    ["a packet of all", [0x02, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ["runs of one", [0x80, 1, 2, 3, 0x80, 4, 5, 6, 0x80, 7, 8, 9]],
  ])("may come in %s", async (_, pixels) => {
    expect((await read({ type: 10, bits: 24, width: 3, pixels })).colour).toEqual([3, 2, 1, 6, 5, 4, 9, 8, 7]);
  });

  it("may come in runs between packets, of gray and of a palette too", async () => {
    const pixels = [0x82, 7, 0x01, 8, 9, 0x81, 10];
    expect((await read({ type: 11, bits: 8, width: 7, pixels })).colour).toEqual([7, 7, 7, 8, 9, 10, 10]);
    const palette = { first: 0, entries: [1, 1, 1, 2, 2, 2], bits: 24 };
    const { colour } = await read({ type: 9, bits: 8, width: 4, pixels: [0x81, 1, 0x01, 0, 1], palette });
    expect(colour).toEqual([2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2]);
  });

  it("may come in a run of 128", async () => {
    const { colour } = await read({ type: 11, bits: 8, width: 129, pixels: [0xff, 7, 0x00, 8] });
    expect(colour).toEqual([...Array<number>(128).fill(7), 8]);
  });
});
