import { describe, expect, it } from "vitest";
import { normalised } from "../../src/platform/normalised.ts";

/** The first belongs behind the second, wherever they are among others of their kind. */
const [AFTER, BEFORE] = ["\u0315", "\u0316"];

describe("a text in a form of Unicode", () => {
  it.each(["NFC", "NFKC"] as const)("is that of the platform for all that people write: %s", (form) => {
    const text = "Cafe\u0301 \ufb01n \u1112\u1161\u11ab e\u0315\u0316 \uff76\uff9e ".repeat(200);
    expect(normalised(text, form)).toBe(text.normalize(form));
    const marked = `a${`${AFTER}${BEFORE}`.repeat(15)}`;
    expect(normalised(marked.repeat(100), form)).toBe(marked.repeat(100).normalize(form));
  });

  it("orders no more than thirty marks together, of as many as there are", () => {
    const count = 300_000;
    const text = normalised(`a${AFTER.repeat(count)}${BEFORE.repeat(count)}e\u0301`, "NFC");
    expect(text).toHaveLength(2 * count + 2);
    expect(text.endsWith("\u00e9")).toBe(true);
    expect(normalised(`${"b".repeat(600)}${AFTER.repeat(40)}${BEFORE.repeat(40)}`, "NFC").slice(600)).toBe(
      `${AFTER.repeat(30)}${BEFORE.repeat(20)}${AFTER.repeat(10)}${BEFORE.repeat(20)}`,
    );
  });
});
