import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownString } from "../../pdf-content/interpreter/visitor.ts";
import { type Matrix, multiply } from "../../pdf-content/matrix.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import { type PdfObject, PdfRef } from "../../pdf-file/syntax/objects.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { type FontUse, isMoved } from "../fonts/font-shelf.ts";
import type { Cleaning } from "./cleaning.ts";
import { GlyphRun, pensAround } from "./glyph-run.ts";
import type { ContentOutput } from "./output.ts";
import { writeGlyphs } from "./text-writer.ts";
import { CUT_CODE, type GlyphCleaner } from "./type3.ts";

/** A letter is about as far from its origin as it is large. */
const ORIGIN_REACH = 36;
/** The modes of text that is filled or invisible, and neither stroked nor part of the clip. */
const FILLS = new Set([0, 3]);
const MOST_GLYPHS = 1 << 20;
/** Parts of a run that are copied from the content: each is looked for from the run's beginning. */
const MOST_COPIED = 8;

interface NamedFont {
  readonly name: string;
  readonly entry: PdfObject;
}

/** Writes runs of text anew. Each remaining piece is placed by its own matrix. */
export class TextCleaner {
  readonly #cleaner: Cleaning;
  readonly #glyphs: GlyphCleaner;
  #run = new GlyphRun();
  #font: Font | undefined;
  #use: FontUse | undefined;
  #named: NamedFont | undefined;
  /** The interpreter that is at an operator that shows text. */
  #shown: Interpreter | undefined;
  /** The latest font's name in an output. */
  #called: { output: ContentOutput; ref: PdfObject; named: NamedFont | undefined; name: string } | undefined;
  /** Whether a string of this run was taken as a whole. */
  #isTaken = false;
  /** The places of the pen from which strings of this run lie inside, for this many codes of the font. */
  #pens: Box = [0, 0, 0, 0];
  #sized = -1;
  /** Whether clipping glyphs were kept, and whether any were lost, since BT. */
  #clipKept = false;
  #clipLost = false;

  constructor(cleaner: Cleaning, glyphs: GlyphCleaner) {
    this.#cleaner = cleaner;
    this.#glyphs = glyphs;
  }

  /** Tf names a font, which has the same name in the new content. */
  fontNamed(name: string, entry: PdfObject | undefined): void {
    this.#named = entry === undefined ? undefined : { name, entry };
  }

  /** Tj or the like is met: its run follows. */
  showing(on: Interpreter): void {
    this.#shown = on;
  }

  begin(): void {
    this.#clipKept = this.#clipLost = false;
  }

  /** Whether all clipping glyphs since BT are gone. */
  get clipsAll(): boolean {
    return this.#clipLost && !this.#clipKept;
  }

  beginRun(font: Font): void {
    if (font !== this.#font) {
      this.#font = font;
      this.#use = undefined;
    }
    this.#run.clear();
    this.#isTaken = false;
    this.#sized = -1;
  }

  glyph(glyph: number, code: number, x: number, y: number, width: number, length: number): void {
    if (this.#run.count < MOST_GLYPHS) this.#run.add(glyph, code, x, y, width, length);
    else this.#cleaner.findings.unremovable("a string of too many characters");
  }

  /** Whether a string lies inside as a whole, while the content is only checked. */
  takes({ bytes, from, to, low, high, position }: ShownString, state: GraphicsState): boolean {
    const cleaner = this.#cleaner;
    const { area } = cleaner.context;
    const font = this.#font;
    if (!font || !area || from === to || !FILLS.has(state.textMode)) return false;
    const use = this.#useOf(font);
    if (use.isContent || !cleaner.isShown(state)) return false;
    const size = font.around(bytes, from, to);
    if (this.#sized !== font.measured) {
      this.#sized = font.measured;
      this.#pens = pensAround(size, state, multiply(position.matrix, state.matrix), area);
    }
    const pens = this.#pens;
    if (!(low >= pens[0] && high <= pens[2] && pens[1] <= 0 && pens[3] >= 0)) return false;
    for (let at = from; at < to; at++) if (isMoved(use.add(bytes[at]!, bytes[at]!, 1))) this.#isNumbered();
    this.#isTaken = true;
    return true;
  }

  /** Whether a character whose code changes gets its new one here. */
  #isNumbered(): boolean {
    const cleaner = this.#cleaner;
    const { fonts } = cleaner;
    const isNew = fonts.isNumbered || (cleaner.context.output.isWritten && !fonts.isClosed);
    if (isNew) {
      fonts.hasNew = true;
      cleaner.change();
    } else fonts.hasOld = true;
    return isNew;
  }

  /** Notes that a glyph stays. Returns whether it is written with another code. */
  #keep(use: FontUse, at: number): boolean {
    const run = this.#run;
    const used = use.add(run.code[at]!, run.glyph[at]!, run.length[at]!);
    if (!isMoved(used) || !this.#isNumbered()) return false;
    run.code[at] = used.number;
    run.length[at] = used.numberLength;
    return true;
  }

  #useOf(font: Font): FontUse {
    this.#use ??= this.#cleaner.fonts.use(font);
    return this.#use;
  }

  endRun({ matrix }: TextPosition, state: GraphicsState): void {
    const cleaner = this.#cleaner;
    const run = this.#run;
    const font = this.#font;
    if (!font) return;
    if (run.count === 0) {
      if (this.#isTaken) this.#write(0, 1, this.#useOf(font), state, matrix);
      return;
    }
    const { area } = cleaner.context;
    const whole = multiply(matrix, state.matrix);
    if (area && cleaner.isShown(state)) run.findSides(font, state, whole, area);
    else if (area) run.hideAll();
    const use = this.#useOf(font);
    const clips = state.textMode >= 4;
    const { count } = run;
    if (run.all === "inside" && !use.isContent) {
      if (clips) this.#clipKept = true;
      let isChanged = false;
      for (let at = 0; at < count; at++) if (this.#keep(use, at)) isChanged = true;
      this.#write(0, count, use, state, matrix, isChanged ? undefined : this.#shown);
      return;
    }
    let from = 0;
    let parts = 0;
    let isChanged = false;
    /** Writes what stays before this glyph. */
    const write = (to: number): void => {
      const shown = !use.isContent && !isChanged && parts++ < MOST_COPIED ? this.#shown : undefined;
      this.#write(from, to, use, state, matrix, shown);
      from = to + 1;
    };
    for (let at = 0; at < count; at++) {
      const side = run.sideOf(at);
      const stays = side === "inside" || (side === "edge" && cleaner.keepsEdge);
      if (stays && clips) this.#clipKept = true;
      if (!stays) {
        write(at);
        if (clips) this.#clipLost = true;
        cleaner.lose("glyphs");
        continue;
      }
      if (side === "edge") cleaner.cut("glyphs");
      if (use.isContent && (side === "edge" || (area && !this.#beginsInside(at, state, whole, area)))) {
        write(at);
        this.#writeCut(at, font, state, matrix);
        continue;
      }
      if (this.#keep(use, at)) isChanged = true;
    }
    write(count);
  }

  /** Whether the glyph's origin lies in the area. The origin of a Type 3 glyph may lie anywhere. */
  #beginsInside(at: number, { rise }: GraphicsState, [a, b, c, d, e, f]: Matrix, area: Box): boolean {
    const x = this.#run.x[at]!;
    const y = this.#run.y[at]! + rise;
    const [px, py] = [a * x + c * y + e, b * x + d * y + f];
    const reach = ORIGIN_REACH;
    return px >= area[0] - reach && px <= area[2] + reach && py >= area[1] - reach && py <= area[3] + reach;
  }

  /** Writes the glyphs [from, to); `shown` is at the operator that shows them. */
  #write(
    from: number,
    to: number,
    use: { readonly ref: PdfRef },
    state: GraphicsState,
    matrix: Matrix,
    shown?: Interpreter | undefined,
  ): void {
    if (to <= from) return;
    const { output, unit } = this.#cleaner.context;
    const font = this.#font!;
    const name = this.#nameOf(font, use.ref);
    if (output.isWritten) writeGlyphs(output, this.#run, [from, to], [font, name], state, [matrix, unit], shown);
    else output.paint("");
    this.#cleaner.paints++;
    // Strings that were taken as a whole are counted already.
    if (this.#run.count > 0) this.#cleaner.counted?.glyphs(to - from, state.clip);
  }

  #nameOf({ source }: Font, ref: PdfObject): string {
    const { output } = this.#cleaner.context;
    const named = this.#named;
    const called = this.#called;
    if (called?.output === output && called.ref === ref && called.named === named) return called.name;
    const isNamed =
      named !== undefined &&
      (named.entry === source ||
        (named.entry instanceof PdfRef && source instanceof PdfRef && named.entry.number === source.number));
    const name = output.resources.name("Font", isNamed ? named.name : undefined, ref);
    this.#called = { output, ref, named, name };
    return name;
  }

  /** How far an origin that lies outside must be moved to be inside, in text space at size 1. */
  #shiftInto([a, b, c, d, e, f]: Matrix): [number, number] {
    const { area } = this.#cleaner.context;
    if (!area) return [0, 0];
    const dx = Math.min(Math.max(e, area[0]), area[2]) - e;
    const dy = Math.min(Math.max(f, area[1]), area[3]) - f;
    const determinant = a * d - b * c;
    if ((dx === 0 && dy === 0) || determinant === 0) return [0, 0];
    return [(d * dx - c * dy) / determinant, (a * dy - b * dx) / determinant];
  }

  /** A Type 3 glyph across the edge gets its own font, with what is left of it. */
  #writeCut(at: number, font: Font, state: GraphicsState, matrix: Matrix): void {
    const { fontSize, scale, rise } = state;
    this.#cleaner.change();
    const run = this.#run;
    const own: Matrix = [fontSize * scale, 0, 0, fontSize, run.x[at]!, run.y[at]! + rise];
    const placed = multiply(own, multiply(matrix, state.matrix));
    const [shiftX, shiftY] = this.#shiftInto(placed);
    const ref = this.#cutGlyph(font, run.code[at]!, placed, state, [shiftX, shiftY]);
    if (!ref) {
      this.#cleaner.lose("glyphs");
      return;
    }
    run.x[at]! += shiftX * fontSize * scale;
    run.y[at]! += shiftY * fontSize;
    run.code[at] = CUT_CODE;
    run.length[at] = 1;
    this.#write(at, at + 1, { ref }, state, matrix);
  }

  /** The glyph's content may show text, too. */
  #cutGlyph(
    font: Font,
    code: number,
    placed: Matrix,
    state: GraphicsState,
    shift: readonly [number, number],
  ): PdfRef | undefined {
    const run = this.#run;
    const use = this.#use;
    const named = this.#named;
    this.#run = new GlyphRun();
    const ref = this.#glyphs.cut(font, code, placed, state, shift);
    this.#run = run;
    this.#font = font;
    this.#use = use;
    this.#named = named;
    return ref;
  }
}
