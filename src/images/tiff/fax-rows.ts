import { FAX_KIND, type FaxKernel, instantiateFax } from "../../../wasm/fax.ts";
import type { ByteSource } from "./byte-source.ts";

/** Compression 2 · 3 (T.4) · 4 (T.6). */
export type FaxKind = keyof typeof FAX_KIND;

export interface FaxParameters {
  kind: FaxKind;
  /** At most FAX_COLUMNS. */
  columns: number;
  /** Rows that are wanted; the data may have fewer. */
  rows: number;
  /** T4Options bit 0: in each row of Group 3 a bit says whether it is coded against the row above. */
  twoDimensional: boolean;
}

/** The most columns of a row: 44 m at 600 dpi. The places of its changes are held, and those of the row above. */
export const FAX_COLUMNS = 1 << 20;

/** A row as the places at which its colour changes, beginning with white; at least two entries `columns` follow. */
export type Changes = Uint32Array;

/**
 * Rows of one bit a pixel, 1 = black, as TIFF's fax compressions give them. As in a fax machine, a damaged row of Group
 * 3 becomes a copy of the one above, and the next row begins at the next end-of-line; `onBadRow` is called. The other
 * two compressions have no such marks: they end at damage.
 */
export function faxSource(data: Uint8Array, parameters: FaxParameters, onBadRow: () => void): ByteSource {
  const rowBytes = (parameters.columns + 7) >> 3;
  let reader: Reader | undefined = openReader(data, parameters);
  let left = parameters.rows;
  let bad = 0;
  return {
    read(target) {
      let filled = 0;
      while (reader && filled + rowBytes <= target.length) {
        const { kernel } = reader;
        const wanted = Math.min(left, kernel.paintRoom(), Math.floor((target.length - filled) / rowBytes));
        const came = kernel.paint(wanted);
        target.set(new Uint8Array(kernel.memory.buffer, kernel.paintPlace(), came * rowBytes), filled);
        filled += came * rowBytes;
        left -= came;
        for (; bad < kernel.badRows(); bad++) onBadRow();
        if (came < wanted || left === 0) {
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
 * when a row is damaged or missing.
 */
export function eachFaxRow(data: Uint8Array, parameters: FaxParameters, use: (changes: Changes, y: number) => void) {
  const reader = openReader(data, parameters);
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
  }
  giveBack(reader);
  return y === parameters.rows;
}

/** The number of bytes that the rows take; undefined when one of them is damaged or missing. */
export function faxLength(data: Uint8Array, parameters: FaxParameters): number | undefined {
  const reader = openReader(data, parameters);
  const { kernel } = reader;
  const isWhole = kernel.read(parameters.rows) === parameters.rows && kernel.badRows() === 0;
  const length = kernel.consumed();
  giveBack(reader);
  return isWhole ? length : undefined;
}

interface Reader {
  readonly kernel: FaxKernel;
  feed: (place: number, room: number) => number;
}

/** Kernels that are free. Planes are read side by side, each with its own kernel. */
const idle: Reader[] = [];
const MOST_IDLE = 4;
/** WebAssembly memory never shrinks: an instance that grew beyond this is not kept. */
const KEPT_BYTES = 1024 * 1024;

function openReader(data: Uint8Array, { kind, columns, twoDimensional }: FaxParameters): Reader {
  if (columns > FAX_COLUMNS) throw new RangeError(`Rows of fax have at most ${FAX_COLUMNS} columns, not ${columns}.`);
  const reader = idle.pop() ?? newReader();
  let at = 0;
  reader.feed = (place, room) => {
    const part = data.subarray(at, at + room);
    new Uint8Array(reader.kernel.memory.buffer).set(part, place);
    at += part.length;
    return part.length;
  };
  reader.kernel.begin(FAX_KIND[kind], columns, twoDimensional);
  return reader;
}

const nothing = (): number => 0;

function newReader(): Reader {
  const reader: Reader = { kernel: instantiateFax((place, room) => reader.feed(place, room)), feed: nothing };
  return reader;
}

function giveBack(reader: Reader): void {
  reader.feed = nothing;
  if (idle.length < MOST_IDLE && reader.kernel.memory.buffer.byteLength <= KEPT_BYTES) idle.push(reader);
}
