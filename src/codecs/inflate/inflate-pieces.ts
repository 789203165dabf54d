import { INFLATE_STATUS, type InflateKernel, instantiateInflate, SUMMED_BYTES } from "../../../wasm/inflate.ts";

export interface InflateOutcome {
  bytesOut: number;
  /**
   * How the stream ended: properly, too early, in something that is not deflate, or with the wrong checksum. `more`: it
   * holds more than the limit and was not read to its end.
   */
  end: "finished" | "cut off" | "damaged" | "wrong sum" | "more";
}

const ENDS = new Map<number, InflateOutcome["end"]>([
  [INFLATE_STATUS.finished, "finished"],
  [INFLATE_STATUS.cutOff, "cut off"],
  [INFLATE_STATUS.damaged, "damaged"],
  [INFLATE_STATUS.wrongSum, "wrong sum"],
]);

/**
 * One instance serves all streams: each is inflated from its beginning to its end without a pause, and leaves nothing
 * behind.
 */
let kernel: InflateKernel | undefined;

/**
 * Inflates pieces of a zlib stream and hands the output on in chunks that are valid only during the call. Stops when
 * more than `limit` bytes have come out. A fault of the stream is returned, not thrown: its rows may be complete. The
 * kernel is our own because inflating is nearly all that it costs to check a PNG that is passed through. PNG's data is
 * mostly literals, and the kernel takes two at a time.
 */
export function inflatePieces(
  pieces: readonly Uint8Array[],
  limit: number,
  onChunk: (chunk: Uint8Array) => void,
): InflateOutcome {
  return inflate(pieces, limit, onChunk, false);
}

/**
 * The same, twice as fast, for callers that need to know only whether the stream is whole and how much it holds. All
 * its codes are followed, but after the first tens of kilobytes no output is made, so the checksum at the end is not
 * checked.
 */
export function countInflated(
  pieces: readonly Uint8Array[],
  limit: number,
  onStart: (chunk: Uint8Array) => void,
): InflateOutcome {
  return inflate(pieces, limit, onStart, true);
}

function inflate(
  pieces: readonly Uint8Array[],
  limit: number,
  onChunk: (chunk: Uint8Array) => void,
  countOnly: boolean,
): InflateOutcome {
  kernel ??= instantiateInflate();
  kernel.begin(countOnly);
  const feed = feeder(kernel, pieces);
  let bytesOut = 0;
  for (;;) {
    feed();
    let status: number;
    do {
      status = kernel.run();
      const came = kernel.outputBytes();
      const wanted = Math.min(came, limit - bytesOut);
      bytesOut += wanted;
      if (wanted > 0) onChunk(new Uint8Array(kernel.memory.buffer, kernel.outputPlace(), wanted));
      if (wanted < came) return { bytesOut, end: "more" };
    } while (status === INFLATE_STATUS.hasOutput);
    const total = bytesOut + kernel.countedBytes();
    if (total > limit) return { bytesOut: limit, end: "more" };
    const end = ENDS.get(status);
    if (end) return { bytesOut: total, end };
  }
}

/** Returns a function that fills the kernel's input from the pieces, as far as there is room. */
export function feeder(
  { memory, inputPlace, inputRoom, addInput }: InflateKernel,
  pieces: readonly Uint8Array[],
): () => void {
  let next = 0;
  let offset = 0;
  return () => {
    const start = inputPlace();
    const room = inputRoom();
    const target = new Uint8Array(memory.buffer, start, room);
    let filled = 0;
    while (filled < room && next < pieces.length) {
      const piece = pieces[next]!;
      const part = piece.subarray(offset, offset + room - filled);
      target.set(part, filled);
      filled += part.length;
      offset += part.length;
      if (offset === piece.length) {
        next++;
        offset = 0;
      }
    }
    addInput(filled, next === pieces.length);
  };
}

/** RFC 1950 §8: the checksum at the end of a zlib stream. `start` is the checksum of the bytes before these. */
export function adler32(bytes: Uint8Array, start = 1): number {
  kernel ??= instantiateInflate();
  let sum = start;
  for (let at = 0; at < bytes.length; at += SUMMED_BYTES) {
    const part = bytes.subarray(at, at + SUMMED_BYTES);
    const place = kernel.summedPlace();
    new Uint8Array(kernel.memory.buffer, place, part.length).set(part);
    sum = kernel.checksum(sum, part.length) >>> 0;
  }
  return sum;
}
