import { describe, expect, it } from "vitest";
import { openPdf } from "../../../src/pdf-file/open.ts";
import { stream, text } from "../../fixtures/pdf.ts";
import { MIDDLE, onePage } from "../../fixtures/removal/construct.ts";
import { removeOutside } from "../../support/at-once.ts";
import { openWithMupdf } from "../../support/finder/finder.ts";
import { differing, pixels } from "../../support/finder/inside-pixels.ts";

/** Colours at the ends of the page, which the area does not show. */
const [LOW, HIGH] = ["0.123 0 0.7", "0.9 1 0.456"];
const LINE = `<</FunctionType 2/Domain[0 1]/C0[${LOW}]/C1[${HIGH}]/N 1>>`;
const THREE =
  `<</FunctionType 3/Domain[0 1]/Bounds[0.2 0.6]/Encode[0 1 0 1 1 0]/Functions[` +
  `<</FunctionType 2/Domain[0 1]/C0[${LOW}]/C1[0.2 0.3 0.4]/N 1>>` +
  `<</FunctionType 2/Domain[0 1]/C0[0 1 0]/C1[1 0 0]/N 2>>` +
  `<</FunctionType 2/Domain[0 1]/C0[${HIGH}]/C1[0 0 1]/N 1>>]>>`;
const AXIS = "/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 400 0]";
const CIRCLES = "/ShadingType 3/ColorSpace/DeviceRGB/Coords[60 60 5 80 70 380]";
const sampled = stream(
  Array.from({ length: 40 }, (_, i) => String.fromCharCode(i * 6, i * 3, 255 - i * 6)).join(""),
  "/FunctionType 0/Domain[0 1]/Range[0 1 0 1 0 1]/Size[40]/BitsPerSample 8",
);
const few = stream(
  "\xff\0\0\0\xff\0\0\0\xff\xff\xff\0",
  "/FunctionType 0/Domain[0 1]/Range[0 1 0 1 0 1]/Size[4]/BitsPerSample 8",
);
const program = stream("{dup 0.3 mul exch dup 1 exch sub}", "/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]");

const page = (shading: string, functions: string, content = "/S sh"): Uint8Array =>
  onePage(content, {
    resources: `/Shading<</S<<${shading}/Function 20 0 R>>>>/Pattern<</P<</PatternType 2/Shading<<${shading}/Function 20 0 R>>>>>>`,
    objects: { 20: functions },
    inside: "",
  });

const cut = (file: Uint8Array): Uint8Array => {
  const { page, shown } = MIDDLE;
  return removeOutside(openPdf(file), { definitions: [{ page, area: shown }] }).rope.toBytes();
};

const picture = (file: Uint8Array, area: typeof MIDDLE.shown) => {
  const document = openWithMupdf(file, undefined);
  const found = pixels(document.loadPage(0) as never, area);
  document.destroy();
  return found;
};

/** The result with its boxes as wide as they were. */
const widened = (file: Uint8Array): Uint8Array => {
  const document = openWithMupdf(file, undefined);
  for (const key of ["MediaBox", "CropBox"]) document.findPage(0).put(key, [0, 0, 400, 400]);
  const bytes = document.saveToBuffer("").asUint8Array().slice();
  document.destroy();
  return bytes;
};

const cases: [string, Uint8Array][] = [
  ["one colour that becomes another", page(AXIS, LINE)],
  ["several in a row", page(AXIS, THREE)],
  ["samples", page(AXIS, sampled)],
  ["a few samples, between which the area begins and ends", page(AXIS, few)],
  ["a program", page(AXIS, program)],
  [
    "an array of functions",
    page(
      AXIS,
      `[${Array.from({ length: 3 }, (_, i) => `<</FunctionType 2/Domain[0 1]/C0[0.${i}]/C1[0.9]/N 1>>`).join("")}]`,
    ),
  ],
  ["circles, one in the other", page(CIRCLES, THREE)],
  ["circles that shrink", page("/ShadingType 3/ColorSpace/DeviceRGB/Coords[80 70 380 60 60 5]", LINE)],
  [
    "a turned axis",
    page("/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 800 0]", LINE, "0.8 0.6 -0.6 0.8 0 0 cm /S sh"),
  ],
  ["an end before the area", page("/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 150 0]/Extend[true true]", THREE)],
  [
    "nothing but what is beyond its end",
    page("/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 50 0]/Extend[false true]", LINE),
  ],
  ["a pattern that fills", page(AXIS, LINE, "/Pattern cs /P scn 0 0 400 400 re f")],
  ["a pattern of circles", page(CIRCLES, LINE, "/Pattern cs /P scn 0 0 400 400 re f")],
];

describe("a gradient that runs past the area", () => {
  it.each(cases)("looks inside as before: %s", (_, file) => {
    const [before, after] = [picture(file, MIDDLE.shown), picture(cut(file), { ...MIDDLE.shown, x: 0, y: 0 })];
    // A renderer that takes a fixed number of colours of a gradient places an abrupt change more exactly now.
    expect(differing(before, after)).toBeLessThan(0.003);
    const change = before.data.reduce((sum, value, at) => sum + Math.abs(value - after.data[at]!), 0);
    expect(change / before.data.length).toBeLessThan(2);
  });

  it.each(cases)("paints nothing beyond it: %s", (_, file) => {
    const { data } = picture(widened(cut(file)), { x: 0, y: 0, width: 98, height: 400 });
    expect(data.every((value) => value > 250)).toBe(true);
  });

  it.each(cases.filter(([name]) => !/samples|program|array/.test(name)))(
    "has no colours of outside: %s",
    (name, file) => {
      const plain = openWithMupdf(cut(file), undefined).saveToBuffer("decompress").asString();
      expect(plain).toContain("FunctionType");
      expect(plain).not.toContain("0.123");
      // What is beyond its end has the end's colour.
      if (!name.includes("end")) expect(plain).not.toContain("0.456");
    },
  );

  it("has no samples of outside", () => {
    const document = openWithMupdf(cut(page(AXIS, sampled)), undefined);
    const sizes: number[] = [];
    for (let number = 1; number < document.countObjects(); number++) {
      const object = document.newIndirect(number).resolve();
      if (object.isDictionary() && object.get("FunctionType").isNumber()) {
        sizes.push(document.newIndirect(number).readStream().getLength());
      }
    }
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThan(24 * 3);
  });

  it("that shows nowhere in it goes", () => {
    const file = page("/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 50 0]", LINE);
    expect(text(cut(file))).not.toContain("FunctionType");
  });
});
