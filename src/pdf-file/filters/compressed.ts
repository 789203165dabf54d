import { unbrotli as brotli } from "#platform/brotli.ts";
import { inflate as inflateWhole } from "#platform/zlib.ts";
import { packBitsSource, rawSource } from "../../codecs/byte-source.ts";
import { inflatePieces } from "../../codecs/inflate.ts";
import { LzwReader } from "../../codecs/lzw.ts";
import { joined } from "../../platform/bytes.ts";
import { expandsTooFar, PdfProblem } from "../pdf-problem.ts";
import { ByteWriter } from "../syntax/byte-writer.ts";

/**
 * Inflates at most `most` bytes. Like viewers it gives what is before a cut or damage, and ignores a wrong header or
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

/** The output of LZW grows by pieces of this size. */
const LZW_PIECE = 16 * 1024;

/** LZW as in TIFF (7.4.4). `widensEarly` is /EarlyChange. Like viewers it gives what comes before damage. */
export function unlzw(data: Uint8Array, widensEarly: boolean, most: number): Uint8Array {
  const reader = new LzwReader({ valueBits: 8, lowBitFirst: false, widensEarly }, rawSource(data));
  const output = new ByteWriter(Math.min(most, Math.max(256, data.length * 4)));
  const piece = new Uint8Array(LZW_PIECE);
  for (let filled = LZW_PIECE; filled === LZW_PIECE; ) {
    filled = reader.read(piece);
    if (output.length + filled > most) {
      reader.close();
      throw expandsTooFar();
    }
    output.copy(piece, 0, filled);
  }
  return output.take();
}

/** RunLengthDecode (7.4.5). */
export function unpackRuns(data: Uint8Array, most: number): Uint8Array {
  let size = 0;
  for (let at = 0; at < data.length && data[at] !== 128; ) {
    const code = data[at]!;
    size += code < 128 ? code + 1 : 257 - code;
    at += code < 128 ? code + 2 : 2;
  }
  if (size > most) throw expandsTooFar();
  const out = new Uint8Array(size);
  return out.subarray(0, packBitsSource(data, true).read(out));
}

const ZLIB_HEADER = Uint8Array.of(0x78, 0x9c);

/** What comes out before the damage. A header of our own replaces the stream's, which may be what is damaged. */
function salvage(data: Uint8Array, most: number): Uint8Array {
  // A buffer that grows would take three times the data at its end.
  const chunks: Uint8Array[] = [];
  const { end } = inflatePieces([ZLIB_HEADER, data.subarray(2)], most, (chunk) => chunks.push(chunk.slice()));
  if (end === "more") throw expandsTooFar();
  return joined(chunks);
}
