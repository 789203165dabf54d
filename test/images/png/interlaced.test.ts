import { describe, expect, it } from "vitest";
import { IMAGE_CAPS } from "../../../src/codecs/caps.ts";
import { bandBytes, bandsOf, deinterlace } from "../../../src/images/png/adam7.ts";
import { pngChunks } from "../../../src/images/png/chunks.ts";
import { readPng } from "../../../src/images/png/png.ts";
import { pngHeader } from "../../../src/images/png/png-header.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { chunk, type PngFixture, png } from "../../fixtures/png.ts";
import { readOne, samples } from "../sink.ts";
import { expected, pixels } from "./pixels.ts";

describe("interlaced PNG", () => {
  it("puts Adam7's passes in order, for every size and depth", async () => {
    for (const [colourType, depth] of [
      [0, 1],
      [0, 2],
      [0, 4],
      [0, 8],
      [0, 16],
      [2, 8],
      [2, 16],
    ] as const) {
      for (const [width, height] of [
        [1, 1],
        [2, 3],
        [5, 4],
        [8, 8],
        [9, 17],
      ] as const) {
        const fixture: PngFixture = {
          width,
          height,
          colourType,
          depth,
          pixel: pixels(colourType === 0 ? 1 : 3, depth),
          interlaced: true,
          filter: (y) => y % 5,
        };
        const { frame, image } = await readOne(readPng, png(fixture));
        expect(frame.method).toBe("decoded");
        expect(samples(image), `${colourType} ${depth} ${width}×${height}`).toEqual(expected(fixture, 0));
      }
    }
  });

  it("comes out the same in bands of any number of rows", () => {
    const pixel = (x: number, y: number) => [x, y, x * y, 255 - x - y];
    for (const height of [1, 2, 9, 16, 17]) {
      const file = png({ width: 9, height, colourType: 6, depth: 8, pixel, interlaced: true, filter: (y) => y % 5 });
      const { header, data } = pngChunks(file);
      const rows = (perBand: number): number[] => {
        const out: number[] = [];
        atOnce(deinterlace(pngHeader(header), data, (row) => out.push(...row), perBand));
        return out;
      };
      const all = Array.from({ length: height }, (_, y) => Array.from({ length: 9 }, (__, x) => pixel(x, y)));
      for (const perBand of [1, 2, 3, 5, 100]) expect(rows(perBand), `${height} by ${perBand}`).toEqual(all.flat(2));
    }
  });

  it("holds a band of 24 MiB, not the image, up to 192 MiB of pixels", () => {
    const header = (width: number, height: number, depth: number, colourType: number) =>
      pngHeader(bytes(be32(width), be32(height), [depth, colourType, 0, 0, 1]));
    for (const [name, of] of Object.entries({
      "24 megapixels": header(6000, 4000, 8, 2),
      "12 megapixels of 16 bits": header(4000, 3000, 16, 2),
      "48 megapixels with alpha": header(8000, 6000, 8, 6),
    })) {
      expect(bandBytes(of), name).toBeLessThanOrEqual(24 * 1024 * 1024 + of.rowBytes);
      expect(bandsOf(of), name).toBeLessThanOrEqual(IMAGE_CAPS.interlacedBands);
    }
    const huge = png({ width: 1, height: 1, colourType: 6, depth: 16, pixel: () => [0, 0, 0, 0], interlaced: true });
    const declared = bytes(be32(8000), be32(6000), [16, 6, 0, 0, 1]);
    const file = bytes(huge.subarray(0, 8), chunk("IHDR", declared), huge.subarray(33));
    expect(() => readPng(file)).toThrow("Save it without interlacing");
  });
});
