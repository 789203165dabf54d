import { describe, expect, it } from "vitest";
import { DEFAULT_OPTIONS, imagesToPdf } from "../../../src/images/image-document.ts";
import { bytes } from "../../fixtures/bytes.ts";
import { encodeBaseline } from "../../fixtures/jpeg-encoder.ts";
import { photo } from "../../fixtures/picture.ts";
import {
  bitBytes,
  GROUP_3,
  GROUP_4,
  JPEG,
  LZW,
  MODIFIED_HUFFMAN,
  type PictureFixture,
  strips,
  tiff,
} from "../../fixtures/tiff.ts";
import {
  GRADIENT,
  gradient,
  gradientAlpha,
  LOSSLESS,
  LOSSLESS_ALPHA,
  LOSSY,
  LOSSY_ALPHA,
  SOLID,
} from "../../fixtures/webp.ts";
import { nearly, RENDERERS, type Rendered } from "../../support/renderers.ts";

/** Each pixel is a unit of the page: the picture's density is 72 to an inch. */
async function pdfOf(file: Uint8Array, webp: "jpeg" | "lossless" = "jpeg"): Promise<Uint8Array> {
  const { rope, failures } = await imagesToPdf([{ name: "x", bytes: file }], { ...DEFAULT_OPTIONS, webp, dpi: 72 });
  expect(failures).toEqual([]);
  return rope.toBytes();
}

const END_OF_LINE = "000000000001";
const BILEVEL: PictureFixture = { width: 8, height: 2, bits: 1, photometric: 0 };
const g4 = bitBytes(`001 1000 11 1 111 ${END_OF_LINE} ${END_OF_LINE}`);
const g3 = bitBytes(`${END_OF_LINE} 1000 11 1000`);
const huffman = bitBytes("1000 11 1000");
const LOWER = bytes([0, 0, 0, 0]);

function faxFile(compression: number, chunks: Uint8Array[], height: number, rowsPerStrip: number, tags = {}) {
  const page = strips({ ...BILEVEL, height, compression, rowsPerStrip, tags }, LOWER);
  return tiff({ pages: [{ ...page, chunks }] });
}

describe.each(RENDERERS)("rendered by $name", ({ pages }) => {
  const render = async (file: Uint8Array, webp?: "jpeg" | "lossless"): Promise<Rendered> =>
    (await pages(await pdfOf(file, webp)))[0]!;

  it.each([
    ["Group 4 in one strip", faxFile(GROUP_4, [g4], 2, 2)],
    ["Group 4 in two strips", faxFile(GROUP_4, [g4, g4], 4, 2)],
    ["Group 3 in two strips", faxFile(GROUP_3, [g3, g3], 2, 1)],
    ["modified Huffman", faxFile(MODIFIED_HUFFMAN, [bytes(huffman, huffman)], 2, 2)],
    ["bilevel LZW", tiff({ pages: [strips({ ...BILEVEL, compression: LZW }, bytes([0x18, 0x18]))] })],
  ])("shows black where a fax is black: %s", async (_, file) => {
    const page = await render(file);
    expect(page.width).toBe(8);
    for (let y = 0; y < page.height; y++) {
      const row = Array.from({ length: 8 }, (_, x) => (page.at(x, y)[0]! < 128 ? "#" : "."));
      expect(row.join("")).toBe("...##...");
    }
  });

  it("inverts a fax that says that black is zero", async () => {
    const page = await render(faxFile(GROUP_4, [g4], 2, 2, { 262: 1 }));
    expect([page.at(0, 0), page.at(3, 0)]).toEqual([
      [0, 0, 0],
      [255, 255, 255],
    ]);
  });

  it("shows the strips of a JPEG as one picture", async () => {
    const picture = photo(48, 40, 3);
    const parts = [0, 8, 16, 24, 32].map((top) =>
      encodeBaseline({ width: 48, height: 8, channels: 3, data: picture.data.subarray(top * 144, (top + 8) * 144) }, 2),
    );
    const start = [0xff, 0xd8];
    const end = [0xff, 0xd9];
    const tags = { 347: bytes(start, parts[0]!.tables, end), 530: [1, 1] };
    const page = strips(
      { width: 48, height: 40, samples: 3, photometric: 6, compression: JPEG, rowsPerStrip: 8, tags },
      LOWER,
    );
    const shown = await render(
      tiff({ pages: [{ ...page, chunks: parts.map((part) => bytes(start, part.frame, end)) }] }),
    );
    let sum = 0;
    for (let y = 0; y < 40; y++) {
      for (let x = 0; x < 48; x++) {
        const colour = shown.at(x, y);
        for (let c = 0; c < 3; c++) sum += Math.abs(colour[c]! - picture.data[(y * 48 + x) * 3 + c]!);
      }
    }
    expect(sum / (48 * 40 * 3)).toBeLessThan(6);
  });

  /** Four rows of four pixels, the same in each row: pages have at least three units a side. */
  const square = (picture: Omit<PictureFixture, "width" | "height">, row: readonly number[]) =>
    render(tiff({ pages: [strips({ width: 4, height: 4, ...picture }, bytes(row, row, row, row))] }));

  it("shows CMYK as inks", async () => {
    const black = [0, 0, 0, 255];
    const page = await square({ samples: 4, photometric: 5 }, [0, 0, 0, 0, ...black, ...black, ...black]);
    expect(page.at(0, 0)).toEqual([255, 255, 255]);
    expect(Math.max(...page.at(2, 2))).toBeLessThan(64);
  });

  it("shows the colours of a palette", async () => {
    const map = [0, 65535, 32896, 0, 0, 32896];
    const page = await square({ bits: 1, photometric: 3, tags: { 320: map } }, [0b01010000]);
    expect([page.at(0, 0), page.at(1, 0)]).toEqual([
      [0, 128, 0],
      [255, 0, 128],
    ]);
  });

  it("shows zero as white where the file says so", async () => {
    const page = await square({ photometric: 0 }, [0, 255, 0, 255]);
    expect([page.at(0, 3), page.at(1, 3)]).toEqual([
      [255, 255, 255],
      [0, 0, 0],
    ]);
  });

  it("shows alpha over the page's white", async () => {
    const pixel = [200, 0, 0, 128];
    const page = await square({ samples: 4, photometric: 2, tags: { 338: 2 } }, [
      ...pixel,
      ...pixel,
      ...pixel,
      ...pixel,
    ]);
    expect(page.at(1, 1)).toEqual(nearly([227, 127, 127]));
  });

  it("shows every pixel of a lossless WebP", async () => {
    const page = await render(LOSSLESS);
    expect([page.width, page.height]).toEqual([GRADIENT.width, GRADIENT.height]);
    for (const [x, y] of [
      [0, 0],
      [32, 19],
      [7, 3],
      [20, 11],
    ] as const)
      expect(page.at(x, y)).toEqual(gradient(x, y));
  });

  it("shows a WebP's alpha over the page's white", async () => {
    for (const file of [LOSSLESS_ALPHA, LOSSY_ALPHA]) {
      const page = await render(file);
      expect(page.at(0, 10)).toEqual([255, 255, 255]);
      const opacity = gradientAlpha(16) / 255;
      const red = gradient(16, 10)[0]! * opacity + 255 * (1 - opacity);
      expect(Math.abs(page.at(16, 10)[0]! - red)).toBeLessThan(12);
    }
  });

  it("shows a lossy WebP's JPEG as it shows its pixels", async () => {
    expect((await render(SOLID)).at(16, 10)).toEqual(nearly([200, 100, 50]));
    const jpeg = await render(LOSSY);
    const exact = await render(LOSSY, "lossless");
    let sum = 0;
    for (let y = 0; y < 20; y++) {
      for (let x = 0; x < 33; x++) sum += Math.abs(jpeg.at(x, y)[0]! - exact.at(x, y)[0]!);
    }
    expect(sum / (33 * 20)).toBeLessThan(6);
  });
});
