import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { check } from "recheck";
import { expect, it } from "vitest";
import { PATTERN } from "../../../src/api/operations/redaction-rules.ts";
import { KINDS } from "../../../src/pdf-conformance/fonts/without-font.ts";
import { ACCENTED_NAME } from "../../../src/pdf-content/text/reading-form.ts";
import { PATTERNS } from "../../../src/redact/patterns.ts";
import { NAMED } from "../../../src/remove/document/catalog.ts";

/**
 * Every regular expression that may see a stranger's text takes time in proportion to it. recheck proves it by an
 * automaton, or, where a pattern looks behind or refers back, searches for an attack.
 */
const project = join(import.meta.dirname, "../../..");
const files = globSync("{src,client/src,wasm}/**/*.ts", { cwd: project });

/** Patterns that the checker cannot decide, with the proof that they are linear. */
const PROVEN: Record<string, string> = {};

/** Files that put patterns together of parts with names, and what they make. It repeats nothing without an end. */
const MADE: Record<string, readonly RegExp[]> = {
  "src/api/operations/redaction-rules.ts": [PATTERN],
  "src/pdf-conformance/fonts/without-font.ts": KINDS.map(([, pattern]) => pattern),
  "src/pdf-content/text/reading-form.ts": [ACCENTED_NAME],
  "src/redact/patterns.ts": Object.values(PATTERNS).flatMap((spellings) => spellings.map(({ source }) => source)),
  "src/remove/document/catalog.ts": [NAMED],
};

interface Found {
  place: string;
  pattern: string;
  flags: string;
}

interface Node {
  type: string;
  start: number;
  regex?: { pattern: string; flags: string };
  name?: string;
}

function patternsOf(source: string, place: string): { literals: Found[]; made: string[] } {
  const literals: Found[] = [];
  const made: string[] = [];
  const at = (start: number) => `${place}:${source.slice(0, start).split("\n").length}`;
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    if (node.type === "Literal" && node.regex) literals.push({ place: at(node.start), ...node.regex });
    if (node.type === "NewExpression" || node.type === "CallExpression") {
      const { callee } = value as { callee: Node };
      if (callee.name === "RegExp") made.push(at(node.start));
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(place, source).program.body);
  return { literals, made };
}

/** What repeats nothing takes a bounded time from each start, and need not be proven. */
const REPEATS = /[*+{]/;

async function verdict({ place, pattern, flags }: Found): Promise<string | undefined> {
  if (!REPEATS.test(pattern)) return undefined;
  // How long it takes is the machine's affair.
  const found = await check(pattern, flags, { timeout: null });
  if (found.status === "safe" || PROVEN[`/${pattern}/${flags}`] !== undefined) return undefined;
  if (found.status === "vulnerable" && found.checker === "fuzz" && !isSlow(pattern, flags, found.attack.string)) {
    return undefined;
  }
  const why = found.status === "vulnerable" ? `${found.complexity.summary}: ${found.attack.pattern}` : found.error.kind;
  return `${place} /${pattern}/${flags} ${why}`;
}

/**
 * Where it searches, recheck takes each look behind for a walk through the text, now and then. Its attacks are made for
 * a billion steps: seconds, or a millisecond where there are none.
 */
function isSlow(pattern: string, flags: string, attack: string): boolean {
  const began = process.cpuUsage();
  new RegExp(pattern, flags).test(attack);
  return process.cpuUsage(began).user > 500_000;
}

it("no regular expression takes longer than its text explains", async () => {
  const all = files.map((file) => patternsOf(readFileSync(join(project, file), "utf8"), file));
  const literals = all.flatMap((found) => found.literals);
  expect(literals.length).toBeGreaterThan(100);
  const faults = [];
  // A pattern that stands in several places is proven once.
  const different = new Map(literals.map((literal) => [`/${literal.pattern}/${literal.flags}`, literal]));
  for (const literal of different.values()) faults.push(await verdict(literal));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  // Others that are put together while running cannot be read here.
  const made = all.flatMap((found) => found.made).map((place) => place.split(":")[0]!);
  expect([...new Set(made)].sort()).toEqual(Object.keys(MADE));
  expect(Object.keys(PROVEN).filter((pattern) => !different.has(pattern))).toEqual([]);
}, 600_000);

it("a pattern that is put together repeats nothing without an end, so each start takes a bounded time", () => {
  const endless = /[*+]|\{\d+,\}/;
  const parts = (pattern: RegExp) => pattern.source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, "x");
  expect(
    Object.values(MADE)
      .flat()
      .filter((pattern) => endless.test(parts(pattern))),
  ).toEqual([]);
});

it.each([
  ["a pattern that looks behind", /(?<!y)x+$/],
  ["part-head.ts", /\s*;\s*(?:([^\s=;"]+)\s*=\s*(?:"((?:\\["\\]|[^"])*)"|([^\s;"]*)))?\s*/y],
  ["sniff.ts", /^(<!--[\s\S]*?-->\s*)*<svg/],
  ["fields.ts", /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/],
])("the checker finds what once stood in %s", async (_, slow) => {
  expect(await verdict({ place: "", pattern: slow.source, flags: slow.flags })).toMatch(/exponential|polynomial/);
});

it.each([/(?<!\/)\/+$/, /(?<!0)0+$/])("%s, whose every start but one fails at once, is none of these", async (fast) => {
  expect(await verdict({ place: "", pattern: fast.source, flags: fast.flags })).toBeUndefined();
});
