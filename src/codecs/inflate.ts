import { INFLATE_STATUS, type InflateKernel, instantiateInflate, SUMMED_BYTES } from "../../wasm/inflate.ts";
import { atOnce, type Portions } from "../meter/turns.ts";
import type { ByteSource } from "./byte-source.ts";
import { IdleKernels } from "./idle-kernels.ts";
import { corrupt } from "./image-problem.ts";

const kernels = new IdleKernels(instantiateInflate);

/** Callers may find what they need near the beginning: it is given in small steps. */
const SMALL_INPUT = 1024;
const SMALL_INPUTS = 16 * 1024;

export interface InflateOutcome {
  bytesOut: number;
  /**
   * How the stream ended: properly, too early, in something that is not deflate, or with the wrong checksum. `more`: it
   * holds more than the limit and was not read to its end. `enough`: the caller wanted no more.
   */
  end: "finished" | "cut off" | "damaged" | "wrong sum" | "more" | "enough";
}

const ENDS = new Map<number, InflateOutcome["end"]>([
  [INFLATE_STATUS.finished, "finished"],
  [INFLATE_STATUS.cutOff, "cut off"],
  [INFLATE_STATUS.damaged, "damaged"],
  [INFLATE_STATUS.wrongSum, "wrong sum"],
]);

/** Takes output, which is valid only during the call. It ends the reading by returning `enough`. */
export type TakeInflated = (chunk: Uint8Array) => unknown;

/**
 * Inflates pieces of a zlib stream, of which at most `limit` bytes are taken. A fault of the stream is returned, not
 * thrown: its rows may be complete. Nothing is allocated, however large the stream. The kernel is our own because
 * inflating is nearly all that it costs to check a PNG that is passed through. PNG's data is mostly literals, and the
 * kernel takes two at a time.
 */
export function inflatePieces(pieces: readonly Uint8Array[], limit: number, take: TakeInflated): InflateOutcome {
  return atOnce(inflating(pieces, limit, take));
}

/**
 * The same in portions. `countOnly` is twice as fast, for callers that need to know only whether the stream is whole
 * and how much it holds. All its codes are followed, but after the first tens of kilobytes no output is made, so the
 * checksum at the end is not checked.
 */
export function* inflating(
  pieces: readonly Uint8Array[],
  limit: number,
  take: TakeInflated,
  countOnly = false,
): Portions<InflateOutcome> {
  const kernel = kernels.take();
  try {
    kernel.begin(countOnly);
    const feed = feeder(kernel, pieces);
    let bytesOut = 0;
    let counted = 0;
    for (;;) {
      feed();
      let status: number;
      do {
        status = kernel.run();
        const made = kernel.outputBytes();
        const wanted = Math.min(made, limit - bytesOut);
        bytesOut += wanted;
        const chunk = new Uint8Array(kernel.memory.buffer, kernel.outputPlace(), wanted);
        if (wanted > 0 && take(chunk) === "enough") return { bytesOut, end: "enough" };
        if (wanted < made) return { bytesOut, end: "more" };
        const counting = kernel.countedBytes();
        yield wanted + counting - counted;
        counted = counting;
      } while (status === INFLATE_STATUS.hasOutput);
      const total = bytesOut + kernel.countedBytes();
      if (total > limit) return { bytesOut: limit, end: "more" };
      const end = ENDS.get(status);
      if (end) return { bytesOut: total, end };
    }
  } finally {
    kernels.giveBack(kernel);
  }
}

/** Returns a function that fills the kernel's input from the pieces, as far as there is room. */
function feeder({ memory, inputPlace, inputRoom, addInput }: InflateKernel, pieces: readonly Uint8Array[]): () => void {
  let next = 0;
  let offset = 0;
  let given = 0;
  return () => {
    const start = inputPlace();
    const room = given < SMALL_INPUTS ? SMALL_INPUT : inputRoom();
    given += room;
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

/**
 * Inflates Deflate strips of TIFF (compression 8 and 32946) on demand, down to their damage. The host's own stream
 * gives nothing of damaged data in workerd, and in Node what is before the damage.
 */
export function inflateSource(data: Uint8Array, expected: number, onWrongSum: () => void): ByteSource {
  let kernel: InflateKernel | undefined = kernels.take();
  kernel.begin(false);
  const feed = feeder(kernel, [data]);
  let status: number = INFLATE_STATUS.needsInput;
  let held = new Uint8Array(0);
  let given = 0;
  const isOver = () => status !== INFLATE_STATUS.needsInput && status !== INFLATE_STATUS.hasOutput;
  const inflateMore = (lent: InflateKernel): void => {
    if (status === INFLATE_STATUS.needsInput) feed();
    status = lent.run();
    held = new Uint8Array(lent.memory.buffer, lent.outputPlace(), lent.outputBytes());
  };
  return {
    read(target) {
      let filled = 0;
      while (kernel && filled < target.length) {
        const part = held.subarray(0, target.length - filled);
        target.set(part, filled);
        held = held.subarray(part.length);
        filled += part.length;
        given += part.length;
        // The checksum comes after the last row.
        if (held.length === 0 && !isOver()) inflateMore(kernel);
        if (given === expected || (held.length === 0 && isOver())) {
          if (status === INFLATE_STATUS.wrongSum) onWrongSum();
          kernels.giveBack(kernel);
          kernel = undefined;
        }
      }
      if (filled === 0 && status === INFLATE_STATUS.damaged) throw corrupt("The Deflate data of a strip is damaged.");
      return filled;
    },
  };
}

/** RFC 1950 §8: the checksum at the end of a zlib stream. `start` is the checksum of the bytes before these. */
export function adler32(bytes: Uint8Array, start = 1): number {
  const kernel = kernels.take();
  let sum = start;
  for (let at = 0; at < bytes.length; at += SUMMED_BYTES) {
    const part = bytes.subarray(at, at + SUMMED_BYTES);
    const place = kernel.summedPlace();
    new Uint8Array(kernel.memory.buffer, place, part.length).set(part);
    sum = kernel.checksum(sum, part.length) >>> 0;
  }
  kernels.giveBack(kernel);
  return sum;
}
