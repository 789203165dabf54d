import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import encodeJpegWith, { init as initJpeg } from "@jsquash/jpeg/encode.js";
import encodeWebpWith, { init as initWebp } from "@jsquash/webp/encode.js";
import type { Picture } from "../../../test/fixtures/picture.ts";

const require = createRequire(import.meta.url);

/** The packages fetch their modules, and Node fetches no files. So each module is compiled here and passed in. */
function wasm(path: string): WebAssembly.Module {
  // The Workers' types rightly forbid compiling; Node does not.
  const { Module } = WebAssembly as unknown as { Module: new (bytes: Uint8Array) => WebAssembly.Module };
  return new Module(readFileSync(require.resolve(path)));
}

let ready: Promise<unknown> | undefined;

function codecs(): Promise<unknown> {
  ready ??= Promise.all([
    initJpeg(wasm("@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm")),
    initWebp(wasm("@jsquash/webp/codec/enc/webp_enc_simd.wasm")),
  ]);
  return ready;
}

function rgba(picture: Picture): { data: Uint8ClampedArray; width: number; height: number; colorSpace: "srgb" } {
  const { width, height, channels, data } = picture;
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; to < pixels.length; from += channels) {
    pixels[to++] = data[from]!;
    pixels[to++] = data[from + 1]!;
    pixels[to++] = data[from + 2]!;
    pixels[to++] = channels === 4 ? data[from + 3]! : 255;
  }
  return { data: pixels, width, height, colorSpace: "srgb" };
}

/** Baseline JPEG with the standard Huffman tables, 4:4:4 or 4:2:0. */
export async function encodeJpeg(picture: Picture, quality: number, subsample: 1 | 2): Promise<Uint8Array> {
  await codecs();
  const options = { quality, baseline: true, progressive: false, optimize_coding: false, auto_subsample: false };
  return new Uint8Array(await encodeJpegWith(rgba(picture), { ...options, chroma_subsample: subsample }));
}

export async function encodeWebp(picture: Picture, quality: number, lossless: boolean): Promise<Uint8Array> {
  await codecs();
  const speed = lossless ? { method: 0, lossless: 1 } : { method: 1, lossless: 0 };
  return new Uint8Array(await encodeWebpWith(rgba(picture), { quality, ...speed }));
}
