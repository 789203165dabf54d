import { constants, inflateSync } from "node:zlib";
import { corrupt } from "../image.ts";
import type { ByteSource } from "./source.ts";

/** Up to here a strip is inflated at once, which is fastest; larger ones flow. */
const WHOLE_BYTES = 2 * 1024 * 1024;

/** Deflate strips (compression 8 and 32946) of which `expected` bytes are wanted and no more are ever inflated. */
export function inflateSource(data: Uint8Array, expected: number): ByteSource {
  if (expected > WHOLE_BYTES) return flowingSource(data);
  const inflated = inflateStart(data, expected);
  if (!inflated) return flowingSource(data);
  let at = 0;
  return {
    read(target) {
      const part = inflated.subarray(at, at + target.length);
      target.set(part);
      at += part.length;
      return part.length;
    },
  };
}

/** Undefined when there is more than expected: padding, or a bomb. */
function inflateStart(data: Uint8Array, expected: number): Uint8Array | undefined {
  try {
    const limit = expected + 1024;
    // One chunk for all of it: otherwise the output is gathered from many, and twice its size is left to collect.
    return inflateSync(data, { maxOutputLength: limit, chunkSize: limit, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw corrupt("The Deflate data of a strip is damaged.");
  }
}

function flowingSource(data: Uint8Array): ByteSource {
  const reader = new Blob([data as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"))
    .getReader() as ReadableStreamDefaultReader<Uint8Array>;
  let held = new Uint8Array(0) as Uint8Array;
  return {
    async read(target) {
      let filled = 0;
      while (filled < target.length) {
        if (held.length === 0) {
          const { done, value } = await reader.read().catch(() => {
            throw corrupt("The Deflate data of a strip is damaged.");
          });
          if (done) break;
          held = value;
        }
        const part = held.subarray(0, target.length - filled);
        target.set(part, filled);
        filled += part.length;
        held = held.subarray(part.length);
      }
      return filled;
    },
  };
}
