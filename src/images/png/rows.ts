import { corrupt } from "../image.ts";
import { countInflated, type InflateOutcome, inflatePieces } from "../inflate.ts";

/** Rows of one length, filter byte not counted. */
interface Pass {
  rowBytes: number;
  rows: number;
}

/**
 * Inflates image data whose rows have the given lengths (filter byte included) and calls `onRow` for each; the row is
 * valid only during the call. Refuses data that ends before its last row or is damaged; data that goes on is cut, as
 * decoders do.
 */
export function inflateRows(
  data: readonly Uint8Array[],
  passes: readonly Pass[],
  onRow: (row: Uint8Array, at: number, pass: number) => void,
): void {
  const expected = expectedBytes(passes);
  const rows = new RowCutter(passes, onRow);
  checkOutcome(
    inflatePieces(data, expected, (chunk) => rows.add(chunk)),
    expected,
  );
}

/**
 * Whether data that the chunks' own sums vouch for has all its rows and is Deflate data to its end: what a broken encoder
 * makes, or who cut a file and mended its sums. The sum inside the data would tell no more of it.
 */
export function checkRowsThere(data: readonly Uint8Array[], pass: Pass): void {
  const expected = expectedBytes([pass]);
  const rows = new RowCutter([pass], () => undefined);
  checkOutcome(
    countInflated(data, expected, (chunk) => rows.add(chunk)),
    expected,
  );
}

function expectedBytes(passes: readonly Pass[]): number {
  return passes.reduce((sum, pass) => sum + pass.rows * (pass.rowBytes + 1), 0);
}

function checkOutcome({ bytesOut, end }: InflateOutcome, expected: number): void {
  if (bytesOut < expected) {
    const state = end === "cut off" || end === "finished" ? "incomplete" : "damaged";
    throw corrupt(`The PNG's image data is ${state}: ${percent(bytesOut, expected)} of it is there.`);
  }
  // A stream that is cut off after its last row, or goes on after it, still has all its rows; a wrong sum is damage.
  if (end === "wrong sum") throw corrupt("The PNG's image data is damaged: its checksum is wrong.");
}

function percent(part: number, whole: number): string {
  return `${Math.floor((part / whole) * 100)} %`;
}

class RowCutter {
  readonly #passes: readonly Pass[];
  readonly #onRow: (row: Uint8Array, at: number, pass: number) => void;
  #pass = -1;
  #rowsLeft = 0;
  #stride = 0;
  /** A row that spans two chunks. */
  #partial = new Uint8Array(0);
  #filled = 0;

  constructor(passes: readonly Pass[], onRow: (row: Uint8Array, at: number, pass: number) => void) {
    this.#passes = passes;
    this.#onRow = onRow;
    this.#nextPass();
  }

  add(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && this.#rowsLeft > 0) {
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

  #give(bytes: Uint8Array, at: number): void {
    if (bytes[at]! > 4) throw corrupt(`The PNG uses row filter ${bytes[at]}, which does not exist.`);
    this.#onRow(bytes, at, this.#pass);
    if (--this.#rowsLeft === 0) this.#nextPass();
  }

  #nextPass(): void {
    while (this.#rowsLeft === 0 && ++this.#pass < this.#passes.length) {
      const pass = this.#passes[this.#pass]!;
      this.#rowsLeft = pass.rowBytes > 0 ? pass.rows : 0;
      this.#stride = pass.rowBytes + 1;
    }
    if (this.#partial.length < this.#stride) this.#partial = new Uint8Array(this.#stride);
  }
}
