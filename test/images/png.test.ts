import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { IMAGE_CAPS } from "../../src/images/caps.ts";
import { bandBytes, bandsOf, deinterlace } from "../../src/images/png/adam7.ts";
import { pngChunks } from "../../src/images/png/chunks.ts";
import { pngHeader } from "../../src/images/png/header.ts";
import { readPng } from "../../src/images/png/png.ts";
import { be32, bytes } from "../fixtures/bytes.ts";
import { exifBlock } from "../fixtures/exif.ts";
import { iccHeader } from "../fixtures/icc.ts";
import { chunk, type PngFixture, png } from "../fixtures/png.ts";
import { random } from "../fixtures/random.ts";
import { readOne, samples } from "./sink.ts";

const noise = random(7);
/** Values that use the whole range of a depth, and the ends of it. */
function pixels(count: number, depth: number): (x: number, y: number) => number[] {
  const grid = Array.from({ length: 40 * 40 }, () =>
    Array.from({ length: count }, () => Math.floor(noise() * 2 ** depth)),
  );
  return (x, y) => grid[y * 40 + x]!;
}

function expected(fixture: PngFixture, from: number, to?: number): number[][] {
  return Array.from({ length: fixture.height }, (_, y) =>
    Array.from({ length: fixture.width }, (_, x) => fixture.pixel(x, y).slice(from, to)).flat(),
  );
}

describe("PNG without alpha", () => {
  for (const [colourType, depths] of [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
  ] as const) {
    for (const depth of depths) {
      it(`passes colour type ${colourType} of ${depth} bits through with its own filters`, async () => {
        const channels = colourType === 0 ? 1 : 3;
        const fixture: PngFixture = {
          width: 33,
          height: 21,
          colourType,
          depth,
          pixel: pixels(channels, depth),
          filter: (y) => y % 5,
        };
        const file = png(fixture);
        const { frame, image } = await readOne(readPng, file);
        expect(frame.method).toBe("passthrough");
        expect(frame.minVersion).toBe(depth === 16 ? "1.5" : "1.4");
        expect(image.dict.ColorSpace).toBe(channels === 1 ? "/DeviceGray" : "/DeviceRGB");
        expect(samples(image)).toEqual(expected(fixture, 0));
      });
    }
  }

  it("joins any number of IDAT chunks, without copying a few large ones", async () => {
    const fixture: PngFixture = {
      width: 30,
      height: 30,
      colourType: 2,
      depth: 8,
      pixel: pixels(3, 8),
      filter: (y) => y % 5,
    };
    for (const chunkBytes of [1, 7, 100, 100_000]) {
      const { image } = await readOne(readPng, png({ ...fixture, chunkBytes }));
      expect(samples(image)).toEqual(expected(fixture, 0));
    }
  });

  it("makes the transparent colour of gray and RGB a colour key", async () => {
    const gray = await readOne(
      readPng,
      png({ width: 4, height: 4, colourType: 0, depth: 4, pixel: () => [3], transparency: [0, 3] }),
    );
    expect(gray.image.dict.Mask).toBe("[3 3]");
    const rgb = await readOne(
      readPng,
      png({
        width: 4,
        height: 4,
        colourType: 2,
        depth: 16,
        pixel: () => [1, 2, 3],
        transparency: [0, 1, 0, 2, 255, 255],
      }),
    );
    expect(rgb.image.dict.Mask).toBe("[1 1 2 2 65535 65535]");
  });
});

describe("PNG with a palette", () => {
  const palette = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9];
  const base: PngFixture = { width: 9, height: 5, colourType: 3, depth: 2, pixel: (x, y) => [(x + y) % 4], palette };

  it("passes indices of every depth through", async () => {
    for (const depth of [1, 2, 4, 8] as const) {
      const fixture: PngFixture = { ...base, depth, pixel: (x, y) => [(x + y) % 2], palette: palette.slice(0, 6) };
      const { frame, image } = await readOne(readPng, png(fixture));
      expect(frame.method).toBe("passthrough");
      expect(image.dict.ColorSpace).toBe("[/Indexed /DeviceRGB 1 <ff000000ff00>]");
      expect(samples(image)).toEqual(expected(fixture, 0));
    }
  });

  it("makes fully transparent neighbours in the palette a colour key", async () => {
    const { image } = await readOne(readPng, png({ ...base, transparency: [255, 0, 0] }));
    expect(image.dict.Mask).toBe("[1 2]");
    expect(image.softMask).toBeUndefined();
  });

  it("gives partial transparency a soft mask, and leaves the colours as they are", async () => {
    const transparency = [0, 255, 128];
    for (const interlaced of [false, true]) {
      const { frame, image } = await readOne(readPng, png({ ...base, transparency, interlaced }));
      expect(frame.method).toBe(interlaced ? "decoded" : "passthrough");
      const alphas = expected(base, 0).map((row) => row.map((index) => transparency[index] ?? 255));
      expect(samples(image.softMask!)).toEqual(alphas);
      expect(samples(image)).toEqual(expected(base, 0));
    }
  });

  it("refuses a palette that is missing or not made of triples", async () => {
    for (const broken of [undefined, [], [1, 2]]) {
      const { palette: _, ...rest } = base;
      await expect(readOne(readPng, png(broken ? { ...rest, palette: broken } : rest))).rejects.toMatchObject({
        code: "CORRUPTED_IMAGE",
      });
    }
  });
});

describe("PNG with alpha", () => {
  for (const colourType of [4, 6] as const) {
    for (const depth of [8, 16] as const) {
      const colours = colourType === 4 ? 1 : 3;
      const fixture: PngFixture = { width: 19, height: 23, colourType, depth, pixel: pixels(colours + 1, depth) };

      it(`splits colour type ${colourType} of ${depth} bits exactly, whatever the filters`, async () => {
        for (const interlaced of [false, true]) {
          const { image } = await readOne(readPng, png({ ...fixture, interlaced, filter: (y) => (y * 7) % 5 }));
          expect(samples(image)).toEqual(expected(fixture, 0, colours).map((row) => row));
          expect(samples(image.softMask!)).toEqual(expected(fixture, colours));
        }
      });

      it(`drops alpha that is opaque throughout (colour type ${colourType}, ${depth} bits)`, async () => {
        const opaque = (x: number, y: number) => [...fixture.pixel(x, y).slice(0, colours), 2 ** depth - 1];
        for (let filter = 0; filter < 5; filter++) {
          for (const interlaced of [false, true]) {
            const { image } = await readOne(
              readPng,
              png({ ...fixture, pixel: opaque, interlaced, filter: () => filter }),
            );
            expect(image.softMask).toBeUndefined();
            expect(samples(image)).toEqual(expected(fixture, 0, colours));
          }
        }
      });

      it(`keeps alpha when one pixel is not opaque (colour type ${colourType}, ${depth} bits)`, async () => {
        for (let filter = 0; filter < 5; filter++) {
          for (const [atX, atY] of [
            [0, 0],
            [18, 22],
            [5, 0],
            [0, 9],
          ] as const) {
            const pixel = (x: number, y: number) => [
              ...fixture.pixel(x, y).slice(0, colours),
              2 ** depth - (x === atX && y === atY ? 2 : 1),
            ];
            const { image } = await readOne(readPng, png({ ...fixture, pixel, filter: () => filter }));
            expect(samples(image.softMask!)[atY]![atX]).toBe(2 ** depth - 2);
          }
        }
      });
    }
  }
});

describe("interlaced PNG", () => {
  it("puts Adam7's passes in order, for every size and depth", async () => {
    for (const [colourType, depth] of [
      [0, 1],
      [0, 2],
      [0, 4],
      [0, 8],
      [0, 16],
      [2, 8],
      [2, 16],
    ] as const) {
      for (const [width, height] of [
        [1, 1],
        [2, 3],
        [5, 4],
        [8, 8],
        [9, 17],
      ] as const) {
        const fixture: PngFixture = {
          width,
          height,
          colourType,
          depth,
          pixel: pixels(colourType === 0 ? 1 : 3, depth),
          interlaced: true,
          filter: (y) => y % 5,
        };
        const { frame, image } = await readOne(readPng, png(fixture));
        expect(frame.method).toBe("decoded");
        expect(samples(image), `${colourType} ${depth} ${width}×${height}`).toEqual(expected(fixture, 0));
      }
    }
  });

  it("comes out the same in bands of any number of rows", () => {
    const pixel = (x: number, y: number) => [x, y, x * y, 255 - x - y];
    for (const height of [1, 2, 9, 16, 17]) {
      const file = png({ width: 9, height, colourType: 6, depth: 8, pixel, interlaced: true, filter: (y) => y % 5 });
      const { header, data } = pngChunks(file);
      const rows = (perBand: number): number[] => {
        const out: number[] = [];
        deinterlace(pngHeader(header), data, (row) => out.push(...row), perBand);
        return out;
      };
      const all = Array.from({ length: height }, (_, y) => Array.from({ length: 9 }, (__, x) => pixel(x, y)));
      for (const perBand of [1, 2, 3, 5, 100]) expect(rows(perBand), `${height} by ${perBand}`).toEqual(all.flat(2));
    }
  });

  it("holds a band of 24 MiB, not the image, up to 192 MiB of pixels", () => {
    const header = (width: number, height: number, depth: number, colourType: number) =>
      pngHeader(bytes(be32(width), be32(height), [depth, colourType, 0, 0, 1]));
    for (const [name, of] of Object.entries({
      "24 megapixels": header(6000, 4000, 8, 2),
      "12 megapixels of 16 bits": header(4000, 3000, 16, 2),
      "48 megapixels with alpha": header(8000, 6000, 8, 6),
    })) {
      expect(bandBytes(of), name).toBeLessThanOrEqual(24 * 1024 * 1024 + of.rowBytes);
      expect(bandsOf(of), name).toBeLessThanOrEqual(IMAGE_CAPS.interlacedBands);
    }
    const huge = png({ width: 1, height: 1, colourType: 6, depth: 16, pixel: () => [0, 0, 0, 0], interlaced: true });
    const declared = bytes(be32(8000), be32(6000), [16, 6, 0, 0, 1]);
    const file = bytes(huge.subarray(0, 8), chunk("IHDR", declared), huge.subarray(33));
    expect(() => readPng(file, { frames: "first" })).toThrow("Save it without interlacing");
  });
});

describe("PNG's facts", () => {
  const base: PngFixture = { width: 2, height: 2, colourType: 2, depth: 8, pixel: () => [1, 2, 3] };

  it("reads pHYs in pixels per metre, and its shape when it has no unit", async () => {
    const physical = (x: number, y: number, unit: number): [string, Uint8Array] => [
      "pHYs",
      bytes(be32(x), be32(y), unit),
    ];
    const metric = await readOne(readPng, png({ ...base, chunks: [physical(11811, 5906, 1)] }));
    expect(metric.frame.density!.x).toBeCloseTo(300, 1);
    expect(metric.frame.density!.y).toBeCloseTo(150, 1);
    const shape = await readOne(readPng, png({ ...base, chunks: [physical(2, 1, 0)] }));
    expect(shape.frame.density).toEqual({ x: 96, y: 48 });
  });

  it("reads orientation and density from eXIf", async () => {
    const { frame } = await readOne(readPng, png({ ...base, chunks: [["eXIf", exifBlock(6, 200)]] }));
    expect(frame.orientation).toBe(6);
    expect(frame.density).toEqual({ x: 200, y: 200 });
  });

  it("keeps a profile that fits the samples, and no other", async () => {
    const iccp = (profile: Uint8Array): [string, Uint8Array] => [
      "iCCP",
      bytes("name\0", 0, new Uint8Array(deflateSync(profile))),
    ];
    const fitting = await readOne(readPng, png({ ...base, chunks: [iccp(iccHeader("RGB "))] }));
    expect(fitting.image.dict.ColorSpace).toBe("[/ICCBased 99 0 R]");
    expect(new Uint8Array(fitting.profiles[0]!.bytes)).toEqual(iccHeader("RGB "));
    for (const other of [iccHeader("CMYK"), iccHeader("GRAY"), new Uint8Array(200)]) {
      const { image } = await readOne(readPng, png({ ...base, chunks: [iccp(other)] }));
      expect(image.dict.ColorSpace).toBe("/DeviceRGB");
    }
    const stream = new Uint8Array(deflateSync(iccHeader("RGB ")));
    for (const damaged of [
      bytes("name\0", 0, [1, 2, 3]),
      bytes("name\0", 1, stream),
      bytes("n".repeat(80), 0, 0, stream),
      bytes("no name's end"),
    ]) {
      const { image } = await readOne(readPng, png({ ...base, chunks: [["iCCP", damaged]] }));
      expect(image.dict.ColorSpace).toBe("/DeviceRGB");
    }
  });

  it("is whole without the chunk that ends it", async () => {
    const whole = await readOne(readPng, png(base));
    const { image, warnings } = await readOne(readPng, png(base).subarray(0, -12));
    expect(image.data).toEqual(whole.image.data);
    expect(warnings).toEqual([]);
  });

  it("is refused where a chunk before the pixels has no name", async () => {
    const damaged = png({ ...base, chunks: [["1234", Uint8Array.of(1, 2, 3)]] });
    await expect(readOne(readPng, damaged)).rejects.toThrow("The PNG's chunks are damaged.");
  });

  it("takes the default image of an animated PNG", async () => {
    const animation: [string, Uint8Array][] = [
      ["acTL", bytes(be32(2), be32(0))],
      ["fdAT", bytes(be32(1), [1, 2, 3])],
    ];
    const { image } = await readOne(readPng, png({ ...base, chunks: animation }));
    expect(samples(image)).toEqual([
      [1, 2, 3, 1, 2, 3],
      [1, 2, 3, 1, 2, 3],
    ]);
  });
});

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
