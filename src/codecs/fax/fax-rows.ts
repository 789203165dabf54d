import type { Portions } from "../../meter/turns.ts";
import type { ByteSource } from "../byte-source.ts";
import { type FaxBench, type FaxParameters, giveBack, openFax } from "./fax-kernels.ts";

/** The places at which a row's colour changes, beginning with white. At least two entries `columns` follow them. */
type Changes = Uint32Array;

/**
 * Rows of one bit a pixel, 1 = black, as TIFF's fax compressions give them. As in a fax machine, a damaged row of Group
 * 3 becomes a copy of the one above, and the next row begins at the next end-of-line; `onBadRow` is called. The other
 * two compressions have no such marks: they end at damage.
 */
export function faxSource(data: Uint8Array, parameters: FaxParameters, onBadRow: () => void): ByteSource {
  const rowBytes = (parameters.columns + 7) >> 3;
  let reader: FaxBench | undefined = openFax(data, parameters);
  let left = parameters.rows;
  let bad = 0;
  return {
    read(target) {
      let filled = 0;
      while (reader && filled + rowBytes <= target.length) {
        const { kernel } = reader;
        const wanted = Math.min(left, kernel.paintRoom(), Math.floor((target.length - filled) / rowBytes));
        const painted = kernel.paint(wanted);
        target.set(new Uint8Array(kernel.memory.buffer, kernel.paintPlace(), painted * rowBytes), filled);
        filled += painted * rowBytes;
        left -= painted;
        for (; bad < kernel.badRows(); bad++) onBadRow();
        if (painted < wanted || left === 0) {
          giveBack(reader);
          reader = undefined;
        }
      }
      return filled;
    },
  };
}

/**
 * Calls `use` with the changes of each row, for callers that need no bits. They are valid until the next call. False
 * when a row is damaged or missing. Each portion has the columns of a row.
 */
export function* eachFaxRow(
  data: Uint8Array,
  parameters: FaxParameters,
  use: (changes: Changes, y: number) => void,
): Portions<boolean> {
  const reader = openFax(data, parameters);
  const { kernel } = reader;
  const changes = new Map<number, Changes>();
  let y = 0;
  for (; y < parameters.rows && kernel.read(1) === 1 && kernel.badRows() === 0; y++) {
    const place = kernel.changes();
    let row = changes.get(place);
    if (!row) {
      row = new Uint32Array(kernel.memory.buffer, place, parameters.columns + 4);
      changes.set(place, row);
    }
    use(row, y);
    yield parameters.columns;
  }
  giveBack(reader);
  return y === parameters.rows;
}

/** The number of bytes that the rows take; undefined when one of them is damaged or missing. */
export function faxLength(data: Uint8Array, parameters: FaxParameters): number | undefined {
  const reader = openFax(data, parameters);
  const { kernel } = reader;
  const isWhole = kernel.read(parameters.rows) === parameters.rows && kernel.badRows() === 0;
  const length = kernel.consumed();
  giveBack(reader);
  return isWhole ? length : undefined;
}
