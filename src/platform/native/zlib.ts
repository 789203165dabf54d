import * as zlib from "node:zlib";
import { attempt, plain, ROOM_BYTES } from "./output.ts";

const { constants } = zlib;

/** zlib's data (RFC 1950). `memLevel` is how much memory it may take, from 1 to 9. */
export function deflate(bytes: Uint8Array, options: { level?: number; memLevel?: number } = {}): Uint8Array {
  return plain(zlib.deflateSync(bytes, options));
}

/** Bare Deflate data (RFC 1951), which ends at a byte boundary. */
export function deflateRaw(bytes: Uint8Array, level: number, isLast: boolean): Uint8Array {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  return plain(zlib.deflateRawSync(bytes, { level, finishFlush }));
}

/** How many bytes are left when only runs of equal bytes are shortened. */
export function lengthOfRuns(bytes: Uint8Array, level: number): number {
  return zlib.deflateRawSync(bytes, { level, strategy: constants.Z_RLE }).length;
}

/**
 * Inflates a zlib stream up to its end or to where it is cut off. Undefined where it is damaged: the engine's own
 * kernel gives what comes before the damage.
 */
export function inflate(data: Uint8Array, most: number): Uint8Array | "too long" | undefined {
  const chunkSize = Math.min(Math.max(data.length * GROWTH, LEAST_CHUNK), MAX_CHUNK);
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most + ROOM_BYTES, chunkSize };
  return (
    attempt(most, () => zlib.inflateSync(data, options)) ??
    (data.length > 2 ? attempt(most, () => zlib.inflateRawSync(data.subarray(2), options)) : undefined)
  );
}

/** CRC-32 (ISO 3309) of what `before` is the sum of, followed by these bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  return zlib.crc32(bytes, before);
}

/** Text grows by this factor at most. Output that fits into one chunk is not copied, which takes 2/3 of the time. */
const GROWTH = 4;
const LEAST_CHUNK = 1 << 14;
const MAX_CHUNK = 1 << 16;
