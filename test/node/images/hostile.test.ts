import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/image-document.ts";
import { be32, bytes } from "../../fixtures/bytes.ts";
import { gif } from "../../fixtures/gif.ts";
import { jpeg } from "../../fixtures/jpeg.ts";
import { chunk, png } from "../../fixtures/png.ts";

async function attempt(file: Uint8Array) {
  // The processor's time, which other work on the machine does not change.
  const started = process.cpuUsage();
  const made = await imagesToPdf([{ name: "x", bytes: file }], DEFAULT_OPTIONS);
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
