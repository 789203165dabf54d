import module from "./deflate.wasm";

/** What wasm/deflate/index.ts exports. Places are byte offsets in `memory`. */
export interface DeflateKernel {
  readonly memory: WebAssembly.Memory;
  /** Takes the memory, all that will ever be taken. */
  start(): void;
  segmentPlace(): number;
  segmentRoom(): number;
  abovePlace(): number;
  aboveRoom(): number;
  /** Takes the bytes at `abovePlace` from so many of the segment. */
  subtract(at: number, bytes: number): void;
  /** The Adler-32 of the segment, after what `start` is the sum of. */
  checksum(start: number, bytes: number): number;
  begin(): void;
  /** Bytes that now stand at `outputPlace`; to be called until there are none. */
  deflate(bytes: number, isLast: boolean): number;
  outputPlace(): number;
}

export function instantiateDeflate(): DeflateKernel {
  const kernel = new WebAssembly.Instance(module).exports as unknown as DeflateKernel;
  kernel.start();
  return kernel;
}
