import { describe, expect, it } from "vitest";
import { inlineCss } from "../../../src/html/quick/css.ts";
import type { Gatherer } from "../../../src/html/resources/gatherer.ts";

it("sheets that import each other without end are followed five deep", async () => {
  let asked = 0;
  const gatherer = {
    resource: async () => {
      asked++;
      // Were there no bound, the test ends all the same.
      const text = asked < 50 ? `@import "next.css"; .sheet${asked} {}` : "";
      return { type: "text/css", bytes: new TextEncoder().encode(text) };
    },
    inline: async () => {},
  } as unknown as Gatherer;
  const css = await inlineCss(`@import "first.css"`, new URL("https://site.example/"), gatherer);
  expect(asked).toBe(5);
  expect(css.match(/\.sheet\d/g)).toEqual([".sheet5", ".sheet4", ".sheet3", ".sheet2", ".sheet1"]);
});

/** The sheet, where each address that is found stands for itself and each import brings `a{}`. */
async function inlined(css: string): Promise<string> {
  const gatherer = {
    resource: async (reference: string) => {
      const type = reference.endsWith(".css") ? "text/css" : `is/${reference.replace(/\W/g, "_")}`;
      return { type, bytes: new TextEncoder().encode(reference.endsWith(".css") ? "a{}" : "") };
    },
    inline: async () => {},
  } as unknown as Gatherer;
  const text = await inlineCss(css, new URL("https://site.example/"), gatherer);
  return text.replace(/url\("data:is\/(\w+);base64,"\)/g, "<$1>");
}

describe("addresses in a sheet", () => {
  it.each([
    ["url(a)", "<a>"],
    ["URL( 'a' )", "<a>"],
    ['url("a")url(b)', "<a><b>"],
    ['url("\\61 b")', "<ab>"],
    ['url("\\(a")', "<_a>"],
    ["url()", "url()"],
    ["url(#a)", "url(#a)"],
    ["url(DATA:,a)", "url(DATA:,a)"],
    ["url(a", "url(a"],
    ["url('a' b)", "url('a' b)"],
  ])("%j becomes %j", async (css, becomes) => {
    expect(await inlined(`x{y:${css}}`)).toBe(`x{y:${becomes}}`);
  });

  it.each([
    "/* url(a) */",
    "/* url(a)",
    '"url(a)"',
    "'url(a)'",
    '"\\"url(a)"',
    '"it\'s url(a)"',
    '"" "url(a)"',
    '"\\\n url(a)"',
  ])("stay in what is no value: %j", async (css) => {
    expect(await inlined(css)).toBe(css);
  });

  it.each([
    ['""url(a)', '""<a>'],
    ['"b"url(a)', '"b"<a>'],
    ['"b\nurl(a)', '"b\n<a>'],
    ["'b\nurl(a)'", "'b\n<a>'"],
    ["/**/url(a)", "/**/<a>"],
    ["/*b*/url(a)", "/*b*/<a>"],
  ])("are found after a string and a comment: %j", async (css, becomes) => {
    expect(await inlined(css)).toBe(becomes);
  });
});

describe("an import", () => {
  it.each([
    ['@import "s.css";b{}', "a{}b{}"],
    ["@IMPORT url(s.css);b{}", "a{}b{}"],
    ['@import "s.css"', "a{}"],
    ['@import "s.css" print;', "@media print {a{}}"],
    ['@import "s.css" layer;', "@layer  {a{}}"],
    ['@import "s.css" layer(x) print;', "@media print {@layer x {a{}}}"],
    ['@import "s.css" supports(display:grid);', "@supports (display:grid) {a{}}"],
    ['@import "s.css" supports((a:b) or (c:d)) screen;', "@media screen {@supports ((a:b) or (c:d)) {a{}}}"],
    ['@import "s.css" (width > 1px;', ""],
    ['@import "s.css" width);', ""],
    ['@import "s.css" supports(a;', ""],
    ['@import "";b{}', '@import "";b{}'],
  ])("%j becomes %j", async (css, becomes) => {
    expect(await inlined(css)).toBe(becomes);
  });
});
