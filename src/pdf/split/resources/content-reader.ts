import { PDF_LIMITS } from "../../../pdf-objects/pdf-limits.ts";
import { PdfProblem } from "../../../pdf-objects/pdf-problem.ts";
import { type PdfObject, PdfStream } from "../../../pdf-objects/syntax/objects.ts";
import type { PdfDocument } from "../../document.ts";
import { DecodeBudget } from "../../filters/budget.ts";
import { decodeFilters, isPlainFlate } from "../../filters/decode.ts";
import { inflateSteps } from "../../filters/inflate-steps.ts";

/** Content that may be read for all parts together. */
const CONTENT_BYTES = 1 << 30;

/** Reads content in steps, as far as it needs to be read, within one budget for all parts of a document. */
export class ContentReader {
  readonly document: PdfDocument;
  readonly #budget = new DecodeBudget({ ...PDF_LIMITS, totalBytes: CONTENT_BYTES });

  constructor(document: PdfDocument) {
    this.document = document;
  }

  /** The content streams of pages, one after the other: what is wanted may be found before the last. */
  *streamsOf(pages: Iterable<number>): Generator<PdfStream> {
    for (const index of pages) {
      const contents = this.document.page(index).dict.get("Contents") ?? null;
      for (const item of this.document.array(contents) ?? [contents]) {
        const stream = this.document.resolve(item);
        if (stream instanceof PdfStream) yield stream;
      }
    }
  }

  /**
   * Gives the stream's data to `take` until that has enough. `begin` is called before, and again when what was read
   * in steps turned out to be damaged: it is then read once more, as a whole.
   */
  read(stream: PdfStream, begin: () => void, take: (chunk: Uint8Array) => "more" | "enough"): void {
    if (this.#budget.allowance() < PDF_LIMITS.streamBytes) {
      throw new PdfProblem("budget", "The document's content is too large to be read for its parts.");
    }
    const raw = this.document.rawStream(stream);
    const resolve = (object: PdfObject) => this.document.resolve(object);
    begin();
    if (isPlainFlate(stream.dict, resolve)) {
      const { sound, bytesOut } = inflateSteps(raw, this.#budget.allowance(), take);
      this.#budget.spend(bytesOut);
      if (sound) return;
      begin();
    }
    take(decodeFilters(raw, stream.dict, resolve, this.#budget));
  }
}
