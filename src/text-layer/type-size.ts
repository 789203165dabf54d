import type { LayerWord } from "./words.ts";

/** What boxes of letters reach in parts of the size of their font: most fonts are near it. */
const [TALL, LOW, DEEP] = [0.7, 0.48, 0.22];
/** Letters that reach above the small ones, and below the base line. */
const IS_TALL = /[\p{Lu}\p{Nd}bdfhklßtij()[\]{}|/\\!?&%$£€§"'“”„’*]|[^\p{Script=Latin}\p{Script=Common}]/u;
const IS_DEEP = /[gjpqyçþQ,;()[\]{}|„µ]/;
/** How near a word's base line is to that of its line, in sizes; a size to one that was met, as a share of it. */
const [NEAR_LINE, NEAR_SIZE] = [0.25, 0.12];
/** The slope from which a line is askew. */
export const ASKEW = 0.01;
/** Points and sizes by which a word's box may begin below its line. */
const [BELOW, BELOW_SIZE] = [0.6, 0.06];

/** Where a word is in the directions of its line: how far along, how far up its box begins, and how high that is. */
export interface Stretch {
  readonly along: number;
  readonly up: number;
  readonly height: number;
}

/** A word in its line: the font's size, the base line, and how far its box reaches above and below that, in sizes. */
export interface Seat {
  readonly size: number;
  readonly base: number;
  readonly ascent: number;
  readonly descent: number;
}

/**
 * One size and one base line for the words of a line, as boxes of letters tell them: readers take words of several sizes
 * for several texts. A line that is askew has no level base line: each of its words is as high as its box. `sizes` are
 * those of the page so far.
 */
export function seated(
  words: readonly Pick<LayerWord, "text">[],
  places: readonly Stretch[],
  sizes: number[],
  isAskew: boolean,
): readonly Seat[] {
  const guesses = places.map(({ up, height }, at) => {
    const text = words[at]!.text;
    const above = IS_TALL.test(text) ? TALL : LOW;
    const below = IS_DEEP.test(text) ? DEEP : 0;
    const size = height / (above + below);
    return { size, base: up + below * size };
  });
  const measured = Math.max(0.5, middle(guesses.map(({ size }) => size)));
  if (isAskew || isRising(guesses, places, measured)) return places.map(filled);
  const known = sizes.find((one) => Math.abs(one - measured) <= NEAR_SIZE * one);
  const size = known ?? Math.round(measured * 2) / 2;
  if (known === undefined) sizes.push(size);
  const line = middle(guesses.map(({ base }) => base));
  return places.map(({ up, height }, at): Seat => {
    const own = guesses[at]!.base;
    const isOnLine = Math.abs(own - line) <= NEAR_LINE * size && up - line <= Math.min(BELOW, BELOW_SIZE * size);
    const base = isOnLine ? line : own;
    return { size, base, ascent: (up + height - base) / size, descent: (base - up) / size };
  });
}

/** Whether base lines rise or fall from the line's first word to its last, by more than letters do. */
function isRising(guesses: readonly { readonly base: number }[], places: readonly Stretch[], size: number): boolean {
  const [first, last] = [0, places.length - 1];
  const rise = Math.abs(guesses[last]!.base - guesses[first]!.base);
  return rise > 0.25 * size && rise > ASKEW * Math.abs(places[last]!.along - places[first]!.along);
}

/** A word whose letters are as high as its box. */
function filled({ up, height }: Stretch): Seat {
  const size = Math.max(0.1, Math.round(height * 10) / 10);
  return { size, base: up + 0.2 * size, ascent: 0.8, descent: 0.2 };
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1]!;
}
