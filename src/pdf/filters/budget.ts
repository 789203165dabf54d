import type { PdfLimits } from "../../pdf-objects/pdf-limits.ts";
import { PdfProblem } from "../../pdf-objects/pdf-problem.ts";

/** Counts what a document has cost so far. A bomb exceeds this budget long before memory runs out. */
export class DecodeBudget {
  readonly limits: PdfLimits;
  #decoded = 0;
  #scanned = 0;

  constructor(limits: PdfLimits) {
    this.limits = limits;
  }

  /** How many bytes the next filter may produce. */
  allowance(): number {
    return Math.max(1, Math.min(this.limits.streamBytes, this.limits.totalBytes - this.#decoded));
  }

  spend(bytes: number): void {
    this.#decoded += bytes;
    if (bytes > this.limits.streamBytes || this.#decoded > this.limits.totalBytes) throw tooMuch();
  }

  scan(bytes: number): void {
    this.#scanned += bytes;
    if (this.#scanned > this.limits.scannedBytes) {
      throw new PdfProblem("budget", "The document is damaged in so many places that reading it would take too long.");
    }
  }
}

export function tooMuch(): PdfProblem {
  return new PdfProblem("budget", "The document's compressed data expands beyond what one request may use.");
}
