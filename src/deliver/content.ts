/** Content to deliver: pieces in order, whose total length is known before the first is asked for. A Rope is one. */
export interface Content {
  readonly length: number;
  /** May make pieces on demand. It is iterated again for each attempt to deliver. */
  readonly pieces: Iterable<Uint8Array>;
  /** The pieces between two offsets, when these can be had without making the earlier pieces first. */
  between?(start: number, end: number): Iterable<Uint8Array>;
}

/**
 * Pieces smaller than this are combined, so that a part of thousands of tiny objects does not need thousands of writes.
 */
const GATHER_BYTES = 64 * 1024;

/** The runtime copies everything that is written and not yet sent, so a view of a whole file is written in portions. */
const WRITE_BYTES = 256 * 1024;

/**
 * The pieces, with runs of small ones joined. They share one buffer, so a piece is valid only until the next is asked
 * for. Large views are passed on unchanged.
 */
export function* gathered(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  const buffer = new Uint8Array(GATHER_BYTES);
  let filled = 0;
  for (const piece of pieces) {
    if (filled + piece.length <= GATHER_BYTES) {
      buffer.set(piece, filled);
      filled += piece.length;
      continue;
    }
    if (filled > 0) {
      yield buffer.subarray(0, filled);
      filled = 0;
    }
    if (piece.length >= GATHER_BYTES / 2) yield piece;
    else {
      buffer.set(piece, 0);
      filled = piece.length;
    }
  }
  if (filled > 0) yield buffer.subarray(0, filled);
}

/** The pieces between two offsets of the content. */
export function* sliced(pieces: Iterable<Uint8Array>, start: number, end: number): Generator<Uint8Array> {
  let at = 0;
  for (const piece of pieces) {
    const from = Math.max(start - at, 0);
    const to = Math.min(end - at, piece.length);
    if (from < to) yield from === 0 && to === piece.length ? piece : piece.subarray(from, to);
    at += piece.length;
    if (at >= end) return;
  }
}

/**
 * Streams content with its length declared. `settled` resolves when the last byte was taken or the reader has gone, and
 * rejects when the content could not be produced.
 */
export function contentStream(
  length: number,
  pieces: Iterable<Uint8Array>,
): { readable: ReadableStream<Uint8Array>; settled: Promise<void> } {
  const { readable, writable } = new FixedLengthStream(length);
  return { readable, settled: pump(length, gathered(pieces), writable) };
}

async function pump(length: number, pieces: Iterable<Uint8Array>, writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  let missing = length;
  try {
    for (const piece of pieces) {
      missing -= piece.length;
      // A write ends when the reader has taken the bytes: only then may the piece's buffer be used again.
      for (let at = 0; at < piece.length; at += WRITE_BYTES) await writer.write(piece.subarray(at, at + WRITE_BYTES));
    }
    // The runtime would tell only the reader.
    if (missing > 0) throw new Error(`the content is ${missing} bytes shorter than declared`);
    await writer.close();
  } catch (error) {
    // The reader must learn of the failure too: a body that stops early must not look complete.
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
