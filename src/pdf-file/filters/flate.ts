import { unbrotli as brotli } from "#platform/brotli.ts";
import { inflate as inflateWhole } from "#platform/zlib.ts";
import { inflatePieces } from "../../codecs/inflate/inflate-pieces.ts";
import { expandsTooFar, PdfProblem } from "../pdf-problem.ts";
import { ByteWriter } from "../syntax/byte-writer.ts";

/**
 * Inflates at most `most` bytes. Like viewers it gives what came before a cut or damage, and ignores a wrong header or
 * checksum.
 */
export function inflate(data: Uint8Array, most: number): Uint8Array {
  const whole = inflateWhole(data, most);
  if (whole === "too long") throw expandsTooFar();
  return whole ?? salvage(data, most);
}

/** Undoes Brotli (RFC 7932), which the next version of PDF adds. */
export function unbrotli(data: Uint8Array, most: number): Uint8Array {
  const output = brotli(data, most);
  if (output === "too long") throw expandsTooFar();
  if (!output) throw new PdfProblem("corrupt", "A stream that is compressed by Brotli is damaged.");
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
