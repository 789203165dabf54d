import { describe, expect, it } from "vitest";
import { compareKeys, mapKey, withoutMark } from "../../src/platform/map-key.ts";

/** Numbers that have the same place in a table of V8's: their last seventeen bits are the same. */
const ALIKE = Array.from({ length: 30_000 }, (_, index) => String((index + 1) * 131_072));

describe("a text as a key", () => {
  it.each(["", "a", "Type", "12345", "012345", "1234567a", "-123456", "1.23456", "12345678901234567"])(
    "stays what it is: %j",
    (text) => {
      expect(mapKey(text)).toBe(text);
      expect(withoutMark(text)).toBe(text);
    },
  );

  it.each(["100000", "131072", "4294836224", "1234567890123456"])("is marked as a number: %s", (text) => {
    expect(mapKey(text)).not.toBe(text);
    expect(withoutMark(mapKey(text))).toBe(text);
    expect(mapKey(mapKey(text))).toBe(mapKey(text));
  });

  it("is found as fast as any, whatever numbers are chosen", () => {
    const start = Date.now();
    const found = new Map<string, number>();
    for (const text of ALIKE) if (!found.has(mapKey(text))) found.set(mapKey(text), found.size);
    expect(found.size).toBe(ALIKE.length);
    expect(Date.now() - start).toBeLessThan(1000);
  });

  it("is no longer than what V8 tells apart by more than its length", () => {
    const long = Array.from({ length: 3000 }, (_, index) => mapKey("a".repeat(20_000) + index));
    expect(Math.max(...long.map(({ length }) => length))).toBeLessThan(16_384);
    expect(mapKey("a".repeat(16_000))).toBe("a".repeat(16_000));
    expect(mapKey(mapKey("a".repeat(20_000)))).toBe(mapKey("a".repeat(20_000)));
  });

  it("is in its text's place among others", () => {
    const sorted = ["2", "131072", "a", "9", "1"].map(mapKey).sort(compareKeys).map(withoutMark);
    expect(sorted).toEqual(["1", "131072", "2", "9", "a"]);
  });
});
