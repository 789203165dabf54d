import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { withSingleSpaces } from "../../platform/in-pieces.ts";
import { normalised } from "../../platform/normalised.ts";
import type { PageText } from "./text-reader.ts";
import type { TextLine } from "./words.ts";

/** A text that was found: whole, and what the groups of an expression found. */
export interface Found {
  readonly match: string;
  readonly groups: readonly string[];
}

/** The lines of a page or of an area on it. */
export type SearchedLines = Pick<PageText, "lines" | "across">;

/** Looks for something on a page. */
export type Finder = (searched: SearchedLines, work: Work) => Found | undefined;

/** An expression that has been compiled (regex.ts). */
export interface Expression {
  /** How many states it has: what a character costs grows with them. */
  readonly size: number;
  /** What matches first, and its groups. */
  find(text: string): Found | undefined;
  /** Where each match that is not empty begins and ends. `spend` gets the number of characters that are looked at. */
  spans(text: string, spend: (characters: number) => void): Iterable<[from: number, to: number]>;
}

/** An expression that is wrong, or larger than allowed. */
export class ExpressionProblem extends Error {
  /** Which of several rules it is, from 0. */
  rule = 0;
}

/** A text without differences that nobody sees. */
export function plain(text: string): string {
  return normalised(text, "NFKC").replace(/\u00ad/g, "");
}

/** As texts are compared. */
export function comparable(text: string, caseSensitive: boolean): string {
  const spaced = withSingleSpaces(plain(text), /\s+/g).trim();
  return caseSensitive ? spaced : spaced.toLowerCase();
}

const HYPHEN_AT_END = /[-\u00ad\u2010]$/;

/** Lines as one text; once more with the words that a hyphen divides at the end of a line, if there are any. */
function joined(lines: readonly TextLine[], separator: string): string[] {
  const parts = lines.map(({ text }) => text);
  if (!parts.some((text) => HYPHEN_AT_END.test(text))) return [parts.join(separator)];
  const whole = parts.map((text) => (HYPHEN_AT_END.test(text) ? text.slice(0, -1) : text + separator)).join("");
  return [parts.join(separator), whole];
}

/** The texts in which something is looked for: by columns and across them. */
export function searchedTexts({ lines, across }: SearchedLines, separator = " "): string[] {
  return [...joined(lines, separator), ...(across ? joined(across, separator) : [])];
}

/** Only the words whose middle is in the box, in the page's user space. */
export function linesWithin({ lines, across }: SearchedLines, box: Box): SearchedLines {
  const within = (all: readonly TextLine[]): TextLine[] =>
    all.flatMap(({ words }) => {
      const inside = words.filter(({ box: [left, bottom, right, top] }) => {
        const [x, y] = [(left + right) / 2, (bottom + top) / 2];
        return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
      });
      return inside.length === 0 ? [] : [{ words: inside, text: inside.map(({ text }) => text).join(" ") }];
    });
  return { lines: within(lines), across: across && within(across) };
}

/** A text anywhere: over the ends of lines, and in words that a hyphen divides. */
export function containing(wanted: string, caseSensitive: boolean): Finder {
  const text = comparable(wanted, caseSensitive);
  return (searched, work) => {
    const found = searchedTexts(searched).some((one) => {
      work.spend(one.length * COST.searchedCharacter);
      return comparable(one, caseSensitive).includes(text);
    });
    return found ? { match: wanted, groups: [] } : undefined;
  };
}

/** A text that is all there is, or one line of it. */
export function equalling(wanted: string, caseSensitive: boolean): Finder {
  const text = comparable(wanted, caseSensitive);
  return (searched, work) => {
    const found = [...searchedTexts(searched), ...searched.lines.map((line) => line.text)].some((one) => {
      work.spend(one.length * COST.searchedCharacter);
      return comparable(one, caseSensitive) === text;
    });
    return found ? { match: wanted, groups: [] } : undefined;
  };
}

/** What matches an expression, in a text with a line for each line. */
export function matching(expression: Expression): Finder {
  return (searched, work) => {
    for (const text of searchedTexts(searched, "\n")) {
      work.spend(text.length * (COST.searchedCharacter + expression.size * COST.expressionState));
      const found = expression.find(plain(text));
      if (found) return found;
    }
    return undefined;
  };
}
