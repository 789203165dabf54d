import module from "./webp.wasm";

/** What wasm/webp/index.ts exports. Places are byte offsets in `memory`; damaged data makes any of these trap. */
export interface WebpKernel {
  readonly memory: WebAssembly.Memory;
  /** Forgets the previous picture. Returns the place for the `size` bytes of the next one. */
  openInput(size: number): number;
  /** After a trap: whether the picture needed more memory than one picture may take. */
  ranOutOfMemory(): number;

  /** Opens a VP8 frame; returns the number of its macroblock rows. */
  openLossy(data: number, size: number): number;
  lossyColumns(): number;
  /** The mean step of luma's quantizers. */
  lossyStep(): number;
  openColours(): void;
  /** Decodes a macroblock row; returns the number of RGB rows at `colourOutput`. */
  nextColourRows(): number;
  colourOutput(): number;
  /** The place for the encoder's tables. */
  openJpeg(): number;
  /** Decodes a macroblock row and encodes it; returns the number of bytes at `jpegOutput`. */
  nextJpegRow(): number;
  finishJpeg(): number;
  jpegOutput(): number;

  /** A VP8L picture. */
  openLossless(data: number, size: number): void;
  nextLosslessRow(): void;
  losslessColours(): number;
  losslessAlphas(): number;

  /** Opens an ALPH chunk, also beside a VP8 frame. Its rows are at `losslessAlphas`. */
  openAlpha(data: number, size: number, width: number, height: number): void;
  nextAlphaRow(): void;
}

export function instantiateWebp(): WebpKernel {
  return new WebAssembly.Instance(module).exports as unknown as WebpKernel;
}
