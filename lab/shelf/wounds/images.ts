import { deflateSync } from "node:zlib";
import { apng } from "../../../test/fixtures/apng.ts";
import { be16, be32, bytes } from "../../../test/fixtures/bytes.ts";
import { gif } from "../../../test/fixtures/gif.ts";
import { jpxOf } from "../../../test/fixtures/hostile/coded.ts";
import { boxed } from "../../../test/fixtures/jp2.ts";
import { encodeLzw } from "../../../test/fixtures/lzw.ts";
import { chunk, pngFile } from "../../../test/fixtures/png.ts";
import { random } from "../../../test/fixtures/random.ts";
import { DEFLATE, strips, tiff } from "../../../test/fixtures/tiff.ts";
import { plainWebp, riffChunk, webp } from "../../../test/fixtures/webp.ts";
import { jpegSeeds } from "../../fuzz/targets/image-seeds.ts";
import type { Row } from "../wound.ts";

const PALETTE = [0, 0, 0, 1, 1, 1];
const packed = (length: number) => new Uint8Array(deflateSync(new Uint8Array(length)));
const gray = (width: number, height: number) =>
  ({ width, height, depth: 8, colourType: 0, interlaced: false }) as const;
const row = strips({ width: 100, height: 100, compression: DEFLATE, rowsPerStrip: 100 }, new Uint8Array(10_000));
const tagged = (tags: Record<number, number | readonly number[] | { long: readonly number[] }>, count = 1) =>
  tiff({ pages: Array.from({ length: count }, () => ({ ...row, tags: { ...row.tags, ...tags } })) });
const frames = (count: number, width: number, height: number) =>
  gif({
    width,
    height,
    palette: PALETTE,
    frames: Array.from({ length: count }, () => ({ width: 1, height: 1, index: () => 0 })),
  });
const still = { width: 1, height: 1, colourType: 2, depth: 8, pixel: () => [0, 0, 0] } as const;
const jpeg = () => jpegSeeds()[0]!;
/** A lossless picture whose codes are noise: their lengths fit no tree. */
const noise = (next: () => number) =>
  webp(
    riffChunk(
      "VP8L",
      bytes(
        [0x2f, 0xff, 0x3f, 0xff, 0x0f],
        Uint8Array.from({ length: 200_000 }, () => next() * 256),
      ),
    ),
  );

export const pillow: readonly Row[] = [
  [
    "CVE-2021-25287",
    2021,
    "text",
    "a JPEG 2000 whose bands are of different sizes",
    () =>
      boxed(jpxOf({ width: 400, height: 400, components: 4, apart: 200, body: new Uint8Array(9) }), 400, 400, 4, 16),
  ],
  [
    "CVE-2021-25290",
    2021,
    "text",
    "a TIFF whose strips say to be four billion bytes",
    () => tagged({ 279: { long: [0xffffffff] } }),
  ],
  [
    "CVE-2021-25291",
    2021,
    "text",
    "a TIFF of tiles beyond its sides",
    () => tagged({ 322: 65_520, 323: 65_520, 324: { long: [8] }, 325: { long: [100] } }),
  ],
  [
    "CVE-2022-45198",
    2022,
    "text",
    "a GIF of 60 million pixels in 90 KB",
    () =>
      gif({
        width: 10_000,
        height: 6000,
        palette: PALETTE,
        frames: [{ width: 10_000, height: 6000, data: encodeLzw(new Uint8Array(60_000_000), 8, "gif") }],
      }),
  ],
  [
    "CVE-2022-45199",
    2022,
    "text",
    "a TIFF of 65,535 samples a pixel",
    () => tagged({ 277: 65_535, 258: Array.from({ length: 65_535 }, () => 8) }),
  ],
  [
    "CVE-2026-59204",
    2026,
    "text",
    "a JPEG 2000 of 60,000 tiles",
    () =>
      boxed(
        jpxOf({ width: 60_000, height: 1, tile: [1, 1, 60_000], components: 3, body: new Uint8Array(3) }),
        60_000,
        1,
        3,
        16,
      ),
  ],
];

export const libtiff: readonly Row[] = [
  [
    "CVE-2020-35521",
    2020,
    "text",
    "a TIFF of 65,535 rows of 65,535 pixels in a strip",
    () => tagged({ 256: 65_535, 257: 65_535, 278: 65_535 }),
  ],
  ["CVE-2022-40090", 2022, "text", "a TIFF whose directories lead back", () => tiff({ pages: [row, row], loopTo: 0 })],
  [
    "CVE-2023-6277",
    2023,
    "text",
    "a TIFF of 90,000 strips of four billion bytes each",
    () =>
      tagged({
        257: 90_000,
        278: 1,
        273: { long: Array.from({ length: 90_000 }, () => 8) },
        279: { long: Array.from({ length: 90_000 }, () => 0xffffffff) },
      }),
  ],
  [
    "GHSA-h943-w3x2-738c",
    2024,
    "text",
    "a TIFF of four billion rows of a pixel",
    () => tagged({ 256: { long: [1] }, 257: { long: [0xffffffff] }, 278: { long: [1] } }),
  ],
];

export const libwebp: readonly Row[] = [
  ["CVE-2023-4863", 2023, "text", "a lossless WebP whose code lengths are noise", () => noise(random(7))],
  ["oss-fuzz 482603188", 2026, "text", "a WebP of 268 million pixels of one colour", () => plainWebp(16_383, 16_383)],
];

export const imageRs: readonly Row[] = [
  [
    "PR 1696",
    2022,
    "text",
    "a GIF that says to be 65,535 by 65,535",
    () =>
      gif({
        width: 65_535,
        height: 65_535,
        palette: PALETTE,
        frames: [{ width: 65_535, height: 65_535, data: Uint8Array.of(0) }],
      }),
  ],
  [
    "PR 1710",
    2022,
    "text",
    "a TIFF of 4 GB in deflate that says so in its tags",
    () => tagged({ 256: 60_000, 257: 60_000, 278: 60_000 }),
  ],
  [
    "PR 1812",
    2022,
    "text",
    "a PNG of 2³¹ − 1 by 2³¹ − 1 pixels",
    () => pngFile(gray(0x7fffffff, 0x7fffffff), [], packed(100)),
  ],
  ["PR 2083", 2024, "text", "a GIF of one frame whose canvas is 4 GB", () => frames(1, 65_535, 65_535)],
  ["PR 2090", 2024, "text", "a GIF of 5,000 frames on a canvas of 4 GB", () => frames(5000, 65_535, 65_535)],
  [
    "PR 2112",
    2024,
    "text",
    "an animated PNG of 5,000 frames",
    () =>
      apng(
        still,
        {},
        Array.from({ length: 5000 }, () => ({})),
      ),
  ],
  ["commit f6140628", 2025, "text", "a GIF that ends in its frame", () => frames(1, 9, 9).slice(0, -12)],
  [
    "commit 4438968d",
    2026,
    "text",
    "a PNG of 50 MB of compressed text",
    () => pngFile(gray(9, 9), [["zTXt", bytes("a", [0, 0], packed(50_000_000))]], packed(90)),
  ],
];

export const imagePng: readonly Row[] = [
  [
    "PR 441",
    2023,
    "text",
    "a PNG of a 50 MB colour profile",
    () => pngFile(gray(9, 9), [["iCCP", bytes("a", [0, 0], packed(50_000_000))]], packed(90)),
  ],
  [
    "PR 520",
    2024,
    "text",
    "a PNG whose frame breaks off",
    () => bytes(apng(still, {}, [{}]).subarray(0, 90), chunk("fdAT", bytes(be32(9))), be32(0x7fffffff), "fdAT"),
  ],
  [
    "PR 595",
    2025,
    "text",
    "a PNG of 400 million black pixels in 400 KB",
    () => pngFile(gray(20_000, 20_000), [], packed(20_000 * 20_001)),
  ],
];

export const sharp: readonly Row[] = [
  [
    "issue 3349",
    2022,
    "text",
    "a PNG of more pixels than 32 bits count",
    () => pngFile(gray(65_600, 65_600), [], packed(65_601)),
  ],
];

/** JPEGs: for each a text beside a fix, none of which has a file. */
export const jpegs: readonly Row[] = [
  ["image-rs PR 2175", 2024, "text", "a JPEG of 65,535 by 65,535 pixels", () => resized(65_535, 65_535)],
  [
    "image-rs PR 2429",
    2025,
    "text",
    "a JPEG of 15,000 segments of nothing",
    () =>
      bytes(
        jpeg().subarray(0, 2),
        ...Array.from({ length: 15_000 }, () => bytes([0xff, 0xe5], be16(2))),
        jpeg().subarray(2),
      ),
  ],
  [
    "pdf.js issue 11794",
    2020,
    "text",
    "a JPEG of 200,000 markers to begin again",
    () =>
      bytes(
        jpeg().subarray(0, -2),
        new Uint8Array(400_000).map((_, i) => (i % 2 ? 0xd0 : 0xff)),
        [0xff, 0xd9],
      ),
  ],
];

/** The same picture, which says to be larger. */
function resized(width: number, height: number): Uint8Array {
  const file = jpeg().slice();
  const at = file.findIndex((byte, i) => byte === 0xff && file[i + 1] === 0xc0);
  file.set([...be16(height), ...be16(width)], at + 5);
  return file;
}
