import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { latin1Text, onPath, run } from "../lib/tools.ts";
import type { Pixels } from "./pixels.ts";

/**
 * RGB samples of 64 bits, which none of the decoders shows. libtiff extracts them from the file, and docs/use/images.md
 * says what they mean. Undefined for any other file.
 */
export async function decodeDoubles(file: string): Promise<Pixels | undefined> {
  if (!/\.tiff?$/i.test(file) || !onPath("tiffinfo") || !onPath("tiffcp")) return undefined;
  if (!/Bits\/Sample: 64\n.*IEEE floating point/.test(await tiffInfo(file))) return undefined;
  const plain = join(tmpdir(), `quire-corpus-doubles-${process.pid}.tif`);
  try {
    // libtiff's copy has the strips one after the other; separate planes follow one another too.
    await run("tiffcp", ["-c", "none", file, plain]);
    const info = await tiffInfo(plain);
    const [width, height] = (/Image Width: (\d+) Image Length: (\d+)/.exec(info) ?? []).slice(1).map(Number);
    const strips = [...info.matchAll(/\n\s+\d+: \[\s*(\d+),\s*(\d+)\]/g)].map(
      ([, at, length]) => [+at!, +length!] as const,
    );
    const count = (width ?? 0) * (height ?? 0) * 3;
    if (!width || !height || !/Samples\/Pixel: 3/.test(info) || strips.length === 0) return undefined;
    const bytes = await readFile(plain);
    const stored = Buffer.concat(strips.map(([at, length]) => bytes.subarray(at, at + length)));
    if (stored.length !== count * 8) return undefined;
    const arePlanes = /separate image planes/.test(info);
    const place = (i: number) => (arePlanes ? (i % 3) * (count / 3) + Math.floor(i / 3) : i);
    const samples = Float64Array.from({ length: count }, (_, i) => stored.readDoubleLE(place(i) * 8));
    return { width, height, data: shown(samples) };
  } finally {
    await rm(plain, { force: true });
  }
}

/** From 0 to 1, unless their mean is above 2. Then from 0 to 255, or from the lowest to the highest value. */
function shown(samples: Float64Array): Uint8Array {
  const mean = samples.reduce((sum, value) => sum + value / samples.length, 0);
  const highest = samples.reduce((most, value) => Math.max(most, value), -Infinity);
  const lowest = samples.reduce((least, value) => Math.min(least, value), Infinity);
  const [black, white] = mean <= 2 ? [0, 1] : highest <= 255 ? [0, 255] : [lowest, highest];
  const level = (value: number) => Math.min(255, Math.max(0, Math.round(((value - black) / (white - black)) * 255)));
  return Uint8Array.from(samples, level);
}

async function tiffInfo(file: string): Promise<string> {
  return latin1Text((await run("tiffinfo", ["-s", file])).stdout);
}
