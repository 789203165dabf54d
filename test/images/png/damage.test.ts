import { describe, expect, it } from "vitest";
import { readPng } from "../../../src/images/png/png.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { chunk, type PngFixture, png } from "../../fixtures/png.ts";
import { readOne, samples } from "../sink.ts";
import { pixels } from "./pixels.ts";

const TRANSLUCENT = { palette: [255, 0, 0, 0, 255, 0, 0, 0, 255], transparency: [0, 255, 128] };

describe("damaged PNG", () => {
  const base: PngFixture = { width: 20, height: 20, colourType: 2, depth: 8, pixel: pixels(3, 8) };
  const refused = (file: Uint8Array) =>
    expect(readOne(readPng, file)).rejects.toMatchObject({ name: "ImageProblem", code: "CORRUPTED_IMAGE" });

  /** All samples of the rows that are there, and no more rows. */
  const shownTo = async (rows: number, file: Uint8Array, fixture = base) => {
    const { image, warnings } = await readOne(readPng, file);
    const whole = samples((await readOne(readPng, png(fixture))).image);
    expect(samples(image)).toEqual(whole.slice(0, rows));
    expect(warnings).toHaveLength(1);
    return warnings[0];
  };

  it.each<[string, Partial<PngFixture>, number]>([
    ["RGB", {}, 19],
    ["RGBA", { colourType: 6, pixel: pixels(4, 8) }, 19],
    ["gray", { colourType: 0, pixel: pixels(1, 8) }, 19],
    ["a palette with alpha", { colourType: 3, pixel: (x, y) => [(x + y) % 3], ...TRANSLUCENT }, 19],
  ])("of %s is shown as far as it goes when rows are missing, and says so", async (_, change, rows) => {
    const fixture = { ...base, ...change };
    const file = png({ ...fixture, rows: (all) => all.subarray(0, all.length - 1) });
    expect(await shownTo(rows, file, fixture)).toMatch(/incomplete: \d+ % of it is there/);
  });

  it("that is cut off in the middle of its data is shown as far as it goes", async () => {
    const file = png(base);
    const { image, warnings } = await readOne(readPng, file.subarray(0, Math.floor(file.length * 0.6)));
    expect(samples(image)[0]).toEqual(samples((await readOne(readPng, file)).image)[0]);
    expect(warnings).toEqual([expect.stringMatching(/incomplete: [3-7]\d % of it is there/)]);
  });

  it("that is interlaced and cut off has the pixels of the passes that are there", async () => {
    const fixture = { ...base, interlaced: true };
    const { image, warnings } = await readOne(readPng, png({ ...fixture, rows: (rows) => rows.subarray(0, -30) }));
    const whole = samples((await readOne(readPng, png(fixture))).image);
    const shown = samples(image);
    // Even rows come before the last pass.
    expect([shown[0], shown[18]]).toEqual([whole[0], whole[18]]);
    expect(warnings).toHaveLength(1);
  });

  it("is refused when there is not one row", async () => {
    await refused(png({ ...base, rows: (rows) => rows.subarray(0, 30) }));
    await refused(png({ ...base, filter: () => 5 }));
    await refused(png({ ...base, stream: (stream) => bytes([0x55], stream.subarray(1)) }));
  });

  it("is shown with a warning when the sum of its data is wrong and a chunk's is, too", async () => {
    const file = png({ ...base, stream: (stream) => bytes(stream.subarray(0, -1), [stream.at(-1)! ^ 0x55]) });
    // The last byte of the sum of IDAT, before IEND.
    file[file.length - 13] = file[file.length - 13]! ^ 1;
    expect(await shownTo(20, file)).toMatch(/checksum of its pixels is wrong/);
  });

  it("is shown as far as its rows are in step, though each chunk's sum is right and more bytes come than it needs", async () => {
    const large: PngFixture = { ...base, width: 300, height: 300, pixel: (x, y) => [x & 255, (x * y) & 255, y & 255] };
    const [rows, row] = [200, 901];
    const file = png({ ...large, rows: (all) => bytes(all.subarray(0, rows * row), [9, 9], all.subarray(rows * row)) });
    expect(await shownTo(rows, file, large)).toMatch(/damaged: 66 % of it is there/);
  });

  it("is accepted when data follows its last row, as decoders do", async () => {
    const { image } = await readOne(readPng, png({ ...base, stream: (stream) => bytes(stream, [1, 2, 3]) }));
    expect(image.dict.Width).toBe(20);
  });

  it("takes a chunk that it needs at its word when its checksum is wrong, and leaves out others", async () => {
    const header = png(base);
    header[29] = header[29]! ^ 1;
    expect((await readOne(readPng, header)).warnings).toEqual([expect.stringContaining("IHDR chunk is wrong: its")]);
    const physical = png({ ...base, chunks: [["pHYs", bytes(be32(5000), be32(5000), 1)]] });
    physical[33 + 8 + 9] = physical[33 + 8 + 9]! ^ 1;
    const { frame, warnings } = await readOne(readPng, physical);
    expect([frame.density, warnings]).toEqual([
      undefined,
      [expect.stringContaining("pHYs chunk is wrong: it is left out")],
    ]);
  });

  it("says nothing of a wrong sum of data that is right", async () => {
    const file = png(base);
    file[file.length - 14] = file[file.length - 14]! ^ 1;
    expect((await readOne(readPng, file)).warnings).toEqual([]);
  });

  it("is refused when a critical chunk is unknown, or there is no picture", async () => {
    await refused(png({ ...base, chunks: [["ABCD", new Uint8Array(0)]] }));
    await refused(bytes(png(base).subarray(0, 8), chunk("IEND", new Uint8Array(0))));
  });
});
