import type { Turns } from "../../meter/turns.ts";
import type { Font } from "../../pdf-content/fonts/font.ts";
import type { ContentVisitor, Interpreter } from "../../pdf-content/interpreter/interpreter.ts";
import type { ShownImage } from "../../pdf-content/interpreter/visitor.ts";
import type { GraphicsState } from "../../pdf-content/state/graphics-state.ts";
import type { Path } from "../../pdf-content/state/path.ts";
import type { TextPosition } from "../../pdf-content/state/text-position.ts";
import type { PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";

/** Hands one reading to two visitors. The first says which forms are entered. */
export class Both implements ContentVisitor {
  readonly #one: ContentVisitor;
  readonly #other: ContentVisitor;

  constructor(one: ContentVisitor, other: ContentVisitor) {
    this.#one = one;
    this.#other = other;
  }

  operator(on: Interpreter): void {
    this.#one.operator?.(on);
    this.#other.operator?.(on);
  }

  path(path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void {
    this.#one.path?.(path, fills, strokes, state);
    this.#other.path?.(path, fills, strokes, state);
  }

  beginRun(font: Font, state: GraphicsState, position: TextPosition): void {
    this.#one.beginRun?.(font, state, position);
    this.#other.beginRun?.(font, state, position);
  }

  glyph(glyph: number, code: number, x: number, y: number, width: number, length: number): void {
    this.#one.glyph?.(glyph, code, x, y, width, length);
    this.#other.glyph?.(glyph, code, x, y, width, length);
  }

  endRun(position: TextPosition, state: GraphicsState): void {
    this.#one.endRun?.(position, state);
    this.#other.endRun?.(position, state);
  }

  *image(image: ShownImage, state: GraphicsState): Turns<void> {
    for (const visitor of [this.#one, this.#other]) {
      const turns = visitor.image?.(image, state);
      if (turns) yield* turns;
    }
  }

  shading(shading: PdfDict, state: GraphicsState): void {
    this.#one.shading?.(shading, state);
    this.#other.shading?.(shading, state);
  }

  beginForm(form: PdfStream, state: GraphicsState): boolean {
    return this.#one.beginForm?.(form, state) !== false && this.#other.beginForm?.(form, state) !== false;
  }

  endForm(form: PdfStream): void {
    this.#one.endForm?.(form);
    this.#other.endForm?.(form);
  }

  lost(): void {
    this.#one.lost?.();
    this.#other.lost?.();
  }
}
