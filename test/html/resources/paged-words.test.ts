import { expect, it } from "vitest";
import { MARKDOWN_STYLE } from "../../../src/html/markdown/markdown.ts";
import { PAGED } from "../../../src/html/resources/paged-words.ts";

it("the service's own style for Markdown asks for nothing that browsers do not print", () => {
  expect(PAGED.test(MARKDOWN_STYLE)).toBe(false);
  expect(PAGED.test(`${MARKDOWN_STYLE} a::after { content: target-counter(attr(href), page) }`)).toBe(true);
});
