import { describe, expect, it } from "vitest";
import { textByName } from "../../../../src/pdf-content/fonts/names/glyph-names.ts";

/** What the codes say in a font that gives them these names. */
const read = (names: Readonly<Record<number, string>>, isType3 = false) => {
  const textOf = textByName(
    Array.from({ length: 256 }, (_, code) => names[code]),
    isType3,
  );
  return Object.keys(names).map((code) => textOf(Number(code)));
};

describe("A name of letters and the number of its own code", () => {
  it("says that the code is the character, as in TeX's bitmap fonts", () => {
    expect(read({ 73: "a73", 110: "a110", 233: "a233" }, true)).toEqual(["I", "n", "é"]);
  });

  it.each([
    "C0049",
    "G49",
    "g49",
    "cid:73",
    "cid73",
    "c73",
    "glyph73",
    "G073",
    "49",
    "uni49",
    "Uni0049",
    "a73.alt",
    "C0049.sc",
  ])("is read: %s", (name) => {
    expect(read({ 73: name })).toEqual(["I"]);
  });

  it("comes before ZapfDingbats' glyph of the same name", () => {
    expect(read({ 63: "a63", 65: "a63" })).toEqual(["?", "❄"]);
  });

  it("is none of ZapfDingbats' with a tail either", () => {
    expect(read({ 65: "a65.x", 66: "a66.x" }, true)).toEqual(["A", "B"]);
    expect(read({ 70: "a65.x" }, true)).toEqual([undefined]);
  });

  it("says nothing where the number is that of another code, or the code is of no character", () => {
    expect(read({ 65: "a73", 66: "G49", 27: "a27", 130: "a130" }, true)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("says nothing in a font whose codes are counted", () => {
    const names = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [at + 1, `g${at + 1}`]));
    expect(new Set(read(names))).toEqual(new Set([undefined]));
  });

  it("is no name of the list that ends in a digit", () => {
    expect(read({ 65: "afii10017", 66: "three", 67: "uni00e9", 68: "u1f600" })).toEqual(["А", "3", "é", "😀"]);
  });
});
