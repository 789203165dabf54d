import { COST } from "../../meter/work-limits.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage, ShownString } from "../../pdf-content/interpreter/visitor.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import type { PdfDict, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import { type Cleaned, Cleaning } from "./cleaning.ts";
import type { Context } from "./context.ts";
import { FormCleaner } from "./forms.ts";
import { ImagePlacer } from "./images.ts";
import { operate } from "./operators.ts";
import { PathCleaner } from "./paths.ts";
import { PatternCleaner, ShadingCleaner } from "./shadings.ts";
import { TextCleaner } from "./text.ts";
import { GlyphCleaner } from "./type3.ts";

/** Sees what a content paints, and writes the content anew without anything outside an area. */
export class Cleaner extends Cleaning {
  readonly paths = new PathCleaner(this);
  readonly #glyphs = new GlyphCleaner(this);
  readonly text = new TextCleaner(this, this.#glyphs);
  readonly forms = new FormCleaner(this);
  readonly shadings = new ShadingCleaner(this);
  readonly patterns = new PatternCleaner(this, this.shadings);
  readonly #placer = new ImagePlacer(this);

  override enter(context: Context): () => Cleaned {
    const resume = this.paths.suspend();
    const leave = super.enter(context);
    return () => {
      const cleaned = leave();
      resume();
      return cleaned;
    };
  }

  override abandon(): void {
    super.abandon();
    this.paths.begin();
  }

  operator(on: Interpreter): void {
    on.document.work.spend(COST.cleanedOperator);
    this.settle(on);
    this.watcher?.operator?.(on);
    operate(this, on);
  }

  path(): void {}

  beginRun(font: Font, state: GraphicsState, position: TextPosition): void {
    this.watcher?.beginRun(font, state, position);
    this.text.beginRun(font);
  }

  glyph(glyph: number, code: number, x: number, y: number, width: number, length: number): void {
    this.watcher?.glyph(glyph, code, x, y, width, length);
    this.text.glyph(glyph, code, x, y, width, length);
  }

  get takesStrings(): boolean {
    return !this.context.output.isWritten;
  }

  /** While a page is checked, most strings are taken as a whole. */
  string(string: ShownString, state: GraphicsState): boolean {
    const isTaken = this.text.takes(string, state) && this.watcher?.string?.(string, state) !== false;
    if (isTaken) this.counted?.glyphs(string.to - string.from, state.clip);
    return isTaken;
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    this.watcher?.endRun(position, state);
    this.text.endRun(position, state);
  }

  image(image: ShownImage, state: GraphicsState): void {
    this.#placer.place(image, state);
    this.watcher?.image(image, state);
  }

  /** The shading of sh is written with its operator. */
  shading(): void {}

  beginForm(form: PdfStream, state: GraphicsState): boolean {
    this.watcher?.beginForm(form, state);
    return this.forms.begin(form, state);
  }

  endForm(): void {
    this.forms.end();
  }

  /** The content of a glyph that stays whole. */
  wholeGlyph(procedure: PdfStream, font: PdfDict, resources: PdfDict): PdfRef {
    return this.#glyphs.whole(procedure, font, resources);
  }
}
