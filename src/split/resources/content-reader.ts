import { inflatePieces } from "../../codecs/inflate.ts";
import { COST } from "../../meter/work-limits.ts";
import type { PdfDocument } from "../../pdf-file/document.ts";
import { decodeFilters, isPlainFlate } from "../../pdf-file/filters/decode.ts";
import { PDF_LIMITS } from "../../pdf-file/pdf-limits.ts";
import { type PdfObject, PdfStream } from "../../pdf-file/syntax/objects.ts";

/** Reads content in steps, as far as it needs to be read. */
export class ContentReader {
  readonly document: PdfDocument;

  constructor(document: PdfDocument) {
    this.document = document;
  }

  /** The content streams of pages, one after the other: what is wanted may be found before the last. */
  *streamsOf(pages: Iterable<number>): Generator<PdfStream> {
    for (const index of pages) {
      const contents = this.document.page(index).dict.get("Contents") ?? null;
      for (const item of this.document.array(contents) ?? [contents]) {
        const stream = this.document.resolve(item);
        this.document.work.spend(COST.contentStream);
        if (stream instanceof PdfStream) yield stream;
      }
    }
  }

  /**
   * Gives the stream's data to `take` until that has enough. `begin` is called before, and again when what was read
   * in steps turned out to be damaged: it is then read once more, as a whole.
   */
  read(stream: PdfStream, begin: () => void, take: (chunk: Uint8Array) => "more" | "enough"): void {
    const raw = this.document.rawStream(stream);
    const resolve = (object: PdfObject) => this.document.resolve(object);
    begin();
    if (isPlainFlate(stream.dict, resolve)) {
      const { end, bytesOut } = inflatePieces([raw], PDF_LIMITS.streamBytes, take);
      this.document.work.spend(COST.filter + bytesOut * COST.inflatedByte);
      if (end === "finished" || end === "enough") return;
      begin();
    }
    take(decodeFilters(raw, stream.dict, resolve, this.document.work));
  }
}
