import type { Box } from "../../pdf-pages/geometry.ts";
import { GAP, type Piece, saidBy } from "./gather.ts";

export interface TextWord {
  readonly text: string;
  /** In the page's user space: from the first letter's beginning to the last one's end, as high as the font is. */
  readonly box: Box;
  readonly size: number;
  /** What it is made of, in the order of their places. */
  readonly pieces: readonly Piece[];
}

export interface TextLine {
  readonly words: readonly TextWord[];
  /** The words with a space between each two. */
  readonly text: string;
}

/** Letters of scripts that are written from right to left; their digits are not. */
const RIGHT_TO_LEFT =
  /[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b][\udc00-\udfff]/;
const LEFT_TO_RIGHT = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u;
const LETTER = /\p{L}/u;
const SEPARATOR = /^[.,:/%+-]$/;
/** What belongs to a number beside it. */
const TERMINATOR = /^[%$€£¥₪#°]$/;
/** The number of a line, as it is seen at its right end. */
const LINE_NUMBER = /^[.):]\d+$/;
/** What is drawn as the other one of its pair in a text from right to left. */
const PAIRS = "()[]{}<>«»";

/** A line of the pieces, which are in the order of their places. */
export function lineOf(pieces: readonly Piece[]): TextLine {
  const found = tracked(divided(pieces));
  const words = found.map(wordOf);
  const ordered = words.some(isBackward) ? turned(words, (at) => isFar(found[at - 1]!, found[at]!)) : words;
  return { words: ordered, text: ordered.map(({ text }) => text).join(" ") };
}

/** Whether words are so far from one another that they are of different sentences, as in the cells of a table. */
function isFar(one: readonly Piece[], other: readonly Piece[]): boolean {
  const [last, next] = [one.at(-1)!, other[0]!];
  return next.low - last.high >= next.size;
}

function divided(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = [];
  let last: Piece | undefined;
  for (const piece of pieces) {
    const gap = last ? piece.low - last.high : 0;
    const size = last ? Math.max(piece.size, last.size) : 0;
    if (last && !last.isSpaced && gap < GAP * size && gap > -size / 2) words[words.length - 1]!.push(piece);
    else words.push([piece]);
    last = piece;
  }
  return words;
}

/**
 * The fewest letters that are set apart for effect, how far, and how even their distances are, in parts of the size.
 */
const LEAST_TRACKED = 4;
const WIDEST_TRACKING = 1;
const EVEN = 0.1;

/** Joins single letters at equal distances, with no space between them: a heading that is spaced out is words. */
function tracked(words: Piece[][]): Piece[][] {
  if (words.filter(isLetter).length < LEAST_TRACKED) return words;
  const joined: Piece[][] = [];
  for (let at = 0; at < words.length; ) {
    let end = at + 1;
    const distance = gapAfter(words, at);
    const most = words[at]![0]!.size;
    if (distance < WIDEST_TRACKING * most) {
      while (end < words.length && Math.abs(gapAfter(words, end - 1) - distance) < EVEN * most) end++;
    }
    if (end - at < LEAST_TRACKED) end = at + 1;
    joined.push(words.slice(at, end).flat());
    at = end;
  }
  return joined;
}

/** The gap between two single letters, or infinity. */
function gapAfter(words: readonly Piece[][], at: number): number {
  const [one, other] = [words[at]!, words[at + 1]];
  if (!other || !isLetter(one) || !isLetter(other) || one[0]!.isSpaced) return Number.POSITIVE_INFINITY;
  return other[0]!.low - one[0]!.high;
}

function isLetter(word: readonly Piece[]): boolean {
  return word.length === 1 && word[0]!.texts.length === 1 && LETTER.test(word[0]!.texts[0]!);
}

function wordOf(pieces: readonly Piece[]): TextWord {
  const [first] = pieces as readonly [Piece, ...Piece[]];
  const { direction, low } = first;
  let text = "";
  let high = low;
  let [under, over, size] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const piece of pieces) {
    text += saidBy(piece);
    high = Math.max(high, piece.high);
    under = Math.min(under, piece.base + piece.descent);
    over = Math.max(over, piece.base + piece.ascent);
    size = Math.max(size, piece.size);
  }
  if (RIGHT_TO_LEFT.test(text)) text = reversed(pieces.flatMap(({ texts }) => texts));
  return { text, size, box: boxOf(direction, low, high, under, over), pieces };
}

export function boxOf({ x, y }: Piece["direction"], low: number, high: number, under: number, over: number): Box {
  if (x === 1) return [low, under, high, over];
  const xs = [low * x - under * y, low * x - over * y, high * x - under * y, high * x - over * y];
  const ys = [low * y + under * x, low * y + over * x, high * y + under * x, high * y + over * x];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Glyphs from left to right as they are read from right to left; numbers and other letters stay as they are. */
function reversed(texts: readonly string[]): string {
  // A glyph that says letters of both directions stays among those from left to right: its text is in order.
  const isOther = (text: string | undefined): boolean =>
    text !== undefined && (RIGHT_TO_LEFT.test(text) ? LEFT_TO_RIGHT.test(text) : /[\p{L}\p{Nd}]/u.test(text));
  const isKept = (text: string, at: number): boolean =>
    isOther(text) ||
    (SEPARATOR.test(text) && isOther(texts[at - 1]) && isOther(texts[at + 1])) ||
    (TERMINATOR.test(text) && /\d/.test(`${texts[at - 1]}${texts[at + 1]}`));
  return runsReversed(texts, isKept).join("");
}

/** Brackets, each as the other one of its pair. */
function mirrored(text: string): string {
  return text.replace(/[()[\]{}<>«»]/g, (bracket) => PAIRS[PAIRS.indexOf(bracket) ^ 1]!);
}

/** How many brackets have no partner. */
function unmatched(words: readonly TextWord[]): number {
  const open: number[] = [];
  let alone = 0;
  for (const letter of words.map(({ text }) => text).join("")) {
    const at = PAIRS.indexOf(letter);
    if (at < 0) continue;
    if (at % 2 === 0) open.push(at);
    else if (open.at(-1) === at - 1) open.pop();
    else alone++;
  }
  return alone + open.length;
}

/**
 * Words of both directions, as they are read. In those that are read from right to left, some writers say which bracket
 * is drawn, others which one is meant: the brackets that match one another in the line tell.
 */
function turned(words: readonly TextWord[], startsAt: (at: number) => boolean): TextWord[] {
  const backward = new Set(words.filter(isBackward));
  const ordered = inLogicalOrder(words, startsAt, (word) => {
    const read = { ...word, text: reversed(word.pieces.flatMap(({ texts }) => texts)) };
    backward.add(read);
    return read;
  });
  const drawn = ordered.map((word) => (backward.has(word) ? { ...word, text: mirrored(word.text) } : word));
  return unmatched(ordered) < unmatched(drawn) ? ordered : drawn;
}

/** All items in reverse, but runs of those that are read from left to right among themselves as they were. */
function runsReversed<T>(items: readonly T[], isKept: (item: T, at: number) => boolean): T[] {
  const runs: T[][] = [];
  let wasKept = false;
  for (const [at, item] of items.entries()) {
    const keeps = isKept(item, at);
    if (keeps && wasKept) runs[runs.length - 1]!.push(item);
    else runs.push([item]);
    wasKept = keeps;
  }
  return runs.reverse().flat();
}

export function isBackward({ text }: Pick<TextWord, "text">): boolean {
  return RIGHT_TO_LEFT.test(text);
}

function isForward(word: TextWord | undefined): boolean {
  return word !== undefined && !isBackward(word) && LETTER.test(word.text);
}

/** Most of the words tell where the line begins. `turn` reads a word without letters from right to left. */
function inLogicalOrder(
  words: readonly TextWord[],
  startsAt: (at: number) => boolean,
  turn: (word: TextWord) => TextWord,
): TextWord[] {
  const sentences: TextWord[][] = [];
  for (const [at, word] of words.entries()) {
    if (at === 0 || startsAt(at)) sentences.push([word]);
    else sentences[sentences.length - 1]!.push(word);
  }
  const isFromRight = startsAtRight(words);
  if (isFromRight) sentences.reverse();
  return sentences.flatMap((sentence) => {
    if (!sentence.some(isBackward)) {
      return isFromRight && sentence.every(({ text }) => LINE_NUMBER.test(text)) ? sentence.map(turn) : sentence;
    }
    if (!startsAtRight(sentence)) return runsReversed([...sentence].reverse(), isBackward);
    // A number goes with the words beside it.
    const isNumber = (at: number): boolean => /^[0-9]/.test(sentence[at]!.text);
    const isKept = sentence.map(
      (word, at) => isForward(word) || (isNumber(at) && (isForward(sentence[at - 1]) || isForward(sentence[at + 1]))),
    );
    const read = sentence.map((word, at) => (isKept[at] || isBackward(word) ? word : turn(word)));
    return runsReversed(read, (_, at) => isKept[at]!);
  });
}

function startsAtRight(words: readonly TextWord[]): boolean {
  return words.filter(isBackward).length >= words.filter(isForward).length;
}
