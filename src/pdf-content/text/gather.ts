import { Holding, type Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { FieldText } from "../../pdf-pages/form-fields.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { normalised } from "../../platform/normalised.ts";
import { Extent } from "../extent.ts";
import type { Font } from "../fonts/font.ts";
import type { ShownImage, Visitor } from "../interpreter/visitor.ts";
import { multiply } from "../matrix.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import type { TextPosition } from "../state/text-position.ts";
import { withAccent } from "./accents.ts";

/** Where text runs to on the page, as a vector of length 1. Lines follow one another to its right. */
export interface Direction {
  readonly x: number;
  readonly y: number;
}

/** Characters that follow one another on a line without a gap. Lengths are in the page's user space. */
export interface Piece {
  readonly direction: Direction;
  readonly texts: string[];
  /** Where each glyph begins, and where the last one ends, along the direction. */
  readonly edges: number[];
  readonly low: number;
  high: number;
  /** Where the glyphs end that follow it and say nothing. */
  end: number;
  /** The base line's distance from the origin, to the left of the direction. */
  readonly base: number;
  readonly size: number;
  /** How far the font reaches above the base line, and below it (negative). */
  readonly ascent: number;
  readonly descent: number;
  /** Whether white space follows. */
  isSpaced: boolean;
  /** Whether it is not drawn, such as the text over a scan. */
  readonly isHidden: boolean;
}

/** Characters that follow one another, and whose text the file does not tell. */
export interface Missed extends Pick<Piece, "direction" | "low" | "base" | "size"> {
  readonly font: Font;
  high: number;
  characters: number;
}

/** The last accent, and what it was added to. */
interface Accent extends Pick<Piece, "direction" | "low" | "high" | "base"> {
  readonly text: string;
  readonly before: Piece | undefined;
  readonly end: number;
}

/** What a piece says. Most are short: joining them in one call takes twice as long. */
export function saidBy({ texts }: Piece): string {
  let text = "";
  for (const one of texts) text += one;
  return text;
}

/** A gap wider than this part of the size divides words. */
export const GAP = 0.15;
/** A letter that is drawn again almost where it was is bold, or has a shadow, in parts of the size. */
export const SHADOW = 0.12;
/** What a glyph of a piece takes in memory, and a piece beside them. */
const GLYPH_BYTES = 40;
const PIECE_BYTES = 450;
/** Letters whose memory is charged at once. */
const MAX_OWED = 4096;
/** How far an accent of its own may be raised for a capital, in parts of the size. */
const RAISED = 0.4;
const LAST_OF_ASCII = 0x7f;
/** Letters that are written in place of others: ligatures, and forms by place (U+FB00 to U+FEFC). */
const FORMS = /[\ufb00-\ufefc]/;
const SOFT_HYPHEN = "\u00ad";
/** The largest size of letters in a field that does not give it. */
const MAX_FIELD_SIZE = 12;
const FIELD_PADDING = 2;
/** Directions that differ by less than a degree are one. */
const SAME_DIRECTION = 0.9998;

/**
 * Gathers the text of a page, in the order of the content. Invisible text counts: the text over a scan is meant to be
 * found. What lies outside the page does not.
 */
export class TextGatherer implements Visitor {
  readonly found: Piece[] = [];
  readonly missed: Missed[] = [];
  /** Characters that are drawn, without spaces, and those among them whose text the file does not tell. */
  shown = 0;
  unread = 0;
  /** The area of the images, as a share of the page's. */
  imageShare = 0;
  readonly holding: Holding;
  readonly #page: Extent;
  readonly #isAll: boolean;
  readonly #directions: Direction[] = [];
  #piece: Piece | undefined;
  /** Whether what follows is another piece, wherever it stands. */
  protected isApart = false;
  /** Of the run that is shown. */
  #font!: Font;
  #isShown = false;
  #isHidden = false;
  #direction: Direction = { x: 1, y: 0 };
  #size = 0;
  /** From the pen's position to the one along the direction and to the base line's. */
  readonly #along = [0, 0, 0];
  readonly #across = [0, 0, 0];
  /** What a width of 1 is on the page. */
  #stretch = 0;
  #ascent = 0;
  #descent = 0;
  /** Glyphs whose memory is not charged yet. */
  #added = 0;
  #accent: Accent | undefined;

  /** `isAll`: what lies outside of the page counts, too. */
  constructor(page: Extent, work: Work, isAll = false) {
    this.#page = page;
    this.#isAll = isAll;
    this.holding = new Holding(work);
  }

  beginRun(font: Font, { matrix, fontSize, scale, rise, textMode }: GraphicsState, position: TextPosition): void {
    const [a, b, c, d, e, f] = multiply(position.matrix, matrix);
    const sizeX = fontSize * scale;
    const [dx, dy] = font.isVertical ? [-c * fontSize, -d * fontSize] : [a * sizeX, b * sizeX];
    const stretch = Math.hypot(dx, dy);
    const size = (Math.abs((a * d - b * c) * sizeX * fontSize) / stretch) * font.em;
    this.#font = font;
    this.#isHidden = textMode === 3;
    this.#isShown = size > 0 && Number.isFinite(stretch + size + e + f);
    if (!this.#isShown) return;
    const { x, y } = this.#turnTo(dx / stretch, dy / stretch);
    const along = this.#along;
    const across = this.#across;
    along[0] = a * x + b * y;
    along[1] = c * x + d * y;
    along[2] = (c * rise + e) * x + (d * rise + f) * y;
    across[0] = b * x - a * y;
    across[1] = d * x - c * y;
    across[2] = (d * rise + f) * x - (c * rise + e) * y;
    this.#size = size;
    this.#stretch = font.isVertical ? -stretch : stretch;
    // Vertical writing has the pen in the middle of its column.
    this.#ascent = font.isVertical ? size / 2 : font.ascent * size;
    this.#descent = font.isVertical ? -size / 2 : font.descent * size;
  }

  #turnTo(x: number, y: number): Direction {
    const isSame = (one: Direction): boolean => one.x * x + one.y * y > SAME_DIRECTION;
    if (isSame(this.#direction) && this.#directions.length > 0) return this.#direction;
    let direction = this.#directions.find(isSame);
    if (!direction) {
      direction = { x, y };
      this.#directions.push(direction);
    }
    this.#direction = direction;
    return direction;
  }

  /** Whether an accent and the letter that it is drawn over, such as those of TeX, are one letter. */
  protected readonly composes: boolean = true;

  /** What a soft hyphen is that is drawn. */
  protected readonly hyphen: string = "-";

  /** What a character says. */
  protected textOf(font: Font, code: number, _width: number): string | undefined {
    return font.textOf(code);
  }

  /** Whether a character that says a space shows something else. */
  protected isDrawn(_font: Font, _glyph: number, _code: number): boolean {
    return false;
  }

  #miss(low: number, high: number, base: number): void {
    this.shown++;
    this.unread++;
    const [piece, direction, size] = [this.#piece, this.#direction, this.#size];
    if (piece && piece.direction === direction && low - piece.end < GAP * size) piece.end = high;
    const last = this.missed.at(-1);
    const isNext = last?.font === this.#font && last.direction === direction && Math.abs(last.base - base) < size / 10;
    if (last && isNext && Math.abs(low - last.high) < GAP * size) {
      last.high = high;
      last.characters++;
      return;
    }
    this.holding.take(PIECE_BYTES);
    this.missed.push({ font: this.#font, direction, low, high, base, size, characters: 1 });
  }

  glyph(glyph: number, code: number, penX: number, penY: number, width: number): void {
    if (!this.#isShown) return;
    const text = this.textOf(this.#font, code, width);
    const along = this.#along;
    const across = this.#across;
    const low = along[0]! * penX + along[1]! * penY + along[2]!;
    const base = across[0]! * penX + across[1]! * penY + across[2]!;
    const high = low + Math.max(0, width * this.#stretch);
    if (!this.#isOnPage(low, high, base + (this.#ascent + this.#descent) / 2)) return;
    // Most letters are of ASCII.
    const isPlain = text !== undefined && text > " " && text < "\x7f";
    const isBlank = !isPlain && text !== undefined && isSpace(text);
    // What is not drawn shows nothing, whatever box its font has for a space.
    const isUnseen = isBlank || (!isPlain && text !== undefined && UNSEEN.test(text));
    const isShape = isUnseen && !this.#isHidden && this.isDrawn(this.#font, glyph, code);
    if (text === undefined || isUnread(text) || isShape) {
      this.#miss(low, high, base);
      return;
    }
    // A soft hyphen that takes space is drawn: some producers have no other name for the hyphen's glyph.
    if (text === "" || (text === SOFT_HYPHEN && high === low)) return;
    if (isBlank) {
      this.#endWord();
      return;
    }
    this.shown++;
    const shown = isPlain && text.length === 1 ? text : text === SOFT_HYPHEN ? this.hyphen : this.#letters(text);
    const isOfTwo = this.composes && (this.#accent || shown === "`" || shown.charCodeAt(0) > LAST_OF_ASCII);
    const letter = isOfTwo ? this.#composed(shown, low, high, base) : shown;
    if (letter !== undefined) this.#add(letter, low, high, base);
  }

  /** The letter with the accent that was drawn before it; undefined for an accent of the letter before. */
  #composed(text: string, low: number, high: number, base: number): string | undefined {
    const [accent, before, direction] = [this.#accent, this.#piece, this.#direction];
    const isOver = (one: Pick<Piece, "low" | "high">, middle: number, other: number): boolean =>
      middle > one.low && middle < one.high && Math.abs(base - other) < RAISED * this.#size;
    this.#accent = undefined;
    if (accent?.direction === direction && isOver({ low, high }, (accent.low + accent.high) / 2, accent.base)) {
      const made = before?.isSpaced ? undefined : withAccent(text, accent.text);
      if (made !== undefined) this.#takeBack(accent);
      return made ?? text;
    }
    if (before?.direction === direction && !before.isSpaced) {
      const letter = { low: before.edges.at(-2)!, high: before.high };
      const made = isOver(letter, (low + high) / 2, before.base) ? withAccent(before.texts.at(-1)!, text) : undefined;
      if (made !== undefined) {
        this.shown--;
        before.texts[before.texts.length - 1] = made;
        return undefined;
      }
    }
    this.#accent = { text, direction, low, high, base, before, end: before?.high ?? 0 };
    return text;
  }

  #takeBack({ before, end }: Accent): void {
    this.shown--;
    if (this.#piece !== before) {
      this.found.pop();
      this.#piece = before;
      return;
    }
    if (!before) return;
    before.texts.pop();
    before.edges.pop();
    before.edges[before.edges.length - 1] = before.high = before.end = end;
  }

  /** The letters of a ligature, and of a form that a letter has by its place in a word. A glyph may say many. */
  #letters(text: string): string {
    const { work } = this.holding;
    work.spend(text.length * COST.letter);
    const letters = FORMS.test(text) ? normalised(text, "NFKC") : text;
    this.#noteLetters(letters.length - 1);
    return letters;
  }

  #noteLetters(count: number): void {
    this.#added += count;
    if (this.#added < MAX_OWED) return;
    this.holding.work.spend(this.#added * COST.glyph);
    this.holding.take(this.#added * GLYPH_BYTES);
    this.#added = 0;
  }

  /** Whether a part of a letter may show, by the line through its middle. */
  #isOnPage(low: number, high: number, across: number): boolean {
    if (this.#isAll) return true;
    const { x, y } = this.#direction;
    const { left, bottom, right, top } = this.#page;
    // The direction of most text.
    if (x === 1) return low <= right && high >= left && across <= top && across >= bottom;
    const isWithin = (one: number, other: number, least: number, most: number): boolean =>
      Math.min(one, other) <= most && Math.max(one, other) >= least;
    return (
      isWithin(low * x - across * y, high * x - across * y, left, right) &&
      isWithin(low * y + across * x, high * y + across * x, bottom, top)
    );
  }

  #add(text: string, low: number, high: number, base: number): void {
    const piece = this.#piece;
    const size = this.#size;
    if (++this.#added === MAX_OWED) this.#noteLetters(0);
    if (piece && !piece.isSpaced && !this.isApart && piece.direction === this.#direction) {
      const last = piece.edges[piece.edges.length - 2]!;
      const isAgain = Math.abs(low - last) < SHADOW * size && Math.abs(base - piece.base) < SHADOW * size;
      if (isAgain && text === piece.texts.at(-1)) {
        piece.high = piece.end = Math.max(high, piece.high);
        piece.edges[piece.edges.length - 1] = piece.high;
        return;
      }
      const isNext = low - piece.high < GAP * size && low > (last + piece.high) / 2;
      const isAlike = Math.abs(base - piece.base) < 0.1 * size && Math.abs(size - piece.size) < 0.2 * size;
      if (isNext && isAlike) {
        piece.texts.push(text);
        piece.edges[piece.edges.length - 1] = low;
        piece.edges.push(high);
        piece.high = piece.end = high;
        return;
      }
    }
    this.isApart = false;
    this.holding.take(PIECE_BYTES);
    this.holding.work.spend(COST.piece);
    const { ascent, descent } = { ascent: this.#ascent, descent: this.#descent };
    const direction = this.#direction;
    const isHidden = this.#isHidden;
    this.#piece = {
      direction,
      texts: [text],
      edges: [low, high],
      low,
      high,
      end: high,
      base,
      size,
      ascent,
      descent,
      isSpaced: false,
      isHidden,
    };
    this.found.push(this.#piece);
  }

  endRun(): void {
    this.holding.take(this.#added * GLYPH_BYTES);
    this.#added = 0;
  }

  /** What a viewer writes into a field. It chooses the font: only about where each letter is is known. */
  addField([left, bottom, right, top]: Box, { lines, size: given }: FieldText): void {
    const { work } = this.holding;
    work.spend(this.found.length * COST.sortedPiece);
    const shown = this.found
      .filter(({ low, base }) => low >= left && low <= right && base >= bottom && base <= top)
      .map(saidBy)
      .join("");
    const size = given || Math.min(MAX_FIELD_SIZE, (top - bottom) / 2);
    this.#turnTo(1, 0);
    [this.#size, this.#ascent, this.#descent] = [size, size * 0.95, size * -0.35];
    const first = lines.length > 1 ? top - 1.2 * size : (top + bottom) / 2 - 0.35 * size;
    for (const [at, line] of lines.entries()) {
      work.spend(COST.text + line.length * COST.letter + shown.length * COST.comparedLetter);
      // The appearance may say the same.
      if (shown.includes(line.replace(/\s/g, ""))) continue;
      const advance = Math.min(size / 2, (right - left - 2 * FIELD_PADDING) / line.length);
      const base = first - at * 1.2 * size;
      this.#piece = undefined;
      for (const [place, text] of [...line].entries()) {
        const low = left + FIELD_PADDING + place * advance;
        if (isSpace(text)) this.#endWord();
        else if (this.#isOnPage(low, low + advance, base)) {
          this.shown++;
          this.#add(this.#letters(text), low, low + advance, base);
        }
      }
      this.#endWord();
    }
    this.endRun();
  }

  #endWord(): void {
    if (this.#piece) this.#piece.isSpaced = true;
  }

  image(_image: ShownImage, { matrix, clip }: GraphicsState): void {
    const area = new Extent();
    area.addBox(0, 0, 1, 1, matrix);
    area.clip(clip);
    area.clip(this.#page);
    const { left, bottom, right, top } = this.#page;
    if (!area.isEmpty) {
      this.imageShare += ((area.right - area.left) * (area.top - area.bottom)) / ((right - left) * (top - bottom));
    }
  }
}

function isSpace(text: string): boolean {
  return text === " " || text === "\u00a0" || (text.trim() === "" && !text.includes("\ufeff"));
}

/** Characters that show nothing. */
const UNSEEN = /^(?:[\u200b\u2061-\u2064\u2800\u3164\ufeff\ufff0-\uffff]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff])+$/;

/** Private use, but for the digits and capitals that Adobe has there. */
const PRIVATE = /^(?:(?![\uf730-\uf739\uf761-\uf77a])[\ue000-\uf8ff]|[\udb80-\udbff])/;

/** A font that does not know a character maps it to nothing, to a control character, to private use or to U+FFFD. */
export function isUnread(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code >= 0xdb80 && PRIVATE.test(text)) return true;
  return code === 0xfffd || code < 9 || (code > 13 && code < 32) || (code >= 0x7f && code < 0xa0);
}
