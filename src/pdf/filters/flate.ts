import { brotliDecompressSync, constants, inflateRawSync, inflateSync } from "node:zlib";
import { Inflate } from "fflate";
import { PdfProblem } from "../../pdf-objects/pdf-problem.ts";
import { tooMuch } from "./budget.ts";

/**
 * Inflates at most `most` bytes. Like viewers it gives what came before a cut or damage, and ignores a wrong header or
 * checksum.
 */
export function inflate(data: Uint8Array, most: number): Uint8Array {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most };
  try {
    return inflateSync(data, options);
  } catch (error) {
    refuseBomb(error);
  }
  if (data.length > 2) {
    try {
      return inflateRawSync(data.subarray(2), options);
    } catch (error) {
      refuseBomb(error);
    }
  }
  return salvage(data, most);
}

/**
 * Undoes Brotli (RFC 7932), which the next version of PDF adds. Data that is cut off gives what came before the cut.
 * This platform supports no dictionary of the stream's own, so such a stream counts as damaged.
 */
export function unbrotli(data: Uint8Array, most: number): Uint8Array {
  try {
    return brotliDecompressSync(data, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: most });
  } catch (error) {
    refuseBomb(error);
    throw new PdfProblem("corrupt", "A stream that is compressed by Brotli is damaged.");
  }
}

/** In workerd, exceeding maxOutputLength is a RangeError without Node's code. */
function refuseBomb(error: unknown): void {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (error instanceof RangeError || code === "ERR_BUFFER_TOO_LARGE") throw tooMuch();
}

/** What a streaming decoder outputs before it meets the damage. */
function salvage(data: Uint8Array, most: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const decoder = new Inflate((chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most) throw tooMuch();
  });
  const raw = data.subarray(2);
  try {
    // Small steps, so that little before the damage is lost.
    for (let at = 0; at < raw.length; at += 256) decoder.push(raw.subarray(at, at + 256), at + 256 >= raw.length);
  } catch (error) {
    if (error instanceof Error && error.name === "PdfProblem") throw error;
  }
  const out = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}
