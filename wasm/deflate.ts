import module from "./deflate.wasm";

/** What wasm/deflate/index.ts exports. Places are byte offsets in `memory`. */
export interface DeflateKernel {
  readonly memory: WebAssembly.Memory;
  /** Reserves all the memory that the kernel will ever use. */
  start(): void;
  segmentPlace(): number;
  segmentRoom(): number;
  abovePlace(): number;
  aboveRoom(): number;
  /** Subtracts the bytes at `abovePlace` from that many bytes of the segment. */
  subtract(at: number, bytes: number): void;
  /** The Adler-32 of the segment, continued from `start`. */
  checksum(start: number, bytes: number): number;
  begin(): void;
  /** The number of bytes that are now at `outputPlace`. Call it until it returns 0. */
  deflate(bytes: number, isLast: boolean): number;
  outputPlace(): number;
}

export function instantiateDeflate(): DeflateKernel {
  const kernel = new WebAssembly.Instance(module).exports as unknown as DeflateKernel;
  kernel.start();
  return kernel;
}
