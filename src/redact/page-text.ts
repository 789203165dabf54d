import type { Turns } from "../meter/turns.ts";
import type { Work } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { appearanceMatrix } from "../pdf-content/annotations.ts";
import { MAX_FORM_DEPTH } from "../pdf-content/content-limits.ts";
import { contentPieces, FreshPieces } from "../pdf-content/contents.ts";
import { Extent } from "../pdf-content/extent.ts";
import type { Font } from "../pdf-content/fonts/font.ts";
import { drawForm, drawFormAtOnce } from "../pdf-content/interpreter/forms.ts";
import { type ContentVisitor, Interpreter, type Reading } from "../pdf-content/interpreter/interpreter.ts";
import { IDENTITY, toMatrix } from "../pdf-content/matrix.ts";
import { Resources } from "../pdf-content/resources.ts";
import type { GraphicsState } from "../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../pdf-content/state/text-position.ts";
import { operatorCode } from "../pdf-content/syntax/tokeniser.ts";
import { type Piece, saidBy, TextGatherer } from "../pdf-content/text/gather.ts";
import { TextForms } from "../pdf-content/text/reading-form.ts";
import { textOf } from "../pdf-content/text/text-reader.ts";
import type { TextLine, TextWord } from "../pdf-content/text/words.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import { type Box, normalise } from "../pdf-pages/geometry.ts";
import { lastUpTo } from "../platform/last-up-to.ts";
import { freshState } from "../remove/reading.ts";

/** Glyphs of one piece, [from, to). */
export interface Glyphs {
  readonly piece: Piece;
  readonly from: number;
  readonly to: number;
}

/** A text of a page. */
export interface SearchedText {
  readonly text: string;
  readonly forms: TextForms;
  /** The glyphs that say its characters [from, to); what divides words and lines is none. */
  glyphs(from: number, to: number): Glyphs[];
}

/** All that a page shows or hides as text. */
export interface WholeText {
  /** As it is read, across columns, and in the order of the content: an order that one reader takes may hide a word. */
  readonly texts: readonly SearchedText[];
  readonly pieces: readonly Piece[];
  readonly unread: number;
  readonly isScan: boolean;
  /** Whether a pattern's cell has text, of which one tile was read, or a glyph may draw some, which was not. */
  readonly hasPattern: boolean;
  /** Texts that describe or replace contents (14.9). */
  readonly said: readonly string[];
}

/** What a character takes in memory at most. */
const CHARACTER_BYTES = 2;
/** What a piece takes in the texts that are searched, which are four at most. */
const SEARCHED_BYTES = 250;

const [BDC, GS, SCN, SC] = ["BDC", "gs", "scn", "SCN"].map(operatorCode);

/** Gathers all text of a page, and also that of soft masks and of patterns. */
export class WholeGatherer extends TextGatherer implements ContentVisitor {
  hasPattern = false;
  readonly said: string[] = [];
  readonly #noted = new Set<PdfString>();
  #depth = 0;
  #font: Font | undefined;
  readonly #reading: Reading;

  constructor(page: Extent, reading: Reading) {
    super(page, reading.document.work, true);
    this.#reading = reading;
  }

  text(): WholeText {
    const { lines, across, unread, isScan } = textOf(this);
    const texts = [lines, ...(across ? [across] : [])].flatMap((all) => {
      this.holding.entries(this.found.length, SEARCHED_BYTES, COST.piece);
      return ofLines(all, this.holding.work);
    });
    texts.push(inOrder(this.found, this.holding.work));
    return { texts, pieces: this.found, unread, isScan, hasPattern: this.hasPattern, said: this.said };
  }

  /** Glyphs of Type 3 may draw text of their own. */
  override beginRun(font: Font, state: GraphicsState, position: TextPosition): void {
    if (font !== this.#font) {
      this.#font = font;
      const { document } = this.#reading;
      const dict = document.dict(font.source);
      const own = document.dict(dict?.get("Resources"));
      const isContent = document.resolve(dict?.get("Subtype")) === "Type3";
      const isDrawing = ["Font", "XObject"].some((kind) => (document.dict(own?.get(kind))?.size ?? 0) > 0);
      if (isContent && isDrawing) this.hasPattern = true;
    }
    super.beginRun(font, state, position);
  }

  operator(on: Interpreter): void {
    const { operator } = on.tokens!;
    if (operator === BDC) this.#note(on);
    if (this.#depth >= MAX_FORM_DEPTH || (operator !== GS && operator !== SCN && operator !== SC)) return;
    this.#depth++;
    if (operator === GS) this.#softMask(on);
    else this.#pattern(on);
    this.#depth--;
  }

  #note({ document, properties }: Interpreter): void {
    for (const text of document.entries(properties).values()) {
      const own = document.resolve(text);
      // One description may belong to many contents.
      if (!(own instanceof PdfString) || this.#noted.has(own)) continue;
      this.#noted.add(own);
      this.holding.take(own.bytes.length * CHARACTER_BYTES);
      this.said.push(document.text(own) ?? "");
    }
  }

  #softMask(on: Interpreter): void {
    const mask = on.document.dict(on.document.dict(on.resource("ExtGState"))?.get("SMask"));
    const group = on.document.resolve(mask?.get("G"));
    if (!(group instanceof PdfStream)) return;
    on.document.work.spend(COST.content);
    const own = new Resources(on.document, undefined);
    drawFormAtOnce(new Interpreter(this.#reading, this, own, freshState(on.state.matrix)), group);
  }

  #pattern(on: Interpreter): void {
    const { document, resources } = on;
    const pattern = document.resolve(on.resource("Pattern"));
    if (!(pattern instanceof PdfStream)) return;
    document.work.spend(COST.content);
    const before = this.shown;
    const matrix = toMatrix(document.numbers(pattern.dict.get("Matrix"), 6)) ?? IDENTITY;
    const own = new Resources(document, pattern.dict.get("Resources"), resources);
    new Interpreter(this.#reading, this, own, freshState(matrix)).read(contentPieces(document, pattern, () => {}));
    if (this.shown > before) this.hasPattern = true;
  }
}

/** Reads all text of a page, and that of each look of its annotations, hidden or not. */
export function* readWholeText(reading: Reading, page: Page, visible: Box): Turns<WholeText> {
  const { document } = reading;
  document.work.place = `page ${page.index + 1}`;
  document.work.spend(COST.page);
  const gathered = new WholeGatherer(Extent.of(visible), reading);
  try {
    const resources = new Resources(document, page.attribute("Resources"));
    const on = new Interpreter(reading, gathered, resources, freshState(IDENTITY));
    const fresh = new FreshPieces();
    yield* on.reading(contentPieces(document, page.dict.get("Contents"), () => {}, fresh));
    fresh.end();
    for (const item of document.array(page.dict.get("Annots")) ?? []) {
      if (document.work.isTurnOver) yield;
      document.work.spend(COST.annotation);
      const dict = document.dict(item);
      const rect = normalise(document.numbers(dict?.get("Rect"), 4));
      const normal = document.resolve(document.dict(dict?.get("AP"))?.get("N"));
      for (const item of normal instanceof Map ? document.entries(normal).values() : [normal]) {
        const look = document.resolve(item);
        if (!rect || !(look instanceof PdfStream)) continue;
        on.state = freshState(IDENTITY);
        yield* drawForm(on, look, appearanceMatrix(document, look, rect));
        yield;
      }
    }
    yield;
    const text = gathered.text();
    yield;
    return text;
  } finally {
    gathered.holding.letGo();
  }
}

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

  constructor(work: Work) {
    this.#work = work;
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

  divide(by: " " | "\n"): void {
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
function ofLines(lines: readonly TextLine[], work: Work): SearchedText[] {
  const build = (gap: number): SearchedText => {
    const to = new Builder(work);
    for (const { words } of lines) {
      words.forEach((word, at) => {
        if (at > 0 && !isNarrow(words[at - 1]!, word, gap)) to.divide(" ");
        to.add(word.text, word.pieces);
      });
      to.divide("\n");
    }
    return to;
  };
  const hasGaps = lines.some(({ words }) => words.some((word, at) => at > 0 && isNarrow(words[at - 1]!, word, WIDE)));
  return [build(0), ...(hasGaps ? [build(WIDE)] : [])];
}

/** A gap that some readers take for none, in parts of the size. */
const WIDE = 0.45;

/** Whether the gap between two words is narrower than this, and no space is in it. */
function isNarrow({ pieces: before }: TextWord, { pieces: after, size }: TextWord, gap: number): boolean {
  const [one, other] = [before.at(-1)!, after[0]!];
  return !one.isSpaced && other.low - one.end < gap * size;
}

/** A gap that a writer may leave between letters, and how far the base line may move, in parts of the size. */
const GAP = 0.15;

function inOrder(pieces: readonly Piece[], work: Work): SearchedText {
  const to = new Builder(work);
  let last: Piece | undefined;
  for (const piece of pieces) {
    if (last) {
      const isLine = last.direction === piece.direction && Math.abs(last.base - piece.base) < GAP * piece.size;
      const isNext = isLine && !last.isSpaced && Math.abs(piece.low - last.high) < GAP * piece.size;
      if (!isNext) to.divide(isLine ? " " : "\n");
    }
    to.add(saidBy(piece), [piece]);
    last = piece;
  }
  return to;
}
