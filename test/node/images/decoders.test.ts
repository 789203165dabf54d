import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/image-document.ts";
import { gif } from "../../fixtures/gif.ts";
import { jpeg } from "../../fixtures/jpeg.ts";
import { png } from "../../fixtures/png.ts";
import { LZW, NONE, strips, tiff } from "../../fixtures/tiff.ts";
import { LOSSLESS, LOSSY } from "../../fixtures/webp.ts";
import { nearly, RENDERERS } from "../../support/renderers.ts";

/** Decodes to RGBA: by a library that shares nothing with our own readers. */
type Decoder = (file: Uint8Array) => Promise<{ width: number; height: number; data: ArrayLike<number> }>;

const require = createRequire(import.meta.url);

beforeAll(() => {
  // The squoosh codecs return what a browser would.
  Object.assign(globalThis, {
    ImageData: class {
      readonly data: Uint8ClampedArray;
      readonly width: number;
      readonly height: number;
      constructor(data: Uint8ClampedArray, width: number, height: number) {
        this.data = data;
        this.width = width;
        this.height = height;
      }
    },
  });
});

/** The codec's module from its own package: it would fetch it otherwise. */
async function squoosh(name: "jpeg" | "png" | "webp", codec: string): Promise<Decoder> {
  const { default: decode, init } = (await import(require.resolve(`@jsquash/${name}/decode.js`))) as {
    default: (file: ArrayBuffer) => Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
    init: (module: WebAssembly.Module) => Promise<unknown>;
  };
  // The Workers' types rightly forbid compiling; Node does not.
  const { Module } = WebAssembly as unknown as { Module: new (bytes: Uint8Array) => WebAssembly.Module };
  await init(new Module(await readFile(require.resolve(`@jsquash/${name}/${codec}`))));
  return (file) => decode(new Uint8Array(file).buffer);
}

const omggif: Decoder = async (file) => {
  const { GifReader } = require("omggif") as {
    GifReader: new (
      file: Uint8Array,
    ) => { width: number; height: number; decodeAndBlitFrameRGBA(frame: number, into: Uint8Array): void };
  };
  const reader = new GifReader(file);
  const data = new Uint8Array(reader.width * reader.height * 4);
  reader.decodeAndBlitFrameRGBA(0, data);
  return { width: reader.width, height: reader.height, data };
};

const utif: Decoder = async (file) => {
  interface Directory {
    width: number;
    height: number;
  }
  const library = require("utif") as {
    decode(file: ArrayBuffer): Directory[];
    decodeImage(file: ArrayBuffer, directory: Directory): void;
    toRGBA8(directory: Directory): Uint8Array;
  };
  const { buffer } = new Uint8Array(file);
  const [directory] = library.decode(buffer);
  library.decodeImage(buffer, directory!);
  return { width: directory!.width, height: directory!.height, data: library.toRGBA8(directory!) };
};

const colour = (x: number, y: number) => [(x * 31) & 255, (y * 47) & 255, (x * y * 5) & 255];
const PALETTE = Array.from({ length: 8 }, (_, i) => colour(i, 7 - i)).flat();
const rgb = Uint8Array.from(Array.from({ length: 13 * 9 }, (_, i) => colour(i % 13, Math.floor(i / 13))).flat());
const blocks = [0, 1, 2].map((row) => [0, 1, 2, 3].map((column) => [40 + row * 70, 128 + column * 10, 128 - row * 12]));

describe.each<[string, () => Promise<Decoder>, Uint8Array]>([
  ["JPEG", () => squoosh("jpeg", "codec/dec/mozjpeg_dec.wasm"), jpeg({ blocks })],
  [
    "PNG",
    () => squoosh("png", "codec/pkg/squoosh_png_bg.wasm"),
    png({ width: 13, height: 9, colourType: 2, depth: 8, pixel: colour, filter: (y) => y % 5 }),
  ],
  [
    "interlaced PNG",
    () => squoosh("png", "codec/pkg/squoosh_png_bg.wasm"),
    png({ width: 13, height: 9, colourType: 2, depth: 8, pixel: colour, interlaced: true }),
  ],
  ["lossy WebP", () => squoosh("webp", "codec/dec/webp_dec.wasm"), LOSSY],
  ["lossless WebP", () => squoosh("webp", "codec/dec/webp_dec.wasm"), LOSSLESS],
  [
    "GIF",
    async () => omggif,
    gif({ width: 13, height: 9, palette: PALETTE, frames: [{ width: 13, height: 9, index: (x, y) => (x + y) % 8 }] }),
  ],
  [
    "TIFF",
    async () => utif,
    tiff({ pages: [strips({ width: 13, height: 9, samples: 3, photometric: 2, compression: NONE }, rgb)] }),
  ],
  [
    "LZW TIFF",
    async () => utif,
    tiff({
      pages: [strips({ width: 13, height: 9, samples: 3, photometric: 2, compression: LZW, rowsPerStrip: 4 }, rgb)],
    }),
  ],
])("%s", (_, decoder, file) => {
  it.each(RENDERERS)("shows in $name what an independent decoder reads", async (renderer) => {
    const expected = await (await decoder())(file);
    const { rope, failures } = await imagesToPdf([{ name: "x", bytes: file }], {
      ...DEFAULT_OPTIONS,
      dpi: 72,
      webp: "lossless",
    });
    expect(failures).toEqual([]);
    const page = (await renderer.pages(rope.toBytes()))[0]!;
    expect([page.width, page.height]).toEqual([expected.width, expected.height]);
    for (let y = 0; y < page.height; y++) {
      for (let x = 0; x < page.width; x++) {
        const at = (y * page.width + x) * 4;
        const own = [expected.data[at]!, expected.data[at + 1]!, expected.data[at + 2]!];
        expect(page.at(x, y), `${x},${y}`).toEqual(nearly(own));
      }
    }
  });
});
