import { describe, expect, it } from "vitest";
import { Work } from "../../src/meter/work.ts";
import { TextForms } from "../../src/pdf-content/text/reading-form.ts";
import { PATTERN_NAMES, type PatternName } from "../../src/redact/pattern-names.ts";
import { compiledRule } from "../../src/redact/rules.ts";
import { FIFTH_SPELLINGS } from "./fifth-spellings.ts";
import { FOURTH_SPELLINGS } from "./fourth-spellings.ts";
import { FURTHER_SPELLINGS } from "./further-spellings.ts";
import { SPELLINGS } from "./spellings.ts";
import { THIRD_SPELLINGS } from "./third-spellings.ts";

const found = (pattern: PatternName, text: string): string[] => {
  const work = new Work(1_000_000);
  return [...compiledRule({ pattern }, work, 1000).find(new TextForms(text, work))].map((span) => text.slice(...span));
};
const items = (list = ""): string[] => list.trim().split(/ · |\n/);

/** Texts in which what a pattern finds is marked. */
const texts = (name: PatternName): string[] => [
  ...(SPELLINGS[name] ?? "").split("\n----\n").flatMap(items),
  ...(FURTHER_SPELLINGS[name] ?? []),
  ...(THIRD_SPELLINGS[name] ?? []),
  ...(FOURTH_SPELLINGS[name] ?? []),
  ...(FIFTH_SPELLINGS[name] ?? []),
];

describe("a pattern finds what is written so, whole, and nothing else", () => {
  it.each(PATTERN_NAMES)("%s", (name) => {
    for (const marked of texts(name)) {
      const wanted = [...marked.matchAll(/«(.*?)»/g)].map(([, text]) => text);
      expect(found(name, marked.replace(/[«»]/g, "")), marked).toEqual(wanted);
    }
  });
});

describe("a pattern that touches a word takes the word", () => {
  it.each([
    ["date", "28NOV2026X", "28NOV2026X"],
    ["phone", "call 212-555-0142now", "212-555-0142now"],
    ["iban", "DE89370400440532013000EUR", "DE89370400440532013000EUR"],
    ["email", "xo'brien@firm.example", "xo'brien@firm.example"],
  ] as const)("%s: %s", (name, text, whole) => {
    expect(found(name, text)).toEqual([whole]);
  });
});

describe("a pattern is looked for in no more time than is charged", () => {
  const parts = [
    ...["1", "1 ", "0 ", "2-", "(0", "a", "a.", "a@", "@a.", "a@a.", "A<", "x*", "::", "1:", "f:", "1.", "28 of "],
    ...["DE12 ", "de89 3704 0044 0532 0130 01 ", "4111 ", "28 may ", "may 28 ", "first of ", "http://", "www.a", "a-"],
    ...[
      "1-1-",
      "12/12/",
      "I 1/",
      "+1 ",
      "acct 1",
      "tel 1 ",
      "No. 1",
      "case no. ",
      "a.com/x ",
      "31 dez 20 ",
      "Nos. 12-345, 12-345, ",
      "I<UTOD231458907<<<<<<<<<<<<<<< ",
    ],
  ];
  it.each(PATTERN_NAMES)("%s", (name) => {
    for (const part of parts) {
      const text = part.repeat(Math.ceil(40_000 / part.length));
      const work = new Work(1_000_000);
      const rule = compiledRule({ pattern: name }, work, 1000);
      const forms = new TextForms(text, work);
      void forms.joined;
      const before = work.used.steps;
      let least = Number.POSITIVE_INFINITY;
      // Steps are of a microsecond about. The soonest of three counts: tests run beside others.
      for (let tries = 0; tries < 3; tries++) {
        const start = performance.now();
        for (const _ of rule.find(forms));
        least = Math.min(least, performance.now() - start);
      }
      expect(least * 1000, part).toBeLessThan((10 * (work.used.steps - before)) / 3);
    }
  });
});
