import { RE2JS, RE2JSException } from "re2js";
import { COST } from "../../meter/work-limits.ts";
import { readingExpression } from "./reading-form.ts";
import { type Expression, ExpressionProblem } from "./search.ts";

/**
 * Compiles an expression of RE2, which takes time in proportion to the text, whatever the expression. `^` and `$` match
 * at the ends of lines. It is looked for in texts in the reading form.
 */
export function compileExpression(source: string, caseSensitive: boolean, mostStates: number): Expression {
  const compiled = compile(readingExpression(source), RE2JS.MULTILINE | (caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE));
  const size = compiled.programSize();
  if (size > mostStates) {
    throw new ExpressionProblem(`it has ${size} states; ${mostStates} are accepted. Repeat less often.`);
  }
  return {
    size,
    *spans(text, spend) {
      if (text === "") return;
      // Each look for a match takes some time, also where it is empty, or nobody wants it.
      const look = Math.ceil(COST.look / (COST.searchedCharacter + size * COST.expressionState));
      spend(look);
      const matcher = compiled.matcher(new CountedText(text, spend) as unknown as string);
      while (matcher.find()) {
        spend(look);
        if (matcher.end() > matcher.start()) yield [matcher.start(), matcher.end()];
      }
    },
    find(text) {
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return undefined;
      const groups = Array.from({ length: matcher.groupCount() }, (_, at) => matcher.group(at + 1) ?? "");
      return { match: matcher.group() ?? "", groups };
    },
  };
}

/** How often an engine reads a character on its way to a match: forwards, backwards, and for its groups. */
const PASSES = 4;
const MOST_PORTION = 1_000;

/**
 * A text that is charged for as it is read. A match is sure only where nothing longer can begin at its place, and that
 * may be known at the end of the text only: each of many matches can take as long as all of the text.
 *
 * It has what RE2JS asks of a string, and says that it is one. It does not extend String: with such a class V8 looks up
 * each method of each string in the isolate, and charCodeAt takes eight times as long.
 */
class CountedText {
  readonly [Symbol.toStringTag] = "String";
  readonly length: number;
  readonly #text: string;
  readonly #spend: (characters: number) => void;
  readonly #portion: number;
  #left: number;

  constructor(text: string, spend: (characters: number) => void) {
    this.length = text.length;
    this.#text = text;
    this.#spend = spend;
    spend(text.length);
    this.#left = text.length * PASSES;
    this.#portion = Math.min(MOST_PORTION, this.#left);
  }

  charCodeAt(at: number): number {
    if (--this.#left < 0) {
      this.#spend(this.#portion);
      this.#left = this.#portion;
    }
    return this.#text.charCodeAt(at);
  }

  indexOf(part: string, from: number): number {
    return this.#text.indexOf(part, from);
  }

  substring(start: number, end: number): string {
    return this.#text.substring(start, end);
  }
}

/** What compiling takes in steps: an expression without regard to case asks for each letter of a range by itself. */
export function compileSteps(source: string): number {
  let steps = COMPILED + source.length;
  for (const [, from = "", to = ""] of source.matchAll(RANGE)) {
    const [low, high] = [codeOf(from), codeOf(to)];
    steps += Math.max(0, Math.min(high, LAST_FOLDED) - low) * FOLDED_LETTER;
  }
  for (const _ of source.matchAll(CLASS_OF_UNICODE)) steps += UNICODE_CLASS;
  return steps;
}

const RANGE = /(\\x\{[\da-f]+\}|\\x[\da-f]{2}|[^\]\\])-(\\x\{[\da-f]+\}|\\x[\da-f]{2}|[^\]\\])/giu;
const CLASS_OF_UNICODE = /\\p|\[\^/gi;
/** The last letter that has another case. */
const LAST_FOLDED = 0x1e943;
const FOLDED_LETTER = 0.05;
const UNICODE_CLASS = 300;
const COMPILED = 50;

function codeOf(letter: string): number {
  return /^\\x/i.test(letter) ? Number.parseInt(letter.replace(/[^\da-f]/gi, ""), 16) : (letter.codePointAt(0) ?? 0);
}

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    if (error instanceof RE2JSException) throw new ExpressionProblem(`${error.message}.`);
    throw error;
  }
}
