import { type ByteSource, rawSource } from "../../../codecs/byte-source.ts";
import { IMAGE_CAPS } from "../../../codecs/caps.ts";
import { corrupt, tooLarge } from "../../../codecs/image-problem.ts";
import { atOnce } from "../../../meter/turns.ts";
import { COST } from "../../../meter/work-limits.ts";
import { readContainer } from "../../webp/container.ts";
import { decodeRows } from "../../webp/decode-rows.ts";
import type { Layout } from "../tiff-layout.ts";

/** Strips that are WebP files (compression 50001 of libtiff), of 3 or 4 samples. */
export function webpSource(data: Uint8Array, layout: Layout, expected: number): ByteSource {
  const { samples, chunkWidth } = layout;
  if (layout.planar || layout.bits !== 8 || (samples !== 3 && samples !== 4)) {
    throw corrupt("The TIFF declares WebP data for samples that WebP does not have.");
  }
  if (expected > IMAGE_CAPS.stripBytes) throw tooLarge(`A strip of the TIFF has ${expected} bytes of WebP pixels.`);
  const { picture } = readContainer(data).frames[0]!;
  if (picture.width !== chunkWidth || picture.width * picture.height * samples < expected) {
    throw corrupt("A strip or tile of the TIFF holds a WebP of another size.");
  }
  // It may be higher than its place, and is decoded to its end.
  const { work } = layout.directory.file;
  const more = picture.width * picture.height * samples - expected;
  work.spend(data.length * COST.webpByte + more * COST.decodedByte);
  const pixels = new Uint8Array(expected);
  const end = expected / samples;
  let pixel = 0;
  const decoding = decodeRows(picture, (colour, at, alpha) => {
    for (let x = 0; x < chunkWidth && pixel < end; x++, pixel++) {
      const to = pixel * samples;
      const from = at + x * 3;
      pixels[to] = colour[from]!;
      pixels[to + 1] = colour[from + 1]!;
      pixels[to + 2] = colour[from + 2]!;
      if (samples === 4) pixels[to + 3] = alpha ? alpha[x]! : 255;
    }
  });
  atOnce(decoding);
  return rawSource(pixels);
}
