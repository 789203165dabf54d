import { describe, expect, it } from "vitest";
import { readGif } from "../../../src/images/gif/gif.ts";
import { gif } from "../../fixtures/gif.ts";
import { encodeLzw } from "../../fixtures/lzw.ts";
import { random } from "../../fixtures/random.ts";
import { readOne, samples } from "../sink.ts";

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
