import { expect, it } from "vitest";
import { readPng } from "../../../src/images/png/png.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { type PngFixture, png } from "../../fixtures/png.ts";
import { readOne } from "../sink.ts";

const gamma = (value: number): [string, Uint8Array] => ["gAMA", Uint8Array.from(be32(value))];
const primaries = (...places: number[]): [string, Uint8Array] => ["cHRM", Uint8Array.from(places.flatMap(be32))];
const SRGB = primaries(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000);
/** Adobe RGB (1998). */
const WIDE = primaries(31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000);

const shown = async (chunks: [string, Uint8Array][], colourType: PngFixture["colourType"] = 2) => {
  const pixel = () => (colourType === 2 ? [1, 2, 3] : [1]);
  const palette = colourType === 3 ? { palette: [1, 2, 3, 4, 5, 6] } : {};
  const file = png({ width: 2, height: 2, colourType, depth: 8, pixel, chunks, ...palette });
  const { image, warnings } = await readOne(readPng, file);
  return { space: String(image.dict.ColorSpace), warnings };
};

it.each([
  ["sRGB's curve", [gamma(45_455)]],
  ["sRGB's curve and primaries", [gamma(45_455), SRGB]],
  ["another curve beside sRGB by name", [gamma(100_000), ["sRGB", Uint8Array.of(0)]]],
  ["a curve of nothing", [gamma(0)]],
  ["primaries on one line", [primaries(31_270, 32_900, 1_000, 1_000, 2_000, 2_000, 3_000, 3_000)]],
  ["a primary without brightness", [primaries(31_270, 32_900, 64_000, 0, 30_000, 60_000, 15_000, 6_000)]],
] as [string, [string, Uint8Array][]][])("a PNG with %s has device colours", async (_, chunks) => {
  expect((await shown(chunks)).space).toBe("/DeviceRGB");
});

it("a PNG with a curve or primaries of its own has calibrated colours", async () => {
  const { space } = await shown([gamma(100_000)]);
  expect(space).toMatch(/^\[\/CalRGB <<\/WhitePoint ?\[0\.95046 1 1\.08906\]\/Gamma ?\[1 1 1\]\/Matrix/);
  // The matrix of Adobe RGB (1998) §4.3.5.3.
  expect((await shown([WIDE])).space).toMatch(/\/Matrix ?\[0\.5766\d* 0\.2973\d* 0\.0270\d* 0\.1855\d* 0\.6273/);
  expect((await shown([gamma(100_000)], 0)).space).toMatch(
    /^\[\/CalGray <<\/WhitePoint ?\[0\.95046 1 1\.08906\]\/Gamma 1>>\]$/,
  );
  expect((await shown([gamma(100_000)], 3)).space).toMatch(/^\[\/Indexed \[\/CalRGB /);
});

it("a PNG of a high dynamic range says that it will look dull", async () => {
  for (const transfer of [16, 18]) {
    const { warnings, space } = await shown([["cICP", Uint8Array.of(9, transfer, 0, 1)], gamma(100_000)]);
    expect(warnings).toEqual([expect.stringContaining("high dynamic range")]);
    expect(space).toBe("/DeviceRGB");
  }
  expect((await shown([["cICP", Uint8Array.of(1, 13, 0, 1)]])).warnings).toEqual([]);
});

it("a PNG is turned as XMP says where there is no EXIF", async () => {
  const xmp = bytes("XML:com.adobe.xmp", [0, 0, 0, 0, 0], '<rdf:Description tiff:Orientation="8"/>');
  const file = png({ width: 2, height: 2, colourType: 0, depth: 8, pixel: () => [1], chunks: [["iTXt", xmp]] });
  expect((await readOne(readPng, file)).frame.orientation).toBe(8);
});
