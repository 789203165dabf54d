import module from "./lzma.wasm";

/** What wasm/lzma/index.ts exports. Places are byte offsets in `memory`. */
export interface LzmaKernel {
  readonly memory: WebAssembly.Memory;
  /** Forgets the previous data and makes room for this many bytes; false when there is not enough memory. */
  begin(wanted: number): boolean;
  /** Where a chunk's data goes. */
  inputPlace(): number;
  /** All output so far. Only `begin` may move it. */
  outputPlace(): number;
  resetDictionary(): void;
  /** False when such properties do not exist. */
  setProperties(value: number): boolean;
  resetState(): void;
  /** The number of bytes so far, never more than wanted; -1 for damaged data. */
  copyChunk(bytes: number): number;
  decodeChunk(packed: number, unpacked: number): number;
}

export function instantiateLzma(): LzmaKernel {
  return new WebAssembly.Instance(module).exports as unknown as LzmaKernel;
}
