import { describe, expect, it } from "vitest";
import { Cff } from "../../../src/pdf-content/fonts/programs/cff.ts";
import { prunedCff } from "../../../src/remove/fonts/pruned-cff.ts";
import { type Finds, WantedGlyphs } from "../../../src/remove/fonts/wanted-glyphs.ts";
import { madeCff } from "../../fixtures/cff.ts";
import { u16 } from "../../fixtures/removal/made/shapes.ts";
import { freeHolding } from "../../support/holding.ts";

/** The glyphs A, B and one with a name of the program's own. A and B have two codes each. */
const PROGRAM = madeCff({
  charset: [0, ...u16(34, 35, 391)],
  strings: ["own"],
  encoding: [0x80, 3, 70, 80, 90, 2, 71, ...u16(34), 81, ...u16(35)],
});

/** The glyphs are shown by numbers in this order. */
function pruned(glyphs: number[], codes: number[], finds: Finds = "name", program = PROGRAM): Cff {
  const wanted = new WantedGlyphs(finds, true, false);
  for (const [at, glyph] of glyphs.entries()) wanted.want(10 * (at + 1), [glyph]);
  for (const code of codes) wanted.codes.add(code);
  return new Cff(prunedCff(program, wanted, (name) => name, freeHolding()).data, freeHolding());
}
const encoded = (font: Cff) => [70, 71, 80, 81, 90, 91].map((code) => font.builtIn(code) ?? "-").join(" ");

describe("the encoding of a pruned CFF program", () => {
  it("names the glyph of each code that is left, and of no other", () => {
    expect(encoded(new Cff(PROGRAM, freeHolding()))).toBe("A A B B own -");
    expect(encoded(pruned([1, 2, 3], [70, 71, 80, 81, 90]))).toBe("A A B B own -");
    expect(encoded(pruned([1, 3], [70, 90]))).toBe("A - - - own -");
    expect(encoded(pruned([1, 3], [71, 90, 91]))).toBe("- A - - own -");
    expect(encoded(pruned([2], [81, 80]))).toBe("- - B B - -");
    expect(encoded(pruned([3], [70, 90]))).toBe("- - - - own -");
  });

  it("has as many codes as glyphs, though some have none", () => {
    const font = pruned([1, 2, 3], [90]);
    expect(encoded(font)).toBe("- - - - own -");
    expect(["A", "B", "own"].map((name) => font.named(name))).toEqual([1, 2, 3]);
  });

  it("is none where fonts find the glyphs by CIDs, which are the numbers that show them", () => {
    const font = pruned([3, 1], [90], "cid");
    const before = new Cff(PROGRAM, freeHolding());
    expect(font.isCidKeyed).toBe(true);
    expect(font.glyphs.map((code) => [...code])).toEqual([0, 3, 1].map((glyph) => [...before.glyphs[glyph]!]));
    expect([10, 20, 1, 3].map((cid) => font.glyphOfCid(cid))).toEqual([1, 2, 0, 0]);
    expect(font.named("own")).toBeUndefined();
  });

  it("does not tell the order that the glyphs had", () => {
    const font = pruned([3, 1], [70, 90]);
    expect(["own", "A"].map((name) => font.named(name))).toEqual([1, 2]);
    expect(encoded(font)).toBe("A - - - own -");
  });

  it("is a standard one where it was", () => {
    const standard = madeCff({ charset: [0, ...u16(34, 35, 36)] });
    const font = pruned([2], [66], "name", standard);
    expect([65, 66].map((code) => font.builtIn(code))).toEqual(["A", "B"]);
    expect([font.glyphs.length, font.named("B"), font.named("A")]).toEqual([2, 1, undefined]);
  });
});

describe("the subroutines of a pruned CFF program", () => {
  /** A calls the first; B calls one that does not exist, so that nobody knows what it does. */
  const globals = [
    [149, 149, 21, 11],
    [159, 159, 21, 11],
  ];
  const program = madeCff({
    globals,
    glyphs: [
      [32, 29, 14],
      [239, 29, 14],
    ],
    charset: [0, ...u16(34, 35)],
  });
  const left = (glyphs: number[]) => pruned(glyphs, [], "name", program).global.map((code) => [...code]);

  it("are those that its glyphs call", () => {
    expect(left([1])).toEqual([globals[0], [11]]);
  });

  it("are all of them where a glyph cannot be followed", () => {
    expect(left([1, 2])).toEqual(globals);
    expect(left([2])).toEqual(globals);
  });

  it("are whole where one glyph ends within them and another reads them to their end", () => {
    // The first calls what its caller names: the second, which ends the glyph, or the third, after which it goes on.
    const calling = [[29, 149, 149, 21], [14], [11]];
    const glyphs = [
      [33, 32, 29, 14],
      [34, 32, 29, 14],
    ];
    const both = madeCff({ globals: calling, glyphs, charset: [0, ...u16(34, 35)] });
    const subroutines = pruned([1, 2], [], "name", both).global.map((code) => [...code]);
    expect(subroutines).toEqual(calling);
  });
});
