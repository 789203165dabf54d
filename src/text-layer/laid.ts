import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import type { LaidWord, SeenBox } from "./words.ts";

/** What was laid, and where: findings of a search may rest on it. */
export class Laid {
  /** Pages, counted from 1, that have text of their own and stayed as they are. */
  readonly skipped: number[] = [];
  readonly #words = new Map<number, readonly LaidWord[]>();
  readonly #work: Work;

  constructor(work: Work) {
    this.#work = work;
  }

  add(page: number, words: readonly LaidWord[]): void {
    if (words.length > 0) this.#words.set(page, [...(this.#words.get(page) ?? []), ...words]);
  }

  /** Pages that have words now, in ascending order. */
  get pages(): number[] {
    return [...this.#words.keys()];
  }

  get words(): number {
    return [...this.#words.values()].reduce((sum, words) => sum + words.length, 0);
  }

  /** The words on which this part of a page rests. */
  under(page: number, [left, top, right, bottom]: SeenBox): LaidWord[] {
    const words = this.#words.get(page) ?? [];
    this.#work.spend(words.length * COST.comparedArea);
    return words.filter(({ box }) => box[0] < right && box[2] > left && box[1] < bottom && box[3] > top);
  }
}
