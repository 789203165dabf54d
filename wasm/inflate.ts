import module from "./inflate.wasm";

/** What wasm/inflate/index.ts exports. Places are byte offsets in `memory`. */
export interface InflateKernel {
  readonly memory: WebAssembly.Memory;
  /** Forgets the stream before. */
  begin(): void;
  /** Where the next input goes, and how much of it; asking moves the rest of the input before to the front. */
  inputPlace(): number;
  inputRoom(): number;
  /** So many bytes were put there; after the last ones of the stream no more may come. */
  addInput(bytes: number, isLast: boolean): void;
  /** Goes on as far as it can: one of INFLATE_STATUS. What came out stands at `outputPlace` until the next call. */
  run(): number;
  outputPlace(): number;
  outputBytes(): number;
}

export const INFLATE_STATUS = { needsInput: 0, hasOutput: 1, finished: 2, damaged: 3, cutOff: 4, wrongSum: 5 } as const;

export function instantiateInflate(): InflateKernel {
  return new WebAssembly.Instance(module).exports as unknown as InflateKernel;
}
