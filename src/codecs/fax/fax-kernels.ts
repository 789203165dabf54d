import { FAX_KIND, type FaxKernel, instantiateFax } from "../../../wasm/fax.ts";
import { IdleKernels } from "../idle-kernels.ts";

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

/** The most columns of a row: 44 m at 600 dpi. The changes of a row and of the row above it are held in memory. */
export const FAX_COLUMNS = 1 << 20;

/** A kernel, the data that it reads, and what it wrote. */
export interface FaxBench {
  readonly kernel: FaxKernel;
  readonly memory: WebAssembly.Memory;
  feed: (place: number, room: number) => number;
  written: Uint8Array[];
}

const benches = new IdleKernels(newBench);

export function openFax(data: Uint8Array, { kind, columns, twoDimensional }: Omit<FaxParameters, "rows">): FaxBench {
  if (columns > FAX_COLUMNS) throw new RangeError(`Rows of fax have at most ${FAX_COLUMNS} columns, not ${columns}.`);
  const bench = benches.take();
  let at = 0;
  bench.feed = (place, room) => {
    const part = data.subarray(at, at + room);
    new Uint8Array(bench.kernel.memory.buffer).set(part, place);
    at += part.length;
    return part.length;
  };
  bench.kernel.begin(FAX_KIND[kind], columns, twoDimensional);
  return bench;
}

const nothing = (): number => 0;

function newBench(): FaxBench {
  const kernel = instantiateFax(
    (place, room) => bench.feed(place, room),
    (place, length) => bench.written.push(new Uint8Array(kernel.memory.buffer).slice(place, place + length)),
  );
  const bench: FaxBench = { kernel, memory: kernel.memory, feed: nothing, written: [] };
  return bench;
}

export function giveBack(bench: FaxBench): void {
  bench.feed = nothing;
  bench.written = [];
  benches.giveBack(bench);
}
