import { describe, expect, it } from "vitest";
import { checkConformance, newExtras } from "../../src/engine.ts";
import { DEFAULT_OPTIONS, ImageDocument, imagesToPdf } from "../../src/images/image-document.ts";
import { Work } from "../../src/meter/work.ts";
import { bytes } from "../fixtures/bytes.ts";
import { encodeG4 } from "../fixtures/g4.ts";
import { iccHeader } from "../fixtures/icc.ts";
import { jp2 } from "../fixtures/jp2.ts";
import { jpeg } from "../fixtures/jpeg.ts";
import { png } from "../fixtures/png.ts";
import { GROUP_4, strips, tiff } from "../fixtures/tiff.ts";

const cmyk = jpeg({ blocks: [[[255, 0, 128, 64]]] });
/** A photograph in gray with a profile of this version and class. */
function profiled(version: number, kind = "mntr"): Uint8Array {
  const profile = iccHeader("GRAY");
  profile[8] = version;
  profile.set(bytes(kind), 12);
  return jpeg({ blocks: [[[128]]], segments: [{ marker: 0xe2, data: bytes("ICC_PROFILE\0", [1, 1], profile) }] });
}
const FAX_ROWS = new Uint8Array(16 * 2).fill(0b10110011);
/** What a PDF takes as it is. */
const KEPT: Record<string, Uint8Array> = {
  "a JPEG with a profile of version 2": profiled(2),
  "a JPEG with a profile of version 4": profiled(4),
  "a JPEG 2000 in RGB": jp2(8, 8, 3, 16),
  "a JPEG 2000 in gray": jp2(8, 8, 1, 17),
  "a fax": tiff({
    pages: [
      strips({ width: 16, height: 16, bits: 1, photometric: 0, compression: GROUP_4 }, encodeG4(FAX_ROWS, 16, 16)),
    ],
  }),
};
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

  it.each(Object.keys(KEPT))("keeps them with the data as it is of %s", async (name) => {
    const { rope, method } = await imagesToPdf([{ name, bytes: KEPT[name]! }], await options("pdfa-2b"));
    expect([method, (await checkConformance(rope.toBytes(), "pdfa-2b")).violations]).toEqual(["passthrough", []]);
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
    ["a profile of another class", [profiled(2, "spac")]],
    ["a profile of a version that PDF/A does not know", [profiled(5)]],
    ["data as it is", Object.values(KEPT)],
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
