import { Holding } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import type { PdfDocument } from "../pdf-file/document.ts";
import { unlessDamaged } from "../pdf-file/pdf-problem.ts";
import { type PdfObject, PdfStream } from "../pdf-file/syntax/objects.ts";
import { letGo } from "../platform/buffers.ts";

/** The streams of a page's content, one at a time (7.8.2). */
export function* contentStreams(document: PdfDocument, contents: PdfObject | undefined): Generator<PdfStream> {
  const value = document.needed(contents);
  for (const item of Array.isArray(value) ? value : [value]) {
    const stream = document.needed(item);
    document.work.spend(COST.contentStream);
    if (stream instanceof PdfStream) yield stream;
  }
}

/**
 * The streams of a page's content, decoded one at a time. Like viewers, it skips a stream that cannot be decoded, and
 * calls `onLost`. `fresh` gets the pieces that have memory of their own and are not part of the file.
 */
export function* contentPieces(
  document: PdfDocument,
  contents: PdfObject | undefined,
  onLost: () => void,
  fresh?: FreshPieces,
): Generator<Uint8Array> {
  // A form lies in another: what is decoded of both is live at once.
  const holding = new Holding(document.work);
  try {
    for (const stream of contentStreams(document, contents)) {
      const data = unlessDamaged(() => document.streamData(stream));
      if (data === undefined) {
        onLost();
        continue;
      }
      if (data.buffer !== stream.raw.buffer) {
        fresh?.add(stream, data);
        holding.take(data.buffer.byteLength);
      }
      document.work.spend(data.length * COST.contentByte);
      yield data;
      holding.letGo();
    }
  } finally {
    holding.letGo();
  }
}

/** While a piece is read, what is left of the one before may still be copied. */
const IN_USE = 2;

/**
 * The decoded pieces of a content stream, freed as soon as they are read. Otherwise they stay until garbage is
 * collected, which is late: they lie outside the heap.
 */
export class FreshPieces {
  /** Each with the stream that it was decoded from. */
  readonly #pieces: (readonly [PdfStream, Uint8Array])[] = [];
  /** Whether they are read a second time. */
  isKept = false;

  /** Those that are not freed yet. */
  get held(): readonly (readonly [PdfStream, Uint8Array])[] {
    return this.#pieces;
  }

  add(stream: PdfStream, piece: Uint8Array): void {
    this.#pieces.push([stream, piece]);
    if (!this.isKept) this.#free(IN_USE);
  }

  /** Nothing reads them any more. */
  end(): void {
    this.#free(0);
  }

  #free(left: number): void {
    for (const [, piece] of this.#pieces.splice(0, Math.max(0, this.#pieces.length - left))) letGo(piece);
  }
}
