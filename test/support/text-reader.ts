import { atOnce } from "../../src/meter/turns.ts";
import { Extent } from "../../src/pdf-content/extent.ts";
import type { Font } from "../../src/pdf-content/fonts/font.ts";
import type { Reading } from "../../src/pdf-content/interpreter/interpreter.ts";
import type { Visitor } from "../../src/pdf-content/interpreter/visitor.ts";
import { multiply } from "../../src/pdf-content/matrix.ts";
import { readPage, startReading } from "../../src/pdf-content/read-page.ts";
import type { GraphicsState } from "../../src/pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../../src/pdf-content/state/text-position.ts";
import type { PdfDocument } from "../../src/pdf-file/document.ts";
import type { Page } from "../../src/pdf-file/structure/page-tree.ts";
import type { Box } from "../../src/pdf-pages/geometry.ts";

/** Reads the text of pages and where it stands, in the order of the content. */
export class TextReader {
  readonly #reading: Reading;

  constructor(document: PdfDocument) {
    // The shapes of glyphs are not needed.
    this.#reading = startReading(document, () => {});
  }

  characters(page: Page, visible: Box, take: (character: ShownCharacter) => void): void {
    const extent = Extent.of(visible);
    atOnce(readPage(this.#reading, page, extent, new TextVisitor(extent, take)));
  }

  words(page: Page, visible: Box): Word[] {
    const words: Word[] = [];
    const builder = new WordBuilder((word) => words.push(word));
    this.characters(page, visible, (character) => builder.add(character));
    builder.end();
    return words;
  }
}

/** A character on the page: its text, and the box of its advance, from its descent to its ascent. */
interface ShownCharacter {
  readonly text: string;
  /** In the page's user space. */
  readonly box: Box;
  /** The pen's position before and after it. */
  readonly start: readonly [number, number];
  readonly end: readonly [number, number];
  /** The height of the font on the page. */
  readonly size: number;
}

/** How far letters usually reach from the base line, in text space at size 1. */
const DESCENT = -0.22;
const ASCENT = 0.9;

interface Glyph {
  readonly code: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Reports each character of a page, also invisible ones: the text over a scan is meant to be found. */
class TextVisitor implements Visitor {
  readonly #page: Extent;
  readonly #take: (character: ShownCharacter) => void;
  #font: Font | undefined;
  #glyphs: Glyph[] = [];

  constructor(page: Extent, take: (character: ShownCharacter) => void) {
    this.#page = page;
    this.#take = take;
  }

  beginRun(font: Font): void {
    this.#font = font;
    this.#glyphs = [];
  }

  glyph(_glyph: number, code: number, x: number, y: number, width: number): void {
    this.#glyphs.push({ code, x, y, width });
  }

  endRun({ matrix }: TextPosition, state: GraphicsState): void {
    const font = this.#font;
    const page = this.#page;
    if (!font) return;
    const { fontSize, scale, rise } = state;
    const whole = multiply(matrix, state.matrix);
    const [a, b, c, d, e, f] = whole;
    const size = Math.abs(fontSize) * Math.hypot(c, d);
    for (const { code, x, y, width } of this.#glyphs) {
      const text = font.textOf(code);
      if (text === undefined || text === "") continue;
      const extent = new Extent();
      const isDown = font.isVertical;
      const endX = isDown ? x : x + width * fontSize * scale;
      const endY = isDown ? y + width * fontSize : y;
      const half = isDown ? fontSize / 2 : 0;
      const [low, high] = isDown ? [endY, y] : [y + rise + DESCENT * fontSize, y + rise + ASCENT * fontSize];
      extent.addBox(x - half, low, endX + half, high, whole);
      // What lies outside the page is not on it.
      if (
        extent.right < page.left ||
        extent.left > page.right ||
        extent.top < page.bottom ||
        extent.bottom > page.top
      ) {
        continue;
      }
      this.#take({
        text,
        box: [extent.left, extent.bottom, extent.right, extent.top],
        start: [a * x + c * (y + rise) + e, b * x + d * (y + rise) + f],
        end: [a * endX + c * (endY + rise) + e, b * endX + d * (endY + rise) + f],
        size,
      });
    }
  }

  path(): void {}
  image(): void {}
  shading(): void {}

  beginForm(): boolean {
    return true;
  }

  endForm(): void {}
}

interface Word {
  text: string;
  /** In the page's user space. */
  box: Box;
}

/** A gap wider than this part of the size begins a new word. */
const GAP = 0.15;
/** How far a character may stand from the line of the one before, in parts of the size. */
const OFF_LINE = 0.3;
/** A shadow is the same character drawn again almost where it was. */
const SHADOW = 0.1;

/** Joins characters to words, in the order of the content. */
class WordBuilder {
  #word: { text: string; box: [number, number, number, number] } | undefined;
  #last: ShownCharacter | undefined;
  readonly #take: (word: Word) => void;

  constructor(take: (word: Word) => void) {
    this.#take = take;
  }

  add(character: ShownCharacter): void {
    const last = this.#last;
    if (last && isShadow(last, character)) return;
    if (!last || !this.#word || begins(last, character)) this.end();
    this.#last = character;
    for (const part of character.text.split(/(\s+)/)) {
      if (part === "") continue;
      if (/^\s/.test(part)) this.end();
      else this.#append(part, character.box);
    }
  }

  end(): void {
    if (this.#word) this.#take(this.#word);
    this.#word = undefined;
  }

  #append(text: string, [left, bottom, right, top]: Box): void {
    const word = this.#word;
    if (!word) {
      this.#word = { text, box: [left, bottom, right, top] };
      return;
    }
    word.text += text;
    const { box } = word;
    box[0] = Math.min(box[0], left);
    box[1] = Math.min(box[1], bottom);
    box[2] = Math.max(box[2], right);
    box[3] = Math.max(box[3], top);
  }
}

function isShadow(last: ShownCharacter, next: ShownCharacter): boolean {
  const distance = Math.hypot(next.start[0] - last.start[0], next.start[1] - last.start[1]);
  return last.text === next.text && distance < SHADOW * last.size;
}

/** Whether the character begins somewhere else than where the previous one ended. */
function begins(last: ShownCharacter, next: ShownCharacter): boolean {
  const [dx, dy] = [last.end[0] - last.start[0], last.end[1] - last.start[1]];
  const length = Math.hypot(dx, dy) || 1;
  const [gx, gy] = [next.start[0] - last.end[0], next.start[1] - last.end[1]];
  const along = (gx * dx + gy * dy) / length;
  const across = Math.abs(gx * dy - gy * dx) / length;
  const size = Math.max(last.size, next.size) || 1;
  return across > OFF_LINE * size || along > GAP * size || along < -size / 2;
}
