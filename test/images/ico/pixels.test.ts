import { describe, expect, it } from "vitest";
import { readIco } from "../../../src/images/ico/ico.ts";
import { dib, le32 } from "../../fixtures/bmp.ts";
import { bytes, le16 } from "../../fixtures/bytes.ts";
import { readOne, samples } from "../sink.ts";

const PALETTE = [10, 20, 30, 0, 40, 50, 60, 0, 70, 80, 90, 0, 100, 110, 120, 0];

/** An icon of one row of pixels and its mask, which is none where nothing is said. */
async function read(width: number, bits: number, pixels: number[], mask = [0, 0, 0, 0]) {
  const data = dib({ width, height: 2, bits, palette: bits <= 8 ? PALETTE : [], pixels: [...pixels, ...mask] });
  const entry = [width, 1, 0, 0, 1, 0, ...le16(bits), ...le32(data.length), ...le32(22)];
  const { image } = await readOne(readIco, bytes([0, 0, 1, 0], le16(1), entry, data));
  return { colour: samples(image)[0], alpha: image.softMask && samples(image.softMask)[0] };
}

describe("pixels of an icon", () => {
  it.each([
    [1, [0b01000000, 0, 0, 0], [30, 20, 10, 60, 50, 40, 30, 20, 10]],
    [2, [0b00011000, 0, 0, 0], [30, 20, 10, 60, 50, 40, 90, 80, 70]],
    [4, [0x32, 0x10, 0, 0], [120, 110, 100, 90, 80, 70, 60, 50, 40]],
    [8, [3, 0, 2, 0], [120, 110, 100, 30, 20, 10, 90, 80, 70]],
  ])("of %i bits have the colours of a palette", async (bits, pixels, colour) => {
    expect((await read(3, bits, pixels)).colour).toEqual(colour);
  });

  it("of 16 bits have five bits of each colour", async () => {
    const pixels = [0x7c00, 0x03e0, 0x001f, 0x4210].flatMap((pixel) => [...le16(pixel)]);
    expect((await read(4, 16, pixels)).colour).toEqual([255, 0, 0, 0, 255, 0, 0, 0, 255, 131, 131, 131]);
  });

  it("of 24 and 32 bits are blue, green and red", async () => {
    expect((await read(2, 24, [1, 2, 3, 4, 5, 6, 0, 0])).colour).toEqual([3, 2, 1, 6, 5, 4]);
    expect(await read(2, 32, [1, 2, 3, 90, 4, 5, 6, 0])).toEqual({ colour: [3, 2, 1, 6, 5, 4], alpha: [90, 0] });
  });

  it("are hidden by the mask, each by its bit", async () => {
    const masked = (mask: number[]) => read(10, 8, Array<number>(12).fill(1), mask);
    expect((await masked([0b10000001, 0b01000000, 0, 0])).alpha).toEqual([0, 255, 255, 255, 255, 255, 255, 0, 255, 0]);
    const unmasked = await masked([0, 0, 0, 0]);
    expect(unmasked.alpha).toBeUndefined();
  });

  it("of 32 bits without any alpha are hidden by the mask too", async () => {
    expect((await read(2, 32, [1, 2, 3, 0, 4, 5, 6, 0], [0b01000000, 0, 0, 0])).alpha).toEqual([255, 0]);
  });
});

it("an icon has no more pictures than it counts", async () => {
  const data = [1, 2].map((red) =>
    dib({ width: red, height: 2, bits: 24, pixels: [0, 0, red, 0, 0, red, 0, 0, 0, 0, 0, 0] }),
  );
  const places = [38, 38 + data[0]!.length];
  const entries = data.map((one, i) => [i + 1, 1, 0, 0, 1, 0, ...le16(24), ...le32(one.length), ...le32(places[i]!)]);
  const widthOf = async (count: number) =>
    (await readOne(readIco, bytes([0, 0, 1, 0], le16(count), ...entries, ...data))).frame.width;
  expect([await widthOf(1), await widthOf(2)]).toEqual([1, 2]);
});
