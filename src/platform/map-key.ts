import * as CHAR from "./char.ts";

/**
 * V8 takes digits for their number when it looks for the place of a text in a Map or a Set: whoever chooses them can
 * have thousands at one place, and each is compared with all others there. With a mark before them they are texts,
 * whose places nobody can foresee. Shorter numbers are too few to do harm, and longer ones are texts for V8 as well.
 */
const NUMBER = /^[1-9]\d{5,15}$/;
const MARK = 0x2060;

/**
 * Of texts with more than 16,383 characters V8 takes the length for the place. They are cut, so that those that begin
 * alike are one key: no name of a real document is nearly as long.
 */
export const LONGEST_KEY = 16_000;

/** A text that a client or a file chooses, as a key of a Map or a Set. */
export function mapKey(text: string): string {
  if (text.length > LONGEST_KEY) return text.slice(0, LONGEST_KEY);
  const first = text.charCodeAt(0);
  // Most texts begin otherwise.
  if (!(first >= CHAR.ONE && first <= CHAR.NINE) || !NUMBER.test(text)) return text;
  return String.fromCharCode(MARK) + text;
}

/** The text that a key stands for. */
export function withoutMark(key: string): string {
  return key.charCodeAt(0) === MARK ? key.slice(1) : key;
}

/** The order of the texts that keys stand for. */
export function compareKeys(a: string, b: string): number {
  const [one, other] = [withoutMark(a), withoutMark(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}
