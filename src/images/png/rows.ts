import { corrupt } from "../image.ts";
import { inflatePieces } from "../inflate.ts";

/**
 * Inflates image data whose rows have the given lengths (filter byte included) and calls `onRow` for each; the row is
 * valid only during the call. Refuses data that ends before its last row or is damaged; data that goes on is cut, as
 * decoders do.
 */
export function inflateRows(
  data: readonly Uint8Array[],
  passes: readonly { rowBytes: number; rows: number }[],
  onRow: (row: Uint8Array, at: number, pass: number) => void,
): void {
  const expected = passes.reduce((sum, pass) => sum + pass.rows * (pass.rowBytes + 1), 0);
  const rows = new RowCutter(passes, onRow);
  const { bytesOut, end } = inflatePieces(data, expected, (chunk) => rows.add(chunk));
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
  readonly #passes: readonly { rowBytes: number; rows: number }[];
  readonly #onRow: (row: Uint8Array, at: number, pass: number) => void;
  #pass = -1;
  #rowsLeft = 0;
  #stride = 0;
  /** A row that spans two chunks. */
  #partial = new Uint8Array(0);
  #filled = 0;

  constructor(
    passes: readonly { rowBytes: number; rows: number }[],
    onRow: (row: Uint8Array, at: number, pass: number) => void,
  ) {
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
