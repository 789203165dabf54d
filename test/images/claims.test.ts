import { describe, expect, it } from "vitest";
import { checkConformance, newExtras } from "../../src/engine.ts";
import { DEFAULT_OPTIONS, ImageDocument, imagesToPdf } from "../../src/images/image-document.ts";
import { Work } from "../../src/meter/work.ts";
import { bytes } from "../fixtures/bytes.ts";
import { iccHeader } from "../fixtures/icc.ts";
import { jpeg } from "../fixtures/jpeg.ts";
import { png } from "../fixtures/png.ts";

const cmyk = jpeg({ blocks: [[[255, 0, 128, 64]]] });
const header = iccHeader("GRAY");
header.set(bytes("spac"), 12);
const profile = { marker: 0xe2, data: bytes("ICC_PROFILE\0", [1, 1], header) };
const IMAGES: Record<string, Uint8Array> = {
  "a JPEG in gray": jpeg({ blocks: [[[128]], [[90]]] }),
  "a PNG with transparency": png({ width: 5, height: 5, colourType: 6, depth: 8, pixel: (x, y) => [x, y, 7, 100] }),
  "a PNG of 16 bits": png({ width: 5, height: 5, colourType: 0, depth: 16, pixel: () => [999] }),
  "a PNG with a palette": png({ width: 5, height: 5, colourType: 3, depth: 2, palette: [9, 8, 7], pixel: () => [0] }),
};
const options = async (claim: "pdfa-2b" | "pdfa-2u" | "pdfa-3b") => ({
  ...DEFAULT_OPTIONS,
  pageSize: "A4" as const,
  extras: await newExtras({ claim }),
});

describe("a PDF of images that claims PDF/A", () => {
  it.each(Object.keys(IMAGES))("keeps every rule with %s", async (name) => {
    for (const level of ["pdfa-2b", "pdfa-2u", "pdfa-3b"] as const) {
      const { rope } = await imagesToPdf([{ name, bytes: IMAGES[name]! }], await options(level));
      expect((await checkConformance(rope.toBytes(), level)).violations).toEqual([]);
    }
  });

  it("does not keep the rules of another part or level", async () => {
    const { rope } = await imagesToPdf([{ name: "a", bytes: IMAGES["a JPEG in gray"]! }], await options("pdfa-2b"));
    const rules = async (level: "pdfa-2u" | "pdfa-3b") =>
      (await checkConformance(rope.toBytes(), level)).violations.map(({ rule }) => rule);
    expect([await rules("pdfa-2u"), await rules("pdfa-3b")]).toEqual([["6.6.4-3"], ["6.6.4-2"]]);
  });
});

describe("the sketch of a document", () => {
  it.each([
    ["all that is right", Object.values(IMAGES)],
    ["an image in CMYK without a profile", [IMAGES["a PNG of 16 bits"]!, cmyk]],
    ["a profile of another class", [jpeg({ blocks: [[[128]]], segments: [profile] })]],
    ["a page that is too small", [png({ width: 1, height: 1, colourType: 0, depth: 8, pixel: () => [7] })]],
  ])("is judged as the whole file is: %s", async (_, images) => {
    const claim = { ...(await options("pdfa-2b")), pageSize: "Original" as const };
    const document = new ImageDocument(new Work(1 << 20));
    const drained: Uint8Array[] = [];
    for (const [index, image] of images.entries()) {
      await document.add({ name: `${index}`, bytes: image }, claim);
      drained.push(...document.drain());
    }
    const sketched = await checkConformance(document.sketch(claim), "pdfa-2b");
    const { rope } = document.finish(claim);
    const file = Buffer.concat([...drained, rope.toBytes()]);
    expect(sketched).toEqual(await checkConformance(file, "pdfa-2b"));
  });
});
