import type { Turns } from "../meter/turns.ts";
import type { Holding } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { appearanceMatrix } from "../pdf-content/annotations.ts";
import { MAX_FORM_DEPTH } from "../pdf-content/content-limits.ts";
import { contentPieces, FreshPieces } from "../pdf-content/contents.ts";
import { Extent } from "../pdf-content/extent.ts";
import type { Font } from "../pdf-content/fonts/font.ts";
import { textOfGlyph } from "../pdf-content/fonts/names/glyph-names.ts";
import { type3Glyph, type3Matrix } from "../pdf-content/fonts/type3-font.ts";
import { drawForm, drawFormAtOnce } from "../pdf-content/interpreter/forms.ts";
import { type ContentVisitor, Interpreter, type Reading } from "../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../pdf-content/interpreter/visitor.ts";
import { IDENTITY, toMatrix } from "../pdf-content/matrix.ts";
import { Resources } from "../pdf-content/resources.ts";
import type { GraphicsState } from "../pdf-content/state/graphics-state.ts";
import type { Path } from "../pdf-content/state/path.ts";
import type { TextPosition } from "../pdf-content/state/text-position.ts";
import { operatorCode } from "../pdf-content/syntax/tokeniser.ts";
import { isUnread, type Piece, TextGatherer } from "../pdf-content/text/gather.ts";
import { readingForm } from "../pdf-content/text/reading-form.ts";
import { textOf } from "../pdf-content/text/text-reader.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { unlessDamaged } from "../pdf-file/pdf-problem.ts";
import type { Page } from "../pdf-file/structure/page-tree.ts";
import { type PdfDict, type PdfObject, PdfStream, PdfString } from "../pdf-file/syntax/objects.ts";
import { type Box, EVERYWHERE, normalise } from "../pdf-pages/geometry.ts";
import { latin1Text } from "../platform/latin1.ts";
import { freshState } from "../remove/reading.ts";
import { inMarkup, textOfString } from "../remove/words.ts";
import { Coverage, type Unsearched } from "./coverage.ts";
import { type Instead, inCells, inOrder, ofLines, type SearchedLine, type SearchedText } from "./searched-text.ts";

/** All that a page shows or hides as text. */
export interface WholeText {
  /** As it is read, across columns, and in the order of the content: an order that one reader takes may hide a word. */
  readonly texts: readonly SearchedText[];
  readonly pieces: readonly Piece[];
  /** What of the page is no text that was read. */
  readonly unsearched: readonly Unsearched[];
  /** The first lines and the last ones, each a text: a word may run over the end of the page. */
  readonly firstLines: readonly SearchedLine[];
  readonly lastLines: readonly SearchedLine[];
  /** Texts that describe or replace contents (14.9). */
  readonly said: readonly string[];
  /** Which of the pieces each annotation shows, by its place in the page's list. */
  readonly looks: readonly Look[];
  /** What annotations say beside their looks. */
  readonly beside: readonly SaidBeside[];
  /** The memory of all this: whoever drops it lets go of that. */
  readonly holding: Holding;
}

export interface SaidBeside {
  readonly annotation: number;
  readonly box: Box;
  readonly text: string;
}

/** The pieces [from, to) of an annotation. */
interface Look {
  readonly annotation: number;
  readonly from: number;
  readonly to: number;
}

/** What a character takes in memory at most. */
const CHARACTER_BYTES = 2;
/** What a piece takes in the texts that are searched, which are six at most. */
const SEARCHED_BYTES = 375;
/** What is known of a character's code takes this in memory. */
const CODE_BYTES = 50;
/** Lines at a page's ends that may be no running heads. */
const END_LINES = 3;

/** How far text that a glyph draws may be from its own place, in parts of the size. */
const MAX_BESIDE = 0.5;

/** Glyphs of Type 3 that draw glyphs of Type 3 that draw text. */
const MAX_NESTING = 3;

/** A character that says nothing, but takes space: no word ends there. */
const NO_WIDTH = "\u2060";

const [BDC, BMC, EMC, GS, SCN, SC] = ["BDC", "BMC", "EMC", "gs", "scn", "SCN"].map(operatorCode);

/** Gathers all text of a page, and also that of soft masks and of patterns. */
export class WholeGatherer extends TextGatherer implements ContentVisitor {
  readonly #coverage: Coverage;
  readonly said: string[] = [];
  readonly looks: Look[] = [];
  readonly beside: SaidBeside[] = [];
  readonly #noted = new Set<PdfString>();
  #depth = 0;
  #font: Font | undefined;
  #isType3 = false;
  /** Whether letters of a font are drawn, and no procedures. */
  #isLettered = false;
  /** What the glyphs of a font draw as text, by code; undefined for one that draws none. */
  #drawn: Map<number, string> | undefined;
  /** What its glyphs draw as text, or what viewers draw of a font without a program, where it tells otherwise. */
  readonly #drawnBy = new Map<Font, Map<number, string>>();
  readonly #reading: Reading;
  readonly #page: Extent;

  readonly #nesting: number;
  /** How many marked contents are open, and the outermost one that a text stands for. */
  #marked = 0;
  #replaced: { readonly depth: number; readonly from: number; readonly text: string } | undefined;
  readonly #instead = new Map<number, Instead>();

  constructor(page: Extent, reading: Reading, nesting = 0) {
    super(page, reading.document.work, true);
    this.#nesting = nesting;
    this.#reading = reading;
    this.#page = page;
    this.#coverage = new Coverage(page, reading.document.work);
  }

  text(): WholeText {
    const { document } = this.#reading;
    const { lines, across } = textOf(this);
    const texts = [lines, ...(across ? [across] : [])].flatMap((all) => {
      this.holding.entries(this.found.length, SEARCHED_BYTES, COST.piece);
      return ofLines(all, this.holding.work);
    });
    const cells = inCells(across ?? lines, this.holding.work);
    if (cells) texts.push(cells);
    texts.push(inOrder(this.found, this.holding.work));
    if (this.#instead.size > 0) texts.push(inOrder(this.found, this.holding.work, this.#instead));
    const missed = this.missed.map(({ font, ...one }) => {
      const name = document.resolve(document.dict(font.source)?.get("BaseFont"));
      return { ...one, font: typeof name === "string" ? name.replace(/^[A-Z]{6}\+/, "") : "a font without a name" };
    });
    return {
      texts,
      holding: this.holding,
      pieces: this.found,
      unsearched: this.#coverage.unsearched(this.found, missed),
      said: this.said,
      looks: this.looks,
      beside: this.beside,
      firstLines: lines.slice(0, END_LINES).map(({ words }) => words),
      lastLines: lines.slice(-END_LINES).map(({ words }) => words),
    };
  }

  /** What is cut are glyphs: a rule finds accents beside their letters. */
  protected override readonly composes: boolean = false;

  /** It may be meant as a hyphen or not. */
  protected override readonly hyphen: string = "\xad";

  /** Glyphs of Type 3 may draw text of their own. */
  override beginRun(font: Font, state: GraphicsState, position: TextPosition): void {
    if (font !== this.#font) {
      this.#font = font;
      this.#drawn = undefined;
      const { document } = this.#reading;
      const dict = document.dict(font.source);
      this.#isType3 = document.resolve(dict?.get("Subtype")) === "Type3";
      if (this.#isType3) {
        const own = document.dict(dict?.get("Resources"));
        const isDrawing = !own || ["Font", "XObject"].some((kind) => (document.dict(own.get(kind))?.size ?? 0) > 0);
        if (isDrawing && drawsText(document, dict!)) {
          // Without resources of its own, a glyph has those of the content that shows it (9.6.4).
          if (!own) this.#coverage.hasDrawingGlyphs = true;
          else this.#drawn = this.#drawnBy.get(font) ?? new Map();
          if (this.#drawn) this.#drawnBy.set(font, this.#drawn);
        }
      }
    }
    this.#isLettered = !this.#isType3 && state.textMode !== 3;
    super.beginRun(font, state, position);
  }

  /** What a glyph draws as text on its line counts, if it says nothing else. */
  protected override textOf(font: Font, code: number, width: number): string | undefined {
    const said = font.textOf(code);
    if (!this.#drawn) {
      if (this.#isLettered && this.#isDrawnOtherwise(font, code, said)) return undefined;
      return said === "" && width > 0 ? NO_WIDTH : said;
    }
    const known = this.#drawn.get(code);
    const drawn = known ?? this.#read(font, code, width);
    if (known === undefined) {
      this.#drawn.set(code, drawn);
      const isOther = drawn !== "" && said?.trim() && !isUnread(said) && !this.#isAlike(said, drawn);
      if (isOther) this.#coverage.hasDrawingGlyphs = true;
    }
    return drawn === "" ? said : drawn;
  }

  /** Whether viewers draw another letter than the file tells: without a program they draw what the encoding names. */
  #isDrawnOtherwise(font: Font, code: number, said: string | undefined): boolean {
    if (font.composite || font.embedded || said === undefined) return false;
    const known = this.#drawnBy.get(font) ?? new Map<number, string>();
    this.#drawnBy.set(font, known);
    let other = known.get(code);
    if (other === undefined) {
      other = textOfGlyph(font.nameOf(code) ?? "") ?? "";
      if (readingForm(other) === "" || this.#isAlike(other, said === "\xad" ? "-" : said)) other = "";
      this.holding.take(CODE_BYTES);
      known.set(code, other);
    }
    return other !== "";
  }

  /** A character may say a text of any length: it is compared once for each code. */
  #isAlike(one: string, other: string): boolean {
    this.holding.work.spend((one.length + other.length) * COST.searchedCharacter);
    return readingForm(one).toLowerCase() === readingForm(other).toLowerCase();
  }

  #read(font: Font, code: number, width: number): string {
    const { document } = this.#reading;
    const { work } = document;
    const dict = document.dict(font.source)!;
    const glyph = type3Glyph(document, dict, code);
    if (!glyph) return "";
    work.spend(COST.content);
    if (this.#nesting >= MAX_NESTING) {
      this.#coverage.hasDrawingGlyphs = true;
      return "";
    }
    const inner = new WholeGatherer(this.#page, this.#reading, this.#nesting + 1);
    const own = new Resources(document, dict.get("Resources"));
    const on = new Interpreter(this.#reading, inner, own, freshState(type3Matrix(document, dict)));
    on.read(contentPieces(document, glyph.procedure, () => {}));
    const isBeside = ({ direction, low, high, base }: Piece): boolean =>
      direction.x < 1 || low < -MAX_BESIDE || high > width + MAX_BESIDE || Math.abs(base) > MAX_BESIDE;
    const { hasDrawingGlyphs } = inner.#coverage;
    if (hasDrawingGlyphs || inner.missed.length > 0 || inner.found.some(isBeside))
      this.#coverage.hasDrawingGlyphs = true;
    const { text } = inOrder(inner.found, work);
    inner.holding.letGo();
    return text.replaceAll("\n", " ").trim();
  }

  /** A space has no outline; a font without the glyph shows another one in its place. */
  protected override isDrawn(font: Font, glyph: number, code: number): boolean {
    const { boxes, composite, embedded } = font;
    if (composite ? !embedded || glyph === 0 : embedded && [...embedded.of(code)].every((one) => one === 0))
      return false;
    const at = boxes.place(glyph);
    return boxes.numbers[at]! < boxes.numbers[at + 2]!;
  }

  override image(image: ShownImage, state: GraphicsState): void {
    const area = new Extent();
    area.addBox(0, 0, 1, 1, state.matrix);
    area.clip(state.clip);
    area.clip(this.#page);
    const { document } = this.#reading;
    const [width, height] = [
      ["Width", "W"],
      ["Height", "H"],
    ].map(([long, short]) => document.number(image.dict.get(long!) ?? image.dict.get(short!)));
    this.#coverage.picture(area, width ?? 0, height ?? 0);
  }

  path(path?: Path, fills?: boolean): void {
    if (path && fills) this.#coverage.shape(path);
  }

  operator(on: Interpreter): void {
    const { operator } = on.tokens!;
    if (operator === BDC || operator === BMC) this.#beginMarked(on, operator === BDC);
    if (operator === EMC && --this.#marked === this.#replaced?.depth) this.#endReplaced();
    if (this.#depth >= MAX_FORM_DEPTH || (operator !== GS && operator !== SCN && operator !== SC)) return;
    this.#depth++;
    if (operator === GS) this.#softMask(on);
    else this.#pattern(on);
    this.#depth--;
  }

  noteAnnotations(page: Page): void {
    const { document } = this.#reading;
    for (const [at, item] of (document.array(page.dict.get("Annots")) ?? []).entries()) {
      const dict = document.dict(item);
      if (dict) this.noteSaid(at, dict, EVERYWHERE);
    }
  }

  /** Notes what an annotation says beside its look: a field's value may be that of the field above it. */
  noteSaid(annotation: number, source: PdfDict, box: Box): void {
    const { document } = this.#reading;
    const subtype = document.resolve(source.get("Subtype"));
    const isField = subtype === "Widget";
    const texts: string[] = [];
    const add = (object: PdfObject | undefined, depth: number): void => {
      document.work.spend(COST.item);
      const value = document.resolve(object);
      if (value instanceof PdfString) texts.push(textOfString(value));
      else if (typeof value === "string") texts.push(value);
      else if (value instanceof PdfStream)
        texts.push(unlessDamaged(() => inMarkup(document, value, (text) => text)) ?? "");
      else if (depth < 2 && Array.isArray(value)) for (const item of value) add(item, depth + 1);
      else if (value instanceof Map)
        for (const key of ["CA", "RC", "AC", "URI"]) if (value.has(key)) add(value.get(key), 2);
    };
    const keys = isField
      ? ["V", "Opt", "MK"]
      : ["Contents", "RC", "Subj", "A", ...(subtype === "Stamp" ? ["Name"] : [])];
    for (const key of keys) {
      let dict: PdfDict | undefined = source;
      for (let depth = 0; isField && dict && !dict.has(key) && depth < MAX_FORM_DEPTH; depth++) {
        dict = document.dict(dict.get("Parent"));
      }
      if (dict?.has(key)) add(dict.get(key), 0);
    }
    const text = texts.join("\n");
    if (text === "") return;
    this.holding.take(text.length * CHARACTER_BYTES);
    this.beside.push({ annotation, box, text });
  }

  #beginMarked(on: Interpreter, hasProperties: boolean): void {
    const depth = this.#marked++;
    if (!hasProperties) return;
    this.#note(on);
    const { document } = on;
    const text = document.resolve(document.dict(on.properties)?.get("ActualText"));
    if (!(text instanceof PdfString) || this.#replaced) return;
    this.#replaced = { depth, from: this.found.length, text: document.text(text) ?? "" };
    this.isApart = true;
  }

  #endReplaced(): void {
    const { from, text } = this.#replaced!;
    this.#replaced = undefined;
    this.isApart = true;
    if (this.found.length === from) return;
    this.holding.take(text.length * CHARACTER_BYTES);
    this.#instead.set(from, { to: this.found.length, text });
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
    if (this.shown > before) this.#coverage.hasPattern = true;
  }
}

/** Reads all text of a page, and that of each look of its annotations, hidden or not. */
export function* readWholeText(reading: Reading, page: Page, visible: Box): Turns<WholeText> {
  const { document } = reading;
  document.work.place = `page ${page.index + 1}`;
  document.work.spend(COST.page);
  const gathered = new WholeGatherer(Extent.of(visible), reading);
  const resources = new Resources(document, page.attribute("Resources"));
  const on = new Interpreter(reading, gathered, resources, freshState(IDENTITY));
  const fresh = new FreshPieces();
  yield* on.reading(contentPieces(document, page.dict.get("Contents"), () => {}, fresh));
  fresh.end();
  for (const [annotation, item] of (document.array(page.dict.get("Annots")) ?? []).entries()) {
    if (document.work.isTurnOver) yield;
    document.work.spend(COST.annotation);
    const dict = document.dict(item);
    const rect = normalise(document.numbers(dict?.get("Rect"), 4));
    const normal = document.resolve(document.dict(dict?.get("AP"))?.get("N"));
    const from = gathered.found.length;
    for (const item of normal instanceof Map ? document.entries(normal).values() : [normal]) {
      const look = document.resolve(item);
      if (!rect || !(look instanceof PdfStream)) continue;
      on.state = freshState(IDENTITY);
      yield* drawForm(on, look, appearanceMatrix(document, look, rect));
      yield;
    }
    if (dict && rect) gathered.noteSaid(annotation, dict, rect);
    if (gathered.found.length > from) gathered.looks.push({ annotation, from, to: gathered.found.length });
  }
  yield;
  const text = gathered.text();
  yield;
  return text;
}

/** Whether the content of a glyph shows text or draws a form: Tj, TJ, ' and ", or Do. */
function drawsText(document: PdfDocument, font: PdfDict): boolean {
  for (const procedure of document.entries(font.get("CharProcs")).values()) {
    const content = document.resolve(procedure);
    if (!(content instanceof PdfStream)) continue;
    const data = unlessDamaged(() => document.streamData(content));
    if (data && /(?:[)>\]\s](?:T[jJ]|['"]))|\bDo\b/.test(latin1Text(data))) return true;
  }
  return false;
}
