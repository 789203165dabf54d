import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { compileExpression, compileSteps } from "../pdf-content/text/regex.ts";
import { comparable, plain } from "../pdf-content/text/search.ts";
import type { PageSet } from "../pdf-pages/page-set.ts";
import { withSingleSpaces } from "../platform/in-pieces.ts";
import { PATTERNS, type PatternName } from "./patterns.ts";

/** What is looked for in texts. */
export type TextRule = (
  | { readonly contains: string }
  /** A whole line. */
  | { readonly equals: string }
  /** Whole words: no letter or digit before or behind. */
  | { readonly words: string }
  /** An expression of RE2. */
  | { readonly regex: string }
  | { readonly pattern: PatternName }
  /** A number of this many digits. */
  | { readonly digits: number }
) & {
  readonly caseSensitive?: boolean | undefined;
  /** The pages to look at, and no other place. Without it all pages, and all that the document says elsewhere. */
  readonly pages?: PageSet | undefined;
};

export type Span = readonly [from: number, to: number];

/** Finds a rule's matches in a text whose lines are divided by line feeds. */
export interface Rule {
  readonly pages: PageSet | undefined;
  find(text: string): Iterable<Span>;
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

export function compiledRule(rule: TextRule, work: Work, mostStates: number): Rule {
  const { pages, caseSensitive = false } = rule;
  if ("regex" in rule) return { pages, find: expressionOf(rule.regex, caseSensitive, work, mostStates) };
  if ("digits" in rule) {
    const find = expressionOf(`[0-9]{${rule.digits}}`, true, work, Number.POSITIVE_INFINITY);
    const isDigit = (char: string | undefined): boolean => char !== undefined && /\p{N}/u.test(char);
    return {
      pages,
      // A longer number is found in parts, and none of them is a number of its own.
      *find(text) {
        for (const [from, to] of find(text)) if (!isDigit(text[from - 1]) && !isDigit(text[to])) yield [from, to];
      },
    };
  }
  if ("pattern" in rule) {
    const { source, check } = PATTERNS[rule.pattern];
    const find = expressionOf(source, false, work, Number.POSITIVE_INFINITY);
    return {
      pages,
      *find(text) {
        // A match may go over the end of a line.
        const line = text.replaceAll("\n", " ");
        for (const [from, to] of find(line)) {
          const meant = check ? check(line.slice(from, to)) : ([0, to - from] as const);
          if (meant) yield [from + meant[0], from + meant[1]];
        }
      },
    };
  }
  const wanted = comparable("contains" in rule ? rule.contains : "equals" in rule ? rule.equals : rule.words, true);
  const needle = caseSensitive ? wanted : lower(wanted);
  const isWhole = "words" in rule;
  const isLine = "equals" in rule;
  return {
    pages,
    *find(text) {
      work.spend(text.length * COST.searchedCharacter);
      if (needle === "") return;
      const searched = caseSensitive ? text : lower(text);
      const line = isLine ? searched : searched.replaceAll("\n", " ");
      for (let at = line.indexOf(needle); at >= 0; at = line.indexOf(needle, at + 1)) {
        const to = at + needle.length;
        work.spend(needle.length * COST.sample);
        if (isWhole && (WORD.test(charBefore(line, at)) || WORD.test(charAt(line, to)))) continue;
        if (isLine && ((at > 0 && line[at - 1] !== "\n") || (to < line.length && line[to] !== "\n"))) continue;
        yield [at, to];
      }
    },
  };
}

function charBefore(text: string, at: number): string {
  const last = text.slice(Math.max(0, at - 2), at);
  return [...last].at(-1) ?? "";
}

function charAt(text: string, at: number): string {
  return [...text.slice(at, at + 2)][0] ?? "";
}

/** Lower case of the same length: places in it are those of the text. */
function lower(text: string): string {
  const whole = text.toLowerCase();
  if (whole.length === text.length) return whole;
  let same = "";
  for (const char of text) {
    const small = char.toLowerCase();
    same += small.length === char.length ? small : char;
  }
  return same;
}

function expressionOf(
  source: string,
  caseSensitive: boolean,
  work: Work,
  mostStates: number,
): (text: string) => Iterable<Span> {
  work.spend(compileSteps(source));
  const expression = compileExpression(source, caseSensitive, mostStates);
  const cost = COST.searchedCharacter + expression.size * COST.expressionState;
  return (text) => expression.spans(text, (characters) => work.spend(characters * cost));
}

/** A text of the document, as texts of pages are searched. */
export function searchable(text: string): string {
  return withSingleSpaces(plain(text), /[^\S\n]+/g);
}
