/** What happened to the marked content that elements of the structure tree name, as bits. */
const KEPT = 1;
const LOST = 2;

/** By page or form, and by the number of the marked content in it (14.7.5.2). A document may have millions. */
export class ContentUse {
  readonly #fates = new Map<string, Map<number, number>>();

  marked(owner: string, mcid: number, isKept: boolean, isLost: boolean): void {
    let own = this.#fates.get(owner);
    if (!own) {
      own = new Map();
      this.#fates.set(owner, own);
    }
    own.set(mcid, (own.get(mcid) ?? 0) | (isKept ? KEPT : 0) | (isLost ? LOST : 0));
  }

  fateOf(owner: string, mcid: number): { readonly isKept: boolean; readonly isLost: boolean } | undefined {
    const fate = this.#fates.get(owner)?.get(mcid);
    return fate === undefined ? undefined : { isKept: (fate & KEPT) !== 0, isLost: (fate & LOST) !== 0 };
  }
}
