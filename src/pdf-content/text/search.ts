import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { readingForm, spansOf, TextForms } from "./reading-form.ts";
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
  spans(text: string, spend: (characters: number) => void): IteratorObject<[from: number, to: number]>;
}

/** An expression that is wrong, or larger than allowed. */
export class ExpressionProblem extends Error {
  /** Which of several rules it is, from 0. */
  rule = 0;
}

export function comparable(text: string, caseSensitive: boolean): string {
  const form = readingForm(text).replaceAll("\n", " ");
  return caseSensitive ? form : form.toLowerCase();
}

/** The texts in which something is looked for: by columns and across them. */
export function searchedTexts({ lines, across }: SearchedLines): string[] {
  return [lines, ...(across ? [across] : [])].map((all) => all.map(({ text }) => text).join("\n"));
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
    const spend = (characters: number): void => work.spend(characters * COST.searchedCharacter);
    const isIn = (form: string): boolean => !spansOf(form, text, spend).next().done;
    const found = searchedTexts(searched).some((one) =>
      new TextForms(one, work).forms.some((form) => isIn(caseSensitive ? form.text : form.text.toLowerCase())),
    );
    return found ? { match: wanted, groups: [] } : undefined;
  };
}

/** A text that is all there is, or one line of it. */
export function equalling(wanted: string, caseSensitive: boolean): Finder {
  const text = comparable(wanted, caseSensitive);
  return (searched, work) => {
    const found = [...searchedTexts(searched), ...searched.lines.map((line) => line.text)].some((one) =>
      new TextForms(one, work).joined.some((form) => comparable(form.text, caseSensitive) === text),
    );
    return found ? { match: wanted, groups: [] } : undefined;
  };
}

/** What matches an expression, in a text with a line for each line. */
export function matching(expression: Expression): Finder {
  return (searched, work) => {
    for (const one of searchedTexts(searched)) {
      for (const { text } of new TextForms(one, work).joined) {
        work.spend(text.length * (COST.searchedCharacter + expression.size * COST.expressionState));
        const found = expression.find(text);
        if (found) return found;
      }
    }
    return undefined;
  };
}
