import { describe, expect, it } from "vitest";
import { stream } from "../../fixtures/pdf.ts";
import { inkOf } from "../page.ts";

const form = (content: string, dict = "") => stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 200 100]${dict}`);

describe("The box of paths", () => {
  it("is that of what is filled", () => {
    expect(inkOf("20 30 50 40 re f")).toEqual([20, 30, 70, 70]);
  });

  it("counts a curve as far as it reaches, and not its control points", () => {
    expect(inkOf("20 20 m 20 60 60 60 60 20 c f")).toEqual([20, 20, 60, 50]);
  });

  it("includes half the line's width around a stroke", () => {
    expect(inkOf("10 w 20 30 m 80 30 l S")).toEqual([20, 25, 80, 35]);
  });

  it("includes the tip of a sharp mitred corner, and not that of a bevelled one", () => {
    expect(inkOf("4 w 20 20 m 100 30 l 20 40 l S")![2]).toBeCloseTo(116.1, 0);
    expect(inkOf("4 w 2 j 20 20 m 100 30 l 20 40 l S")![2]).toBe(100.2);
  });

  it("includes the tip of a sharp mitred corner on a turned page", () => {
    expect(inkOf("0 1 -1 0 100 0 cm 4 w 20 20 m 50 30 l 20 40 l S")![3]).toBeCloseTo(56.3, 0);
  });

  it("follows the matrix, and what q and Q keep", () => {
    expect(inkOf("q 2 0 0 2 10 10 cm Q 1 0 0 1 5 5 cm 0 0 10 10 re f")).toEqual([5, 5, 15, 15]);
  });

  it("leaves out what is clipped away", () => {
    expect(inkOf("q 0 0 30 30 re W n 10 10 100 80 re f Q")).toEqual([10, 10, 30, 30]);
    expect(inkOf("q 0 0 5 5 re W n 10 10 100 80 re f Q")).toBeNull();
  });

  it("leaves out the letters of slanting text that are clipped away", () => {
    const resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    const slanting = (clip: string, mode = "") =>
      inkOf(`${clip} BT /F 10 Tf ${mode} 1 -1 1 1 20 80 Tm (Invoices) Tj ET`, { resources });
    const whole = slanting("")!;
    const [left, bottom, right, top] = slanting("0 0 40 100 re W n")!;
    expect([left, right, top]).toEqual([whole[0], 40, whole[3]]);
    expect(whole[1]).toBeLessThan(50);
    // The text falls as far as it goes to the right; a letter that the clip cuts is taken to its end.
    expect(bottom).toBeGreaterThan(80 - (40 - 20) - 10);
    expect(slanting("0 0 19 100 re W n")).toBeNull();
    // A stroke reaches over the letter's outline, back into the clip.
    expect(slanting("0 0 20 100 re W n 6 w", "1 Tr")).not.toBeNull();
  });

  it("leaves out what lies outside the page", () => {
    expect(inkOf("-50 -50 60 60 re f 190 90 100 100 re f")).toEqual([0, 0, 200, 100]);
    expect(inkOf("300 300 10 10 re f")).toBeNull();
  });

  it("takes of a shape that the page's edge cuts what is left of it", () => {
    // A square on its corner, at an edge and over a corner of the page, and a circle.
    expect(inkOf("-60 -40 m 0 20 l 60 -40 l 0 -100 l f")).toEqual([0, 0, 20, 20]);
    expect(inkOf("150 130 m 200 80 l 250 130 l 200 180 l h f")).toEqual([180, 80, 200, 100]);
    const circle =
      "60 -30 m 60 -7.9 42.1 10 20 10 c -2.1 10 -20 -7.9 -20 -30 c -20 -52.1 -2.1 -70 20 -70 c 42.1 -70 60 -52.1 60 -30 c f";
    expect(inkOf(circle)).toEqual([0, 0, 46.5, 10]);
    expect(inkOf(`10 0 20 100 re W n ${circle}`)).toEqual([10, 0, 30, 10]);
  });

  it("leaves out the parts of one path that lie outside", () => {
    const marks = "-20 -5 m -5 -5 l 205 105 m 220 105 l -5 120 m -5 105 l";
    expect(inkOf(`2 w ${marks} 60 30 m 80 30 l S`)).toEqual([59, 29, 81, 31]);
    expect(inkOf("-20 -20 10 10 re 210 110 10 10 re 60 30 20 20 re f")).toEqual([60, 30, 80, 50]);
    expect(inkOf(`${marks} S`)).toBeNull();
  });

  it("leaves out marks of the printer that reach into a rounded box by less than can be seen, on every side", () => {
    const marks = "-20 20 20.03 1 re f 199.97 20 20 1 re f 50 -20 1 20.03 re f 50 99.97 1 20 re f";
    expect(inkOf(`${marks} 60 30 20 20 re f`)).toEqual([60, 30, 80, 50]);
    expect(inkOf(marks)).toBeNull();
    expect(inkOf("0 20 0.03 1 re f")).not.toBeNull();
    expect(inkOf("-20 20 20.2 1 re f")).toEqual([0, 20, 0.2, 21]);
  });
});

describe("Paint in the paper's colour", () => {
  it("extends nothing, in whatever colour space white is set", () => {
    for (const white of ["1 g", "1 1 1 rg", "0 0 0 0 k", "/DeviceGray cs 1 sc", "/DeviceCMYK cs 0 0 0 0 scn"]) {
      expect(inkOf(`${white} 0 0 150 90 re f 0 g 20 20 10 10 re f`), white).toEqual([20, 20, 30, 30]);
    }
  });

  it("is found through a spot colour's tint transform", () => {
    const tint = "<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[0 1 1 0]/N 1>>";
    const resources = `/ColorSpace<</S[/Separation/Spot/DeviceCMYK ${tint}]>>`;
    expect(inkOf("/S cs 0 scn 0 0 100 50 re f", { resources })).toBeNull();
    expect(inkOf("/S cs 0.5 scn 0 0 100 50 re f", { resources })).toEqual([0, 0, 100, 50]);
  });

  it("is not sought in functions that hold one another a million times", () => {
    const parts = (number: number): string => `[${`${number} 0 R `.repeat(32)}]`;
    const objects = Object.fromEntries([10, 11, 12, 13, 14, 15].map((number) => [number, parts(number + 1)]));
    const tint = { ...objects, 16: "<</FunctionType 2/Domain[0 1]/N 1>>" };
    const resources = "/ColorSpace<</S[/Separation/Spot/DeviceGray 10 0 R]>>";
    expect(inkOf("/S cs 0 scn 0 0 100 50 re f", { resources, objects: tint })).toEqual([0, 0, 100, 50]);
  });

  it("is that of a background that covers the page", () => {
    expect(inkOf("0.2 0.2 0.6 rg 0 0 200 100 re f 20 20 10 10 re f 1 g 40 40 10 10 re f")).toEqual([40, 40, 50, 50]);
  });

  it("hides what lies under a background", () => {
    expect(inkOf("10 10 10 10 re f 1 g 0 0 200 100 re f 0 g 50 50 10 10 re f")).toEqual([50, 50, 60, 60]);
  });

  it("is no reason to count the background with the text on it", () => {
    const resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    const text = "1 g BT /F 10 Tf 20 50 Td (H) Tj ET";
    const shown = inkOf(`0.2 0.2 0.6 rg 0 0 200 100 re f ${text}`, { resources });
    expect(shown).toEqual(inkOf(text.replace("1 g", "0 g"), { resources }));
    expect(shown![2]).toBeLessThan(40);
  });

  it("is not that of an image that covers less than the frame drawn before it", () => {
    const image = "q 20 0 0 20 50 50 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x40 EI Q";
    expect(inkOf(`4 w 0 0 200 100 re S ${image}`)).toEqual([0, 0, 200, 100]);
  });

  it("counts in a group that is blended in another way", () => {
    const parts = {
      resources: "/XObject<</X 10 0 R>>/ExtGState<</D<</BM/Difference>>>>",
      objects: { 10: form("1 g 10 10 20 20 re f", "/Group<</S/Transparency>>") },
    };
    expect(inkOf("/D gs /X Do", parts)).toEqual([10, 10, 30, 30]);
    expect(inkOf("/X Do", parts)).toBeNull();
  });
});

describe("What cannot be seen paints nothing", () => {
  const layers = "/OCProperties<</OCGs[10 0 R]/D<</OFF[10 0 R]>>>>";

  it("with an alpha of 0", () => {
    const resources = "/ExtGState<</A<</ca 0/CA 0>>>>";
    expect(inkOf("/A gs 0 0 50 50 re B", { resources })).toBeNull();
  });

  it("in a hidden layer, by marked content and by form", () => {
    const parts = {
      resources: "/Properties<</L 10 0 R>>/XObject<</X 11 0 R>>",
      catalog: layers,
      objects: { 10: "<</Type/OCG/Name(x)>>", 11: form("0 0 50 50 re f", "/OC 10 0 R") },
    };
    expect(inkOf("/OC /L BDC 0 0 50 50 re f EMC /X Do 60 60 5 5 re f", parts)).toEqual([60, 60, 65, 65]);
  });

  it("in text of mode 3, whose pen still moves", () => {
    const resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>";
    const shown = inkOf("BT /F 10 Tf 10 50 Td 3 Tr (Hello) Tj 0 Tr (H) Tj ET", { resources });
    expect(shown![0]).toBeGreaterThan(30);
    expect(inkOf("BT /F 10 Tf 10 50 Td 3 Tr (Hello) Tj ET", { resources })).toBeNull();
  });

  it("in text for which no font was set; text whose font is missing counts, since some viewers draw it", () => {
    expect(inkOf("BT 20 20 Td (Hello) Tj ET")).toBeNull();
    expect(inkOf("BT /Nope 12 Tf 20 20 Td (Hello) Tj ET")).toEqual([20.7, 19.4, 47, 29.1]);
  });

  it("outside a soft mask", () => {
    const parts = {
      resources: "/ExtGState<</M<</SMask<</S/Luminosity/G 10 0 R>>>>>>",
      objects: { 10: form("1 g 20 20 30 30 re f", "/Group<</S/Transparency/CS/DeviceGray>>") },
    };
    expect(inkOf("/M gs 0 0 200 100 re f", parts)).toEqual([20, 20, 50, 50]);
  });
});

describe("Forms and annotations", () => {
  it("draws a form by its matrix, clipped to its box", () => {
    const objects = { 10: stream("0 0 100 100 re f", "/Subtype/Form/BBox[0 0 20 20]/Matrix[2 0 0 1 10 10]") };
    expect(inkOf("/X Do", { resources: "/XObject<</X 10 0 R>>", objects })).toEqual([10, 10, 50, 30]);
  });

  it("takes what a form does not have from the page", () => {
    const objects = { 10: form("/Y Do"), 11: form("5 5 10 10 re f") };
    expect(inkOf("/X Do", { resources: "/XObject<</X 10 0 R/Y 11 0 R>>", objects })).toEqual([5, 5, 15, 15]);
  });

  it("ends where a form draws itself", () => {
    const objects = { 10: form("5 5 10 10 re f /X Do", "/Resources<</XObject<</X 10 0 R>>>>") };
    expect(inkOf("/X Do", { resources: "/XObject<</X 10 0 R>>", objects })).toEqual([5, 5, 15, 15]);
  });

  it("counts annotations that show, scaled into their rectangle, and neither hidden ones nor links", () => {
    const annotation = (flags: number, subtype = "Stamp", rect = "50 50 70 70") =>
      `<</Type/Annot/Subtype/${subtype}/F ${flags}/Rect[${rect}]/AP<</N 10 0 R>>>>`;
    const objects = { 10: stream("0 0 5 10 re f", "/Subtype/Form/BBox[0 0 10 10]") };
    const annots = (list: string) => inkOf("", { page: `/Annots[${list}]`, objects });
    expect(annots(annotation(4))).toEqual([50, 50, 60, 70]);
    expect(annots(annotation(2) + annotation(32) + annotation(0, "Link"))).toBeNull();
  });
});

describe("Broken content", () => {
  it("is read as far as it goes", () => {
    expect(inkOf("10 10 20 20 re f (never closed")).toEqual([10, 10, 30, 30]);
    expect(inkOf("10 10 20 20 re f [1 2")).toEqual([10, 10, 30, 30]);
  });

  it("does not stumble over unknown operators, brackets and missing operands", () => {
    expect(inkOf("Q Q >> ] re 1 l 5 frobnicate BX 7 zz EX /Nothing Do /None gs 10 10 20 20 re f")).toEqual([
      10, 10, 30, 30,
    ]);
  });

  it("does not take an inline image's data for content", () => {
    const data = "\x01 EI\xff Q f";
    const image = `q 20 0 0 20 10 10 cm BI /W 1 /H ${data.length} /BPC 8 /CS /G ID ${data} EI Q 50 50 5 5 re f`;
    expect(inkOf(image)).toEqual([10, 10, 55, 55]);
  });

  it("takes two streams as one content with white space between", () => {
    const parts = { page: "/Contents[10 0 R 11 0 R]", objects: { 10: stream("10 10 20"), 11: stream("20 re f") } };
    expect(inkOf("", parts)).toEqual([10, 10, 30, 30]);
  });
});
