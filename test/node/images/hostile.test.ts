import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/image-document.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { exifBlock } from "../../fixtures/exif.ts";
import { gif } from "../../fixtures/gif.ts";
import { iccHeader } from "../../fixtures/icc.ts";
import { adobe, exifSegment, jfif, jpeg } from "../../fixtures/jpeg.ts";
import { chunk, png } from "../../fixtures/png.ts";
import { random } from "../../fixtures/random.ts";

async function attempt(file: Uint8Array, frames: "first" | "all" = "all") {
  // The processor's time, which other work on the machine does not change.
  const started = process.cpuUsage();
  const made = await imagesToPdf([{ name: "x", bytes: file }], { ...DEFAULT_OPTIONS, frames });
  const { user, system } = process.cpuUsage(started);
  return { ...made, failure: made.failures[0], ms: (user + system) / 1000 };
}

const header = (width: number, height: number, depth: number, colourType: number, interlace = 0) =>
  chunk("IHDR", bytes(be32(width), be32(height), [depth, colourType, 0, 0, interlace]));
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const end = chunk("IEND", new Uint8Array(0));
const zeros = (length: number) => chunk("IDAT", new Uint8Array(deflateSync(new Uint8Array(length))));
const black = [0, 0, 0, 1, 1, 1];

describe("bombs are refused before anything of their size is made", () => {
  it.each([
    ["a PNG of 30,000 × 30,000", bytes(signature, header(30_000, 30_000, 8, 2), zeros(2_600_000), end)],
    ["a PNG of 2^31 columns", bytes(signature, header(0x7fffffff, 1, 8, 0), zeros(99), end)],
    ["a PNG with a row of 1.6 GB", bytes(signature, header(200_000_000, 1, 16, 6), zeros(99), end)],
    [
      "an interlaced PNG beyond a whole frame's memory",
      bytes(signature, header(9_000, 9_000, 8, 6, 1), zeros(99), end),
    ],
    ["an RGBA PNG beyond what is streamed", bytes(signature, header(20_000, 6_000, 8, 6), zeros(99), end)],
    [
      "a GIF of 65,535 × 65,535",
      gif({
        width: 65_535,
        height: 65_535,
        palette: black,
        frames: [{ width: 65_535, height: 65_535, index: () => 0, pixels: 3 }],
      }),
    ],
    [
      "a GIF frame larger than its screen",
      gif({
        width: 9,
        height: 9,
        palette: black,
        frames: [{ width: 65_535, height: 60_000, index: () => 0, pixels: 3 }],
      }),
    ],
    [
      "an animation of 499 large frames",
      gif({
        width: 2_000,
        height: 2_000,
        palette: black,
        frames: Array.from({ length: 499 }, () => ({ width: 1, height: 1, index: () => 0 })),
      }),
    ],
    [
      "an animation of 501 frames",
      gif({
        width: 1,
        height: 1,
        palette: black,
        frames: Array.from({ length: 501 }, () => ({ width: 1, height: 1, index: () => 0 })),
      }),
    ],
    ["a JPEG of 65,500 × 65,500", jpeg({ blocks: [[[1]]], cut: { width: 65_500, height: 65_500 } })],
  ])("%s", async (_, file) => {
    const { failure, ms } = await attempt(file);
    expect(failure?.code).toBe("IMAGE_TOO_LARGE");
    expect(ms).toBeLessThan(200);
  });

  it("inflates no further than the rows that are declared", async () => {
    const { failure, ms } = await attempt(bytes(signature, header(10, 10, 8, 2), zeros(200_000_000), end));
    expect(failure).toBeUndefined();
    expect(ms).toBeLessThan(200);
  });

  it("inflates no more of a profile than any profile has", async () => {
    const bomb = chunk("iCCP", bytes("x\0", 0, new Uint8Array(deflateSync(new Uint8Array(200_000_000)))));
    const rows = png({ width: 2, height: 2, colourType: 2, depth: 8, pixel: () => [1, 2, 3] });
    const { pageCount, ms } = await attempt(bytes(rows.subarray(0, 33), bomb, rows.subarray(33)));
    expect(pageCount).toBe(1);
    expect(ms).toBeLessThan(200);
  });
});

describe("files on which other readers loop end at once", () => {
  it.each([
    [
      "a PNG whose chunk says a length of 2^32 - 1",
      bytes(signature, header(1, 1, 8, 0), [0xff, 0xff, 0xff, 0xff], "IDAT", [0, 0, 0, 0]),
    ],
    [
      "a PNG whose chunk's end lies before its start",
      bytes(signature, header(1, 1, 8, 0), [0xff, 0xff, 0xff, 0xf4], "abcd", end),
    ],
    [
      "a GIF that ends inside its codes",
      bytes("GIF89a", [1, 0, 1, 0, 0x80, 0, 0], black, [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 200]),
    ],
    ["a GIF of nothing but terminators", bytes("GIF89a", [1, 0, 1, 0, 0x80, 0, 0], black, new Uint8Array(500_000))],
    [
      "a GIF of clear codes",
      bytes(
        "GIF89a",
        [255, 255, 255, 0, 0x80, 0, 0],
        black,
        [0x2c, 0, 0, 0, 0, 255, 0, 255, 0, 0, 7],
        ...Array.from({ length: 2_000 }, () => bytes(255, new Uint8Array(255).fill(0x80))),
        0,
      ),
    ],
    ["a JPEG of nothing but fill bytes", bytes([0xff, 0xd8], new Uint8Array(1_000_000).fill(0xff))],
    [
      "a JPEG of nothing but restart markers",
      bytes(
        [0xff, 0xd8],
        new Uint8Array(1_000_000).map((_, i) => (i & 1 ? 0xd0 : 0xff)),
      ),
    ],
    [
      "a JPEG of a quarter of a million segments",
      bytes(
        [0xff, 0xd8],
        new Uint8Array(1_000_000).map((_, i) => [0xff, 0xfe, 0, 2][i & 3]!),
      ),
    ],
  ])("%s", async (_, file) => {
    const { failure, ms } = await attempt(file);
    expect(failure?.code).toBe("CORRUPTED_IMAGE");
    expect(ms).toBeLessThan(1_000);
  });

  it("a PNG of a million tiny data chunks", async () => {
    const one = chunk("IDAT", Uint8Array.of(0));
    const many = new Uint8Array(one.length * 300_000);
    for (let at = 0; at < many.length; at += one.length) many.set(one, at);
    const { failure, ms } = await attempt(bytes(signature, header(9, 9, 8, 0), many, end));
    expect(failure?.code).toBe("CORRUPTED_IMAGE");
    expect(ms).toBeLessThan(1_000);
  });
});

const noise = random(11);
const profile = chunk("iCCP", bytes("p\0", 0, new Uint8Array(deflateSync(iccHeader("RGB ")))));
const grain =
  (count: number, limit = 256) =>
  () =>
    Array.from({ length: count }, () => Math.floor(noise() * limit));
const seeds: [string, Uint8Array][] = [
  [
    "PNG, RGB",
    png({
      width: 9,
      height: 9,
      colourType: 2,
      depth: 8,
      pixel: grain(3),
      filter: (y) => y % 5,
      chunks: [["iCCP", profile.subarray(8, -4)]],
    }),
  ],
  [
    "PNG, RGBA 16",
    png({ width: 9, height: 9, colourType: 6, depth: 16, pixel: grain(4), filter: (y) => y % 5, chunkBytes: 50 }),
  ],
  [
    "PNG, palette",
    png({
      width: 9,
      height: 9,
      colourType: 3,
      depth: 4,
      pixel: grain(1, 4),
      palette: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0],
      transparency: [0, 9, 255],
    }),
  ],
  ["PNG, Adam7", png({ width: 9, height: 9, colourType: 4, depth: 8, pixel: grain(2), interlaced: true })],
  [
    "GIF",
    gif({
      width: 12,
      height: 12,
      palette: [...black, 9, 9, 9, 8, 8, 8],
      frames: [0, 1, 2, 3].map((disposal) => ({
        left: disposal,
        width: 7,
        height: 7,
        index: () => Math.floor(noise() * 4),
        disposal,
        transparent: 1,
        interlaced: disposal === 2,
      })),
    }),
  ],
  [
    "JPEG",
    jpeg({
      blocks: [
        [
          [1, 2, 3],
          [200, 9, 90],
        ],
        [
          [7, 7, 7],
          [255, 0, 255],
        ],
      ],
      segments: [jfif(1, 72, 72), exifSegment(exifBlock(6, 72)), adobe(1)],
    }),
  ],
  ["JPEG, CMYK with DNL", jpeg({ blocks: [[[1, 2, 3, 4]]], segments: [adobe(2)], dnl: true })],
];

describe("any change to a file ends in an image or a refusal, never in another error", () => {
  it.each(seeds)("%s", async (name, seed) => {
    const next = random(name.length * 7919);
    for (let round = 0; round < 400; round++) {
      const file = mutate(seed, next);
      const { failures, pageCount, ms } = await attempt(file);
      expect(failures.length + (pageCount > 0 ? 1 : 0)).toBe(1);
      expect(ms).toBeLessThan(1_000);
    }
  });
});

/** Flipped bytes, cut ends, repeated and missing pieces; sums of PNG chunks are made right again half of the time. */
function mutate(seed: Uint8Array, next: () => number): Uint8Array {
  let file: Uint8Array = seed.slice();
  const place = () => Math.floor(next() * file.length);
  for (let changes = 1 + Math.floor(next() * 4); changes > 0; changes--) {
    const kind = next();
    if (kind < 0.6) file[place()] = next() < 0.3 ? 255 : Math.floor(next() * 256);
    else if (kind < 0.75) file = file.slice(0, place());
    else {
      const [from, to] = [place(), place()].sort((a, b) => a - b) as [number, number];
      file = bytes(file.subarray(0, kind < 0.88 ? to : from), file.subarray(kind < 0.88 ? from : to));
    }
    if (file.length === 0) file = seed.slice(0, 8);
  }
  if (seed[1] === 0x50 && next() < 0.5) mendSums(file);
  return file;
}

function mendSums(file: Uint8Array): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 8; at + 12 <= file.length; ) {
    const length = view.getUint32(at);
    if (at + 12 + length > file.length) return;
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    file.set(chunk(name, file.slice(at + 8, at + 8 + length)), at);
    at += 12 + length;
  }
}
