import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readPng } from "../../../src/images/png/png.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { type PngFixture, png } from "../../fixtures/png.ts";
import { readOne, samples } from "../sink.ts";
import { expected, pixels } from "./pixels.ts";

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
