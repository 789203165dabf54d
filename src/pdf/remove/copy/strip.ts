import { ImageProblem } from "../../../images/image.ts";
import { isAdobe, isJfif } from "../../../images/jpeg/jpeg-facts.ts";
import { jpegSegments, MARKER } from "../../../images/jpeg/jpeg-segments.ts";

/**
 * An image's data. A JPEG loses its descriptions, its thumbnails, and anything after its end.
 */
export function stripped(data: Uint8Array, filters: readonly string[]): Uint8Array[] {
  const isJpeg = filters.length === 1 && (filters[0] === "DCTDecode" || filters[0] === "DCT");
  if (!isJpeg) return [data];
  try {
    return strippedJpeg(data);
  } catch (error) {
    if (error instanceof ImageProblem) return [data];
    throw error;
  }
}

function strippedJpeg(data: Uint8Array): Uint8Array[] {
  const { segments, end } = jpegSegments(data);
  const pieces: Uint8Array[] = [data.subarray(0, 2)];
  let kept = 2;
  let at = 2;
  const skip = (from: number, to: number): void => {
    if (from > kept) pieces.push(data.subarray(kept, from));
    kept = to;
  };
  for (const segment of segments) {
    if (segment.start > at) skip(at, segment.start);
    at = segment.end;
    const { marker } = segment;
    if (isJfif(segment)) {
      // JFIF without its thumbnail (its clause 6).
      skip(segment.start, segment.end);
      const short = new Uint8Array(18);
      short.set(data.subarray(segment.start, segment.start + 16));
      short.set([0, 16], 2);
      pieces.push(short);
    } else if (marker === MARKER.COM || (marker >= MARKER.APP0 && marker <= MARKER.APP15 && !isAdobe(segment))) {
      skip(segment.start, segment.end);
    }
  }
  if (end > kept) pieces.push(data.subarray(kept, end));
  return pieces;
}
