import type { FreshPieces } from "../../content/fresh-pieces.ts";

/** The most bytes of a page's content that are kept during the check. */
const MOST_KEPT = 4 << 20;

/** The streams of a page's content, decoded once, although they may be read twice. */
export class PagePieces {
  readonly #source: Iterator<Uint8Array>;
  readonly #fresh: FreshPieces;
  #kept: Uint8Array[] = [];
  #bytes = 0;

  constructor(source: Iterator<Uint8Array>, fresh: FreshPieces) {
    this.#source = source;
    this.#fresh = fresh;
    fresh.isKept = true;
  }

  /**
   * All pieces from the start; they are kept. `onLong` is called when they are too long to be kept, and ends the
   * reading.
   */
  *first(onLong: () => void): Generator<Uint8Array> {
    for (let next = this.#source.next(); next.done !== true; next = this.#source.next()) {
      this.#kept.push(next.value);
      this.#bytes += next.value.length;
      if (this.#bytes > MOST_KEPT) onLong();
      yield next.value;
    }
  }

  /** The kept pieces, then the rest. */
  *again(): Generator<Uint8Array> {
    const kept = this.#kept;
    this.#kept = [];
    yield* kept;
    this.#fresh.isKept = false;
    for (let next = this.#source.next(); next.done !== true; next = this.#source.next()) yield next.value;
  }
}
