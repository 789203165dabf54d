import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import { type ColourSpace, GRAY } from "../colour/spaces.ts";
import { Extent } from "../extent.ts";
import type { Font } from "../fonts/font.ts";
import { IDENTITY, type Matrix } from "../matrix.ts";

/** A colour of the page in 24 bits, 0xRRGGBB; UNKNOWN for patterns and for colours that cannot be computed. */
export type Colour = number;
export const UNKNOWN_COLOUR: Colour = -1;
/** Separation /None (8.6.6.4): paint that is never visible. */
export const NO_COLOUR: Colour = -2;
export const BLACK: Colour = 0;
export const WHITE: Colour = 0xffffff;

export interface Paint {
  readonly space: ColourSpace;
  readonly colour: Colour;
  /** In a Pattern space: the pattern's object in the resources. */
  readonly pattern: PdfObject | undefined;
}

const BLACK_PAINT: Paint = { space: GRAY, colour: BLACK, pattern: undefined };

/** Lengths of lines and gaps in user space, and where in them a line begins (8.4.3.6). */
export interface Dash {
  readonly lengths: readonly number[];
  readonly phase: number;
}

const SOLID: Dash = { lengths: [], phase: 0 };

/** A soft mask with the matrix that was in effect when it was set (11.6.5.1). */
export interface SoftMask {
  readonly dict: PdfDict;
  readonly matrix: Matrix;
}

/** ISO 32000-2 §8.4 and §9.3: what `q` keeps and `Q` brings back. */
export class GraphicsState {
  matrix: Matrix;
  /** A box in the page's user space around the clipping path; never changed in place, since copies share it. */
  clip: Extent;
  fill: Paint = BLACK_PAINT;
  stroke: Paint = BLACK_PAINT;
  fillAlpha = 1;
  strokeAlpha = 1;
  blendMode = "Normal";
  softMask: SoftMask | undefined = undefined;
  lineWidth = 1;
  lineCap = 0;
  lineJoin = 0;
  miterLimit = 10;
  dash: Dash = SOLID;
  font: Font | undefined = undefined;
  fontSize = 0;
  charSpace = 0;
  wordSpace = 0;
  /** Tz as a factor. */
  scale = 1;
  leading = 0;
  textMode = 0;
  rise = 0;

  constructor(matrix = IDENTITY, clip = new Extent()) {
    this.matrix = matrix;
    this.clip = clip;
  }

  copy(): GraphicsState {
    const copy = new GraphicsState(this.matrix, this.clip);
    copy.fill = this.fill;
    copy.stroke = this.stroke;
    copy.fillAlpha = this.fillAlpha;
    copy.strokeAlpha = this.strokeAlpha;
    copy.blendMode = this.blendMode;
    copy.softMask = this.softMask;
    copy.lineWidth = this.lineWidth;
    copy.lineCap = this.lineCap;
    copy.lineJoin = this.lineJoin;
    copy.miterLimit = this.miterLimit;
    copy.dash = this.dash;
    copy.font = this.font;
    copy.fontSize = this.fontSize;
    copy.charSpace = this.charSpace;
    copy.wordSpace = this.wordSpace;
    copy.scale = this.scale;
    copy.leading = this.leading;
    copy.textMode = this.textMode;
    copy.rise = this.rise;
    return copy;
  }
}
