import { corrupt, type ImageFrame } from "../image.ts";
import { readDibHeader } from "./dib.ts";
import { dibFrame } from "./dib-frame.ts";

const FILE_HEADER_BYTES = 14;
const SMALLEST_DIB_HEADER = 12;

/** Windows and OS/2 bitmaps: a file header, followed by the bitmap as it is in memory. */
export function readBmp(bytes: Uint8Array): ImageFrame[] {
  if (bytes.length < FILE_HEADER_BYTES + SMALLEST_DIB_HEADER) throw corrupt("The BMP is cut off in its header.");
  const header = readDibHeader(bytes, FILE_HEADER_BYTES);
  const declared = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(10, true); // bfOffBits
  // Some writers leave out where the pixels begin.
  const pixelsAt = declared > FILE_HEADER_BYTES && declared < bytes.length ? declared : header.paletteEnd;
  return [dibFrame(bytes, header, pixelsAt, "BMP")];
}
