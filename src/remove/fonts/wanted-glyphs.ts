/**
 * How fonts find glyphs in a program: by its names; by its own maps of characters; by their codes, in maps that are
 * written for them; by CIDs; or by the numbers of its glyphs.
 */
export type Finds = "name" | "map" | "code" | "cid" | "number";

/** What fonts need of one embedded program. */
export class WantedGlyphs {
  finds: Finds;
  readonly isReadable: boolean;
  readonly isCollection: boolean;
  /** Whether a predefined CMap gives the CIDs, so that it is not known which glyphs these are. */
  isUnknown = false;
  /** Which glyph a code or a CID of the new file shows. */
  readonly glyphs = new Map<number, number>();
  /** Codes of the program's own encoding that are used. */
  readonly codes = new Set<number>();
  /** The lowest number by which each glyph is shown. */
  readonly #ranks = new Map<number, number>();

  constructor(finds: Finds, isReadable: boolean, isCollection: boolean) {
    this.finds = finds;
    this.isReadable = isReadable;
    this.isCollection = isCollection;
  }

  want(number: number, glyphs: readonly number[]): void {
    for (const glyph of glyphs) {
      if (glyph < 0) continue;
      if (!this.glyphs.has(number)) this.glyphs.set(number, glyph);
      if (number < (this.#ranks.get(glyph) ?? Number.POSITIVE_INFINITY)) this.#ranks.set(glyph, number);
    }
  }

  /** The glyphs in the order of their numbers: that in which the new program has them. */
  get inOrder(): number[] {
    return [...this.#ranks].sort(([, a], [, b]) => a - b).map(([glyph]) => glyph);
  }

  /** Whether one program can serve these fonts, too. */
  takes(other: WantedGlyphs): boolean {
    if (!this.isReadable || !other.isReadable) return this.isReadable === other.isReadable;
    // A map of CIDs, which leads to glyphs by number, is not in the program.
    if (this.finds === "number" || other.finds === "number") return true;
    if (this.finds !== other.finds) return false;
    if (this.finds !== "code" && this.finds !== "cid") return true;
    for (const [number, glyph] of other.glyphs) if ((this.glyphs.get(number) ?? glyph) !== glyph) return false;
    return true;
  }

  add(other: WantedGlyphs): void {
    this.isUnknown ||= other.isUnknown;
    const isIndependent = this.finds === "number";
    if (isIndependent && other.finds !== "number") {
      this.finds = other.finds;
      this.glyphs.clear();
    }
    if (other.finds === this.finds) for (const [number, glyph] of other.glyphs) this.glyphs.set(number, glyph);
    for (const code of other.codes) this.codes.add(code);
    for (const [glyph, rank] of other.#ranks) {
      if (rank < (this.#ranks.get(glyph) ?? Number.POSITIVE_INFINITY)) this.#ranks.set(glyph, rank);
    }
  }
}
