import { lastUpTo } from "../platform/last-up-to.ts";

/** What ranges of numbers lead to: the first of a range to its value, and each next one to the next. */
export class Ranges {
  #lows: number[] = [];
  #highs: number[] = [];
  #values: number[] = [];
  #isSorted = true;

  add(low: number, high: number, value: number): void {
    this.#lows.push(low);
    this.#highs.push(high);
    this.#values.push(value);
    this.#isSorted = false;
  }

  find(code: number): number | undefined {
    if (!this.#isSorted) this.#sort();
    const at = lastUpTo(this.#lows, code);
    return at >= 0 && code <= this.#highs[at]! ? this.#values[at]! + code - this.#lows[at]! : undefined;
  }

  #sort(): void {
    const order = this.#lows.map((_, i) => i).sort((a, b) => this.#lows[a]! - this.#lows[b]!);
    const pick = (from: readonly number[]): number[] => order.map((i) => from[i]!);
    [this.#lows, this.#highs, this.#values] = [pick(this.#lows), pick(this.#highs), pick(this.#values)];
    this.#isSorted = true;
  }
}
