import { afterAll, describe, expect, it } from "vitest";
import { chromiumBinding } from "../chromium.ts";
import { type Printed, pageTexts, renderer } from "../renderer.ts";

const binding = await chromiumBinding();
const missing: string[] = [];
const render = renderer(binding, { onMissing: ({ url, reason }) => missing.push(`${url}: ${reason}`) });
afterAll(() => binding.close());

const pages = (printed: Printed): string[] => pageTexts(printed).map((text) => text.replaceAll(/\s+/g, " ").trim());
const book = (style: string, body: string) => `<!doctype html><style>${style}</style>${body}`;
const CHAPTERS = "<p>Title</p><h1>One</h1><h1>Two</h1><h1>Three</h1>";

describe("a chapter that must begin on one side has a blank page before it where it needs one", () => {
  it.each<[string, string, string[]]>([
    ["right", CHAPTERS, ["Title", "", "One", "", "Two", "", "Three"]],
    ["recto", CHAPTERS, ["Title", "", "One", "", "Two", "", "Three"]],
    ["left", CHAPTERS, ["Title", "One", "", "Two", "", "Three"]],
    ["verso", "<h1>One</h1><p>Text</p>", ["", "One Text"]],
    ["right", "<h1>One</h1><p style='break-before: page'>b<h1>Two</h1>", ["One", "b", "Two"]],
  ])("%s", async (side, body, texts) => {
    expect(pages(await render.html(book(`h1 { break-before: ${side} }`, body)))).toEqual(texts);
  });

  it("from right to left the first page is a left one", async () => {
    const printed = await render.html(
      `<!doctype html><html dir=rtl><style>h1 { break-before: left }</style>${CHAPTERS}`,
    );
    expect(pages(printed)).toEqual(["Title", "", "One", "", "Two", "", "Three"]);
  });

  it("also behind what ends on a side, and once where several things begin there", async () => {
    const style = "section { break-before: right } section h1 { break-before: right } .end { break-after: right }";
    const body = "<p class=end>Title</p><div><p>Preface</p></div><section><h1>One</h1></section>";
    expect(pages(await render.html(book(style, body)))).toEqual(["Title", "", "Preface", "", "One"]);
  });
});

it("rules of @page :blank are those of blank pages", async () => {
  const style = `@page { size: A5; margin: 20mm; @top-left { content: "[" counter(page) "]" } }
    @page :blank { @top-left { content: "[left blank]" } } h1 { break-before: right }`;
  const printed = await render.html(book(style, CHAPTERS), { preferCSSPageSize: true });
  expect(pages(printed).map((text) => /\[.*?\]/.exec(text)?.[0])).toEqual([
    ...["[1]", "[left blank]", "[3]", "[left blank]", "[5]", "[left blank]", "[7]"],
  ]);
});

it("numbers that refer to pages count blank ones", async () => {
  const list = '<a href="#two">Two</a>';
  const style = 'h1 { break-before: right } a::after { content: " " target-counter(attr(href), page) }';
  const printed = await render.html(book(style, `${list}<h1>One</h1><h1 id=two>Two</h1>`));
  expect(pages(printed)).toEqual(["Two 5", "", "One", "", "Two"]);
  expect(missing).toEqual([]);
});

it("between boxes that are no blocks none is left, and a warning says so", async () => {
  missing.length = 0;
  const style = "div { display: grid } h1 { break-before: right }";
  const printed = await render.html(book(style, "<div><p>Title</p><h1>One</h1></div>"));
  expect(pages(printed).join(" ")).toContain("One");
  expect(missing).toEqual([expect.stringContaining("further breaks to a left or right page")]);
});
