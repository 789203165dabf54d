import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { type Form, readingForm, type Span, spansOf, type TextForms } from "../pdf-content/text/reading-form.ts";
import { compileExpression, compileSteps } from "../pdf-content/text/regex.ts";
import type { PageSet } from "../pdf-pages/page-set.ts";
import type { PatternName } from "./pattern-names.ts";
import { patternSpans, united } from "./patterns.ts";

/** How bars are drawn: red, green and blue from 0 to 1, and a word on each. */
export interface MarkStyle {
  readonly colour: readonly [number, number, number];
  readonly label?: string | undefined;
}

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
  /** How its bars are drawn, in place of what the request says of all. */
  readonly mark?: MarkStyle | undefined;
};

/** Finds a rule's matches in a text. */
export interface Rule {
  readonly pages: PageSet | undefined;
  readonly mark?: MarkStyle | undefined;
  find(text: TextForms): Iterable<Span>;
}

const WORD_BEFORE = /[\p{L}\p{N}\p{M}_]$/u;
const WORD_AFTER = /^[\p{L}\p{N}\p{M}_]/u;

export function compiledRule(rule: TextRule, work: Work, mostStates: number): Rule {
  return { ...searching(rule, work, mostStates), mark: rule.mark };
}

function searching(rule: TextRule, work: Work, mostStates: number): Rule {
  const { pages, caseSensitive = false } = rule;
  if ("regex" in rule) {
    const find = expressionOf(rule.regex, caseSensitive, work, mostStates);
    return { pages, find: (text) => spansIn(text.joined, find) };
  }
  if ("digits" in rule) {
    const find = expressionOf(`[0-9]{${rule.digits}}`, true, work, Number.POSITIVE_INFINITY);
    const isDigit = (char: string | undefined): boolean => char !== undefined && /\p{N}/u.test(char);
    // A longer number is found in parts, and none of them is a number of its own.
    const alone = (text: string) => find(text).filter(([from, to]) => !isDigit(text[from - 1]) && !isDigit(text[to]));
    return { pages, find: (text) => spansIn(text.joined, alone) };
  }
  if ("pattern" in rule) {
    const { pattern } = rule;
    return {
      pages,
      find: (text) => {
        const spans = spansIn(text.joined, (line) => patternSpans(pattern, line, work));
        // One form may have more of it than another.
        return united([...spans]);
      },
    };
  }
  const wanted = readingForm("contains" in rule ? rule.contains : "equals" in rule ? rule.equals : rule.words);
  const needle = (caseSensitive ? wanted : lower(wanted)).replaceAll("\n", " ");
  const isWhole = "words" in rule;
  const isLine = "equals" in rule;
  const spend = (characters: number): void => work.spend(characters * COST.searchedCharacter);
  return {
    pages,
    find: (text) =>
      spansIn(text.forms, function* (lines) {
        work.spend(COST.text);
        const searched = caseSensitive ? lines : lower(lines);
        for (const [at, to] of spansOf(searched, needle, spend)) {
          const [before, after] = [searched.slice(Math.max(0, at - 2), at), searched.slice(to, to + 2)];
          if (isWhole && (WORD_BEFORE.test(before) || WORD_AFTER.test(after))) continue;
          if (isLine && [at - 1, to].some((beside) => (searched[beside] ?? "\n") !== "\n")) continue;
          yield [at, to];
        }
      }),
  };
}

/** What is found in the forms of a text, as parts of the text. */
function* spansIn(forms: readonly Form[], find: (text: string) => Iterable<Span>): Generator<Span> {
  for (const form of forms) for (const span of find(form.text)) yield form.source(span);
}

/** Lower case of the same length: places in it are those of the text. */
function lower(text: string): string {
  const plain = text.replace(/[İı]/g, "i");
  const whole = plain.toLowerCase();
  if (whole.length === text.length) return whole;
  let same = "";
  for (const char of plain) {
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
): (text: string) => IteratorObject<Span> {
  work.spend(compileSteps(source));
  const expression = compileExpression(source, caseSensitive, mostStates);
  work.spend(expression.size);
  const cost = COST.searchedCharacter + expression.size * COST.expressionState;
  return (text) => expression.spans(text, (characters) => work.spend(characters * cost));
}
