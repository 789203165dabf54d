import { describe, expect, it } from "vitest";
import { openPdf } from "../../../../src/pdf-file/open.ts";
import { bytes } from "../../../fixtures/bytes.ts";
import { encodeG4 } from "../../../fixtures/g4.ts";
import { jpeg } from "../../../fixtures/jpeg.ts";
import { pdf, stream, text } from "../../../fixtures/pdf.ts";
import { contentAreas } from "../../../support/at-once.ts";
import { expectTight } from "../../../support/drawn-box.ts";

const SIDE = 64;

/** Ink in the disc that fills the image: its corners are paper, so that its box turned is too large. */
const isInk = (x: number, y: number) => Math.hypot(x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2) < SIDE / 2;

/** Rows of one bit a sample, 1 = ink. */
const disc = Uint8Array.from({ length: (SIDE * SIDE) / 8 }, (_, at) => {
  const [x, y] = [(at % (SIDE / 8)) * 8, Math.floor(at / (SIDE / 8))];
  return Array.from({ length: 8 }, (__, i) => Number(isInk(x + i, y))).reduce((byte, bit) => byte * 2 + bit, 0);
});
const gray = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => (isInk(at % SIDE, Math.floor(at / SIDE)) ? 0 : 255));
/** A value for each block of eight samples, which are all that a JPEG of flat blocks has. */
const blocks = Array.from({ length: 16 }, (_, y) =>
  Array.from({ length: 16 }, (__, x) => [Math.hypot(x - 7.5, y - 7.5) < 8 ? 0 : 255]),
);

const size = `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}`;
const IMAGES = {
  "a stencil": stream(text(disc), `${size}/ImageMask true/BitsPerComponent 1/Decode[1 0]`),
  "a stencil as a fax": stream(
    text(encodeG4(disc, SIDE, SIDE)),
    `${size}/ImageMask true/BitsPerComponent 1/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns ${SIDE}>>`,
  ),
  "a picture in gray": stream(text(gray), `${size}/ColorSpace/DeviceGray/BitsPerComponent 8`),
  "a JPEG": stream(
    text(jpeg({ blocks })),
    "/Type/XObject/Subtype/Image/Width 128/Height 128/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode",
  ),
  "a picture with a mask": stream(
    text(new Uint8Array(SIDE * SIDE)),
    `${size}/ColorSpace/DeviceGray/BitsPerComponent 8/SMask 6 0 R`,
  ),
};
const mask = stream(text(gray.map((value) => 255 - value)), `${size}/ColorSpace/DeviceGray/BitsPerComponent 8`);

const DIRECTIONS = {
  "by 45 degrees": "42 42 -42 42 100 8",
  "by 30 degrees, and mirrored": "-52 30 30 52 100 8",
  "not, but slanted": "50 0 30 50 60 20",
};

function page(content: string, image: string): Uint8Array {
  return pdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>",
    4: stream(content),
    5: image,
    6: mask,
  });
}

describe.each(Object.entries(IMAGES))("The box of %s is that of what a renderer draws", (_, image) => {
  it.each(Object.entries(DIRECTIONS))("turned %s", (__, matrix) => {
    expectTight(page(`${matrix} cm /I Do`, image), 1.5);
  });

  it("in several directions on one page", () => {
    const drawn = "q 20 20 -20 20 40 10 cm /I Do Q q 30 0 15 30 130 60 cm /I Do Q q 20 20 -20 20 150 10 cm /I Do Q";
    expectTight(page(drawn, image), 1.5);
  });
});

describe("A turned image with a speck", () => {
  it("counts without the speck, by the box of the rest", () => {
    const samples = bytes(new Uint8Array(SIDE * SIDE).fill(255));
    for (let y = 24; y < 40; y++) samples.fill(0, y * SIDE + 24, y * SIDE + 40);
    samples[0] = 0;
    const file = page(
      "42 42 -42 42 100 8 cm /I Do",
      stream(text(samples), `${size}/ColorSpace/DeviceGray/BitsPerComponent 8`),
    );
    const areaWith = (specks: number) => contentAreas(openPdf(file), [0], { threshold: 191, specks })[0]!.area!;
    expect(areaWith(2).width).toBeLessThan(areaWith(0).width);
    expect(areaWith(2).x).toBeCloseTo(100 - 42 / 4, 5);
    expect(areaWith(2).width).toBeCloseTo(42 / 2, 5);
  });
});
