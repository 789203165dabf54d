import module from "./lzw.wasm";

/** What wasm/lzw/index.ts exports. Places are byte offsets in `memory`. */
export interface LzwKernel {
  readonly memory: WebAssembly.Memory;
  /** Reserves all the memory that the kernel will ever use. */
  start(): void;
  /** Forgets the previous data. `valueBits`: of the bytes or pixels that are coded, 1 to 11. */
  begin(valueBits: number, lowBitFirst: boolean, widensEarly: boolean): void;
  inputPlace(): number;
  inputRoom(): number;
  /** Tells that this many bytes were put there, after all earlier ones were read. */
  addInput(bytes: number): void;
  /** Decodes until this many bytes are at `outputPlace`, at most `outputRoom`. Returns one of LZW_STATUS. */
  run(wanted: number): number;
  outputPlace(): number;
  outputRoom(): number;
  /** How many bytes the last `run` gave. */
  outputBytes(): number;
}

export const LZW_STATUS = { needsInput: 0, hasOutput: 1, ended: 2, damaged: 3 } as const;

export function instantiateLzw(): LzwKernel {
  const kernel = new WebAssembly.Instance(module).exports as unknown as LzwKernel;
  kernel.start();
  return kernel;
}
