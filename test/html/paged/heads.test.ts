import { describe, expect, it } from "vitest";
import { HeadRules, type Keyword } from "../../../src/html/paged/head-rules.ts";
import { type Assignment, valuesOnPages } from "../../../src/html/paged/strings.ts";

const rewritten = (css: string) => new HeadRules().rewritten(css);

describe("rules for pages", () => {
  it("show custom properties in the place of strings and elements, and count pages where they count", () => {
    expect(
      rewritten(
        `@media print { @page a:left { @Top-Left /* { */ { content: "string(x)" STRING( Title , last ) '' } } }`,
      ),
    ).toBe(
      `@media print { @page a:left { @Top-Left /* { */ { content: "string(x)" var(--quire-string-last-Title, "") '' } } }`,
    );
    expect(rewritten("@page{@top-left{color:red;content:element(h)}}")).toBe(
      `@page{@top-left{color:red;content:var(--quire-element-first-h, ""); line-height: 0}}`,
    );
    expect(rewritten("@page { counter-increment : a 2 ! important; margin: 0 }")).toMatch(
      /^@page \{counter-increment:\s+a 2 {2}quire-page ! important; margin: 0 \}$/,
    );
    expect(rewritten("@page { counter-increment: none }")).toMatch(/counter-increment:\s+quire-page/);
  });

  it.each([
    "a { content: string(x) } @top-left { content: string(x) }",
    "@page { @top-left { color: string(x); --content: string(x) } }",
    "@page { @footnote { content: string(x) } } @pages { @top-left { content: string(x) } }",
    "@page { @top-left { content: string(x, middle) string(1) my-string(x) target-string(x) } }",
    "@page { @top-left { content: string(x",
    "a { counter-increment: b } @page { @top-left { counter-increment: b } }",
  ])("that show none stay as they are: %s", (css) => {
    expect(rewritten(css)).toBe(css);
  });

  it("are read in time in proportion to their length, and no more uses than there may be", () => {
    const rules = new HeadRules();
    const box = (index: number) => `@page { @top-left { content: string(a${index}) element( /**/ } }`;
    const long = Array.from({ length: 20_000 }, (_, index) => box(index)).join("/*") + "(".repeat(200_000);
    const began = Date.now();
    rules.rewritten(long);
    rules.rewritten(Array.from({ length: 100 }, (_, index) => box(index)).join("\n"));
    expect(Date.now() - began).toBeLessThan(5_000);
    expect([rules.uses.length, rules.hasMore]).toEqual([60, true]);
  });
});

describe("what a string is on each page", () => {
  const set = (page: number, value: string, isFirst = false): Assignment => ({ page, value, isFirst });
  const book = [set(2, "A", true), set(2, "B"), set(4, "C")];
  it.each<[Keyword, string]>([
    ["first", "-ABCC"],
    ["last", "-BBCC"],
    ["start", "-ABBC"],
    ["first-except", "--B-C"],
  ])("%s", (keyword, expected) => {
    expect(valuesOnPages(book, keyword, 5, "-").join("")).toBe(expected);
  });
});
