/** Letters of scripts that are written from right to left. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const DIGIT = /\p{Nd}/u;
const FROM_LEFT = /[\p{L}\p{Nd}]/u;
const IN_NUMBER = /[.,:/%+-]/;
/** What a text must not say: controls, marks of direction, and what is no character (ISO 19005-2, 6.2.11.7.2). */
const UNSAID = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufdd0-\ufdef]|[\ufffe\uffff]/gu;

/** A word's text as it may be laid: nothing where nothing of it may. */
export function cleanText(text: string): string {
  return text.replace(/\s+/g, " ").replace(UNSAID, "").trim();
}

/** The letters of a word in the order in which they are seen from left to right, without more of bidi than a word has. */
export function shownLetters(text: string): string[] {
  const letters = [...text];
  if (!FROM_RIGHT.test(text)) return letters;
  const isNumber = (at: number) => letters[at] !== undefined && DIGIT.test(letters[at]);
  const runs: string[][] = [];
  let wasKept = false;
  for (const [at, letter] of letters.entries()) {
    const isBackward = FROM_RIGHT.test(letter) && !DIGIT.test(letter);
    const isKept =
      (!isBackward && FROM_LEFT.test(letter)) || (IN_NUMBER.test(letter) && isNumber(at - 1) && isNumber(at + 1));
    if (isKept && wasKept) runs.at(-1)!.push(letter);
    else runs.push([letter]);
    wasKept = isKept;
  }
  return runs.reverse().flat();
}
