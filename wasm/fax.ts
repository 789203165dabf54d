import module from "./fax.wasm";

/** What wasm/fax/index.ts exports. Places are byte offsets in `memory`. */
export interface FaxKernel {
  readonly memory: WebAssembly.Memory;
  /** Makes the tables that stay. */
  start(): void;
  /** Forgets the previous data. `kind` is one of FAX_KIND. */
  begin(kind: number, columns: number, isTagged: boolean): void;
  /**
   * Reads that many rows, or up to the last row, and returns how many it read. The changes of the last of them are at
   * `changes`, 32 bits each.
   */
  read(rows: number): number;
  changes(): number;
  /** The same for at most `paintRoom` rows, whose bits are then at `paintPlace`. */
  paint(rows: number): number;
  paintRoom(): number;
  paintPlace(): number;
  /** How many of the rows were damaged. */
  badRows(): number;
  /** Bytes that the rows were coded in. */
  consumed(): number;
}

export const FAX_KIND = { modifiedHuffman: 0, group3: 1, group4: 2 } as const;

/** `more` copies the next bytes of the data to a place in the memory, as many as fit there, and returns how many. */
export function instantiateFax(more: (place: number, room: number) => number): FaxKernel {
  const kernel = new WebAssembly.Instance(module, { input: { more } }).exports as unknown as FaxKernel;
  kernel.start();
  return kernel;
}
