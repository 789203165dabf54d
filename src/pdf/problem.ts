/**
 * Why a PDF was refused. The engine knows kinds, not HTTP: operations map a kind to the code of the interface.
 * - corrupt: cannot be read even after repair · password: needs a password, or the one given is wrong
 * - budget: reading it would exceed a limit (bombs) · unsupported: legal, but not something this engine does
 * - request: what was asked does not fit the document (page beyond the end, empty area …)
 */
export type PdfProblemKind = "corrupt" | "password" | "budget" | "unsupported" | "request";

export class PdfProblem extends Error {
  readonly kind: PdfProblemKind;
  /** The request field at fault, for kind "request" (for instance `cropData[2].pageNumber`). */
  readonly field: string | undefined;
  constructor(kind: PdfProblemKind, message: string, field?: string) {
    super(message);
    this.name = "PdfProblem";
    this.kind = kind;
    this.field = field;
  }
}
