import sharp from "sharp";
import { expect, it } from "vitest";
import { readWebp } from "../../../../src/images/webp/webp.ts";
import { photo } from "../../../fixtures/picture.ts";
import { random } from "../../../fixtures/random.ts";
import { readOne, samples } from "../../../images/sink.ts";

const noise = random(5);
const WIDTH = 301;
const HEIGHT = 211;
const { data: colours } = photo(WIDTH, HEIGHT, 3);

/** Rare values have long codes. */
const skewed = () => Math.min(255, Math.round(2 ** (noise() * 8) + noise() * 9));

it.each<[string, 3 | 4, (i: number) => number]>([
  ["a photograph", 3, (i) => colours[i]!],
  ["a photograph with alpha", 4, (i) => (i % 4 === 3 ? skewed() : colours[Math.floor(i / 4) * 3 + (i % 4)]!)],
  ["values of which many are rare", 3, skewed],
  ["few colours", 3, (i) => ((i >> 7) % 5) * 40],
])("every pixel of a lossless WebP of %s is as libwebp decodes it", async (_, channels, value) => {
  const raw = Uint8Array.from({ length: WIDTH * HEIGHT * channels }, (_, i) => value(i));
  const picture = sharp(raw, { raw: { width: WIDTH, height: HEIGHT, channels } });
  const file = await picture.webp({ lossless: true, exact: true, effort: 5 }).toBuffer();
  const { image } = await readOne(readWebp, new Uint8Array(file));
  const expected = await sharp(file).raw().toBuffer();
  const rows = samples(image).flat();
  const masks = image.softMask ? samples(image.softMask).flat() : undefined;
  const pixels = Uint8Array.from(expected, (_, i) =>
    channels === 4 && i % 4 === 3 ? masks![i >> 2]! : rows[Math.floor(i / channels) * 3 + (i % channels)]!,
  );
  expect(Buffer.compare(pixels, expected)).toBe(0);
});
