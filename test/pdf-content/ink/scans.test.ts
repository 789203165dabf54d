import { describe, expect, it } from "vitest";
import { encodeBaselineFile } from "../../fixtures/jpeg-encoder.ts";
import { stream, text } from "../../fixtures/pdf.ts";
import { inkOf, type PageParts } from "../page.ts";

/** Ten by ten samples of a light paper with one dark sample, at the third place of the third row from the top. */
function samples(paper: number): Uint8Array {
  const data = new Uint8Array(100).fill(paper);
  data[22] = 0;
  return data;
}

const parts = (paper: number, more: PageParts = {}): PageParts => ({
  resources: "/XObject<</I 10 0 R>>",
  objects: {
    10: stream(text(samples(paper)), "/Subtype/Image/Width 10/Height 10/ColorSpace/DeviceGray/BitsPerComponent 8"),
  },
  ...more,
});
const at = (x: number, y: number, width: number, height: number) => `q ${width} 0 0 ${height} ${x} ${y} cm /I Do Q `;

describe("The paper of a scan does not count", () => {
  it.each<[string, string, number[]]>([
    ["that is the whole page", at(0, 0, 200, 100), [40, 70, 60, 80]],
    ["that is nearly the whole page", at(0, 0, 200, 90), [40, 63, 60, 72]],
    ["in strips one above the other", at(0, 50, 200, 50) + at(0, 0, 200, 50), [40, 35, 60, 90]],
    ["in strips side by side", at(0, 0, 100, 100) + at(100, 0, 100, 100), [20, 70, 130, 80]],
  ])("%s", (_, content, box) => {
    expect(inkOf(content, parts(230))).toEqual(box);
  });
});

describe("Pale parts count", () => {
  it.each<[string, string, number[]]>([
    ["of a picture", at(20, 30, 50, 40), [20, 30, 70, 70]],
    ["of a banner", at(0, 80, 200, 20), [0, 80, 200, 100]],
    ["of a banner in front of its shadow", at(0, 60, 200, 40) + at(0, 65, 200, 35), [0, 60, 200, 100]],
    ["of a column", at(0, 0, 30, 100), [0, 0, 30, 100]],
    ["of a picture that a clip leaves little of", `10 20 30 40 re W n ${at(0, 0, 200, 100)}`, [10, 20, 40, 60]],
  ])("%s", (_, content, box) => {
    expect(inkOf(content, parts(230))).toEqual(box);
  });

  it("of a JPEG too", () => {
    const jpeg = (value: number) => {
      const data = new Uint8Array(256).fill(value);
      return stream(
        text(encodeBaselineFile({ width: 16, height: 16, channels: 1, data }, 1)),
        "/Subtype/Image/Width 16/Height 16/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode",
      );
    };
    expect(inkOf(at(20, 30, 50, 40), parts(0, { objects: { 10: jpeg(235) } }))).toEqual([20, 30, 70, 70]);
    expect(inkOf(at(20, 30, 50, 40), parts(0, { objects: { 10: jpeg(254) } }))).toBeNull();
  });

  it("and those that are hardly coloured, but not what is nearly white", () => {
    const colour = (rgb: string) => inkOf(`q 50 0 0 40 20 30 cm BI /W 1 /H 1 /BPC 8 /CS /RGB /F /AHx ID ${rgb}> EI Q`);
    expect(colour("ffffe0")).toEqual([20, 30, 70, 70]);
    expect(colour("fbfdfc")).toBeNull();
  });

  it("before a background hides them, and not afterwards", () => {
    const banner = at(0, 80, 200, 20);
    expect(inkOf(`${banner} 1 g 0 0 200 100 re f`, parts(230))).toBeNull();
    expect(inkOf(`1 g 0 0 200 100 re f ${banner}`, parts(230))).toEqual([0, 80, 200, 100]);
  });
});
