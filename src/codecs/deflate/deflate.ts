import { deflateRaw, lengthOfRuns } from "#platform/zlib.ts";
import { type DeflateKernel, instantiateDeflate } from "../../../wasm/deflate.ts";

interface Bench {
  readonly kernel: DeflateKernel;
  /** All of the kernel's memory, which does not grow. */
  readonly memory: Uint8Array;
}

/** One instance serves all callers: each flushes what it has added before another one adds. */
let bench: Bench | undefined;

/** PNG's filter "Up" (PNG §9.2). */
const UP = 2;

/**
 * Deflates bytes in segments that each end at a byte boundary. Photographs hold hardly any repeats but runs: our own
 * kernel deflates them three times as fast as the host's zlib. Drawings compress mostly by repeats, so zlib deflates
 * them.
 */
export class SegmentDeflater {
  /** RFC 1950 §8, of all that was deflated. */
  adler = 1;
  /** How much was deflated. */
  bytes = 0;
  readonly #level: number;
  readonly #take: (piece: Uint8Array) => void;
  readonly #bench: Bench;
  #filled = 0;

  /** Flush what was added before you use another deflater. */
  constructor(level: number, take: (piece: Uint8Array) => void) {
    bench ??= openBench();
    this.#bench = bench;
    this.#level = level;
    this.#take = take;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const place = this.#room();
      const part = bytes.subarray(at, at + this.#left());
      this.#bench.memory.set(part, place);
      this.#filled += part.length;
      at += part.length;
    }
  }

  /** Adds a row as differences to the row above, with the filter byte before it. */
  addUp(row: Uint8Array, above: Uint8Array): void {
    const { kernel, memory } = this.#bench;
    memory[this.#room()] = UP;
    this.#filled++;
    for (let at = 0; at < row.length; ) {
      const place = this.#room();
      const end = at + Math.min(this.#left(), kernel.aboveRoom());
      const part = row.subarray(at, end);
      memory.set(part, place);
      memory.set(above.subarray(at, end), kernel.abovePlace());
      kernel.subtract(place, part.length);
      this.#filled += part.length;
      at += part.length;
    }
  }

  flush(isLast: boolean): void {
    const { kernel, memory } = this.#bench;
    const filled = this.#filled;
    this.#filled = 0;
    const start = kernel.segmentPlace();
    const segment = memory.subarray(start, start + filled);
    this.adler = kernel.checksum(this.adler, filled) >>> 0;
    this.bytes += filled;
    if (!holdsOnlyRuns(segment, this.#level)) {
      this.#take(deflateRaw(segment, this.#level, isLast));
      return;
    }
    kernel.begin();
    for (;;) {
      const made = kernel.deflate(filled, isLast);
      if (made === 0) return;
      const output = kernel.outputPlace();
      this.#take(memory.slice(output, output + made));
    }
  }

  #left(): number {
    return this.#bench.kernel.segmentRoom() - this.#filled;
  }

  /** Where the next byte goes. */
  #room(): number {
    if (this.#left() === 0) this.flush(false);
    return this.#bench.kernel.segmentPlace() + this.#filled;
  }
}

function openBench(): Bench {
  const kernel = instantiateDeflate();
  return { kernel, memory: new Uint8Array(kernel.memory.buffer) };
}

const SAMPLE_BYTES = 16 * 1024;

/**
 * Photographs hold hardly any repeats but runs: searching for others makes them 4 % larger at level 1. A sample from
 * the middle tells whether there are others.
 */
function holdsOnlyRuns(segment: Uint8Array, level: number): boolean {
  if (segment.length < SAMPLE_BYTES * 4) return false;
  const middle = segment.length >> 1;
  const sample = segment.subarray(middle, middle + SAMPLE_BYTES);
  return lengthOfRuns(sample, level) <= deflateRaw(sample, level, true).length;
}
