import { ImageProblem } from "../../../images/image.ts";
import { isAdobe, isJfif } from "../../../images/jpeg/jpeg-facts.ts";
import { jpegSegments, MARKER, type Segment, segment as segmentOf } from "../../../images/jpeg/jpeg-segments.ts";

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
  const used = usedTables(segments);
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
    } else {
      const needed = neededOf(segment, used);
      if (needed.length === segment.data.length) continue;
      skip(segment.start, segment.end);
      if (needed.length > 0) pieces.push(segmentOf(marker, needed));
    }
  }
  if (end > kept) pieces.push(data.subarray(kept, end));
  return pieces;
}

/** Of the application data for Adobe's decoders there are twelve bytes. */
const ADOBE_BYTES = 12;

/** The tables that components and scans name (B.2.2, B.2.3): quantizers, and codes by class and place. */
function usedTables(segments: readonly Segment[]): Map<number, ReadonlySet<number>> {
  const quantizers = new Set<number>();
  const codes = new Set<number>();
  for (const { marker, data } of segments) {
    const isFrame = marker >= MARKER.SOF0 && marker <= MARKER.SOF15;
    if (marker === MARKER.SOS) {
      for (let at = 2; at < 1 + 2 * data[0]!; at += 2) codes.add(data[at]! >> 4).add(0x10 | (data[at]! & 15));
    } else if (isFrame && marker !== MARKER.DHT && marker !== MARKER.DAC && marker !== MARKER.JPG) {
      for (let at = 8; at < data.length; at += 3) quantizers.add(data[at]! & 15);
    }
  }
  return new Map([
    [MARKER.DQT, quantizers],
    [MARKER.DHT, codes],
  ]);
}

/** What a decoder needs of a segment: no tables that nothing uses, and no bytes behind its end. */
function neededOf({ marker, data }: Segment, used: ReadonlyMap<number, ReadonlySet<number>>): Uint8Array {
  if (marker === MARKER.APP14) return data.subarray(0, ADOBE_BYTES);
  const wanted = used.get(marker);
  if (!wanted) return data;
  const kept: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const size = marker === MARKER.DQT ? 1 + 64 * ((data[at]! >> 4) + 1) : 17 + sum(data.subarray(at + 1, at + 17));
    const isWhole = at + size <= data.length;
    if (isWhole && wanted.has(marker === MARKER.DQT ? data[at]! & 15 : data[at]!))
      kept.push(data.subarray(at, at + size));
    at += size;
  }
  return Buffer.concat(kept);
}

function sum(counts: Uint8Array): number {
  return counts.reduce((total, count) => total + count, 0);
}
