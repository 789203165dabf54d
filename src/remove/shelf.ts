import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";

/** Things by the interval that each has in one direction: those that reach into another are found without the rest. */
export class Shelf<T> {
  readonly #work: Work;
  readonly #lows: readonly number[];
  readonly #items: readonly { readonly item: T; readonly low: number; readonly high: number }[];
  readonly #longest: number;

  constructor(work: Work, items: readonly T[], intervalOf: (item: T) => readonly [low: number, high: number]) {
    this.#work = work;
    work.spend(items.length * Math.log2(items.length + 1) * COST.sortedPiece);
    this.#items = items
      .map((item) => {
        const [low, high] = intervalOf(item);
        return { item, low, high };
      })
      .sort((one, other) => one.low - other.low);
    this.#lows = this.#items.map(({ low }) => low);
    this.#longest = this.#items.reduce((most, { low, high }) => Math.max(most, high - low), 0);
  }

  /** Those that reach into the interval. Each look is charged: a content stream may ask at every operator. */
  reaching(low: number, high: number): T[] {
    const found: T[] = [];
    if (!Number.isFinite(low + high)) return found;
    const first = this.#firstFrom(low - this.#longest);
    let at = first;
    for (; at < this.#items.length && this.#lows[at]! <= high; at++) {
      const one = this.#items[at]!;
      if (one.high >= low) found.push(one.item);
    }
    this.#work.spend((at - first + 1) * COST.comparedHole);
    return found;
  }

  #firstFrom(low: number): number {
    let from = 0;
    let to = this.#lows.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.#lows[middle]! < low) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
