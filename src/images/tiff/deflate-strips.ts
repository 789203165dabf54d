import { constants, inflateSync } from "node:zlib";
import { corrupt } from "../image.ts";
import type { ByteSource } from "./byte-source.ts";

/** Up to this size a strip is inflated at once, which is fastest. Larger ones are streamed. */
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

/** Undefined when the data does not end where it should: it is then streamed, which shows what it holds. */
function inflateStart(data: Uint8Array, expected: number): Uint8Array | undefined {
  const limit = expected + 1024;
  try {
    // One chunk for all of it: many chunks would be joined at the end, and twice the size would be left as garbage.
    return inflateSync(data, { maxOutputLength: limit, chunkSize: limit, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

const PORTION_BYTES = 64 * 1024;

function flowingSource(data: Uint8Array): ByteSource {
  let given = 0;
  const compressed = new ReadableStream<Uint8Array>({
    pull(controller) {
      const portion = data.subarray(given, given + PORTION_BYTES);
      given += portion.length;
      if (portion.length > 0) controller.enqueue(portion);
      else controller.close();
    },
  });
  const reader = compressed
    .pipeThrough(new DecompressionStream("deflate") as TransformStream<Uint8Array, Uint8Array>)
    .getReader();
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
