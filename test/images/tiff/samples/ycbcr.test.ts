import { describe, expect, it } from "vitest";
import { readTiff } from "../../../../src/images/tiff/tiff.ts";
import { strips } from "../../../fixtures/tiff.ts";
import { readOne, samples } from "../../sink.ts";
import { one } from "../picture.ts";

const [WIDTH, HEIGHT] = [7, 5];
const luma = (x: number, y: number) => 40 + x * 7 + y * 30;

type Pixel = [number, number, number];
/** What ITU-R BT.601 makes of luma and chroma. */
function rgb(y: number, cb: number, cr: number): Pixel {
  // The chroma of TIFF reaches from 128 to 255 in 127 steps.
  const blue = y + (cb - 128) * (2 - 2 * 0.114);
  const red = y + (cr - 128) * (2 - 2 * 0.299);
  const green = (y - 0.114 * blue - 0.299 * red) / 0.587;
  return [red, green, blue].map((value) => Math.min(255, Math.max(0, Math.round(value)))) as Pixel;
}

describe("YCbCr in blocks becomes RGB", () => {
  const sizes = [1, 2, 4].flatMap((across) => [1, 2, 4].map((down) => [across, down] as const));
  it.each(sizes)("of %i by %i, cut by the edges", async (across, down) => {
    const chroma = (column: number, row: number) => [100 + column * 15, 110 + row * 20] as const;
    const data: number[] = [];
    for (let row = 0; row * down < HEIGHT; row++) {
      for (let column = 0; column * across < WIDTH; column++) {
        for (let dy = 0; dy < down; dy++)
          for (let dx = 0; dx < across; dx++) data.push(luma(column * across + dx, row * down + dy) & 255);
        data.push(...chroma(column, row));
      }
    }
    const page = strips(
      { width: WIDTH, height: HEIGHT, samples: 3, photometric: 6, tags: { 530: [across, down] } },
      new Uint8Array(WIDTH * HEIGHT * 3),
    );
    const { image } = await readOne(readTiff, one({ ...page, chunks: [Uint8Array.from(data)] }));
    const expected = Array.from({ length: HEIGHT }, (_, y) =>
      Array.from({ length: WIDTH }, (_, x) =>
        rgb(luma(x, y), ...chroma(Math.floor(x / across), Math.floor(y / down))),
      ).flat(),
    );
    expect(samples(image)).toEqual(expected);
  });

  const pixel = async (data: number[]) => {
    const picture = { width: 1, height: 1, samples: 3, photometric: 6, tags: { 530: [1, 1] } };
    return samples((await readOne(readTiff, one(strips(picture, Uint8Array.from(data))))).image)[0];
  };

  it.each<[number[], Pixel]>([
    [
      [0, 128, 128],
      [0, 0, 0],
    ],
    [
      [255, 128, 128],
      [255, 255, 255],
    ],
    [
      [76, 85, 255],
      [254, 0, 0],
    ],
    [
      [150, 44, 21],
      [0, 255, 1],
    ],
    [
      [29, 255, 107],
      [0, 0, 254],
    ],
  ])("%j is %j", async (data, colour) => {
    expect(await pixel(data)).toEqual(colour);
  });
});
