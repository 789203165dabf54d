import type { Matrix } from "../../pdf-content/matrix.ts";
import type { Box } from "../../pdf-pages/geometry.ts";
import { ContentOutput } from "./output.ts";

/** Thrown to end the check of a content when it turns out to change. */
export const TOUCHED = new Error("The content changes.");

/** The owner of what a whole Type 3 glyph draws. */
export const GLYPH = "glyph";

/** A content that is being cleaned: the page's, or one inside another. */
export class Context {
  readonly output: ContentOutput;
  /** Undefined when everything is inside. */
  readonly area: Box | undefined;
  /** The matrix with which the content began: patterns are placed by it (8.7.3.1). */
  readonly base: Matrix;
  /** The length of a unit of the outermost space in points. */
  readonly unit: number;
  /** The page or form to which marked content belongs. */
  readonly owner: string;
  /** Whether what is written differs from what was read. */
  isChanged = false;

  constructor(area: Box | undefined, base: Matrix, unit: number, owner: string, isWritten = true) {
    this.area = area;
    this.base = base;
    this.unit = unit;
    this.owner = owner;
    this.output = new ContentOutput(isWritten);
  }

  /** Whether nothing stays that paints nothing: on a page that is cropped, and in glyphs. */
  get isStrict(): boolean {
    return this.area !== undefined || this.owner === GLYPH;
  }

  change(): void {
    this.isChanged = true;
    this.write();
  }

  /** Returns only when the content is being written. */
  write(): void {
    if (!this.output.isWritten) throw TOUCHED;
  }
}
