import { PDF_LIMITS } from "../../pdf-objects/pdf-limits.ts";
import { PdfProblem } from "../../pdf-objects/pdf-problem.ts";
import { DecodeBudget } from "../filters/budget.ts";
import { CONTENT_LIMITS, type ContentLimits } from "./content-limits.ts";

const NESTED_OPERATORS = 40;

/** Counts the cost of reading contents, for one request. */
export class Meter {
  readonly limits: ContentLimits;
  /** The budget for decoded streams. */
  readonly bytes: DecodeBudget;
  #operators = 0;
  #ofPage = 0;
  #samples = 0;
  #imageBytes = 0;
  #steps = 0;

  constructor(limits: Partial<ContentLimits> = {}) {
    this.limits = { ...CONTENT_LIMITS, ...limits };
    const { streamBytes, totalBytes } = this.limits;
    this.bytes = new DecodeBudget({ ...PDF_LIMITS, streamBytes, totalBytes });
  }

  beginPage(): void {
    this.#ofPage = 0;
  }

  /** A content inside another, which costs as much as many operators before it has any. */
  nested(): void {
    this.#ofPage += NESTED_OPERATORS;
    this.operator();
  }

  operator(): void {
    if (++this.#ofPage > this.limits.pageOperators) {
      throw new PdfProblem("budget", `A page has more than ${this.limits.pageOperators} operators.`);
    }
    if (++this.#operators > this.limits.operators) {
      throw new PdfProblem("budget", "The pages' contents are longer than one request may read.");
    }
  }

  /** Whether this many samples of an image, in this many bytes of JPEG or fax data, may be looked at. */
  maySample(samples: number, bytes: number): boolean {
    const { imageSamples, imageBytes } = this.limits;
    if (this.#samples + samples > imageSamples || this.#imageBytes + bytes > imageBytes) return false;
    this.#samples += samples;
    this.#imageBytes += bytes;
    return true;
  }

  /** Whether a function of this many steps may be evaluated. */
  mayEvaluate(steps: number): boolean {
    this.#steps += steps;
    return this.#steps <= this.limits.functionSteps;
  }
}
