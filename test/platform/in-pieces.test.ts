import { describe, expect, it } from "vitest";
import { inPieces, withSingleSpaces } from "../../src/platform/in-pieces.ts";

describe("a text that is changed in pieces", () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    "is the same as if it were changed at once: %i letters before",
    (count) => {
      for (const runs of ["  \t ", " ", " \n ", ""]) {
        const text = `${"a".repeat(count)}${runs}b  c${runs}${"d ".repeat(100_000)}`;
        expect(withSingleSpaces(text, /\s+/g) === text.replace(/\s+/g, " ")).toBe(true);
        expect(withSingleSpaces(text, /[^\S\n]+/g) === text.replace(/[^\S\n]+/g, " ")).toBe(true);
      }
    },
  );

  it("is cut only where it may be, in as many pieces as it takes", () => {
    const lengths: number[] = [];
    const changed = inPieces(
      "x".repeat(300_000),
      (text, from) => Math.min(text.length, from + 3),
      (piece) => {
        lengths.push(piece.length);
        return piece.length > 70_000 ? "no" : "";
      },
    );
    expect(changed).toBe("");
    expect(lengths.slice(0, -1)).toEqual([65_539, 65_539, 65_539, 65_539]);
    expect(lengths.reduce((sum, length) => sum + length)).toBe(300_000);
  });

  it("may have white space that is longer than a piece", () => {
    expect(withSingleSpaces(`a${" ".repeat(200_000)}b`, /\s+/g)).toBe("a b");
    expect(withSingleSpaces(" ".repeat(200_000), /\s+/g)).toBe(" ");
  });
});
