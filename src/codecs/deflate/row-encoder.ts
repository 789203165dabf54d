import { deflateRaw, lengthOfRuns } from "#platform/zlib.ts";
import { type DeflateKernel, instantiateDeflate } from "../../../wasm/deflate.ts";
import { IMAGE_CAPS } from "../caps.ts";
import { tooLarge } from "../image-problem.ts";

/** Rows are gathered to about this size before they are deflated. At this size the lost history costs nothing. */
const SEGMENT_BYTES = 1 << 20;
const FIRST_BYTES = 1 << 14;

/**
 * Turns rows of samples into the data of a FlateDecode stream, piece by piece: an image's decoded rows are never all in
 * memory. Each segment ends at a byte boundary (a sync flush), so the pieces form one zlib stream. Measured: PNG's Up
 * filter with level 1 is faster and smaller than a higher level on unfiltered rows.
 */
export class RowEncoder {
  readonly pieces: Uint8Array[] = [];
  readonly #rowBytes: number;
  readonly #filter: RowFilter;
  readonly #stride: number;
  readonly #deflater: SegmentDeflater;
  /** Grows to the size of a whole segment, so that a small picture does not pay for a megabyte of zeros. */
  #segment: Uint8Array;
  readonly #segmentBytes: number;
  /** With the filter "up" the last row of the segment before is kept at its start. */
  readonly #start: number;
  #used: number;
  #ended = false;
  /** Bytes of all pieces. */
  #made = 0;

  constructor(rowBytes: number, filter: RowFilter = "up", level = 1) {
    this.#rowBytes = rowBytes;
    this.#filter = filter;
    this.#stride = rowBytes + (filter === "left" || filter === "given" ? 1 : 0);
    this.#deflater = new SegmentDeflater(level, (piece) => this.#add(piece));
    this.#start = filter === "up" ? rowBytes : 0;
    this.#used = this.#start;
    const rows = Math.max(1, Math.floor(SEGMENT_BYTES / (rowBytes + 1)));
    this.#segmentBytes = this.#start + rows * this.#stride;
    this.#segment = new Uint8Array(Math.min(this.#segmentBytes, FIRST_BYTES + this.#start + this.#stride));
    // Deflate, 32 KB window, fastest level (RFC 1950 §2.2).
    this.pieces.push(Uint8Array.of(0x78, 0x01));
  }

  /** Adds the row that begins at `at`; the bytes are copied. */
  row(samples: Uint8Array, at = 0): void {
    const out = this.#room();
    if (this.#filter === "left") out[this.#used] = LEFT;
    out.set(samples.subarray(at, at + this.#rowBytes), this.#used + this.#stride - this.#rowBytes);
    this.#used += this.#stride;
  }

  /**
   * With the filter "given": room for the next row, the filter byte first. The caller fills it at once with
   * PNG-filtered bytes.
   */
  filtered(): { target: Uint8Array; at: number } {
    const target = this.#room();
    const at = this.#used;
    this.#used += this.#stride;
    return { target, at };
  }

  /** The rows that are deflated: all that were given, when the stream has ended. */
  get rows(): number {
    return this.#deflater.bytes / (this.#rowBytes + (this.#filter === "none" ? 0 : 1));
  }

  /** The Adler-32 with which the stream ends. */
  get sum(): number {
    return this.#deflater.adler;
  }

  /** The complete stream's pieces. */
  end(): Uint8Array[] {
    if (!this.#ended) {
      this.#flush(true);
      const { sum } = this;
      this.pieces.push(Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum));
      this.#ended = true;
      this.#segment = new Uint8Array(0);
    }
    return this.pieces;
  }

  #room(): Uint8Array {
    const needed = this.#used + this.#stride;
    if (needed > this.#segmentBytes) this.#flush(false);
    else if (needed > this.#segment.length) this.#grow(needed);
    return this.#segment;
  }

  #grow(needed: number): void {
    const grown = new Uint8Array(Math.min(this.#segmentBytes, Math.max(needed, this.#segment.length * 4)));
    grown.set(this.#segment.subarray(0, this.#used));
    this.#segment = grown;
  }

  #flush(isLast: boolean): void {
    const segment = this.#segment;
    const rowBytes = this.#rowBytes;
    if (this.#filter === "up") {
      for (let at = this.#start; at < this.#used; at += rowBytes) {
        this.#deflater.addUp(segment.subarray(at, at + rowBytes), segment.subarray(at - rowBytes, at));
      }
      segment.copyWithin(0, this.#used - rowBytes, this.#used);
    } else {
      this.#deflater.add(segment.subarray(0, this.#used));
    }
    this.#deflater.flush(isLast);
    this.#used = this.#start;
  }

  #add(piece: Uint8Array): void {
    this.pieces.push(piece);
    this.#made += piece.length;
    if (this.#made > IMAGE_CAPS.outputBytes) {
      throw tooLarge(
        `Compressed again, the image takes more than ${IMAGE_CAPS.outputBytes} bytes. Send it with fewer pixels, or as a JPEG.`,
      );
    }
  }
}

/** PNG's filter "Sub" (PNG §9.2). */
const LEFT = 1;

/**
 * up: raw rows, filtered here · left: rows of differences to the pixel on the left, which is PNG's Sub · given: rows
 * with PNG filters · none: raw rows, no predictor.
 */
export type RowFilter = "up" | "left" | "given" | "none";

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
class SegmentDeflater {
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
