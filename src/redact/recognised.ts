import type { Area } from "../pdf-pages/geometry.ts";
import type { LayerWord } from "../text-layer/words.ts";

/** What somebody recognised on a page: words that the file did not say before. */
export interface Recognised {
  readonly words: readonly LayerWord[];
  /** Whether all of the page was looked at for words: what none was found in is no gap then. */
  readonly isWhole?: boolean | undefined;
  /** Words that were too doubtful to be laid. */
  readonly leftOut?: number | undefined;
}

/**
 * How sure those who recognised words are, by the least sure of those in these areas of a page that is so high;
 * undefined if nobody says.
 */
export function leastConfidence(
  { words }: Pick<Recognised, "words">,
  areas: readonly Area[],
  height: number,
): number | undefined {
  let least: number | undefined;
  for (const { box, confidence } of words) {
    if (confidence === undefined || (least !== undefined && confidence >= least)) continue;
    const [x, y] = [(box[0] + box[2]) / 2, height - (box[1] + box[3]) / 2];
    const isIn = (area: Area): boolean =>
      x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
    if (areas.some(isIn)) least = confidence;
  }
  return least;
}

/** The mean of what is said of words, of those that say it. */
export function meanConfidence(words: readonly LayerWord[]): number | undefined {
  const said = words.flatMap(({ confidence }) => confidence ?? []);
  return said.length > 0 ? Math.round(said.reduce((sum, one) => sum + one, 0) / said.length) : undefined;
}
