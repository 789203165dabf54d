import type { Rope } from "../pdf-file/rope.ts";

/** The largest share of the input that is copied, so that the rest of it can be freed. */
const MOST_COPIED = 0.25;

/**
 * Frees the input of a finished result now, and not at the next garbage collection: sending takes long, and the
 * result may be as large. What the result has of the input is copied. When that is much, the input stays, since most of
 * the result is a view of it. Afterwards nothing may read the input.
 */
export function freeInput({ pieces }: Rope, { buffer }: Uint8Array): void {
  const bytes = pieces.reduce((sum, piece) => sum + (piece.buffer === buffer ? piece.length : 0), 0);
  if (!(buffer instanceof ArrayBuffer) || bytes > MOST_COPIED * buffer.byteLength) return;
  pieces.forEach((piece, index) => {
    if (piece.buffer === buffer) pieces[index] = piece.slice();
  });
  buffer.transfer(0);
}
