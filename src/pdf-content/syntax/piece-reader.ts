import { PdfProblem } from "../../pdf-file/pdf-problem.ts";
import { ByteWriter } from "../../pdf-file/syntax/byte-writer.ts";
import * as CHAR from "../../platform/char.ts";
import { MAX_SPANNING_BYTES } from "../content-limits.ts";

/** The pieces of a content stream, in order; white space is between them (7.8.2). */
export type Pieces = Iterator<Uint8Array>;

/** Hands out a content stream's pieces, each of them after what was left of the previous one. */
export class PieceReader {
  readonly #pieces: Pieces;
  isLast = false;

  constructor(pieces: Pieces) {
    this.#pieces = pieces;
  }

  /**
   * What was kept, followed by new pieces that are at least as long. Whatever was kept is read again, so a value that
   * spans many pieces costs no more than twice its length.
   */
  after(kept: Uint8Array): Uint8Array {
    let next = this.#pieces.next();
    this.isLast = next.done === true;
    if (next.done === true) return kept;
    if (kept.length === 0) return next.value;
    if (kept.length > MAX_SPANNING_BYTES) {
      const most = MAX_SPANNING_BYTES >> 20;
      throw new PdfProblem("budget", `A page's content has a value of more than ${most} MiB in several streams.`);
    }
    const joined = new ByteWriter(kept.length + 1 + next.value.length);
    joined.copy(kept);
    do {
      joined.byte(CHAR.LINE_FEED);
      joined.copy(next.value);
      if (joined.length >= 2 * kept.length) return joined.view();
      next = this.#pieces.next();
    } while (next.done !== true);
    this.isLast = true;
    return joined.view();
  }
}
