import { INFLATE_STATUS, type InflateKernel, instantiateInflate } from "../../../wasm/inflate.ts";

/** The first steps are small, because callers usually find what they need near the beginning. */
const SMALL_STEP = 1024;
const LARGE_STEP = 16 * 1024;

/** One inflater serves all streams: it is reset for each. */
let kernel: InflateKernel | undefined;

/**
 * Inflates a zlib stream step by step, until `take` returns that it has seen enough. It serves callers that look for
 * something near the beginning. Chunks are valid only during the call, and nothing is allocated, however large the
 * stream. `take` gets the first `most` bytes, never fewer; output beyond them makes the stream unsound. Returns whether
 * the stream was sound as far as it was read, and the size of the output.
 */
export function inflateSteps(
  data: Uint8Array,
  most: number,
  take: (chunk: Uint8Array) => "more" | "enough",
): { sound: boolean; bytesOut: number } {
  kernel ??= instantiateInflate();
  const { memory, begin, inputPlace, addInput, run, outputBytes, outputPlace } = kernel;
  begin();
  let bytesOut = 0;
  for (let at = 0; ; ) {
    const end = Math.min(at + (at < LARGE_STEP ? SMALL_STEP : LARGE_STEP), data.length);
    new Uint8Array(memory.buffer).set(data.subarray(at, end), inputPlace());
    addInput(end - at, end === data.length);
    at = end;
    let status: number;
    do {
      status = run();
      const length = outputBytes();
      const wanted = Math.min(length, most - bytesOut);
      bytesOut += length;
      if (wanted > 0 && take(new Uint8Array(memory.buffer, outputPlace(), wanted)) === "enough") {
        return { sound: true, bytesOut };
      }
      if (bytesOut > most) return { sound: false, bytesOut };
    } while (status === INFLATE_STATUS.hasOutput);
    if (status !== INFLATE_STATUS.needsInput) return { sound: status === INFLATE_STATUS.finished, bytesOut };
  }
}
