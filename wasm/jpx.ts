import module from "./jpx.wasm";

/** What wasm/jpx/index.ts exports. Places are byte offsets in `memory`, which does not grow. */
export interface JpxKernel {
  readonly memory: WebAssembly.Memory;
  /** Takes the memory that it needs, and makes the tables. */
  start(): void;
  /**
   * Begins a code-block of at most 4096 samples of that many bits, at most 30. `subband`: 0 for LL and LH, 1 for HL, 2
   * for HH. `style`: ISO/IEC 15444-1 table A.19.
   */
  begin(width: number, height: number, subband: number, style: number, planes: number): void;
  /** Where the bytes of a segment belong, at most JPX_SEGMENT_BYTES. */
  inputPlace(): number;
  /** Decodes so many passes, which are in a segment of that length. */
  segment(length: number, passes: number, isRaw: boolean): void;
  /** Where the samples are, 32 bits each: twice their value, and odd where their lowest bits were left out. */
  samplesPlace(): number;
}

export const JPX_SEGMENT_BYTES = 64 * 1024;

export function instantiateJpx(): JpxKernel {
  const kernel = new WebAssembly.Instance(module).exports as unknown as JpxKernel;
  kernel.start();
  return kernel;
}
