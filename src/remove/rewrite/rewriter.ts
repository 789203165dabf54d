import type { Turns } from "../../meter/turns.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { ContentVisitor, Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage, ShownString } from "../../pdf-content/interpreter/visitor.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import type { Pieces } from "../../pdf-content/syntax/piece-reader.ts";
import type { PdfStream } from "../../pdf-file/syntax/objects.ts";
import * as CHAR from "../../platform/char.ts";
import { contentLost } from "./content.ts";
import { beginForm, endForm } from "./forms.ts";
import { paintImage } from "./images.ts";
import { operate } from "./operators.ts";
import { addGlyph, beginRun, endRun, takesString } from "./text.ts";
import { ContentUse, KnownForms, type PageWork, type Rewriting, TextWork, type Watcher } from "./work.ts";

type Parts = Pick<Rewriting, "reading" | "copier" | "fonts" | "images" | "findings" | "keepsEdge">;

/** The contents of one removal: none is open yet. */
export function rewriting(parts: Parts): Rewriting {
  const visitor = new Rewriter();
  visitor.all = {
    ...parts,
    visitor,
    use: new ContentUse(),
    work: undefined,
    depth: 0,
    losses: 0,
    paints: 0,
    hasLost: false,
    watcher: undefined,
    text: new TextWork(),
    forms: new KnownForms(),
    patterns: new Map(),
  };
  return visitor.all;
}

/** Sees what a content stream paints, and writes it again without anything outside an area. */
class Rewriter implements ContentVisitor {
  all!: Rewriting;

  get #work(): PageWork {
    return this.all.work!;
  }

  get #watcher(): Watcher | undefined {
    return this.all.watcher;
  }

  /** Comments paint nothing: a content stream that may have some is written again. */
  *pieces(pieces: Pieces): Generator<Uint8Array> {
    for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
      if (this.#work.isStrict && next.value.includes(CHAR.PERCENT)) this.#work.change();
      yield next.value;
    }
  }

  operator(on: Interpreter): void {
    this.#work.begin(on);
    this.#watcher?.operator?.(on);
    operate(this.#work, on);
  }

  path(): void {}

  beginRun(font: Font, state: GraphicsState, position: TextPosition): void {
    this.#watcher?.beginRun(font, state, position);
    beginRun(this.#work, font);
  }

  glyph(glyph: number, code: number, x: number, y: number, width: number, length: number): void {
    this.#watcher?.glyph(glyph, code, x, y, width, length);
    addGlyph(this.#work, glyph, code, x, y, width, length);
  }

  get takesStrings(): boolean {
    return !this.#work.output.isWritten;
  }

  /** While a page is checked, most strings are taken as a whole. */
  string(string: ShownString, state: GraphicsState): boolean {
    const isTaken = takesString(this.#work, string, state) && this.#watcher?.string?.(string, state) !== false;
    if (isTaken) this.#work.tally?.glyphs(string.to - string.from, state.clip);
    return isTaken;
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    this.#watcher?.endRun(position, state);
    endRun(this.#work, position, state);
  }

  *image(image: ShownImage, state: GraphicsState): Turns<void> {
    yield* paintImage(this.#work, image, state);
    const watching = this.#watcher?.image(image, state);
    if (watching) yield* watching;
  }

  /** The shading of sh is written with its operator. */
  shading(): void {}

  beginForm(form: PdfStream, state: GraphicsState): boolean {
    this.#watcher?.beginForm(form, state);
    return beginForm(this.#work, form, state);
  }

  endForm(): void {
    endForm(this.#work);
  }

  lost(): void {
    contentLost(this.all);
  }

  /** Operands after the last operator, white space in strings, and a path that is never painted, are dropped. */
  ended(on: Interpreter): void {
    const { operands, hasBroken, hasSpacedHex } = on.tokens!;
    const isPlain = operands.count === 0 && !hasBroken && !hasSpacedHex && on.path.isEmpty;
    if (!isPlain) this.#work.extra();
    this.#watcher?.ended?.(on);
  }
}
