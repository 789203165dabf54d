import { expect, it } from "vitest";
import { readQoi } from "../../../src/images/qoi/qoi.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { readOne, samples } from "../sink.ts";

type Pixel = [red: number, green: number, blue: number, alpha: number];
const START: Pixel = [100, 110, 120, 255];

const RGBA = (...[red, green, blue, alpha]: Pixel) => [0xff, red, green, blue, alpha];
const DIFFERENCE = (red: number, green: number, blue: number) => [
  0x40 | ((red + 2) << 4) | ((green + 2) << 2) | (blue + 2),
];
const LUMA = (green: number, red: number, blue: number) => [0x80 | (green + 32), ((red + 8) << 4) | (blue + 8)];
const INDEX = ([red, green, blue, alpha]: Pixel) => [(red * 3 + green * 5 + blue * 7 + alpha * 11) % 64];
const RUN = (length: number) => [0xc0 | (length - 1)];

/** The pixels of a picture of one row that begins with `START`. */
async function pixels(width: number, ...data: number[][]): Promise<Pixel[]> {
  const file = bytes("qoif", be32(width), be32(1), [4, 0], RGBA(...START), data.flat());
  const { image } = await readOne(readQoi, file);
  const [colour, alpha] = [samples(image)[0]!, image.softMask && samples(image.softMask)[0]!];
  return Array.from({ length: width }, (_, x) => [
    ...(colour.slice(x * 3, x * 3 + 3) as [number, number, number]),
    alpha?.[x] ?? 255,
  ]);
}

it.each<[string, number[], Pixel]>([
  ["least differences", DIFFERENCE(-2, -2, -2), [98, 108, 118, 255]],
  ["greatest differences", DIFFERENCE(1, 1, 1), [101, 111, 121, 255]],
  ["a difference of red", DIFFERENCE(1, 0, 0), [101, 110, 120, 255]],
  ["a difference of green", DIFFERENCE(0, 1, 0), [100, 111, 120, 255]],
  ["a difference of blue", DIFFERENCE(0, 0, 1), [100, 110, 121, 255]],
  ["the least luma", LUMA(-32, -8, -8), [60, 78, 80, 255]],
  ["the greatest luma", LUMA(31, 7, 7), [138, 141, 158, 255]],
  ["a luma with other red", LUMA(5, 3, 0), [108, 115, 125, 255]],
  ["a luma with other blue", LUMA(5, 0, 3), [105, 115, 128, 255]],
  ["a colour without alpha", [0xfe, 1, 2, 3], [1, 2, 3, 255]],
  ["a colour with alpha", RGBA(1, 2, 3, 4), [1, 2, 3, 4]],
  ["an index", INDEX(START), START],
  ["an index that nothing has", [(INDEX(START)[0]! + 1) % 64], [0, 0, 0, 0]],
])("a pixel is told by %s", async (_, data, pixel) => {
  expect(await pixels(2, data)).toEqual([START, pixel]);
});

it("differences go on past 0 and past 255", async () => {
  expect(await pixels(3, RGBA(0, 1, 255, 9), DIFFERENCE(-1, -2, 1))).toEqual([START, [0, 1, 255, 9], [255, 255, 0, 9]]);
  expect(await pixels(3, RGBA(250, 240, 5, 9), LUMA(31, 7, -8))).toEqual([START, [250, 240, 5, 9], [32, 15, 28, 9]]);
});

it("every pixel is remembered, by each of its colours and its alpha", async () => {
  const seen: Pixel[] = [
    [1, 0, 0, 255],
    [0, 1, 0, 255],
    [0, 0, 1, 255],
    [0, 0, 0, 1],
    [101, 111, 121, 1],
  ];
  const coded = [...seen.slice(0, 4).map((pixel) => RGBA(...pixel)), RGBA(100, 110, 120, 1), DIFFERENCE(1, 1, 1)];
  const again = seen.map((pixel) => INDEX(pixel));
  expect((await pixels(12, ...coded, ...again)).slice(7)).toEqual(seen);
});

it("a run repeats the pixel before, 62 times at most, and what follows goes on from there", async () => {
  expect(await pixels(3, RUN(1), DIFFERENCE(1, 0, 0))).toEqual([START, START, [101, 110, 120, 255]]);
  const long = await pixels(64, RUN(62), DIFFERENCE(1, 0, 0));
  expect(long.slice(0, 63).every((pixel) => String(pixel) === String(START))).toBe(true);
  expect(long[63]).toEqual([101, 110, 120, 255]);
});
