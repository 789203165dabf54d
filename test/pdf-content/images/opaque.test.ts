import { expect, it } from "vitest";
import { stream } from "../../fixtures/pdf.ts";
import { inkOf } from "../page.ts";

const GRAY = "/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray";
const MARK = [20, 20, 30, 30];

/** The ink of a mark under an image of white that covers the page. */
function under(entries: string, place = "200 0 0 100 0 0 cm", settings = ""): number[] | null {
  return inkOf(`20 20 10 10 re f ${settings} ${place} /I Do`, {
    resources: "/XObject<</I 10 0 R>>/ExtGState<</A<</ca 0.5>>/B<</BM/Multiply>>>>",
    objects: { 10: stream("\xff", `${GRAY}${entries}`), 11: stream("\x80", GRAY) },
  });
}

it("an image over the whole page hides what lies under it", () => {
  expect(under("")).toBeNull();
  expect(under("", "0 100 -200 0 200 0 cm")).toBeNull();
});

it.each([
  ["has a soft mask", "/SMask 11 0 R"],
  ["has colours that are masked out", "/Mask[255 255]"],
  ["has both", "/SMask 11 0 R/Mask[255 255]"],
])("an image that %s hides nothing", (_, entries) => {
  expect(under(entries)).toEqual(MARK);
});

it.each([
  ["is faint", "200 0 0 100 0 0 cm", "/A gs"],
  ["is blended", "200 0 0 100 0 0 cm", "/B gs"],
  ["is clipped", "200 0 0 100 0 0 cm", "50 50 50 50 re W n"],
  ["is smaller than the page", "199 0 0 100 0 0 cm", ""],
  ["is askew", "400 9 9 400 -90 -90 cm", ""],
])("an image that %s hides nothing", (_, place, settings) => {
  expect(under("", place, settings)).toEqual(MARK);
});
