import { describe, expect, it } from "vitest";
import { ContentNames } from "../../../src/split/resources/used-names.ts";

const content = "/F1 12 Tf (a/b) Tj /Im#31 Do /GS0 gs /P";

function namesIn(chunks: readonly string[]): string[] {
  const names = new Set<string>();
  const found = new ContentNames(names);
  for (const chunk of chunks) found.take(new TextEncoder().encode(chunk));
  found.end();
  return [...names].sort();
}

describe("The names in a page's content", () => {
  it("are found with their escapes undone, and in strings too: a name too many does no harm", () => {
    expect(namesIn([content])).toEqual(["F1", "GS0", "Im1", "P", "b"]);
  });

  it("are the same wherever the content is cut into chunks", () => {
    const whole = namesIn([content]);
    for (let at = 0; at <= content.length; at++)
      expect(namesIn([content.slice(0, at), content.slice(at)])).toEqual(whole);
    expect(namesIn([...content])).toEqual(whole);
  });

  it("are not put together without end", () => {
    const long = "x".repeat(600_000);
    expect(() => namesIn([`/${long}`, long])).toThrow("too long");
  });

  it("are not collected without end", () => {
    const many = Array.from({ length: 100_001 }, (_, i) => `/N${i}`).join(" ");
    expect(() => namesIn([many])).toThrow("too many");
  });
});
