import module from "./jpeg.wasm";

/** What wasm/jpeg/index.ts exports. Places are byte offsets in `memory`, which does not grow. */
export interface JpegKernel {
  readonly memory: WebAssembly.Memory;
  /** Takes the memory that it needs. */
  start(): void;
  /**
   * Where the codes are by symbol, packed as code << 8 | bits, 256 × 32 bits each: DC and AC of luma, then of chroma.
   */
  wordsPlace(): number;
  /**
   * Where it stands how often each symbol was written, 32 bits each, in the same order. Call it once, when the blocks are
   * closed.
   */
  countsPlace(): number;
  /** Forgets the previous scan. */
  begin(restartInterval: number): void;
  /** `tables`: 0 for luma, 1 for chroma. */
  addComponent(across: number, down: number, tables: number): void;
  /** Takes a Huffman table of the component. Its counts and symbols are at `givenPlace`. */
  openTable(slot: number, isAc: boolean): void;
  givenPlace(): number;
  /**
   * For each component, and each of four rows of blocks in a unit: the columns of blocks that stay as they are, 2 × 32
   * bits.
   */
  spansPlace(): number;
  /** Reads other data of the same scan, without restarts, from its beginning. */
  beginData(): void;
  /** More was read than there is, or a code that does not exist. */
  isDamaged(): number;
  /** How many bytes of the data that was given no code has used, and how many bits of the byte before them. */
  unreadBytes(): number;
  unreadBits(): number;
  /** Reads a row of units, and writes those of the columns from `first` to `end`. */
  row(units: number, first: number, end: number): void;
  /** Where the 64 coefficients of a block are, 16 bits each. */
  blockPlace(): number;
  closeBlocks(): void;
}

export interface JpegHost {
  /** Copies the next bytes of the data to a place in the memory, as many as fit there, and returns how many. */
  more(place: number, room: number): number;
  /** Takes what was written. */
  give(place: number, length: number): void;
  /**
   * Takes away what may not stay of the block at `blockPlace`. `before`: the DC of the previous block of the component.
   */
  hide(slot: number, y: number, column: number, before: number): void;
}

export function instantiateJpeg({ more, give, hide }: JpegHost): JpegKernel {
  const imports = { blocks: { more, give }, index: { hide } };
  const kernel = new WebAssembly.Instance(module, imports).exports as unknown as JpegKernel;
  kernel.start();
  return kernel;
}
