import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from "node:zlib";
import { inflatePieces } from "../../codecs/inflate/inflate-pieces.ts";
import { expandsTooFar, PdfProblem } from "../pdf-problem.ts";
import { ByteWriter } from "../syntax/byte-writer.ts";

/**
 * Inflates at most `most` bytes. Like viewers it gives what came before a cut or damage, and ignores a wrong header or
 * checksum.
 */
export function inflate(data: Uint8Array, most: number): Uint8Array {
  const chunkSize = Math.min(Math.max(data.length * GROWTH, LEAST_CHUNK), MOST_CHUNK);
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most + ROOM_BYTES, chunkSize };
  return (
    attempt(most, () => inflateSync(data, options)) ??
    (data.length > 2 ? attempt(most, () => inflateRawSync(data.subarray(2), options)) : undefined) ??
    salvage(data, most)
  );
}

/**
 * Undoes Brotli (RFC 7932), which the next version of PDF adds. Data that is cut off gives what came before the cut.
 * This platform supports no dictionary of the stream's own, so such a stream counts as damaged.
 */
export function unbrotli(data: Uint8Array, most: number): Uint8Array {
  const options = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: most + ROOM_BYTES };
  const output = attempt(most, () => brotliDecompressSync(data, options));
  if (!output) throw new PdfProblem("corrupt", "A stream that is compressed by Brotli is damaged.");
  return output;
}

/** workerd refuses output that ends up to 64 KiB below maxOutputLength, as its buffer grows. So more is asked for. */
const ROOM_BYTES = 128 * 1024;

/** Text grows by this factor at most. Output that fits into one chunk is not copied, which takes 2/3 of the time. */
const GROWTH = 4;
const LEAST_CHUNK = 1 << 14;
const MOST_CHUNK = 1 << 16;

/** What comes out, which is refused when it is too long; undefined where the data is damaged. */
function attempt(most: number, decompress: () => Uint8Array): Uint8Array | undefined {
  let output: Uint8Array;
  try {
    output = decompress();
  } catch (error) {
    // Beyond maxOutputLength. In workerd this error has no code.
    if (error instanceof RangeError) throw expandsTooFar();
    return undefined;
  }
  if (output.length > most) throw expandsTooFar();
  return output;
}

const ZLIB_HEADER = Uint8Array.of(0x78, 0x9c);

/** What comes out before the damage. A header of our own stands for the stream's, which may be what is damaged. */
function salvage(data: Uint8Array, most: number): Uint8Array {
  const output = new ByteWriter();
  const { end } = inflatePieces([ZLIB_HEADER, data.subarray(2)], most, (chunk) => output.copy(chunk));
  if (end === "more") throw expandsTooFar();
  return output.take();
}
