import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { ACCENT, withAccent } from "../pdf-content/text/accents.ts";
import { type Piece, saidBy } from "../pdf-content/text/gather.ts";
import { BETWEEN_CELLS, TextForms } from "../pdf-content/text/reading-form.ts";
import type { TextLine, TextWord } from "../pdf-content/text/words.ts";
import { lastUpTo } from "../platform/last-up-to.ts";

/** Glyphs of one piece, [from, to). */
export interface Glyphs {
  readonly piece: Piece;
  readonly from: number;
  readonly to: number;
}

export interface SearchedText {
  readonly text: string;
  readonly forms: TextForms;
  /** Whether gaps are none that may well be spaces. */
  readonly isTight: boolean;
  /** The glyphs that say its characters [from, to); what divides words and lines is none. */
  glyphs(from: number, to: number): Glyphs[];
  /** What a person reads there: accents on the letters over which they are drawn. */
  shown(from: number, to: number): string;
}

export type SearchedLine = readonly TextWord[];

/** Joins what pieces say. Which glyph says what is found out when it is asked for: most pages have nothing to cut. */
class Builder implements SearchedText {
  /** What is added one after the other: a text that grows is copied each time that it is looked at. */
  readonly #parts: string[] = [];
  #length = 0;
  #text: string | undefined;
  #forms: TextForms | undefined;
  readonly #work: Work;
  /** Where each word begins. */
  readonly #starts: number[] = [];
  readonly #words: Word[] = [];
  readonly isTight: boolean;

  constructor(work: Work, isTight = false) {
    this.#work = work;
    this.isTight = isTight;
  }

  get text(): string {
    this.#text ??= this.#parts.join("");
    return this.#text;
  }

  get forms(): TextForms {
    this.#forms ??= new TextForms(this.text, this.#work);
    return this.#forms;
  }

  add(text: string, pieces: readonly Piece[]): void {
    this.#starts.push(this.#length);
    this.#words.push(new Word(text, pieces, this.#work));
    this.#put(text);
  }

  divide(by: " " | "\n" | typeof BETWEEN_CELLS): void {
    this.#put(by);
  }

  #put(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }

  glyphs(from: number, to: number): Glyphs[] {
    const found: Glyphs[] = [];
    for (let at = Math.max(0, lastUpTo(this.#starts, from)); at < this.#starts.length && this.#starts[at]! < to; at++) {
      for (const one of this.#words[at]!.saying(from - this.#starts[at]!, to - this.#starts[at]!)) found.push(one);
    }
    return found;
  }

  shown(from: number, to: number): string {
    const letters: string[] = [];
    for (let at = from; at < Math.min(to, this.text.length); at++) {
      const letter = this.text[at]!;
      const isAccent = letter.search(ACCENT) === 0;
      const [before, after] = [letters.at(-1), at + 1 < to ? this.text[at + 1] : undefined];
      const next = isAccent && after && this.#isOver(at, at + 1) ? withAccent(after, letter) : undefined;
      const last = isAccent && before && !next && this.#isOver(at, at - 1) ? withAccent(before, letter) : undefined;
      if (last) letters.pop();
      if (next) at++;
      letters.push(next ?? last ?? letter);
    }
    return letters.join("");
  }

  /** Whether the middle of one letter is over another one. */
  #isOver(one: number, other: number): boolean {
    this.#work.spend(COST.look);
    const [[accent], [letter]] = [one, other].map((at) => this.glyphs(at, at + 1)) as [[Glyphs?], [Glyphs?]];
    if (!accent || !letter || accent.piece.direction !== letter.piece.direction) return false;
    const { edges } = letter.piece;
    const middle = (accent.piece.edges[accent.from]! + accent.piece.edges[accent.to]!) / 2;
    return middle > edges[letter.from]! && middle < edges[letter.to]!;
  }
}

class Word {
  readonly #text: string;
  readonly #pieces: readonly Piece[];
  /** Where the letters of each glyph end, and the first glyph of each piece. */
  #ends: number[] | undefined;
  readonly #firsts: number[] = [];
  readonly #work: Work;
  #isInOrder = true;

  constructor(text: string, pieces: readonly Piece[], work: Work) {
    this.#text = text;
    this.#pieces = pieces;
    this.#work = work;
  }

  /**
   * The glyphs that say the characters [from, to): all of them where the word's letters are read in another order, or
   * are composed of several glyphs.
   */
  saying(from: number, to: number): Glyphs[] {
    if (from >= this.#text.length) return [];
    this.#ends ??= this.#read();
    const ends = this.#ends;
    if (!this.#isInOrder) return this.#pieces.map((piece) => ({ piece, from: 0, to: piece.texts.length }));
    const found: Glyphs[] = [];
    let glyph = lastUpTo(ends, from) + 1;
    let at = lastUpTo(this.#firsts, glyph);
    for (; glyph < ends.length && (ends[glyph - 1] ?? 0) < to; glyph++) {
      while (this.#firsts[at + 1]! <= glyph) at++;
      const own = glyph - this.#firsts[at]!;
      found.push({ piece: this.#pieces[at]!, from: own, to: own + 1 });
    }
    return found;
  }

  #read(): number[] {
    const ends: number[] = [];
    let said = "";
    for (const { texts } of this.#pieces) {
      this.#work.spend(texts.length * COST.letter);
      this.#firsts.push(ends.length);
      for (const one of texts) {
        said += one;
        ends.push(said.length);
      }
    }
    this.#isInOrder = said === this.#text;
    return ends;
  }
}

/** Lines as one text; once more with narrow gaps as none, if there are any. */
export function ofLines(lines: readonly TextLine[], work: Work): SearchedText[] {
  const all = lines.map(({ words }) => words);
  const texts = [linesAsText(all, work)];
  for (const narrow of [oddIn, wideIn]) {
    const isNarrow = (words: SearchedLine): boolean => {
      const most = narrow(words);
      return gapsIn(words).some((gap) => gap < most);
    };
    if (all.some(isNarrow)) texts.push(linesAsText(all, work, narrow));
  }
  return texts;
}

/** `narrow` gives the gap of a line, in parts of the size, below which two words are one. */
export function linesAsText(lines: readonly SearchedLine[], work: Work, narrow = overlapIn): SearchedText {
  const to = new Builder(work, narrow === wideIn);
  for (const words of lines) {
    addLine(to, words, narrow(words));
    to.divide("\n");
  }
  return to;
}

function addLine(to: Builder, words: SearchedLine, narrow = 0): void {
  const gaps = gapsIn(words);
  words.forEach((word, at) => {
    if (at > 0 && !(gaps[at - 1]! < narrow)) to.divide(" ");
    to.add(word.text, word.pieces);
  });
}

/** What stands below one another, as in the cells of a table: further than a line or two below is another cell. */
const MAX_STEP = 2.5;
/** Parts of lines that a part may continue. */
const MAX_OPEN = 64;

/** The text of each column of a table; undefined where no line has gaps as wide as a letter is high. */
export function inCells(lines: readonly TextLine[], work: Work): SearchedText | undefined {
  const cells: SearchedLine[][] = [];
  let open: { cell: SearchedLine[]; words: SearchedLine }[] = [];
  let isDivided = false;
  for (const { words } of lines) {
    const parts = partsOf(words);
    isDivided ||= parts.length > 1;
    work.spend(parts.length * open.length * COST.comparedPlace);
    const next = parts.map((part) => {
      const above = open.find(({ words }) => isBelow(part, words));
      const cell = above?.cell ?? [];
      if (!above) cells.push(cell);
      cell.push(part);
      return { cell, words: part };
    });
    const taken = new Set(next.map(({ cell }) => cell));
    open = [...next, ...open.filter(({ cell }) => !taken.has(cell))].slice(0, MAX_OPEN);
  }
  if (!isDivided) return undefined;
  const to = new Builder(work);
  for (const cell of cells) {
    for (const words of cell) {
      addLine(to, words);
      to.divide("\n");
    }
    to.divide(BETWEEN_CELLS);
  }
  return to;
}

function partsOf(words: SearchedLine): TextWord[][] {
  const parts: TextWord[][] = [];
  let last: TextWord | undefined;
  for (const word of words) {
    const gap = last ? word.pieces[0]!.low - last.pieces.at(-1)!.high : Number.POSITIVE_INFINITY;
    if (gap >= word.size) parts.push([word]);
    else parts.at(-1)!.push(word);
    last = word;
  }
  return parts;
}

function isBelow(part: SearchedLine, above: SearchedLine): boolean {
  const [[first, last], [start, end]] = [part, above].map((words) => [
    words[0]!.pieces[0]!,
    words.at(-1)!.pieces.at(-1)!,
  ]) as [[Piece, Piece], [Piece, Piece]];
  const step = start.base - first.base;
  const isNear = step > 0 && step < MAX_STEP * first.size && first.direction === start.direction;
  return isNear && Math.min(last.high, end.high) > Math.max(first.low, start.low);
}

/** A gap that some readers take for none, in parts of the size. */
const WIDE = 0.45;
/** Where no space is written, the gaps between words are alike: one that is narrower than this part is another. */
const USUAL = 0.75;

const overlapIn = (_: SearchedLine): number => 0;
const wideIn = (_: SearchedLine): number => WIDE;

/** Below which a gap is none, because those between the words of the line are wider. */
function oddIn(words: SearchedLine): number {
  const gaps = gapsIn(words).sort((a, b) => a - b);
  return gaps.length < 3 ? 0 : Math.min(WIDE, USUAL * gaps[gaps.length >> 1]!);
}

/** The gaps between words, in parts of the size; infinite where there is a space. */
function gapsIn(words: SearchedLine): number[] {
  return words.slice(1).map(({ pieces: after, size }, at) => {
    let [one, other] = [words[at]!.pieces.at(-1)!, after[0]!];
    // What is read next may stand before it.
    if (other.low < one.low) [one, other] = [after.at(-1)!, words[at]!.pieces[0]!];
    return one.isSpaced ? Number.POSITIVE_INFINITY : (other.low - one.end) / size;
  });
}

/** A gap that a writer may leave between letters, and how far the base line may move, in parts of the size. */
const GAP = 0.15;

/** A text that stands for the pieces up to one. */
export interface Instead {
  readonly to: number;
  readonly text: string;
}

/** Pieces as they follow one another; with texts in their place, by the first of those that they stand for. */
export function inOrder(
  pieces: readonly Piece[],
  work: Work,
  instead: ReadonlyMap<number, Instead> = new Map(),
): SearchedText {
  const to = new Builder(work);
  let last: Piece | undefined;
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]!;
    if (last) {
      const isLine = last.direction === piece.direction && Math.abs(last.base - piece.base) < GAP * piece.size;
      const isNext = isLine && !last.isSpaced && Math.abs(piece.low - last.high) < GAP * piece.size;
      if (!isNext && !isTurned(last, piece) && !isInitial(last, piece) && !isAccented(last, piece))
        to.divide(isLine ? " " : "\n");
    }
    const other = instead.get(at);
    to.add(other?.text ?? saidBy(piece), pieces.slice(at, other?.to ?? at + 1));
    if (other) at = other.to - 1;
    last = pieces[at]!;
  }
  return to;
}

/** Whether an accent is drawn before the letter that it stands over, as by TeX. */
function isAccented({ direction, texts, edges, high }: Piece, piece: Piece): boolean {
  const middle = (edges.at(-2)! + high) / 2;
  const isOver = direction === piece.direction && middle > piece.low && middle < piece.edges[1]!;
  return isOver && texts.at(-1)!.search(ACCENT) === 0;
}

/** Whether a letter as high as several lines begins the word. */
function isInitial(last: Piece, { low, base, size }: Piece): boolean {
  const isBeside = Math.abs(low - last.high) < GAP * last.size && base > last.base && base < last.base + last.size;
  return isBeside && last.texts.length === 1 && !last.isSpaced && last.size > 1.5 * size;
}

/** How far a letter on an arc may be from the one before it, in parts of the size. */
const ARC_GAP = 0.5;

/** Whether a letter follows another one that it touches, on an arc, or mirrored: wherever its own line leads. */
function isTurned(last: Piece, piece: Piece): boolean {
  if (last.isSpaced || last.texts.length > 2 || piece.texts.length > 2) return false;
  const [[one, other], [start, end]] = [last, piece].map(({ direction: { x, y }, base, low, high }) =>
    [low, high].map((along) => [along * x - base * y, along * y + base * x] as const),
  ) as [[Point, Point], [Point, Point]];
  const isNear = (a: Point, b: Point): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) < ARC_GAP * piece.size;
  return last.direction === piece.direction
    ? (isNear(one, end) && piece.low < last.low) || (last.base !== piece.base && isNear(other, start))
    : isNear(other, start) || isNear(one, end) || isNear(one, start) || isNear(other, end);
}

type Point = readonly [x: number, y: number];
