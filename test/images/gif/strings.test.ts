import { describe, expect, it } from "vitest";
import { readGif } from "../../../src/images/gif/gif.ts";
import { type GifFrameFixture, gif } from "../../fixtures/gif.ts";
import { encodeLzw } from "../../fixtures/lzw.ts";
import { random } from "../../fixtures/random.ts";
import { readAll, readOne, samples } from "../sink.ts";

const GRAYS = Array.from({ length: 256 }, (_, i) => [i, i, i]).flat();

async function decoded(width: number, height: number, data: Uint8Array): Promise<Uint8Array> {
  const frames = [{ width, height, data }];
  const { image } = await readOne(readGif, gif({ width, height, palette: GRAYS, frames }));
  return Uint8Array.from(samples(image).flat());
}

const noise = random(17);
const pictures: Record<string, (x: number, y: number) => number> = {
  "one colour": () => 200,
  stripes: (x) => (x % 3) * 80,
  "bands of rows": (_, y) => y % 7,
  "noise of few colours": () => Math.floor(noise() * 3),
  "noise of all colours": () => Math.floor(noise() * 256),
};

describe("strings of pixels in a GIF", () => {
  it.each(Object.entries(pictures))("of %s give each pixel", async (_, colour) => {
    // More than one portion of 64 K pixels, the rows not a divisor of it.
    for (const [width, height] of [
      [1, 1],
      [7, 9],
      [301, 240],
    ] as const) {
      const pixels = Uint8Array.from({ length: width * height }, (_, i) => colour(i % width, Math.floor(i / width)));
      expect(Buffer.compare(await decoded(width, height, encodeLzw(pixels, 8, "gif")), pixels)).toBe(0);
    }
  });
});

/** The red part of each pixel of an animation's last page, and undefined where it is clear. */
async function lastPage(frames: GifFrameFixture[], width = 5, height = 4): Promise<(number | undefined)[][]> {
  const pages = await readAll(readGif, gif({ width, height, palette: GRAYS, frames }), { frames: "all" });
  const { image } = pages.at(-1)!;
  const table = /<([0-9a-f]*)>/.exec(String(image.dict.ColorSpace))![1]!;
  const hidden = /^\[(\d+) /.exec(String(image.dict.Mask))?.[1];
  return samples(image).map((row) =>
    row.map((index) =>
      String(index) === hidden ? undefined : Number.parseInt(table.slice(index * 6, index * 6 + 2), 16),
    ),
  );
}

describe("a frame within the screen of an animation", () => {
  const ground: GifFrameFixture = { width: 5, height: 4, index: (x, y) => 10 * y + x };
  const rows = (change: (x: number, y: number) => number | undefined = () => undefined) =>
    Array.from({ length: 4 }, (_, y) => Array.from({ length: 5 }, (_, x) => change(x, y) ?? 10 * y + x));
  const patch: GifFrameFixture = { left: 1, top: 1, width: 3, height: 2, index: () => 99 };
  const dot: GifFrameFixture = { left: 4, top: 3, width: 1, height: 1, index: () => 77 };
  const isIn = (x: number, y: number) => x >= 1 && x < 4 && y >= 1 && y < 3;
  const isDot = (x: number, y: number) => (x === 4 && y === 3 ? 77 : undefined);

  it("is drawn at its place", async () => {
    expect(await lastPage([ground, patch])).toEqual(rows((x, y) => (isIn(x, y) ? 99 : undefined)));
  });

  it("gives back what was under it, row by row", async () => {
    expect(await lastPage([ground, { ...patch, disposal: 3 }, dot])).toEqual(rows(isDot));
  });

  it("gives back what was under the part of it that the screen shows", async () => {
    const over = { left: 3, top: 2, width: 9, height: 9, index: () => 99, disposal: 3 };
    expect(await lastPage([ground, over, { ...dot, left: 0, top: 0 }])).toEqual(
      rows((x, y) => (x === 0 && y === 0 ? 77 : undefined)),
    );
  });

  it("leaves its place clear", async () => {
    const cleared = (await lastPage([ground, { ...patch, disposal: 2 }, dot])).flat();
    const expected = Array.from({ length: 20 }, (_, i) => {
      const [x, y] = [i % 5, Math.floor(i / 5)];
      return isIn(x, y) ? undefined : (isDot(x, y) ?? 10 * y + x);
    });
    expect(cleared).toEqual(expected);
  });

  it("shows what is below it where it is clear itself", async () => {
    const half = { ...patch, index: (x: number, y: number) => ((x + y) % 2 === 0 ? 99 : 5), transparent: 5 };
    expect(await lastPage([ground, half])).toEqual(rows((x, y) => (isIn(x, y) && (x + y) % 2 === 0 ? 99 : undefined)));
  });
});
