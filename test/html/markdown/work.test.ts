import { describe, expect, it } from "vitest";
import { parseMarkdown } from "../../../src/html/markdown/parser.ts";
import { Work, WorkProblem } from "../../../src/meter/work.ts";

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
  parseMarkdown(text, work);
  return work.used.steps;
}

describe("the work for Markdown is in proportion to its length for", () => {
  it.each(Object.entries(HARD))("%s", (_, make) => {
    const text = make(96_000);
    expect(stepsOf(text)).toBeLessThanOrEqual(text.length * 10);
  });
});

it("a text that takes more than its size allows is refused", () => {
  expect(() => parseMarkdown("![".repeat(500_000), new Work(1_000_000))).toThrow(WorkProblem);
});

it("a book of two million characters is not", () => {
  const page = `## Heading\n\n${"A **bold** word and a [link](https://example.com), then `code`. ".repeat(40)}\n\n`;
  const book = page.repeat(2_000_000 / page.length);
  expect(parseMarkdown(book, new Work(book.length)).html.length).toBeGreaterThan(book.length);
});
