import { describe, expect, it } from "vitest";
import { readTga } from "../../../src/images/tga/tga.ts";
import { le16 } from "../../fixtures/bytes.ts";
import { type TgaFixture, tga } from "../../fixtures/tga.ts";
import { readOne, samples } from "../sink.ts";

const rows = async (fixture: TgaFixture) => samples((await readOne(readTga, tga(fixture))).image);

describe("TGA", () => {
  it("of 24 bits keeps the order of its rows, and is turned as its first pixel says", async () => {
    const fixture = { type: 2, width: 1, height: 2, bits: 24, pixels: [3, 2, 1, 6, 5, 4] };
    expect(await rows(fixture)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    for (const [descriptor, orientation] of [
      [0, 4],
      [0x10, 3],
      [0x20, 1],
      [0x30, 2],
    ] as const) {
      expect((await readOne(readTga, tga({ ...fixture, descriptor }))).frame.orientation).toBe(orientation);
    }
  });

  it("of 32 bits has alpha where the file says so", async () => {
    const fixture = { type: 2, width: 1, height: 1, bits: 32, pixels: [3, 2, 1, 90] };
    const { image } = await readOne(readTga, tga({ ...fixture, descriptor: 0x28 }));
    expect([samples(image), samples(image.softMask!)]).toEqual([[[1, 2, 3]], [[90]]]);
    expect((await readOne(readTga, tga(fixture))).image.softMask).toBeUndefined();
  });

  it("of 16 bits, of gray, and of a palette has its colours", async () => {
    expect(await rows({ type: 2, width: 1, height: 1, bits: 16, pixels: le16(0x7c1f) })).toEqual([[255, 0, 255]]);
    expect(await rows({ type: 3, width: 2, height: 1, bits: 8, pixels: [7, 200] })).toEqual([[7, 200]]);
    const palette = { first: 0, entries: [0, 0, 255, 255, 0, 0], bits: 24 };
    expect(await rows({ type: 1, width: 2, height: 1, bits: 8, palette, pixels: [1, 0] })).toEqual([
      [0, 0, 255, 255, 0, 0],
    ]);
  });

  it("of packets that run over the end of a row is put together", async () => {
    const pixels = [0x82, 9, 0x00, 5];
    expect(await rows({ type: 11, width: 2, height: 2, bits: 8, pixels })).toEqual([
      [9, 9],
      [9, 5],
    ]);
  });

  it("that is cut off is shown as far as it goes, and says so", async () => {
    const { warnings } = await readOne(
      readTga,
      tga({ type: 3, width: 2, height: 4, bits: 8, pixels: [1, 2, 3, 4, 5] }),
    );
    expect(warnings).toEqual(["The TGA is cut off: 50 % of the picture is missing."]);
  });

  it("is refused when nothing of it makes sense, or it is vast", async () => {
    const file = tga({ type: 3, width: 2, height: 1, bits: 8, pixels: [1, 2] });
    for (const [at, value] of [
      [1, 2],
      [2, 7],
      [16, 9],
      [17, 0x80],
      [12, 0],
    ] as const) {
      const broken = file.slice();
      broken[at] = value;
      await expect(readOne(readTga, broken)).rejects.toMatchObject({ code: "CORRUPTED_IMAGE" });
    }
    const vast = tga({ type: 11, width: 60_000, height: 60_000, bits: 8, pixels: [0x82, 9] });
    await expect(readOne(readTga, vast)).rejects.toMatchObject({ code: "IMAGE_TOO_LARGE" });
  });
});
