import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { ByteWriter } from "../pdf-file/syntax/byte-writer.ts";
import { short } from "../pdf-file/syntax/numbers.ts";
import { PdfString } from "../pdf-file/syntax/objects.ts";
import { writeObject } from "../pdf-file/syntax/serialise.ts";
import type { LayerFont } from "./layer-font.ts";
import { shownLetters } from "./letters.ts";
import type { LayerLine, LayerWord, SeenBox } from "./words.ts";

/** Degrees by which a line may be askew and is still written level: each word is then exactly in its box. */
const LEVEL = 8;

const EAST_ASIAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

interface Frame {
  /** Where the line leads, and what is above it, with y upwards. */
  readonly cos: number;
  readonly sin: number;
}

/** Where a word begins in its line's own directions, and how long and high it is. */
interface WordPlace extends Stretch {
  readonly length: number;
}

/** Writes the words of one page: text that is not shown (ISO 32000-2 §9.3.6), in points, from the bottom left corner. */
export class LayerContent {
  readonly #out = new ByteWriter(1 << 14);
  readonly #font: LayerFont;
  readonly #height: number;
  readonly #work: Work;
  #frame: Frame | undefined;
  /** Where the last word begins, in tenths of a point. */
  #at: [number, number] = [0, 0];
  #fontSet = "";
  #scaleSet = "";
  /** Sizes of lines so far. */
  readonly #sizes: number[] = [];

  constructor(font: LayerFont, height: number, work: Work) {
    this.#font = font;
    this.#height = height;
    this.#work = work;
    this.#out.text("3 Tr\n");
  }

  /** Begins a text that is marked so (14.6); without a mark it is only text. */
  begin(mark: string | undefined): void {
    this.#out.text(mark === undefined ? "BT\n" : `${mark} BDC\nBT\n`);
    this.#frame = undefined;
  }

  end(isMarked: boolean): void {
    this.#out.text(isMarked ? "ET\nEMC\n" : "ET\n");
  }

  line(line: LayerLine): void {
    const { words, angle = 0 } = line;
    // The letters lie on their left side: readers then find boxes and order as they are, with the next line at the left.
    const frame = frameOf(isColumn(line) ? -90 : angle);
    if (this.#frame?.cos !== frame.cos || this.#frame.sin !== frame.sin) {
      const { cos, sin } = frame;
      this.#out.text(`${[cos, sin, -sin, cos].map(short).join(" ")} 0 0 Tm\n`);
      [this.#frame, this.#at] = [frame, [0, 0]];
    }
    const places = words.map(({ box }) => this.#placeOf(box, frame));
    this.#work.spend(words.length * (COST.piece + this.#sizes.length * COST.comparedPlace));
    // What a line is askew beyond its frame.
    const slope = Math.tan(((angle - Math.round(angle / 90) * 90) * Math.PI) / 180);
    const seats = seated(words, places, this.#sizes, Math.abs(frame.cos * frame.sin) < 1e-9 && Math.abs(slope) > ASKEW);
    for (const [at, word] of words.entries()) {
      this.#work.spend(word.text.length * (COST.glyph + COST.letter));
      this.#word(word.text, { ...places[at]!, ...seats[at]! }, places[at + 1]);
    }
  }

  bytes(): Uint8Array {
    return this.#out.view();
  }

  /** The letters as they are seen, from left to right: so readers expect them, and turn what is read from the right. */
  #word(text: string, place: WordPlace & Seat, next: WordPlace | undefined): void {
    const { along, length, base, size } = place;
    const letters = shownLetters(text);
    const { width } = this.#font.encoded(letters);
    const scale = Math.max(length / (width * size), 0.001);
    const isFromRight = next !== undefined && next.along < along;
    // Words do not run together when they are copied.
    const space = next ? this.#font.encoded(" ").width * size * scale : 0;
    if (isFromRight) letters.unshift(" ");
    else if (next) letters.push(" ");
    const { bytes } = this.#font.encoded(letters);
    const font = `/${this.#font.nameOf(place, size)} ${short(size)} Tf `;
    if (font !== this.#fontSet) this.#out.text(font);
    // A hundredth is enough of a short word.
    const wide = `${length < 50 ? Math.max(1, Math.round(scale * 100)) : tenths(scale * 100)} Tz `;
    if (wide !== this.#scaleSet) this.#out.text(wide);
    [this.#fontSet, this.#scaleSet] = [font, wide];
    this.#show([along - (isFromRight ? space : 0), base], bytes);
  }

  #show([x, y]: readonly [number, number], bytes: number[]): void {
    const [to, up] = [Math.round(x * 10), Math.round(y * 10)];
    this.#out.text(`${short((to - this.#at[0]) / 10)} ${short((up - this.#at[1]) / 10)} Td`);
    this.#at = [to, up];
    writeObject(this.#out, new PdfString(Uint8Array.from(bytes)));
    this.#out.text("Tj\n");
  }

  /** A box stands upright around its word, which is turned in it. */
  #placeOf([left, top, right, bottom]: SeenBox, { cos, sin }: Frame): WordPlace {
    const [width, height] = [right - left, bottom - top];
    const [c, s] = [Math.abs(cos), Math.abs(sin)];
    const spread = c * c - s * s;
    let [length, high] = [(width * c - height * s) / spread, (height * c - width * s) / spread];
    if (!(length > 0 && high > 0 && Number.isFinite(length))) {
      high = Math.min(width, height) / 2;
      length = Math.max(width, height) / Math.max(c, s);
    }
    const [x, y] = [(left + right) / 2, this.#height - (top + bottom) / 2];
    return { along: x * cos + y * sin - length / 2, up: y * cos - x * sin - high / 2, length, height: high };
  }
}

/** Whether a line leads from top to bottom, also where its source does not say it of a script that may. */
function isColumn({ words, angle = 0, direction }: LayerLine): boolean {
  if (direction !== undefined || angle !== 0) return direction === "vertical";
  const [top, bottom] = [words[0]!.box, words.at(-1)!.box];
  const width = Math.max(top[2], bottom[2]) - Math.min(top[0], bottom[0]);
  const isHigh = bottom[3] - top[1] > 2 * width;
  return isHigh && EAST_ASIAN.test(words[0]!.text);
}

function frameOf(angle: number): Frame {
  const quarter = Math.round(angle / 90);
  if (Math.abs(angle - quarter * 90) <= LEVEL) {
    const turn = ((quarter % 4) + 4) % 4;
    return { cos: [1, 0, -1, 0][turn]!, sin: [0, 1, 0, -1][turn]! };
  }
  const radians = (angle * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}

function tenths(value: number): string {
  return short(Math.max(0.1, Math.round(value * 10) / 10));
}

/** What boxes of letters reach in parts of the size of their font: most fonts are near it. */
const [TALL, LOW, DEEP] = [0.7, 0.48, 0.22];
/** Letters that reach above the small ones, and below the base line. */
const IS_TALL = /[\p{Lu}\p{Nd}bdfhklßtij()[\]{}|/\\!?&%$£€§"'“”„’*]|[^\p{Script=Latin}\p{Script=Common}]/u;
const IS_DEEP = /[gjpqyçþQ,;()[\]{}|„µ]/;
/** How near a word's base line is to that of its line, in sizes; a size to one that was met, as a share of it. */
const [NEAR_LINE, NEAR_SIZE] = [0.25, 0.12];
/** The slope from which a line is askew. */
const ASKEW = 0.01;
/** Points and sizes by which a word's box may begin below its line. */
const [BELOW, BELOW_SIZE] = [0.6, 0.06];

/** Where a word is in the directions of its line: how far along, how far up its box begins, and how high that is. */
interface Stretch {
  readonly along: number;
  readonly up: number;
  readonly height: number;
}

/** A word in its line: the font's size, the base line, and how far its box reaches above and below that, in sizes. */
interface Seat {
  readonly size: number;
  readonly base: number;
  readonly ascent: number;
  readonly descent: number;
}

/**
 * One size and one base line for the words of a line, as boxes of letters tell them: readers take words of several sizes
 * for several texts. A line that is askew has no level base line: each of its words is as high as its box. `sizes` are
 * those of the page so far.
 */
function seated(
  words: readonly Pick<LayerWord, "text">[],
  places: readonly Stretch[],
  sizes: number[],
  isAskew: boolean,
): readonly Seat[] {
  const guesses = places.map(({ up, height }, at) => {
    const text = words[at]!.text;
    const above = IS_TALL.test(text) ? TALL : LOW;
    const below = IS_DEEP.test(text) ? DEEP : 0;
    const size = height / (above + below);
    return { size, base: up + below * size };
  });
  const measured = Math.max(0.5, middle(guesses.map(({ size }) => size)));
  if (isAskew || isRising(guesses, places, measured)) return places.map(filled);
  const known = sizes.find((one) => Math.abs(one - measured) <= NEAR_SIZE * one);
  const size = known ?? Math.round(measured * 2) / 2;
  if (known === undefined) sizes.push(size);
  const line = middle(guesses.map(({ base }) => base));
  return places.map(({ up, height }, at): Seat => {
    const own = guesses[at]!.base;
    const isOnLine = Math.abs(own - line) <= NEAR_LINE * size && up - line <= Math.min(BELOW, BELOW_SIZE * size);
    const base = isOnLine ? line : own;
    return { size, base, ascent: (up + height - base) / size, descent: (base - up) / size };
  });
}

/** Whether base lines rise or fall from the line's first word to its last, by more than letters do. */
function isRising(guesses: readonly { readonly base: number }[], places: readonly Stretch[], size: number): boolean {
  const [first, last] = [0, places.length - 1];
  const rise = Math.abs(guesses[last]!.base - guesses[first]!.base);
  return rise > 0.25 * size && rise > ASKEW * Math.abs(places[last]!.along - places[first]!.along);
}

/** A word whose letters are as high as its box. */
function filled({ up, height }: Stretch): Seat {
  const size = Math.max(0.1, Math.round(height * 10) / 10);
  return { size, base: up + 0.2 * size, ascent: 0.8, descent: 0.2 };
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1]!;
}
