import { IMAGE_CAPS } from "../caps.ts";
import { tooLarge } from "../image-problem.ts";
import { SegmentDeflater } from "./deflate.ts";

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
