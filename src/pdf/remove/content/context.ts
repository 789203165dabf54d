import type { Matrix } from "../../content/matrix.ts";
import type { Box } from "../../crop/geometry.ts";
import { ContentOutput } from "./content-output.ts";

/** Ends the look at a content that turns out to change. */
export const TOUCHED = new Error("The content changes.");

/** A content that is being cleaned: the page's, or one inside another. */
export class Context {
  readonly output: ContentOutput;
  /** Undefined where everything is inside. */
  readonly area: Box | undefined;
  /** The matrix that the content began with: what patterns are placed by (8.7.3.1). */
  readonly base: Matrix;
  /** The length of a unit of the outermost space in points. */
  readonly unit: number;
  /** Whose marked content this is: a page's, or a form's. */
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
  change(): void {
    this.isChanged = true;
    this.write();
  }

  /** Goes on only where the content is written. */
  write(): void {
    if (!this.output.isWritten) throw TOUCHED;
  }
}
