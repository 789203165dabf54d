import { describe, expect, it } from "vitest";
import { markdownPage } from "../../../src/html/markdown/markdown.ts";
import { parseMarkdown } from "../../../src/html/markdown/parser.ts";
import { atOnce } from "../../../src/meter/turns.ts";
import { Holding, Work, WorkProblem } from "../../../src/meter/work.ts";

/** Texts for which parsers are known to take long, or to run out of stack. */
const HARD: Record<string, (length: number) => string> = {
  "a long word before @": (n) => `${"a".repeat(n)}@`,
  "underscores in words": (n) => "__a".repeat(n / 3),
  "underscores in an address": (n) => `https://a.b/${"_".repeat(n)}`,
  "closing brackets after an address": (n) => `https://a.b/${")".repeat(n)}`,
  "entities after an address": (n) => `https://a.b/${"&a;".repeat(n / 3)}`,
  "open brackets": (n) => "[".repeat(n),
  "open pictures": (n) => "![".repeat(n / 2),
  "links without an end": (n) => "[a](<b".repeat(n / 6),
  "opening stars": (n) => "**a ".repeat(n / 4),
  "stars in words": (n) => "a**b".repeat(n / 4),
  "runs of backticks": (n) => Array.from({ length: Math.sqrt(2 * n) }, (_, i) => "`".repeat(i)).join(" "),
  "open tags": (n) => "<a ".repeat(n / 3),
  "open comments": (n) => "<!-- a ".repeat(n / 7),
  "quotations in quotations": (n) => ">".repeat(n),
  "lists in lists": (n) => "- ".repeat(n / 2),
  "numbered lists in lists": (n) => "1. ".repeat(n / 3),
  "many items": (n) => "- a\n".repeat(n / 4),
  "a wide table": (n) => `${"|a".repeat(n / 6)}|\n${"|-".repeat(n / 6)}|\n${"|a".repeat(n / 6)}|`,
  "rows without cells": (n) => `a|b|c\n-|-|-\n${"|\n".repeat(n / 2)}`,
  "references to nothing": (n) => "[a]: ".repeat(n / 5),
  "notes in notes": (n) => "[^1]: ".repeat(n / 6),
  "open notes": (n) => `[^1]: a\n\n${"[^".repeat(n / 2)}`,
  "many notes": (n) => Array.from({ length: n / 20 }, (_, i) => `[^${i}]\n\n[^${i}]: a\n`).join("\n"),
  "one note, often": (n) => `[^1]: a\n\n${"[^1]".repeat(n / 4)}`,
  tildes: (n) => "x~".repeat(n / 2),
  "closed details": (n) => "<details ".repeat(n / 9),
};

function stepsOf(text: string): number {
  const work = new Work(0, { steps: 1e9 });
  atOnce(parseMarkdown(text, new Holding(work)));
  return work.used.steps;
}

describe("the work for Markdown is in proportion to its length for", () => {
  it.each(Object.entries(HARD))("%s", (_, make) => {
    const text = make(96_000);
    expect(stepsOf(text)).toBeLessThanOrEqual(text.length * 10);
  });
});

it("a text that takes more than its size allows is refused", () => {
  expect(() => atOnce(parseMarkdown("![".repeat(500_000), new Holding(new Work(1_000_000))))).toThrow(WorkProblem);
});

it("a book of two million characters is not", () => {
  const page = `## Heading\n\n${"A **bold** word and a [link](https://example.com), then `code`. ".repeat(40)}\n\n`;
  const book = page.repeat(2_000_000 / page.length);
  expect(atOnce(parseMarkdown(book, new Holding(new Work(book.length)))).html.length).toBeGreaterThan(book.length);
});

const repeated = (text: string) => text.repeat(200_000 / text.length);

/** 200 KB, of one block each where it can be: that cannot be divided. */
const ORDINARY: Readonly<Record<string, string>> = {
  "a list of short items": repeated("- a\n"),
  "a list of tasks": repeated("- [x] done\n- [ ] not yet\n"),
  "lists in a list": repeated("- an item\n  - below it\n    - and below that\n  - [a link](https://example.com/a)\n"),
  "a list of addresses": repeated("- https://example.com/some/path\n"),
  "bare addresses": repeated("https://a.bc www.d.ef g@h.ij\n"),
  headings: repeated("# A heading\n\nA paragraph.\n\n## Another\n\n"),
  "a table of narrow cells": `|a|b|\n|-|-|\n${repeated("|x|y|\n")}`,
  quotations: repeated("> a quoted line of text\n> another one\n\n"),
  "a paragraph full of marks": repeated("*a* **b** _c_ `d` [e](f) ~~g~~ <b>h</b> "),
  references: `${repeated("See [one][a] and [two][b].\n\n")}\n[a]: https://a.b\n[b]: https://c.d\n`,
  footnotes: `${repeated("A word[^1] and more.\n\n")}\n[^1]: Note\n`,
};

it.each(Object.entries(ORDINARY))("200 KB of %s are printed", async (_, text) => {
  const { html } = await markdownPage(text, "markdown");
  expect(html.length).toBeGreaterThan(text.length / 2);
});

it.each([
  ["quotations", ">".repeat(100)],
  ["quotations and lists", "> - ".repeat(50)],
])("lines that go on with a paragraph in a hundred %s are charged at each level", (_, levels) => {
  const work = new Work(200_000);
  const parsing = () => atOnce(parseMarkdown(`${levels}a\n${"a\n".repeat(90_000)}`, new Holding(work)));
  expect(parsing).toThrow(WorkProblem);
});
