import { brotliDecompressSync, constants } from "node:zlib";
import { attempt, ROOM_BYTES } from "./output.ts";

/**
 * Undoes Brotli (RFC 7932). Data that is cut off gives what comes before the cut. Undefined where it is damaged, as is
 * a stream that needs a dictionary of its own.
 */
export function unbrotli(data: Uint8Array, most: number): Uint8Array | "too long" | undefined {
  const options = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: most + ROOM_BYTES };
  return attempt(most, () => brotliDecompressSync(data, options));
}
