import type { Turns } from "../../meter/turns.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { ContentVisitor, Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import type { Pieces } from "../../pdf-content/syntax/piece-reader.ts";
import type { PdfStream } from "../../pdf-file/syntax/objects.ts";
import * as CHAR from "../../platform/char.ts";
import { beginForm, endForm } from "./forms.ts";
import { paintImage } from "./images.ts";
import { operate } from "./operators.ts";
import { beginRun, endRun } from "./text.ts";
import type { PageWork, Watcher } from "./work.ts";

/** Characters of one string: what is known of each takes 41 bytes. */
const MAX_GLYPHS = 1 << 18;

/** Sees what a content stream paints, and writes it again without anything outside an area. */
export class Rewriter implements ContentVisitor {
  /** The content that is read, or the form in it. */
  #work: PageWork;
  readonly #watcher: Watcher | undefined;

  constructor(work: PageWork, watcher?: Watcher) {
    this.#work = work;
    this.#watcher = watcher;
  }

  get isOver(): boolean {
    return this.#work.isOver;
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

  beginRun(font: Font, state: GraphicsState, position: TextPosition): void {
    this.#watcher?.beginRun?.(font, state, position);
    beginRun(this.#work, font);
  }

  glyph(glyph: number, code: number, x: number, y: number, width: number, length: number): void {
    this.#watcher?.glyph?.(glyph, code, x, y, width, length);
    const { text, all } = this.#work;
    if (text.run.count < MAX_GLYPHS) text.run.add(glyph, code, x, y, width, length);
    else all.findings.unremovable("a string of too many characters");
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    this.#watcher?.endRun?.(position, state);
    endRun(this.#work, position, state);
  }

  *image(image: ShownImage, state: GraphicsState): Turns<void> {
    yield* paintImage(this.#work, image, state);
    const watching = this.#watcher?.image?.(image, state);
    if (watching) yield* watching;
  }

  beginForm(form: PdfStream, state: GraphicsState): boolean {
    this.#watcher?.beginForm?.(form, state);
    const inner = beginForm(this.#work, form, state);
    if (inner) this.#work = inner;
    return inner !== undefined;
  }

  endForm(): void {
    this.#work = endForm(this.#work);
  }

  lost(): void {
    this.#watcher?.lost?.();
    this.#work.all.findings.unremovable("a content stream that cannot be decoded");
    this.#work.change();
  }

  /** Operands after the last operator, white space in strings, and a path that is never painted, are dropped. */
  ended(on: Interpreter): void {
    const { operands, hasBroken, hasSpacedHex } = on.tokens!;
    const isPlain = operands.count === 0 && !hasBroken && !hasSpacedHex && on.path.isEmpty;
    if (!isPlain) this.#work.extra();
    this.#watcher?.ended?.(on);
  }
}
