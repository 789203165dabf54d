import { constants, deflateRawSync } from "node:zlib";
import { IMAGE_CAPS } from "./caps.ts";
import { tooLarge } from "./image.ts";
import { adler32 } from "./inflate.ts";

/** Rows are gathered to about this size before they are deflated: large enough that lost history costs nothing. */
const SEGMENT_BYTES = 1 << 20;

/**
 * Turns rows of samples into the data of a FlateDecode stream, piece by piece, so that an image's decoded rows
 * never exist all at once. Each segment ends at a byte boundary (a sync flush), which makes the pieces one zlib stream.
 * PNG's Up filter and level 1 were measured to be faster and smaller than a higher level on unfiltered rows.
 */
export class RowEncoder {
  readonly pieces: Uint8Array[] = [];
  readonly #rowBytes: number;
  readonly #filter: RowFilter;
  readonly #level: number;
  readonly #stride: number;
  #segment: Uint8Array;
  #used = 0;
  #previous: Uint8Array;
  #adler = 1;
  #ended = false;
  /** Bytes of all pieces. */
  #made = 0;

  constructor(rowBytes: number, filter: RowFilter = "up", level = 1) {
    this.#rowBytes = rowBytes;
    this.#filter = filter;
    this.#level = level;
    this.#stride = rowBytes + (filter === "none" ? 0 : 1);
    this.#segment = new Uint8Array(Math.max(this.#stride, SEGMENT_BYTES - (SEGMENT_BYTES % this.#stride)));
    this.#previous = new Uint8Array(filter === "up" ? rowBytes : 0);
    // Deflate, 32 KB window, fastest level (RFC 1950 §2.2).
    this.pieces.push(Uint8Array.of(0x78, 0x01));
  }

  /** Adds the row that begins at `at`; the bytes are copied. */
  row(samples: Uint8Array, at = 0): void {
    const out = this.#room();
    const start = this.#used;
    const rowBytes = this.#rowBytes;
    if (this.#filter === "up") {
      const previous = this.#previous;
      out[start] = 2;
      for (let i = 0; i < rowBytes; i++) {
        const sample = samples[at + i]!;
        out[start + 1 + i] = sample - previous[i]!;
        previous[i] = sample;
      }
    } else {
      if (this.#filter === "left") out[start] = 1;
      out.set(samples.subarray(at, at + rowBytes), start + this.#stride - rowBytes);
    }
    this.#used += this.#stride;
  }

  /**
   * With the filter "given": room for the next row, the filter's byte first, to be filled by the caller at once with
   * bytes that are PNG-filtered already.
   */
  filtered(): { target: Uint8Array; at: number } {
    const target = this.#room();
    const at = this.#used;
    this.#used += this.#stride;
    return { target, at };
  }

  /** The complete stream's pieces. */
  end(): Uint8Array[] {
    if (!this.#ended) {
      this.#flush(constants.Z_FINISH);
      const sum = this.#adler;
      this.pieces.push(Uint8Array.of(sum >>> 24, sum >>> 16, sum >>> 8, sum));
      this.#ended = true;
      this.#segment = new Uint8Array(0);
    }
    return this.pieces;
  }

  #room(): Uint8Array {
    if (this.#used + this.#stride > this.#segment.length) this.#flush(constants.Z_SYNC_FLUSH);
    return this.#segment;
  }

  #flush(finishFlush: number): void {
    const filled = this.#segment.subarray(0, this.#used);
    this.#adler = adler32(filled, this.#adler);
    const strategy = strategyFor(filled, this.#level);
    const piece = deflateRawSync(filled, { level: this.#level, strategy, finishFlush });
    this.pieces.push(piece);
    this.#used = 0;
    this.#made += piece.length;
    if (this.#made > IMAGE_CAPS.outputBytes) {
      throw tooLarge(
        `Compressed anew, the image takes more than ${IMAGE_CAPS.outputBytes} bytes. Send it with fewer pixels, or as a JPEG.`,
      );
    }
  }
}

const SAMPLE_BYTES = 16 * 1024;

/**
 * Photographs hold no repeats but runs: looking for more takes three times as long and, at level 1, makes them 4 %
 * larger. Drawings live by repeats. A sample from the middle of the segment tells which it is.
 */
function strategyFor(segment: Uint8Array, level: number): number {
  if (segment.length < SAMPLE_BYTES * 4) return constants.Z_DEFAULT_STRATEGY;
  const middle = segment.length >> 1;
  const sample = segment.subarray(middle, middle + SAMPLE_BYTES);
  const runs = deflateRawSync(sample, { level, strategy: constants.Z_RLE });
  const repeats = deflateRawSync(sample, { level });
  return runs.length <= repeats.length ? constants.Z_RLE : constants.Z_DEFAULT_STRATEGY;
}

/**
 * up: rows come raw and are filtered here · left: they come as differences to the pixel on the left, which is PNG's Sub ·
 * given: with PNG filters · none: raw rows, no predictor.
 */
export type RowFilter = "up" | "left" | "given" | "none";

/** /DecodeParms for rows that carry PNG filter bytes (ISO 32000-2 §7.4.4.4). */
export function pngPredictor(width: number, colors: number, bits: number): string {
  return `<</Predictor 15/Colors ${colors}/BitsPerComponent ${bits}/Columns ${width}>>`;
}
