import { describe, expect, it } from "vitest";
import { compileExpression, compileSteps } from "../../../src/pdf-content/text/regex.ts";

const STATES = 1000;

function charged(source: string, text: string): { spans: [number, number][]; characters: number } {
  let characters = 0;
  const spans = [
    ...compileExpression(source, false, STATES).spans(text, (more) => {
      characters += more;
    }),
  ];
  return { spans, characters };
}

describe("an expression", () => {
  it("is charged once for a text in which each match is known where it ends, and for each look", () => {
    const text = "ab cd ".repeat(500);
    const { spans, characters } = charged("\\w+", text);
    expect(spans).toHaveLength(1000);
    expect(characters).toBeGreaterThan(text.length);
    expect(characters).toBeLessThan(text.length + 1000 * 20);
  });

  it("is charged for all that is read for a match, which may be the rest of the text for each", () => {
    const text = "a".repeat(1000);
    const { spans, characters } = charged("a[\\s\\S]*b|a", text);
    expect(spans).toHaveLength(1000);
    expect(characters).toBeGreaterThan((text.length * text.length) / 4);
  });

  it("finds letters beyond the first plane", () => {
    expect(charged("[\\x{1F600}-\\x{1F64F}]", "a😀b").spans).toEqual([[1, 3]]);
  });

  it.each([
    ["[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}", 500],
    ["\\d{3}-\\d{3}-\\d{4}", 500],
    ["[\\u00c0-\\u00ff]+", 500],
  ])("of the usual kind costs little to compile: %s", (source, most) => {
    expect(compileSteps(source)).toBeLessThan(most);
  });

  it.each([
    ["[a-\\x{10ffff}]".repeat(30), 100_000],
    [`[a-${String.fromCodePoint(0x10ffff)}]`.repeat(30), 100_000],
    ["\\pL".repeat(150), 40_000],
  ])("of many letters is charged for them: %s", (source, least) => {
    expect(compileSteps(source)).toBeGreaterThan(least);
  });
});
