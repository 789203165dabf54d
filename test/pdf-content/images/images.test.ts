import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Work } from "../../../src/meter/work.ts";
import { COST } from "../../../src/meter/work-limits.ts";
import "../../support/parts.ts";
import { encodeG4 } from "../../fixtures/g4.ts";
import { encodeBaselineFile } from "../../fixtures/jpeg-encoder.ts";
import { stream, text } from "../../fixtures/pdf.ts";
import { inkOf, type PageParts } from "../page.ts";

/** An image of 100 by 50 samples, one point each, its lower left corner at (50, 25). */
const SHOWN = "q 100 0 0 50 50 25 cm /I Do Q";

interface Made {
  data: Uint8Array;
  entries: string;
  more?: Record<number, string>;
}

/** The page shows little more than the image, which is then a scan of it. */
const SCANNED = "/CropBox[48 23 152 77]";

function shown({ data, entries, more = {} }: Made, parts: PageParts = {}, content = SHOWN): number[] | null {
  const image = stream(text(data), `/Subtype/Image/Width 100/Height 50${entries}`);
  const resources = "/XObject<</I 10 0 R>>";
  return inkOf(content, { resources, objects: { 10: image, ...more }, page: SCANNED, ...parts });
}

/** Gray samples: light paper with a dark rectangle from column 20 to 60 and row 10 to 30, rows from the top. */
function gray(paper = 240, ink = 20): Uint8Array {
  const data = new Uint8Array(100 * 50).fill(paper);
  for (let y = 10; y < 30; y++) data.fill(ink, y * 100 + 20, y * 100 + 60);
  return data;
}

/** One bit a sample, 1 where the samples are dark. */
function bits(samples: Uint8Array): Uint8Array {
  const rows = new Uint8Array(13 * 50);
  samples.forEach((value, at) => {
    const [x, y] = [at % 100, Math.floor(at / 100)];
    if (value < 128) rows[y * 13 + (x >> 3)]! |= 0x80 >> (x & 7);
  });
  return rows;
}

function rgb(samples: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: samples.length * 3 }, (_, i) => samples[Math.floor(i / 3)]!);
}

/** Where the rectangle comes to lie on the page. */
const MARK = [70, 45, 110, 65];
const GRAY = "/ColorSpace/DeviceGray/BitsPerComponent 8";

describe("The ink of an image", () => {
  it("is that of a fax of 1,728 columns where it does not say how many it has (7.4.6)", () => {
    const rows = new Uint8Array(216 * 50);
    for (let y = 10; y < 30; y++) rows.fill(0xff, y * 216 + 54, y * 216 + 108);
    const fax = "/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1>>";
    const image = stream(text(encodeG4(rows, 1728, 50)), `/Subtype/Image/Width 1728/Height 50${fax}`);
    const objects = { 10: image };
    expect(inkOf(SHOWN, { resources: "/XObject<</I 10 0 R>>", objects, page: SCANNED })).toEqual([75, 45, 100, 65]);
  });

  it.each<[string, Made]>([
    ["gray samples", { data: gray(), entries: GRAY }],
    ["Flate", { data: deflateSync(gray()), entries: `${GRAY}/Filter/FlateDecode` }],
    ["RGB", { data: rgb(gray()), entries: "/ColorSpace/DeviceRGB/BitsPerComponent 8" }],
    [
      "a palette",
      {
        data: gray().map((value) => (value < 128 ? 1 : 0)),
        entries: "/ColorSpace[/Indexed/DeviceRGB 1<ffffff800000>]/BitsPerComponent 8",
      },
    ],
    [
      "one bit a sample",
      { data: bits(gray()).map((byte) => ~byte), entries: "/ColorSpace/DeviceGray/BitsPerComponent 1" },
    ],
    [
      "fax",
      {
        data: encodeG4(bits(gray()), 100, 50),
        entries: "/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 100>>",
      },
    ],
    [
      "JPEG",
      {
        data: encodeBaselineFile({ width: 100, height: 50, channels: 3, data: rgb(gray()) }, 4),
        entries: "/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode",
      },
    ],
    [
      "hexadecimal digits around Flate",
      { data: hexed(deflateSync(gray())), entries: `${GRAY}/Filter[/ASCIIHexDecode/FlateDecode]` },
    ],
  ])("is found in %s", (_, made) => {
    expect(shown(made)).toEqual(MARK);
  });

  it("is what is dark after /Decode", () => {
    const data = gray().map((value) => 255 - value);
    expect(shown({ data, entries: `${GRAY}/Decode[1 0]` })).toEqual(MARK);
  });

  it("is what a stencil paints, in whatever colour but the paper's", () => {
    const stencil = { data: bits(gray()), entries: "/ImageMask true/Decode[1 0]" };
    expect(shown(stencil)).toEqual(MARK);
    expect(shown(stencil, {}, `1 g ${SHOWN}`)).toBeNull();
  });

  it("is what is darker than the threshold, or colourful", () => {
    const made = { data: gray(255, 200), entries: GRAY };
    expect(shown(made)).toBeNull();
    expect(shown(made, { threshold: 210 })).toEqual(MARK);
    const yellow = Uint8Array.from({ length: 15000 }, (_, i) =>
      gray()[Math.floor(i / 3)]! < 128 && i % 3 === 2 ? 0 : 255,
    );
    expect(shown({ data: yellow, entries: "/ColorSpace/DeviceRGB/BitsPerComponent 8" })).toEqual(MARK);
  });

  it("leaves specks out when asked, and keeps thin lines", () => {
    const data = gray();
    data.fill(0, 2 * 100 + 95, 2 * 100 + 97);
    expect(shown({ data, entries: GRAY })).toEqual([70, 45, 147, 73]);
    expect(shown({ data, entries: GRAY }, { specks: 3 })).toEqual(MARK);
    for (let y = 0; y < 50; y++) data[y * 100 + 5] = 0;
    expect(shown({ data, entries: GRAY }, { specks: 3 })).toEqual([55, 25, 110, 75]);
  });

  it("is limited by a soft mask and by a stencil mask", () => {
    const alpha = new Uint8Array(5000);
    for (let y = 0; y < 20; y++) alpha.fill(255, y * 100, y * 100 + 40);
    const soft = stream(text(alpha), `/Subtype/Image/Width 100/Height 50${GRAY}`);
    expect(shown({ data: gray(), entries: `${GRAY}/SMask 11 0 R`, more: { 11: soft } })).toEqual([70, 55, 90, 65]);
    const hides = bits(alpha.map((value) => (value > 0 ? 255 : 0)));
    const stencil = stream(text(hides), "/Subtype/Image/Width 100/Height 50/ImageMask true");
    expect(shown({ data: gray(), entries: `${GRAY}/Mask 11 0 R`, more: { 11: stencil } })).toEqual([70, 55, 90, 65]);
  });

  it("follows the image's turn on the page", () => {
    const page = "/CropBox[48 0 102 100]";
    expect(shown({ data: gray(), entries: GRAY }, { page }, "0 100 -50 0 100 0 cm /I Do")).toEqual([60, 20, 80, 60]);
  });

  it("is found where a predictor's rows are not those of the image", () => {
    // Two rows of the image in each row of the predictor, of kind None.
    const samples = gray();
    const rows = Array.from({ length: 25 }, (_, y) => [0, ...samples.subarray(y * 200, (y + 1) * 200)]);
    const data = deflateSync(Uint8Array.from(rows.flat()));
    const entries = `${GRAY}/Filter/FlateDecode/DecodeParms<</Predictor 15/Columns 200>>`;
    expect(shown({ data, entries })).toEqual(MARK);
  });

  it("counts whole where it cannot be read to its end", () => {
    const whole = [50, 25, 150, 75];
    expect(shown({ data: gray().subarray(0, 3000), entries: GRAY })).toEqual(whole);
    expect(shown({ data: gray(), entries: `${GRAY}/Filter/JPXDecode` })).toEqual(whole);
    expect(shown({ data: gray(), entries: "/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode" })).toEqual(
      whole,
    );
  });

  it("counts whole where telling its colours would take too many steps", () => {
    const inks = Uint8Array.from({ length: 10_000 }, (_, i) => 255 - gray()[Math.floor(i / 2)]!);
    const entries = "/ColorSpace[/DeviceN[/A/B]/DeviceGray 11 0 R]/BitsPerComponent 8";
    const program = stream(`{ pop 1 exch sub ${"0 add ".repeat(5000)}}`, "/FunctionType 4/Domain[0 1 0 1]/Range[0 1]");
    const made = { data: inks, entries, more: { 11: program } };
    expect(shown(made)).toEqual(MARK);
    expect(shown(made, { work: new Work(0, { steps: 3000 }) })).toEqual([50, 25, 150, 75]);
  });

  it("counts whole where reading its data would take more than half of what is left", () => {
    const data = encodeBaselineFile({ width: 100, height: 50, channels: 1, data: gray() }, 4);
    const made = { data, entries: `${GRAY}/Filter/DCTDecode` };
    expect(shown(made)).not.toEqual([50, 25, 150, 75]);
    const before = new Work();
    shown({ ...made, data: new Uint8Array(0) }, { work: before });
    const work = new Work(0, { steps: before.used.steps + data.length * COST.codedByte });
    expect(shown(made, { work })).toEqual([50, 25, 150, 75]);
  });

  it("hides what lies under an image that covers the page", () => {
    const content = `0 0 200 5 re f q 200 0 0 100 0 0 cm /I Do Q`;
    expect(shown({ data: gray(), entries: GRAY }, { page: "" }, content)).toEqual([40, 40, 120, 80]);
  });
});

function hexed(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(`${Buffer.from(bytes).toString("hex")}>`, (digit) => digit.charCodeAt(0));
}
