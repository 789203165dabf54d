import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readJpeg } from "../../../../src/images/jpeg/jpeg.ts";
import { type ArithmeticFixture, arithmeticJpeg, type Block } from "../../../fixtures/arithmetic.ts";
import { random } from "../../../fixtures/random.ts";
import { readOne } from "../../../images/sink.ts";

/** Blocks like those of a photograph: a few large values at low frequencies, and now and then one at a high one. */
function photo(count: number): Block[] {
  const next = random(7);
  return Array.from({ length: count }, () =>
    Array.from({ length: 64 }, (_, k) => {
      if (k === 0) return Math.round((next() - 0.5) * 900);
      return next() < 2 / (k + 2) ? Math.round((next() - 0.5) * (400 / (k + 1))) : 0;
    }),
  );
}

const FIXTURE: ArithmeticFixture = { width: 75, height: 37, blocks: photo(10 * 5) };

describe("arithmetic-coded JPEG", () => {
  it.each<[string, Partial<ArithmeticFixture>]>([
    ["sequential", {}],
    ["with restarts", { restartInterval: 7 }],
    ["progressive", { progressive: true }],
    ["progressive with restarts", { progressive: true, restartInterval: 10 }],
  ])("%s: becomes a Huffman-coded one of exactly the same pixels", async (_, change) => {
    const file = arithmeticJpeg({ ...FIXTURE, ...change });
    const { frame, image, warnings } = await readOne(readJpeg, file);
    expect(frame.method).toBe("decoded");
    expect(image.dict).toMatchObject({ Filter: "/DCTDecode", Width: 75, Height: 37, ColorSpace: "/DeviceGray" });
    expect(warnings).toEqual([]);
    expect((await sharp(image.data).metadata()).isProgressive).toBe(false);
    const decoded = async (bytes: Uint8Array) => [...(await sharp(bytes, { failOn: "warning" }).raw().toBuffer())];
    expect(await decoded(image.data)).toEqual(await decoded(file));
  });

  it("cut off, is converted as far as it goes, and says how much is missing", async () => {
    const file = arithmeticJpeg(FIXTURE);
    const { warnings } = await readOne(readJpeg, file.subarray(0, Math.floor(file.length * 0.6)));
    expect(warnings).toEqual([expect.stringMatching(/damaged or cut off: \d+ % of its data is missing/)]);
  });
});
