import type { Reading } from "../../pdf-content/interpreter/interpreter.ts";
import type { PdfDict, PdfRef, PdfStream } from "../../pdf-file/syntax/objects.ts";
import type { Copier } from "../copy/copier.ts";
import type { Findings } from "../report.ts";

/** The parts of the new file that writing fonts needs. */
export interface FontPlace {
  readonly reading: Reading;
  readonly copier: Copier;
  readonly findings: Findings;
  /** The content of a glyph that stays whole. */
  wholeGlyph(procedure: PdfStream, font: PdfDict, resources: PdfDict): PdfRef;
}
