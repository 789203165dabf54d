import { describe, expect, it } from "vitest";
import { stream, text } from "../../fixtures/pdf.ts";
import { inkOf, type PageParts } from "../page.ts";

/**
 * Which samples of an image of one row are ink, as "x" and ".". The image is as many points wide as it has samples;
 * each is looked for alone, on a page that shows no more than that.
 */
function inkIn(width: number, data: number[], entries: string, parts: PageParts = {}): string {
  const image = stream(text(Uint8Array.from(data)), `/Subtype/Image/Width ${width}/Height 1${entries}`);
  const box = (x: number) =>
    inkOf(`${width} 0 0 1 0 0 cm /I Do`, {
      page: `/CropBox[${x} 0 ${x + 1} 1]`,
      resources: "/XObject<</I 10 0 R>>",
      objects: { 10: image },
      ...parts,
    });
  const whole = Array.from({ length: width }, (_, x) => box(x) !== null);
  return whole.map((isInk) => (isInk ? "x" : ".")).join("");
}

/** Each sample between two that are ink would lie within their box, so samples are tried one by one. */
function each(samples: number[][], entries: string, parts: PageParts = {}): string {
  return samples.map((sample) => inkIn(1, sample, entries, parts)).join("");
}

describe("a sample is ink", () => {
  it("of gray where it is darker than the threshold", () => {
    const entries = "/ColorSpace/DeviceGray/BitsPerComponent 8";
    expect(each([[0], [190], [191], [255]], entries)).toBe("xx..");
    expect(each([[99], [100]], entries, { threshold: 100 })).toBe("x.");
  });

  it.each([
    [1, [[0x00], [0x80]], "x."],
    [2, [[0x00], [0x40], [0x80], [0xc0]], "xxx."],
    [4, [[0xa0], [0xb0], [0xc0], [0xf0]], "xx.."],
    [
      16,
      [
        [190, 255],
        [191, 0],
      ],
      "x.",
    ],
  ])("of %i bits", (bits, samples, ink) => {
    expect(each(samples, `/ColorSpace/DeviceGray/BitsPerComponent ${bits}`)).toBe(ink);
    const inverted = [...ink].map((sign) => (sign === "x" ? "." : "x")).join("");
    if (bits !== 4 && bits !== 16) {
      const decoded = each(samples, `/ColorSpace/DeviceGray/BitsPerComponent ${bits}/Decode[1 0]`);
      expect(decoded).toBe(bits === 1 ? inverted : ".xxx");
    }
  });

  it("of RGB by how bright an eye sees it, and how colourful it is", () => {
    const entries = "/ColorSpace/DeviceRGB/BitsPerComponent 8";
    const samples: [number, number, number][] = [
      [255, 255, 255],
      [190, 190, 190],
      [191, 191, 191],
      // Bright, and as far from gray as paper may be; then further, by each of the colours.
      [255, 200, 159],
      [255, 200, 158],
      [159, 255, 200],
      [158, 255, 200],
      [255, 159, 255],
      [255, 158, 255],
      [200, 255, 158],
      // Just darker and just lighter than the threshold.
      [170, 190, 250],
      [171, 190, 250],
    ];
    expect(each(samples, entries)).toBe(".x..x.x.xxx.");
    // The same by the way that converts any colours.
    expect(each(samples, `${entries}/Decode[0 1 0 1 0 1]`)).toBe(each(samples, entries));
    expect(each(samples, `${entries}/Decode[1 0 1 0 1 0]`)).toBe(
      each(
        samples.map((sample) => sample.map((value) => 255 - value)),
        entries,
      ),
    );
  });

  it("of CMYK, of 4 bits too", () => {
    const samples = [
      [0, 0, 0, 0],
      [0, 0, 0, 255],
      [0, 0, 255, 0],
      [40, 40, 40, 0],
    ];
    expect(each(samples, "/ColorSpace/DeviceCMYK/BitsPerComponent 8")).toBe(".xx.");
    expect(
      each(
        [
          [0, 0],
          [0, 0x0f],
          [0, 0xf0],
        ],
        "/ColorSpace/DeviceCMYK/BitsPerComponent 4",
      ),
    ).toBe(".xx");
  });

  it("of a palette by its colour, or by that of the index that is decoded", () => {
    const entries = "/ColorSpace[/Indexed/DeviceRGB 3<ffffff000000ffff00f0f0f0>]";
    expect(each([[0], [1], [2], [3]], `${entries}/BitsPerComponent 8`)).toBe(".xx.");
    expect(each([[0x00], [0x40], [0x80], [0xc0]], `${entries}/BitsPerComponent 2`)).toBe(".xx.");
    expect(each([[0x00], [0x40], [0x80], [0xc0]], `${entries}/BitsPerComponent 2/Decode[3 0]`)).toBe(".xx.");
    expect(each([[0x00], [0x10], [0xf0]], `${entries}/BitsPerComponent 4/Decode[1 0]`)).toBe("x..");
  });

  it("of a stencil where it paints", () => {
    expect(each([[0x00], [0x80]], "/ImageMask true")).toBe("x.");
    expect(each([[0x00], [0x80]], "/ImageMask true/Decode[1 0]")).toBe(".x");
  });

  it("in a row between others, each by itself", () => {
    expect(inkIn(3, [255, 0, 255], "/ColorSpace/DeviceGray/BitsPerComponent 8").slice(1, 2)).toBe("x");
    const edges = (data: number[], entries: string) => {
      const image = stream(text(Uint8Array.from(data)), `/Subtype/Image/Width 10/Height 1${entries}`);
      return inkOf("10 0 0 1 0 0 cm /I Do", { resources: "/XObject<</I 10 0 R>>", objects: { 10: image } });
    };
    const gray = [255, 255, 0, 255, 255, 255, 0, 255, 255, 255];
    const GRAY = "/ColorSpace/DeviceGray/BitsPerComponent";
    expect(edges(gray, `${GRAY} 8`)).toEqual([2, 0, 7, 1]);
    expect(
      edges(
        gray.flatMap((value) => [value, 7]),
        `${GRAY} 16`,
      ),
    ).toEqual([2, 0, 7, 1]);
    expect(edges([0xff, 0x0f, 0xff, 0x0f, 0xff], `${GRAY} 4`)).toEqual([2, 0, 7, 1]);
    expect(edges([0xf3, 0xf3, 0xf0], `${GRAY} 2`)).toEqual([2, 0, 7, 1]);
    expect(edges([0b11011101, 0b11000000], `${GRAY} 1`)).toEqual([2, 0, 7, 1]);
    expect(
      edges(
        gray.flatMap((value) => [value, value, value]),
        "/ColorSpace/DeviceRGB/BitsPerComponent 8",
      ),
    ).toEqual([2, 0, 7, 1]);
    const cmyk = gray.flatMap((value) => [0, 0, 0, 255 - value]);
    expect(edges(cmyk, "/ColorSpace/DeviceCMYK/BitsPerComponent 8")).toEqual([2, 0, 7, 1]);
  });

  it("everywhere in samples of a number of bits that cannot be, or of colours that are not said", () => {
    expect(each([[255]], "/ColorSpace/DeviceGray/BitsPerComponent 3")).toBe("x");
    expect(each([[255]], "/BitsPerComponent 8")).toBe("x");
  });
});

describe("an image within a content stream", () => {
  const inline = (entries: string, data: string) => inkOf(`10 0 0 10 20 20 cm BI ${entries} ID ${data} EI`);
  const INK = [20, 20, 30, 30];

  it.each([
    ["/W 1 /H 1 /BPC 8 /CS /G", "\x01", INK],
    ["/W 1 /H 1 /BPC 8 /CS /G", "\xff", null],
    ["/Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "\x01", INK],
    ["/W 1 /H 1 /BPC 8 /CS /G /D [1 0]", "\xff", INK],
    ["/W 1 /H 1 /IM true", "\x01", INK],
    ["/W 1 /H 1 /IM true", "\xff", null],
    ["/W 1 /H 1 /BPC 8 /CS /RGB", "\xff\xff\x01", INK],
    ["/W 1 /H 1 /BPC 8 /CS /CMYK", "\x01\x01\x01\xf0", INK],
    ["/W 1 /H 1 /BPC 8 /CS [/I /RGB 1 <000000ffffff>]", "\x01", null],
    ["/W 1 /H 1 /CS /G", "\x01", INK],
    ["/W 1 /H 1 /BPC 8 /CS /G /F /AHx", "ff>", null],
    ["/W 1 /H 1 /BPC 8 /CS /G /F /A85", "rr~>", null],
    ["/W 1 /H 1 /BPC 8 /CS /G /F /RL", "\x01\xff\xff\x80", null],
    ["/W 1 /H 1 /BPC 8 /CS /G /F [/AHx /RL]", "00ff80>", null],
    ["/W 0 /H 1 /BPC 8 /CS /G", "\x01", null],
    ["/W 1 /H 0 /BPC 8 /CS /G", "\x01", null],
  ])("of %s is read by its short names", (entries, data, box) => {
    expect(inline(entries, data)).toEqual(box);
  });
});
