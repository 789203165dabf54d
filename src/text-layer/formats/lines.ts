import type { LayerLine, LayerWord } from "../words.ts";

type Word = LayerWord & Pick<LayerLine, "angle"> & { readonly line?: unknown };

/** Words as lines: those of one `line` that follow one another; where that is not said, those that stand side by side. */
export function inLines(words: readonly Word[], shared: Pick<LayerLine, "language" | "direction">): LayerLine[] {
  const lines: (LayerLine & { readonly words: LayerWord[] })[] = [];
  let last: Word | undefined;
  for (const word of words) {
    const { text, box, confidence, angle } = word;
    const kept = { text, box, confidence };
    if (last && isBeside(word, last, shared.direction)) lines.at(-1)!.words.push(kept);
    else lines.push({ ...shared, angle, words: [kept] });
    last = word;
  }
  return lines;
}

function isBeside(word: Word, last: Word, direction: LayerLine["direction"]): boolean {
  if (word.line !== undefined || last.line !== undefined) return word.line === last.line;
  if (word.angle !== last.angle) return false;
  // Along the line, and across it.
  const [along, across] = direction === "vertical" || isSteep(word.angle) ? [1, 0] : [0, 1];
  const middle = (word.box[across]! + word.box[across + 2]!) / 2;
  const isLevel = middle > last.box[across]! && middle < last.box[across + 2]!;
  if (!isLevel) return false;
  const isForward = word.box[along]! >= last.box[along]!;
  const leadsBack = direction === "rtl" || (along === 1 && (word.angle ?? 0) > 0);
  return leadsBack ? !isForward : isForward;
}

function isSteep(angle = 0): boolean {
  return Math.abs(Math.sin((angle * Math.PI) / 180)) > Math.SQRT1_2;
}
