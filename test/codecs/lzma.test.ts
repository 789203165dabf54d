import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../src/images/image-document.ts";
import { readTiff } from "../../src/images/tiff/tiff.ts";
import { bytes } from "../fixtures/bytes.ts";
import { strips, tiff } from "../fixtures/tiff.ts";
import { gradient, noise, woven, XZ_BLOCKS, XZ_DELTA, XZ_STORED } from "../fixtures/xz.ts";
import { readOne, samples } from "../images/sink.ts";

const LZMA = 34925;

function file(width: number, height: number, channels: number, chunk: Uint8Array): Uint8Array {
  const picture = { width, height, samples: channels, photometric: channels === 3 ? 2 : 1, compression: LZMA };
  return tiff({ pages: [{ ...strips(picture, new Uint8Array(0)), chunks: [chunk] }] });
}

describe("LZMA strips", () => {
  it.each([
    ["differences", file(33, 20, 3, XZ_DELTA), gradient],
    ["two blocks", file(99, 20, 1, XZ_BLOCKS), woven],
    ["data that is stored", file(60, 1, 1, XZ_STORED), noise],
  ])("are decoded with %s", async (_, data, expected) => {
    const { image, warnings } = await readOne(readTiff, data);
    expect(samples(image).flat()).toEqual([...expected]);
    expect(warnings).toEqual([]);
  });

  it("show what is there of them when they are cut off, and say so", async () => {
    const { image, warnings } = await readOne(readTiff, file(99, 20, 1, XZ_BLOCKS.subarray(0, 150)));
    expect(samples(image).flat().slice(0, 1000)).toEqual([...woven.subarray(0, 1000)]);
    expect(samples(image).at(-1)).toEqual(new Array(99).fill(0));
    expect(warnings).toEqual([
      expect.stringMatching(/^The TIFF is damaged or cut off: 50 % of the picture is missing/),
    ]);
  });

  it.each([
    ["are no .xz data", bytes("not .xz, whatever the tag says"), "does not begin as it should"],
    ["end after their header", XZ_DELTA.subarray(0, 24), "is damaged"],
    ["have a filter that is made for programs", XZ_STORED.with(14, 4), "filter 4"],
  ])("are refused when they %s", async (_, chunk, message) => {
    await expect(readOne(readTiff, file(60, 1, 1, chunk))).rejects.toThrow(message);
  });

  it("of more than 32 MB are refused before memory is taken", async () => {
    await expect(readOne(readTiff, file(20_000, 2000, 1, XZ_STORED))).rejects.toThrow("at most 33554432");
  });

  it("do no harm however they are damaged", async () => {
    for (const [chunk, width] of [
      [XZ_DELTA, 33],
      [XZ_BLOCKS, 99],
    ] as const) {
      for (let at = 0; at < chunk.length; at++) {
        for (const change of [1, 0x80, 0xff]) {
          const damaged = file(width, 20, width === 33 ? 3 : 1, chunk.with(at, chunk[at]! ^ change));
          const { pageCount, failures } = await imagesToPdf([{ name: "a.tif", bytes: damaged }], DEFAULT_OPTIONS);
          expect(pageCount + failures.length).toBe(1);
        }
      }
    }
    expect(samples((await readOne(readTiff, file(60, 1, 1, XZ_STORED))).image).flat()).toEqual([...noise]);
  });
});
