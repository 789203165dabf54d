import { describe, expect, it } from "vitest";
import { stream } from "../fixtures/pdf.ts";
import { inkOf } from "./page.ts";

const THOUSANDTHS = "/FontMatrix[0.001 0 0 0.001 0 0]";

/** A Type 3 font whose letter a is a square of half its size and half its size wide; b is twice as high. */
function type3(entries = `/FirstChar 97/Widths[500 500]${THOUSANDTHS}`, differences = "[97/a/q]"): string {
  return (
    "<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/CharProcs<</a 10 0 R/q 11 0 R>>" +
    `/Encoding<</Differences${differences}>>/Resources<<>>${entries}>>`
  );
}
const GLYPHS = { 10: stream("500 0 d0 0 0 500 500 re f"), 11: stream("500 0 d0 0 0 500 1000 re f") };

function shown(content: string, font = type3()): number[] | null {
  return inkOf(content, { resources: `/Font<</F ${font}>>`, objects: GLYPHS });
}

/** Where the last letter of a text lies: those before it are invisible. */
const last = (before: string, text = "(a) Tj") => shown(`BT /F 10 Tf 20 20 Td 3 Tr ${before} 0 Tr ${text} ET`);

describe("text is placed by", () => {
  it.each<[string, string, number[]]>([
    ["Td", "(aa) Tj 7 9 Td", [27, 29, 32, 34]],
    ["Td, from the line's beginning each time", "7 9 Td (aa) Tj 1 2 Td", [28, 31, 33, 36]],
    ["TD, which sets the leading", "0 12 TD (aa) Tj T*", [20, 44, 25, 49]],
    ["Tm", "2 0 0 3 50 40 Tm", [50, 40, 60, 55]],
    ["Tm, turned", "0 1 -1 0 50 40 Tm", [45, 40, 50, 45]],
    ["Tm, and Td within it", "2 0 0 3 50 40 Tm 5 4 Td", [60, 52, 70, 67]],
    ["TL and T*", "-12 TL T* T*", [20, 44, 25, 49]],
    ["the widths of letters", "(aaa) Tj", [35, 20, 40, 25]],
    ["the space between letters", "2 Tc (aaa) Tj", [41, 20, 46, 25]],
    ["the space between words, at the code 32 only", "3 Tw (a a) Tj", [33, 20, 38, 25]],
    ["both", "2 Tc 3 Tw (a a) Tj", [39, 20, 44, 25]],
    ["the horizontal scale, of spaces too", "50 Tz 2 Tc 4 Tw (a ) Tj", [26.5, 20, 29, 25]],
    ["the rise", "-7 Ts", [20, 13, 25, 18]],
    ["the rise, until another comes", "7 Ts 0 Ts", [20, 20, 25, 25]],
    ["numbers in TJ, in thousandths to the left", "[(a) -400 (a) 200] TJ", [32, 20, 37, 25]],
    ["numbers in TJ, scaled with the text", "200 Tz [(a) -400] TJ", [38, 20, 48, 25]],
    ["the operator '", "-12 TL (aa) '", [30, 32, 35, 37]],
    ['the operator ", which sets both spaces', '-12 TL 3 2 (a a) "', [39, 32, 44, 37]],
    ["the size of the font", "/F 20 Tf (a) Tj", [30, 20, 40, 30]],
    ["a negative size, to the left and down", "/F -10 Tf (a) Tj", [10, 15, 15, 20]],
    ["the beginning of another text", "(a) Tj ET BT 50 60 Td", [50, 60, 55, 65]],
    ["what q and Q keep", "ET q /F 20 Tf 2 Tc 50 Tz 5 Ts Q BT 20 20 Td (a) Tj", [25, 20, 30, 25]],
  ])("%s", (_, before, box) => {
    expect(last(before)).toEqual(box);
  });

  it("the line's end before it, where it is shown by ' or \"", () => {
    expect(last("-12 TL", "(a) '")).toEqual([20, 32, 25, 37]);
    expect(last("-12 TL", '0 0 (a) "')).toEqual([20, 32, 25, 37]);
    expect(last("-12 TL", "[(a)] TJ")).toEqual([20, 20, 25, 25]);
  });

  it("the font that a graphics state sets", () => {
    const resources = "/ExtGState<</S<</Font[12 0 R 20]>>>>";
    const objects = { ...GLYPHS, 12: type3() };
    expect(inkOf("BT /S gs 20 20 Td (a) Tj ET", { resources, objects })).toEqual([20, 20, 30, 30]);
  });
});

describe("a Type 3 font", () => {
  it.each<[string, string, number[]]>([
    ["its own matrix", "/FirstChar 97/Widths[250 250]/FontMatrix[0.002 0 0 0.004 0 0]", [30, 20, 40, 40]],
    ["a matrix of thousandths where it says none", "/FirstChar 97/Widths[500]", [30, 20, 35, 25]],
    ["its widths from the first code on", `/FirstChar 96/Widths[9 700]${THOUSANDTHS}`, [34, 20, 39, 25]],
    ["its widths from the code 0 on where it says none", `/Widths[${"0 ".repeat(97)}800]`, [36, 20, 41, 25]],
    ["no width for a code that it does not name", "/FirstChar 98/Widths[500]", [20, 20, 25, 25]],
  ])("has %s", (_, entries, box) => {
    expect(shown("BT /F 10 Tf 20 20 Td 3 Tr (aa) Tj 0 Tr (a) Tj ET", type3(entries))).toEqual(box);
  });

  it("shows what its names say, and nothing for other codes", () => {
    const letters = ["a", "b", "c", "q"].map((letter) => shown(`BT /F 10 Tf 20 20 Td (${letter}) Tj ET`));
    expect(letters).toEqual([[20, 20, 25, 25], [20, 20, 25, 30], null, null]);
  });
});

describe("a font's differences", () => {
  it.each([
    ["count on from a number", "[97/x/a]", "b"],
    ["count on from each number", "[1/x 98/a]", "b"],
    ["count from 0 where there is none", "[/x/a]", "\\001"],
    ["reach the code 255", "[255/a]", "\\377"],
    ["skip what is neither", "[97(no)/a]", "a"],
  ])("%s", (_, differences, code) => {
    expect(shown(`BT /F 10 Tf 20 20 Td (${code}) Tj ET`, type3(undefined, differences))).toEqual([20, 20, 25, 25]);
  });
});
