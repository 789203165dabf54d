import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { chromiumBinding } from "../chromium.ts";
import { pageTexts, renderer } from "../renderer.ts";

const GUIDE = path.resolve(import.meta.dirname, "../../../../docs/use/books-contracts-forms.md");

const binding = await chromiumBinding();
const missing: string[] = [];
const render = renderer(binding, { onMissing: ({ url, reason }) => missing.push(`${url}: ${reason}`) });
afterAll(() => binding.close());

/** The example below a heading of the guide. */
function example(heading: string): string {
  const guide = readFileSync(GUIDE, "utf8");
  const from = guide.indexOf(`\n## ${heading}\n`);
  const [, html] = /```html\n([\s\S]*?)```/.exec(guide.slice(from)) ?? [];
  if (from < 0 || html === undefined) throw new Error(`no example below ${heading}`);
  return html;
}

it.each([
  ["Numbers that refer to pages", ["See your rights, page 3", "In Roman numbers (iii)", "In a style of your own ***"]],
  ["Leaders", ["I. Beginnings … 2", expect.stringMatching(/^II\. A chapter .* and goes$/), "on in the next … 3"]],
  ["Left and right pages", ["1", "Title"]],
  ["Heads and feet", ["1. Beginning", "1", "Beginning", "One"]],
  ["Running elements", ["First", "Annual report", "1 of 2"]],
  ["A table of contents", ["In this manual", "Before you begin … 2", "What you need … 2", "First steps … 3"]],
])("the guide's example of %s prints what it says", async (heading, expected) => {
  missing.length = 0;
  const [first = ""] = pageTexts(await render.html(example(heading)));
  const lines = first.split("\n").map((line) => line.replace(/[\s\u00a0]*(?:\.[\s\u00a0]*){2,}/, " … ").trim());
  expect(lines.filter((line) => line !== "")).toEqual(expected);
  expect(missing).toEqual([]);
});

it("the guide's example of fields has those that it shows", async () => {
  const { document } = await render.html(example("Fields to fill in"), { forms: "fields" });
  expect(
    document
      .loadPage(0)
      .getWidgets()
      .map((widget) => [widget.getName(), widget.getValue()]),
  ).toEqual([
    ["name", ""],
    ["notes", "None"],
    ["news", "on"],
    ["pay", "card"],
    ["pay", "card"],
    ["colour", "Green"],
    ["buyer", ""],
    ["reset", ""],
  ]);
});
