import type { WebpPicture } from "./container.ts";
import { jpegHeader, writeJpegTables } from "./jpeg-tables.ts";
import { giveInput, viewOf, withKernel } from "./kernel.ts";

/** High enough that the second lossy coding is not seen, while the result stays about as large as the source. */
const QUALITY = 90;

const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);

/**
 * An opaque lossy picture as a JPEG: its luma and chroma planes go from one coding to the other without ever being
 * pixels, a row of macroblocks at a time.
 */
export function encodeJpeg(picture: WebpPicture): Uint8Array[] {
  return withKernel((kernel) => {
    const [data] = giveInput(kernel, [picture.data]);
    const rows = kernel.openLossy(data!, picture.data.length);
    const tables = kernel.openJpeg();
    writeJpegTables(new DataView(kernel.memory.buffer, tables), QUALITY);
    const output = kernel.jpegOutput();
    const pieces = [jpegHeader(picture.width, picture.height, QUALITY)];
    for (let row = 0; row < rows; row++) pieces.push(viewOf(kernel, output, kernel.nextJpegRow()).slice());
    pieces.push(viewOf(kernel, output, kernel.finishJpeg()).slice(), END_OF_IMAGE);
    return pieces;
  });
}
