import type { WebpPicture } from "./container.ts";
import { jpegHeader, writeJpegTables } from "./jpeg-tables.ts";
import { giveInput, viewOf, withKernel } from "./kernel.ts";

const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);
const MACROBLOCK = 16;

export interface EncodedJpeg {
  data: Uint8Array[];
  /** Less than the picture's height where its data ends early. */
  height: number;
}

/**
 * An opaque lossy picture as a JPEG: a row of macroblocks at a time, its luma and chroma planes are coded anew without
 * ever becoming pixels.
 */
export function encodeJpeg(picture: WebpPicture): EncodedJpeg {
  return withKernel((kernel, abandon) => {
    const [data] = giveInput(kernel, [picture.data]);
    const rows = kernel.openLossy(data!, picture.data.length);
    const quality = qualityFor(kernel.lossyStep());
    const tables = kernel.openJpeg();
    writeJpegTables(new DataView(kernel.memory.buffer, tables), quality);
    const output = kernel.jpegOutput();
    const pieces: Uint8Array[] = [];
    try {
      while (pieces.length < rows) pieces.push(viewOf(kernel, output, kernel.nextJpegRow()).slice());
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) || pieces.length === 0) throw error;
      abandon();
    }
    const height = Math.min(picture.height, pieces.length * MACROBLOCK);
    pieces.push(viewOf(kernel, output, kernel.finishJpeg()).slice(), END_OF_IMAGE);
    return { data: [jpegHeader(picture.width, height, quality), ...pieces], height };
  });
}

/**
 * A quality about as coarse as the picture's own: a finer JPEG would be larger, and no better. For very coarse pictures
 * it falls more slowly, since the faults of two coarse encodings add up. Found on photographs and libwebp's own test
 * pictures: half of the results are within 1.9 times the size of their source.
 */
function qualityFor(step: number): number {
  return Math.min(93, Math.round(Math.max(97 - 0.45 * step, 91 - 0.15 * step)));
}
