import type { PdfDict, PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import type { Font } from "../fonts/font.ts";
import type { Resources } from "../resources.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import type { Path } from "../state/path.ts";
import type { TextPosition } from "../state/text-position.ts";
import type { Pieces } from "../syntax/pieces.ts";
import type { Interpreter } from "./interpreter.ts";

/** An image of the resources, or one that stands in the content. */
export interface ShownImage {
  readonly dict: PdfDict;
  /** Undefined for an inline image, whose bytes are `data`. */
  readonly stream: PdfStream | undefined;
  readonly data: Uint8Array | undefined;
  /** What names in the dictionary stand for. */
  readonly resources: Resources;
}

/**
 * Is told what a content paints, in its order. Hidden layers are left out; what is clipped away, transparent or
 * invisible is not: the state says so. Everything that is passed is valid only during the call.
 */
export interface Visitor {
  /** Is given the pieces of a content as they are read. */
  pieces?(pieces: Pieces): Pieces;
  /** Before each operator takes effect: for those who write the content anew. */
  operator?(on: Interpreter): void;
  /** At the end of a content, whose last operands may be without an operator. */
  ended?(on: Interpreter): void;
  /** A stream of content could not be decoded, and is passed over. */
  lost?(): void;
  path(path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void;
  /** A string, or the strings of one TJ: `glyph` follows for each of its characters, then `endRun`. */
  beginRun(font: Font, state: GraphicsState): void;
  /**
   * `glyph` is what the font's boxes are asked by; the pen is in text space, before the text matrix; the code has
   * `length` bytes.
   */
  glyph(glyph: number, code: number, penX: number, penY: number, width: number, length: number): void;
  endRun(position: TextPosition, state: GraphicsState): void;
  image(image: ShownImage, state: GraphicsState): void;
  shading(shading: PdfDict, state: GraphicsState): void;
  /** A form; the state is that inside it, its clip being the form's box. False passes the form over. */
  beginForm(form: PdfStream, state: GraphicsState): boolean;
  endForm(form: PdfStream): void;
}
