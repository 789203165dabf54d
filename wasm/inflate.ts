import module from "./inflate.wasm";

/** What wasm/inflate/index.ts exports. Places are byte offsets in `memory`. */
export interface InflateKernel {
  readonly memory: WebAssembly.Memory;
  /**
   * Forgets the previous stream. When a stream is only counted, it gives nothing but its first output, and its checksum
   * is not checked.
   */
  begin(countOnly?: boolean): void;
  /** Where the next input belongs, and how much fits. Calling this first moves the unread input to the front. */
  inputPlace(): number;
  inputRoom(): number;
  /** Tells that this many bytes were put there. Nothing may follow the last bytes of the stream. */
  addInput(bytes: number, isLast: boolean): void;
  /**
   * Continues as far as possible; returns one of INFLATE_STATUS. The output is at `outputPlace` until the next call.
   */
  run(): number;
  outputPlace(): number;
  outputBytes(): number;
  /** How many more bytes have come out without being made. */
  countedBytes(): number;
  /** The Adler-32 of the bytes that were put there, at most SUMMED_BYTES, continued from `start`. */
  summedPlace(): number;
  checksum(start: number, bytes: number): number;
}

export const INFLATE_STATUS = { needsInput: 0, hasOutput: 1, finished: 2, damaged: 3, cutOff: 4, wrongSum: 5 } as const;

export const SUMMED_BYTES = 64 * 1024;

export function instantiateInflate(): InflateKernel {
  return new WebAssembly.Instance(module).exports as unknown as InflateKernel;
}
