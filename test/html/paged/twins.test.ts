import { expect, it } from "vitest";
import { neededIn, withTwins } from "../../../src/html/paged/twins.ts";

const both = (css: string) => withTwins(css, new Set(["content", "bookmark-level"]));

it("each declaration gets a twin, wherever rules may be", () => {
  expect(both("a::after{content:'x'}")).toBe("a::after{content:'x';--quire-content:'x'}");
  expect(
    both("@media print { @layer x { a { color: red; CONTENT : target-counter(attr(href url), page) !important; } } }"),
  ).toBe(
    "@media print { @layer x { a { color: red; CONTENT : target-counter(attr(href url), page) !important;--quire-content: target-counter(attr(href), page) !important; } } }",
  );
  expect(both("h1 { bookmark-level: 2; &:hover { content: none } }")).toBe(
    "h1 { bookmark-level: 2;--quire-bookmark-level: 2; &:hover { content: none ;--quire-content: none } }",
  );
  expect(both("/* a */ a { /* b; */ content /* c */: 'x' /* ; */ }")).toContain(";--quire-content: 'x' /* ; */");
});

it.each([
  "content:hover { color: red }",
  "a { --content: 'x'; my-content: 'x'; justify-content: center }",
  "@supports (content: 'x') { a { color: red } }",
  "a { b: 'content: x' } /* a { content: 'x' } */",
  'a { background: url(content:x;content:y) } a { b: "\\"; content: \'x\'" }',
  "a { content: 'never closed",
  "a { content: attr(x",
])("what is no declaration of it stays as it is: %s", (css) => {
  expect(both(css)).toBe(css.includes("never") ? `${css};--quire-content: 'never closed` : css);
});

it("a sheet needs us for what browsers do not print, and for nothing else", () => {
  expect([...neededIn("a::after { content: '·' } @media print { b::before { content: leader('.') } }")]).toEqual([
    "content",
  ]);
  expect([...neededIn("a::after { content: 'target-counter' counter(x) }")]).toEqual([]);
  expect([...neededIn("h1 { bookmark-label: content(text) }")]).toEqual(["bookmark-label"]);
});
