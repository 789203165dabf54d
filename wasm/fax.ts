import module from "./fax.wasm";

/** What wasm/fax/index.ts exports. Places are byte offsets in `memory`. */
export interface FaxKernel {
  readonly memory: WebAssembly.Memory;
  /** Makes the tables that stay. */
  start(): void;
  /** Forgets the data before. `kind`: one of FAX_KIND. */
  begin(kind: number, columns: number, isTagged: boolean): void;
  /** Reads so many rows, or to the last one; how many. The last one's changes stand at `changes`, 32 bits each. */
  read(rows: number): number;
  changes(): number;
  /** The same, at most `paintRoom` rows, and their bits stand at `paintPlace`. */
  paint(rows: number): number;
  paintRoom(): number;
  paintPlace(): number;
  /** How many of the rows were damaged. */
  badRows(): number;
  /** Bytes that the rows were coded in. */
  consumed(): number;
}

export const FAX_KIND = { modifiedHuffman: 0, group3: 1, group4: 2 } as const;

/** `more` puts the next bytes of the data at a place of the memory, as many as there is room for; tells how many. */
export function instantiateFax(more: (place: number, room: number) => number): FaxKernel {
  const kernel = new WebAssembly.Instance(module, { input: { more } }).exports as unknown as FaxKernel;
  kernel.start();
  return kernel;
}
