import { instantiateWebp, type WebpKernel } from "../../../wasm/webp.ts";
import { corrupt, tooLarge } from "../../codecs/image-problem.ts";
import type { Portions } from "../../meter/turns.ts";

/** WebAssembly memory never shrinks: an instance that grew beyond this is not kept. */
const KEPT_BYTES = 8 * 1024 * 1024;

let kept: WebpKernel | undefined;

/**
 * Lends the kernel for one picture. An instance that failed, or grew large, is thrown away, so that no picture can harm
 * the next or keep memory. Call `abandon` when it failed and gave a result all the same.
 */
export function* withKernel<T>(use: (kernel: WebpKernel, abandon: () => void) => Portions<T>): Portions<T> {
  const kernel = kept ?? instantiateWebp();
  kept = undefined;
  let isKept = true;
  const abandon = (): void => {
    isKept = false;
  };
  try {
    const result = yield* use(kernel, abandon);
    if (isKept && kernel.memory.buffer.byteLength <= KEPT_BYTES) kept = kernel;
    return result;
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    if (kernel.ranOutOfMemory() !== 0) throw tooLarge("The WebP needs more memory to decode than an image may take.");
    throw corrupt("The WebP's picture data is damaged.");
  }
}

/** Copies a picture's chunks into the kernel; returns where each begins. */
export function giveInput(kernel: WebpKernel, chunks: readonly Uint8Array[]): number[] {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  let place = kernel.openInput(size);
  const memory = new Uint8Array(kernel.memory.buffer);
  return chunks.map((chunk) => {
    const start = place;
    memory.set(chunk, start);
    place += chunk.length;
    return start;
  });
}

/** A view of the kernel's memory, valid until the next picture is opened. */
export function viewOf(kernel: WebpKernel, place: number, length: number): Uint8Array {
  return new Uint8Array(kernel.memory.buffer, place, length);
}
