/** Undefined where the inputs give no result. */
export type Evaluate = (inputs: readonly number[]) => number[] | undefined;

/** A function of PDF (7.10). */
export interface PdfFunction {
  readonly evaluate: Evaluate;
  /** The most steps that evaluating it takes. */
  readonly steps: number;
}
