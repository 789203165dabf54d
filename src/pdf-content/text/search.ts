import type { PageText } from "./text-reader.ts";
import type { TextLine } from "./words.ts";

/** As texts are compared: without differences that nobody sees. */
export function comparable(text: string, caseSensitive: boolean): string {
  const plain = text
    .normalize("NFKC")
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return caseSensitive ? plain : plain.toLowerCase();
}

const HYPHEN_AT_END = /[-\u00ad\u2010]$/;

/** The text of lines as one; once more with the words that a hyphen divides at the end of a line, if there are any. */
function joined(lines: readonly TextLine[]): string[] {
  const plain = lines.map(({ text }) => text).join(" ");
  if (!lines.some(({ text }) => HYPHEN_AT_END.test(text))) return [plain];
  const whole = lines.map(({ text }) => (HYPHEN_AT_END.test(text) ? text.slice(0, -1) : `${text} `)).join("");
  return [plain, whole];
}

/** The texts in which something is looked for: by columns and across them. */
export function searchedTexts({ lines, across }: Pick<PageText, "lines" | "across">): string[] {
  return [...joined(lines), ...(across ? joined(across) : [])];
}
