import { describe, expect, it } from "vitest";
import { readIco } from "../../../src/images/ico/ico.ts";
import { dib } from "../../fixtures/bmp.ts";
import { ico } from "../../fixtures/ico.ts";
import { png } from "../../fixtures/png.ts";
import { readOne, samples } from "../sink.ts";

const picture = (size: number) =>
  png({ width: size, height: size, colourType: 2, depth: 8, pixel: () => [size, 0, 0] });
const PALETTE = [0, 0, 255, 0, 0, 255, 0, 0];
/** Two pixels side by side, red and green; the mask takes the second away. */
const masked = dib({
  width: 2,
  height: 2,
  bits: 1,
  palette: PALETTE,
  pixels: [0b01000000, 0, 0, 0, 0b01000000, 0, 0, 0],
});

describe("ICO", () => {
  it("gives the largest of its pictures", async () => {
    const file = ico([16, 256, 48].map((size) => ({ size, bits: 24, data: picture(size) })));
    expect((await readOne(readIco, file)).frame).toMatchObject({ width: 256, height: 256 });
  });

  it("gives the one with most colours of those of a size", async () => {
    const entries = [1, 32, 8].map((bits) => ({ size: 16, bits, data: picture(16 + bits) }));
    expect((await readOne(readIco, ico(entries))).frame.width).toBe(16 + 32);
  });

  it("has a mask behind its bitmap, in icons and in cursors", async () => {
    for (const type of [1, 2]) {
      const { image, frame } = await readOne(readIco, ico([{ size: 2, bits: 1, data: masked }], type));
      expect(frame).toMatchObject({ width: 2, height: 1, orientation: 4 });
      expect(samples(image)).toEqual([[255, 0, 0, 0, 255, 0]]);
      expect(samples(image.softMask!)).toEqual([[255, 0]]);
    }
  });

  it("of 32 bits has its alpha in its pixels", async () => {
    const data = dib({ width: 1, height: 2, bits: 32, pixels: [3, 2, 1, 77, 0, 0, 0, 0] });
    const { image } = await readOne(readIco, ico([{ size: 1, bits: 32, data }]));
    expect([samples(image), samples(image.softMask!)]).toEqual([[[1, 2, 3]], [[77]]]);
  });

  it("is refused when it holds nothing, or is cut off", async () => {
    for (const file of [ico([]), ico([{ size: 2, bits: 1, data: masked }]).subarray(0, -9)]) {
      await expect(readOne(readIco, file)).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
    }
  });
});
