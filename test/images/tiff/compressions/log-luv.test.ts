import { describe, expect, it } from "vitest";
import { readTiff } from "../../../../src/images/tiff/tiff.ts";
import { strips, type TiffPage, tiff } from "../../../fixtures/tiff.ts";
import { readOne, samples } from "../../sink.ts";

const SGI_LOG = 34676;
const LOG_L = 32844;
const LOG_LUV = 32845;

/** The luminance 2^exponent. */
const high = (exponent: number) => 64 + exponent;

function page(width: number, colours: 1 | 3, chunk: number[], tags = {}): TiffPage {
  const photometric = colours === 1 ? LOG_L : LOG_LUV;
  const picture = { width, height: 1, bits: 16, samples: colours, photometric, compression: SGI_LOG, tags };
  return { ...strips(picture, new Uint8Array(0)), chunks: [Uint8Array.from(chunk)] };
}

const rowOf = async (...parts: Parameters<typeof page>) => {
  const { image, warnings } = await readOne(readTiff, tiff({ pages: [page(...parts)] }));
  return { row: samples(image)[0]!, warnings };
};

describe("logarithmic pixels", () => {
  it("are shown from black to white, and brighter ones white", async () => {
    // High bytes one by one, low bytes as a run: none, a 64th, a quarter, one, sixteen, and less than none.
    const highs = [0, high(-6), high(-2), high(0), high(4), 0x80 | high(0)];
    const { row, warnings } = await rowOf(6, 1, [6, ...highs, 128 + 4, 0]);
    expect(row).toEqual([0, 32, 128, 255, 255, 0]);
    expect(warnings).toEqual([]);
  });

  it("have the colours of their place in the diagram", async () => {
    // Of one luminance, by u' and v': even light, red, green, blue.
    const [u, v] = [
      [0.2105, 0.451, 0.125, 0.1754],
      [0.4737, 0.523, 0.5625, 0.1579],
    ].map((places) => places.map((place) => Math.round(place * 410 - 0.5)));
    const { row } = await rowOf(4, 3, [128 + 2, high(-4), 128 + 2, 0, 4, ...u!, 4, ...v!]);
    const pixels = [0, 1, 2, 3].map((x) => row.slice(x * 3, x * 3 + 3));
    for (const level of pixels[0]!) expect(Math.abs(level - 64)).toBeLessThan(4);
    const brightest = pixels.slice(1).map((pixel) => pixel.indexOf(Math.max(...pixel)));
    expect(brightest).toEqual([0, 1, 2]);
  });

  it("are shown as far as they go where a row ends early", async () => {
    const picture = { ...page(3, 1, [128 + 1, high(0), 128 + 1, 0, 3, high(0)]) };
    const file = tiff({ pages: [{ ...picture, tags: { ...picture.tags, 257: 2, 278: 2 } }] });
    const { image, warnings } = await readOne(readTiff, file);
    expect(samples(image)).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ]);
    expect(warnings[0]).toContain("50 % of the picture is missing");
  });

  it.each([
    ["are said to be colours of another kind", { 262: 2 }],
    ["are said to lie in planes", { 284: 2 }],
    ["are said to have no colours", { 262: LOG_L }],
  ])("are refused when they %s", async (_, tags) => {
    await expect(rowOf(4, 3, [128 + 2, 0], tags)).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
  });

  it("are refused, and named, in the form of 24 bits", async () => {
    await expect(rowOf(4, 3, [128 + 2, 0], { 259: 34677 })).rejects.toThrow("SGI LogLuv of 24 bits");
  });
});
