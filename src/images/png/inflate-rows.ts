import { corrupt } from "../../codecs/image-problem.ts";
import { type InflateOutcome, inflating } from "../../codecs/inflate.ts";
import type { Portions } from "../../meter/turns.ts";

/** Rows of one length, filter byte not counted. There is at least one row, of at least one byte. */
interface Pass {
  rowBytes: number;
  rows: number;
}

/** What is wrong with image data that has at least one row. */
export interface Shortfall {
  message: string;
  /** Complete rows, of all passes. */
  rows: number;
}

/**
 * An interlaced image is filled up only where at least this share of it is there. Otherwise a few bytes could ask for
 * gigabytes.
 */
const LEAST_SHARE = 0.1;

/**
 * Inflates image data and calls `onRow` for each row, filter byte included. A row is valid only during the call. The
 * result says how many rows are missing because the data is cut off or damaged. With `blank` these are given as
 * unfiltered rows of that byte. Data without any row is refused. Data after the last row is ignored, as in decoders.
 */
export function* inflateRows(
  data: readonly Uint8Array[],
  passes: readonly Pass[],
  onRow: (row: Uint8Array, at: number, pass: number) => void,
  blank?: number,
): Portions<Shortfall | undefined> {
  const expected = expectedBytes(passes);
  const rows = new RowCutter(passes, onRow);
  const outcome = yield* inflating(data, expected, (chunk) => rows.add(chunk));
  const shortfall = shortfallOf(outcome, expected, rows);
  if (shortfall && blank !== undefined) {
    if (rows.bytesGiven < expected * LEAST_SHARE) throw corrupt(shortfall.message);
    yield* rows.fillUp(blank);
  }
  return shortfall;
}

/**
 * Whether data has all its rows and is Deflate data to its end. This is for chunks whose checksums are right. Such data
 * may still be wrong: an encoder may be broken, or someone has cut the file and mended its checksums. The checksum
 * inside the stream is then not needed.
 */
export function* areRowsThere(data: readonly Uint8Array[], pass: Pass): Portions<boolean> {
  const expected = expectedBytes([pass]);
  const rows = new RowCutter([pass], () => undefined);
  const outcome = yield* inflating(data, expected, (chunk) => rows.add(chunk), true);
  return outcome.bytesOut === expected && !/more|wrong/.test(outcome.end) && !rows.badFilter;
}

function expectedBytes(passes: readonly Pass[]): number {
  return passes.reduce((sum, pass) => sum + pass.rows * (pass.rowBytes + 1), 0);
}

function shortfallOf({ bytesOut, end }: InflateOutcome, expected: number, rows: RowCutter): Shortfall | undefined {
  const there = rows.bytesGiven;
  const share = Math.floor((there / expected) * 100);
  if (there >= expected) {
    // A stream that is cut off or goes on after its last row still has all its rows. A wrong checksum is damage.
    const message = "The PNG is damaged: the checksum of its pixels is wrong.";
    return end === "wrong sum" ? { message, rows: rows.rowsGiven } : undefined;
  }
  const isCut = bytesOut < expected && (end === "cut off" || end === "finished");
  const state = isCut ? "incomplete" : "damaged";
  if (rows.badFilter !== undefined && there === 0) {
    throw corrupt(`The PNG uses row filter ${rows.badFilter}, which does not exist.`);
  }
  if (there === 0) throw corrupt(`The PNG's image data is ${state}: ${share} % of it is there.`);
  return { message: `The PNG's image data is ${state}: ${share} % of it is there.`, rows: rows.rowsGiven };
}

class RowCutter {
  readonly #passes: readonly Pass[];
  readonly #onRow: (row: Uint8Array, at: number, pass: number) => void;
  #pass = -1;
  #rowsLeft = 0;
  #stride = 0;
  /** Holds a row that spans two chunks. */
  #partial = new Uint8Array(0);
  #filled = 0;
  /** Bytes of complete rows, with their filter bytes. */
  bytesGiven = 0;
  rowsGiven = 0;
  /** A row filter that does not exist. What follows it means nothing. */
  badFilter: number | undefined;

  constructor(passes: readonly Pass[], onRow: (row: Uint8Array, at: number, pass: number) => void) {
    this.#passes = passes;
    this.#onRow = onRow;
    this.#nextPass();
  }

  add(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && this.#rowsLeft > 0 && this.badFilter === undefined) {
      const missing = this.#stride - this.#filled;
      if (this.#filled === 0 && chunk.length - at >= missing) {
        this.#give(chunk, at);
        at += missing;
        continue;
      }
      const taken = Math.min(missing, chunk.length - at);
      this.#partial.set(chunk.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === this.#stride) {
        this.#filled = 0;
        this.#give(this.#partial, 0);
      }
    }
  }

  /** Gives the rows that are missing. */
  *fillUp(blank: number): Portions<void> {
    while (this.#rowsLeft > 0) {
      const row = this.#partial.fill(blank);
      row[0] = 0;
      this.#onRow(row, 0, this.#pass);
      yield row.length;
      if (--this.#rowsLeft === 0) this.#nextPass();
    }
  }

  #give(bytes: Uint8Array, at: number): void {
    if (bytes[at]! > 4) {
      this.badFilter = bytes[at];
      return;
    }
    this.bytesGiven += this.#stride;
    this.rowsGiven++;
    this.#onRow(bytes, at, this.#pass);
    if (--this.#rowsLeft === 0) this.#nextPass();
  }

  #nextPass(): void {
    const pass = this.#passes[++this.#pass];
    if (!pass) return;
    this.#rowsLeft = pass.rows;
    this.#stride = pass.rowBytes + 1;
    if (this.#partial.length < this.#stride) this.#partial = new Uint8Array(this.#stride);
  }
}
