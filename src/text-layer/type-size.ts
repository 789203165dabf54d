import type { LayerWord } from "./words.ts";

/** What boxes of letters reach in parts of the size of their font: most fonts are near it. */
const [TALL, LOW, DEEP] = [0.7, 0.48, 0.22];
/** Letters that reach above the small ones, and below the base line. */
const IS_TALL = /[\p{Lu}\p{Nd}bdfhklßtij()[\]{}|/\\!?&%$£€§"'“”„’*]|[^\p{Script=Latin}\p{Script=Common}]/u;
const IS_DEEP = /[gjpqyçþQ,;()[\]{}|„µ]/;
/** How near a word's base line is to that of its line, in sizes; a size to one that was met, as a share of it. */
const [NEAR_LINE, NEAR_SIZE] = [0.25, 0.12];
/** Points and sizes by which a word's box may begin below its line. */
const [BELOW, BELOW_SIZE] = [0.6, 0.06];

/** Where a word is in the directions of its line: how far along, how far up its box begins, and how high that is. */
export interface Stretch {
  readonly along: number;
  readonly up: number;
  readonly height: number;
}

/** A word in its line: the base line, and how far its box reaches above and below that, in sizes. */
export interface Seat {
  readonly base: number;
  readonly ascent: number;
  readonly descent: number;
}

/**
 * One size and one base line for the words of a line, as boxes of letters tell them: readers take words of several sizes
 * for several texts. `sizes` are those of the page so far.
 */
export function seated(
  words: readonly Pick<LayerWord, "text">[],
  places: readonly Stretch[],
  { slope, sizes }: { readonly slope: number; readonly sizes: number[] },
): { readonly size: number; readonly seats: readonly Seat[] } {
  const guesses = places.map(({ up, height, along }, at) => {
    const text = words[at]!.text;
    const above = IS_TALL.test(text) ? TALL : LOW;
    const below = IS_DEEP.test(text) ? DEEP : 0;
    const size = height / (above + below);
    return { size, base: up + below * size - slope * along };
  });
  const measured = Math.max(0.5, middle(guesses.map(({ size }) => size)));
  const known = sizes.find((one) => Math.abs(one - measured) <= NEAR_SIZE * one);
  const size = known ?? Math.round(measured * 2) / 2;
  if (known === undefined) sizes.push(size);
  const line = middle(guesses.map(({ base }) => base));
  const seats = places.map(({ along, up, height }, at): Seat => {
    const own = guesses[at]!.base + slope * along;
    const shared = line + slope * along;
    const isOnLine = Math.abs(own - shared) <= NEAR_LINE * size && up - shared <= Math.min(BELOW, BELOW_SIZE * size);
    const base = isOnLine ? shared : own;
    return { base, ascent: (up + height - base) / size, descent: (base - up) / size };
  });
  return { size, seats };
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1]!;
}
