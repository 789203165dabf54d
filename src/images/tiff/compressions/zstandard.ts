import { Decompress } from "fzstd";
import { IMAGE_CAPS } from "../../caps.ts";
import { corrupt, ImageProblem, tooLarge } from "../../image.ts";
import { type ByteSource, rawSource } from "./byte-source.ts";

/** The decompressor's output is taken after each portion of input, so that little more than needed is decompressed. */
const PORTION_BYTES = 4096;

/** Zstandard strips (compression 50000 of libtiff), of which no more than the `expected` bytes are kept. */
export function zstandardSource(data: Uint8Array, expected: number): ByteSource {
  if (expected > IMAGE_CAPS.stripBytes) throw tooLarge(`A strip of the TIFF has ${expected} bytes of Zstandard data.`);
  const rows = new Uint8Array(expected);
  let filled = 0;
  const stream = new Decompress((chunk) => {
    const part = chunk.subarray(0, expected - filled);
    rows.set(part, filled);
    filled += part.length;
  });
  try {
    for (let at = 0; at < data.length && filled < expected; at += PORTION_BYTES) {
      stream.push(data.subarray(at, at + PORTION_BYTES), at + PORTION_BYTES >= data.length);
    }
  } catch (error) {
    if (error instanceof ImageProblem) throw error;
    if (filled === 0) throw corrupt("The Zstandard data of a strip is damaged.");
  }
  return rawSource(rows.subarray(0, filled));
}
