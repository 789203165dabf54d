/** A box on a page as it is seen: from its top left corner to the right and down, in points. */
export type SeenBox = readonly [left: number, top: number, right: number, bottom: number];

/** A box of four sides; undefined of more or fewer. */
export function seenBox(sides: readonly number[]): SeenBox | undefined {
  const [left, top, right, bottom] = sides;
  return sides.length === 4 ? [left!, top!, right!, bottom!] : undefined;
}

/** A word of a picture, as it was read or brought. */
export interface LayerWord {
  readonly text: string;
  readonly box: SeenBox;
  /** 0 to 100; undefined where whoever read it does not say. */
  readonly confidence?: number | undefined;
}

/** Words that follow one another on one base line. */
export interface LayerLine {
  readonly words: readonly LayerWord[];
  /** Degrees by which it rises, counted against the clock; 0 where it is undefined. */
  readonly angle?: number | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly direction?: "ltr" | "rtl" | "vertical" | undefined;
}

/** A word as it was laid, with what its line is known for. */
export interface LaidWord extends LayerWord, Pick<LayerLine, "angle"> {}

/** What pictures of a page say, in the order in which it is read. */
export interface PageWords {
  /** Counted from 1. */
  readonly page: number;
  readonly lines: readonly LayerLine[];
}
