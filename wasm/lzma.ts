import module from "./lzma.wasm";

/** What wasm/lzma/index.ts exports. Places are byte offsets in `memory`. */
export interface LzmaKernel {
  readonly memory: WebAssembly.Memory;
  /** Forgets the data before and makes room for so many bytes; false if there is none. */
  begin(wanted: number): boolean;
  /** Where a chunk's data goes. */
  inputPlace(): number;
  /** All that has come out so far; it may move with `begin` only. */
  outputPlace(): number;
  resetDictionary(): void;
  /** False if there is no such. */
  setProperties(value: number): boolean;
  resetState(): void;
  /** How many bytes there are now in all, never more than wanted; or -1. */
  copyChunk(bytes: number): number;
  decodeChunk(packed: number, unpacked: number): number;
}

export function instantiateLzma(): LzmaKernel {
  return new WebAssembly.Instance(module).exports as unknown as LzmaKernel;
}
