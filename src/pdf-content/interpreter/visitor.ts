import type { Turns } from "../../meter/turns.ts";
import type { PdfDict, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Font } from "../fonts/font.ts";
import type { Resources } from "../resources.ts";
import type { GraphicsState } from "../state/graphics-state.ts";
import type { Path } from "../state/path.ts";
import type { TextPosition } from "../state/text-position.ts";

/** An image of the resources, or one whose bytes are in the content. */
export interface ShownImage {
  readonly dict: PdfDict;
  /** Undefined for an inline image, whose bytes are `data`. */
  readonly stream: PdfStream | undefined;
  readonly data: Uint8Array | undefined;
  /** The resources that names in the dictionary refer to. */
  readonly resources: Resources;
}

/**
 * Is called for everything that a content stream paints, in order. Hidden layers are left out. What is clipped away,
 * transparent or invisible is not left out; the state tells it. All arguments are valid only during the call. A visitor
 * has methods for what it wants to see.
 */
export interface Visitor {
  path?(path: Path, fills: boolean, strokes: boolean, state: GraphicsState): void;
  /** A string, or the strings of one TJ: `glyph` follows for each of its characters, then `endRun`. */
  beginRun?(font: Font, state: GraphicsState, position: TextPosition): void;
  /**
   * `glyph` finds the box in the font; the pen is in text space, before the text matrix; the code has
   * `length` bytes.
   */
  glyph?(glyph: number, code: number, penX: number, penY: number, width: number, length: number): void;
  endRun?(position: TextPosition, state: GraphicsState): void;
  /** The next call comes when the turns are done. */
  image?(image: ShownImage, state: GraphicsState): Turns<void> | void;
  shading?(shading: PdfDict, state: GraphicsState): void;
  /** A form. The state is that inside it, and its clip includes the form's box. Return false to skip the form. */
  beginForm?(form: PdfStream, state: GraphicsState): boolean;
  endForm?(form: PdfStream): void;
}
