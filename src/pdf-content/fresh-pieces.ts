import type { PdfStream } from "../pdf-file/syntax/objects.ts";
import { letGo } from "../platform/let-go.ts";

/** While a piece is read, what is left of the one before may still be copied. */
const IN_USE = 2;

/**
 * The decoded pieces of a content, freed as soon as they are read. Otherwise they stay until garbage is collected,
 * which is late: they lie outside the heap.
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
