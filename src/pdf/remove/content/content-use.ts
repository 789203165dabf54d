/** What happened to the marked content that elements of the structure tree name. */
interface Fate {
  isKept: boolean;
  isLost: boolean;
}

/** By page or form, and by the number of the marked content in it (14.7.5.2). */
export class ContentUse {
  readonly #fates = new Map<string, Map<number, Fate>>();

  marked(owner: string, mcid: number, isKept: boolean, isLost: boolean): void {
    let own = this.#fates.get(owner);
    if (!own) {
      own = new Map();
      this.#fates.set(owner, own);
    }
    const fate = own.get(mcid);
    if (!fate) own.set(mcid, { isKept, isLost });
    else {
      fate.isKept ||= isKept;
      fate.isLost ||= isLost;
    }
  }

  fateOf(owner: string, mcid: number): { readonly isKept: boolean; readonly isLost: boolean } | undefined {
    return this.#fates.get(owner)?.get(mcid);
  }
}
