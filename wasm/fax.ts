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
  /** Begins to write rows of that width as Group 4. From then on no rows are painted. */
  write(columns: number): void;
  /** Where the bits of the row belong that is to be written. */
  pixelsPlace(): number;
  /** Writes that row, in which black is 1, or 0 if `isFlipped`. */
  writePixels(isFlipped: boolean): void;
  /**
   * Reads that many rows and writes a part of each, which begins at the column `left`. Pixels before `first` and from
   * `end` on take the colour of the nearest pixel between the two. A row without such a pixel, and a missing row,
   * become white.
   */
  copyPart(rows: number, left: number, first: number, end: number): void;
  /** Writes the end of the data. */
  closeWriter(): void;
  /** How many of the rows were damaged. */
  badRows(): number;
  /** How many bytes of the data the rows took. */
  consumed(): number;
}

export const FAX_KIND = { modifiedHuffman: 0, group3: 1, group4: 2 } as const;

/**
 * `more` copies the next bytes of the data to a place in the memory, as many as fit there, and returns how many. `give`
 * takes what was written.
 */
export function instantiateFax(
  more: (place: number, room: number) => number,
  give: (place: number, length: number) => void,
): FaxKernel {
  const imports = { input: { more }, write: { give } };
  const kernel = new WebAssembly.Instance(module, imports).exports as unknown as FaxKernel;
  kernel.start();
  return kernel;
}
