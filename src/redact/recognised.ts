import type { Area } from "../pdf-pages/geometry.ts";
import type { LaidWord } from "../text-layer/words.ts";

/** What somebody recognised on a page: words that the file did not say before. */
export interface Recognised {
  readonly words: readonly LaidWord[];
  /** Whether all of the page was looked at for words: what none was found in is no gap then. */
  readonly isWhole?: boolean | undefined;
  /** Words that were too doubtful to be laid. */
  readonly leftOut?: number | undefined;
}

/** What is known of the words in an area. */
export interface Rest {
  /** Of the word of which those who recognised it are least sure; undefined if nobody says. */
  readonly confidence: number | undefined;
  /** How much their line rises for each point of it, where all say the same. */
  readonly rise: number | undefined;
}

/** Words on lines that rise more than this have boxes that are higher than their letters, in degrees; up to the other. */
const RISING = [0.5, 8] as const;

/** What is known of the words in an area of a page that is so high. */
export function restOf({ words }: Pick<Recognised, "words">, area: Area, height: number): Rest {
  let confidence: number | undefined;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const word of words) {
    if (!isIn(area, word, height)) continue;
    const { angle = 0 } = word;
    [least, most] = [Math.min(least, angle), Math.max(most, angle)];
    if (word.confidence !== undefined) confidence = Math.min(confidence ?? 100, word.confidence);
  }
  const [from, to] = RISING;
  const [isAlike, size] = [most - least < from, Math.abs(least)];
  const rise = isAlike && size > from && size < to ? Math.tan((least * Math.PI) / 180) : undefined;
  return { confidence, rise };
}

export function leastOf(told: readonly Rest[]): number | undefined {
  const said = told.flatMap(({ confidence }) => confidence ?? []);
  return said.length > 0 ? Math.min(...said) : undefined;
}

/** Whether the middle of a word is in an area of a page that is so high. */
export function isIn(area: Area, { box }: Pick<LaidWord, "box">, height: number): boolean {
  const [x, y] = [(box[0] + box[2]) / 2, height - (box[1] + box[3]) / 2];
  return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
}

/** The mean of what is said of words, of those that say it. */
export function meanConfidence(words: readonly LaidWord[]): number | undefined {
  const said = words.flatMap(({ confidence }) => confidence ?? []);
  return said.length > 0 ? Math.round(said.reduce((sum, one) => sum + one, 0) / said.length) : undefined;
}
