import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readJpeg } from "../../../../src/images/jpeg/jpeg.ts";
import { type ArithmeticFixture, arithmeticJpeg, photoBlocks } from "../../../fixtures/arithmetic.ts";
import { readOne } from "../../../images/sink.ts";

const FIXTURE: ArithmeticFixture = { width: 75, height: 37, blocks: photoBlocks(10 * 5, 7) };

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
