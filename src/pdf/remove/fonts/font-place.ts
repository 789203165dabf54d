import type { PdfDict, PdfRef, PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import type { Reading } from "../../content/interpreter/interpreter.ts";
import type { Copier } from "../copy/copier.ts";
import type { Findings } from "../report.ts";

/** What fonts are written anew with. */
export interface FontPlace {
  readonly reading: Reading;
  readonly copier: Copier;
  readonly findings: Findings;
  /** The content of a glyph that is left whole. */
  wholeGlyph(procedure: PdfStream, font: PdfDict, resources: PdfDict): PdfRef;
}
