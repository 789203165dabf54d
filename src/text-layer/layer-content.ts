import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { ByteWriter } from "../pdf-file/syntax/byte-writer.ts";
import { short } from "../pdf-file/syntax/numbers.ts";
import { PdfString } from "../pdf-file/syntax/objects.ts";
import { writeObject } from "../pdf-file/syntax/serialise.ts";
import type { LayerFont } from "./layer-font.ts";
import { shownLetters } from "./letters.ts";
import { ASKEW, type Seat, type Stretch, seated } from "./type-size.ts";
import type { LayerLine, SeenBox } from "./words.ts";

/** Degrees by which a line may be askew and is still written level: each word is then exactly in its box. */
const LEVEL = 8;

const EAST_ASIAN = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;

interface Frame {
  /** Where the line leads, and what is above it, with y upwards. */
  readonly cos: number;
  readonly sin: number;
}

/** Where a word begins in its line's own directions, and how long and high it is. */
interface Place extends Stretch {
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
  #word(text: string, place: Place & Seat, next: Place | undefined): void {
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
  #placeOf([left, top, right, bottom]: SeenBox, { cos, sin }: Frame): Place {
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
