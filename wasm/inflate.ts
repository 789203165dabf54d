import module from "./inflate.wasm";

/** What wasm/inflate/index.ts exports. Places are byte offsets in `memory`. */
export interface InflateKernel {
  readonly memory: WebAssembly.Memory;
  /** Forgets the stream before. Of one that is only counted, no output comes but the first, and no sum is checked. */
  begin(countOnly?: boolean): void;
  /** Where the next input goes, and how much of it; asking moves the rest of the input before to the front. */
  inputPlace(): number;
  inputRoom(): number;
  /** So many bytes were put there; after the last ones of the stream no more may come. */
  addInput(bytes: number, isLast: boolean): void;
  /** Goes on as far as it can: one of INFLATE_STATUS. What came out stands at `outputPlace` until the next call. */
  run(): number;
  outputPlace(): number;
  outputBytes(): number;
  /** So many have come out besides. */
  countedBytes(): number;
  /** The Adler-32 of bytes that were put there, at most SUMMED_BYTES, after those that `start` is the sum of. */
  summedPlace(): number;
  checksum(start: number, bytes: number): number;
}

export const INFLATE_STATUS = { needsInput: 0, hasOutput: 1, finished: 2, damaged: 3, cutOff: 4, wrongSum: 5 } as const;

export const SUMMED_BYTES = 64 * 1024;

export function instantiateInflate(): InflateKernel {
  return new WebAssembly.Instance(module).exports as unknown as InflateKernel;
}
