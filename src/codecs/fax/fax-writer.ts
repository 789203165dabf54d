import type { Portions } from "../../meter/turns.ts";
import { type FaxBench, type FaxParameters, giveBack, openFax } from "./fax-kernels.ts";

export interface FaxWriter {
  /** Adds the row of packed pixels that begins at `at`. */
  row(pixels: Uint8Array, at: number): void;
  end(): Uint8Array[];
}

/** Codes bilevel rows as Group 4 (T.6): the smallest form of a scanned page, and one that PDF holds. */
export function faxWriter(columns: number, blackBit: 0 | 1): FaxWriter {
  const bench = openFax(new Uint8Array(0), { kind: "group4", columns, twoDimensional: false });
  const { kernel } = bench;
  kernel.write(columns);
  const rowBytes = (columns + 7) >> 3;
  const target = new Uint8Array(kernel.memory.buffer, kernel.pixelsPlace(), rowBytes);
  return {
    row(pixels, at) {
      target.set(pixels.subarray(at, at + rowBytes));
      kernel.writePixels(blackBit === 0);
    },
    end: () => finish(bench),
  };
}

/** The rows [top, rows) and columns [left, right) of fax. */
export interface FaxPart {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  /**
   * The columns [first, end) of a row that stay. Others take the colour of the nearest one that stays, or white where
   * none does.
   */
  visible(row: number): readonly [number, number];
}

/** Rows that are read or copied at once. */
const ROWS = 64;

/**
 * Codes a part of a fax as Group 4. It goes from the changes of one row to those of the other, without pixels. Rows
 * that are missing are white. Each portion has the columns of rows.
 */
export function* faxPart(data: Uint8Array, parameters: FaxParameters, part: FaxPart): Portions<Uint8Array[]> {
  const bench = openFax(data, parameters);
  const { kernel } = bench;
  const { left, top, right } = part;
  kernel.write(right - left);
  for (let row = 0; row < top; row += ROWS) {
    kernel.read(Math.min(ROWS, top - row));
    yield ROWS * parameters.columns;
  }
  for (let row = top; row < parameters.rows; ) {
    const [first, end] = part.visible(row);
    const start = row;
    let next: readonly [number, number];
    do {
      row++;
      next = part.visible(row);
    } while (row < Math.min(parameters.rows, start + ROWS) && next[0] === first && next[1] === end);
    kernel.copyPart(row - start, left, first, end);
    yield (row - start) * parameters.columns;
  }
  return finish(bench);
}

function finish(bench: FaxBench): Uint8Array[] {
  bench.kernel.closeWriter();
  const { written } = bench;
  giveBack(bench);
  return written;
}
