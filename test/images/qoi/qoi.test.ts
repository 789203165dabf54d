import { describe, expect, it } from "vitest";
import { readQoi } from "../../../src/images/qoi/qoi.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { readOne, samples } from "../sink.ts";

const qoi = (width: number, height: number, channels: number, data: number[]) =>
  bytes("qoif", be32(width), be32(height), [channels, 0], data);

describe("QOI", () => {
  it("is decoded by each of its ways to encode a pixel", async () => {
    const data = [
      ...[0xfe, 10, 20, 30],
      // +1, −2, 0 · green +3, red +3+2, blue +3−1 · the first one again · the same twice more
      0b01_11_00_10,
      ...[0b10_000000 | 35, ((2 + 8) << 4) | (-1 + 8)],
      (10 * 3 + 20 * 5 + 30 * 7 + 255 * 11) % 64,
      0b11_000001,
    ];
    const { image, frame } = await readOne(readQoi, qoi(3, 2, 3, data));
    expect(samples(image)).toEqual([
      [10, 20, 30, 11, 18, 30, 16, 21, 32],
      [10, 20, 30, 10, 20, 30, 10, 20, 30],
    ]);
    expect(frame).toMatchObject({ width: 3, height: 2 });
  });

  it("has alpha", async () => {
    const { image } = await readOne(readQoi, qoi(1, 1, 4, [0xff, 1, 2, 3, 44]));
    expect([samples(image), samples(image.softMask!)]).toEqual([[[1, 2, 3]], [[44]]]);
  });

  it("that is cut off is shown as far as it goes, and says so", async () => {
    const { image, warnings } = await readOne(readQoi, qoi(1, 2, 3, [0xfe, 1, 2, 3]));
    expect(samples(image)).toEqual([[1, 2, 3]]);
    expect(warnings).toEqual(["The QOI is cut off: 50 % of the picture is missing."]);
  });

  it.each<[string, Uint8Array, string]>([
    ["a header that is cut off", bytes("qoif", be32(1)), "CORRUPTED_IMAGE"],
    ["two channels", qoi(1, 1, 2, [0]), "CORRUPTED_IMAGE"],
    ["no pixels", qoi(1, 1, 3, []), "CORRUPTED_IMAGE"],
    ["billions of pixels", qoi(90_000, 90_000, 3, [0]), "IMAGE_TOO_LARGE"],
    ["a row that alone would fill the memory", qoi(30_000_000, 3, 3, [0xfe, 1, 2, 3]), "IMAGE_TOO_LARGE"],
  ])("is refused when it has %s", async (_, file, code) => {
    await expect(readOne(readQoi, file)).rejects.toMatchObject({ code });
  });
});
