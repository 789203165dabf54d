import * as zlib from "node:zlib";
import { resized } from "../buffers.ts";
import { attempt, ROOM_BYTES } from "./output.ts";

const { constants } = zlib;

/** zlib's data (RFC 1950). `memLevel` is how much memory it may take, from 1 to 9. */
export function deflate(bytes: Uint8Array, options: { level?: number; memLevel?: number } = {}): Uint8Array {
  return ofItsOwn(zlib.deflateSync(bytes, options));
}

/** Bare Deflate data (RFC 1951), which ends at a byte boundary. */
export function deflateRaw(bytes: Uint8Array, level: number, isLast: boolean): Uint8Array {
  const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  return ofItsOwn(zlib.deflateRawSync(bytes, { level, finishFlush }));
}

/** Most results are kept: not in a pool or in a chunk of 16 KB, which they would hold. */
function ofItsOwn(result: Uint8Array): Uint8Array {
  return new Uint8Array(result);
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
  // Node keeps the chunk of each stream that it refuses until the thread is free: noise is not given to it.
  const [method = 0, flags = 0] = data;
  if ((method & 15) !== 8 || ((method << 8) | flags) % 31 !== 0) return undefined;
  const chunkSize = Math.min(Math.max(data.length * GROWTH, MIN_CHUNK), MAX_CHUNK);
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most + ROOM_BYTES, chunkSize };
  const inflated = attempt(most, () => zlib.inflateSync(data, options));
  return inflated instanceof Uint8Array ? ofOwnSize(inflated, chunkSize) : inflated;
}

/** Without the rest of its chunk, which would be held as long, and in a buffer that `letGo` frees. */
function ofOwnSize(bytes: Uint8Array, chunkSize: number): Uint8Array {
  const { buffer, byteLength } = bytes;
  const isInChunk = buffer instanceof ArrayBuffer && buffer.byteLength === chunkSize && byteLength < chunkSize;
  return isInChunk ? new Uint8Array(resized(buffer, byteLength)) : bytes;
}

/** CRC-32 (ISO 3309) of what `before` is the sum of, followed by these bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  return zlib.crc32(bytes, before);
}

/**
 * Text seldom grows by more. Output that fits into one chunk is not joined, which takes a third off the time. Node
 * takes chunks below `MIN_CHUNK` from a pool, which they would hold.
 */
const GROWTH = 4;
const MIN_CHUNK = 1 << 14;
const MAX_CHUNK = 1 << 16;
