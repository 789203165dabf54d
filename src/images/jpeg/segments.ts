import { corrupt } from "../image.ts";

/** Markers of ITU-T T.81 table B.1. */
export const MARKER = {
  SOF0: 0xc0,
  SOF1: 0xc1,
  SOF2: 0xc2,
  DHT: 0xc4,
  JPG: 0xc8,
  DAC: 0xcc,
  SOF15: 0xcf,
  RST0: 0xd0,
  RST7: 0xd7,
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  DNL: 0xdc,
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP14: 0xee,
  APP15: 0xef,
  COM: 0xfe,
  TEM: 0x01,
} as const;

export const EOI = Uint8Array.of(0xff, MARKER.EOI);

export interface Segment {
  marker: number;
  /** Where its FF lies; fill bytes and junk before it belong to no segment. */
  start: number;
  /** What follows the length field. */
  data: Uint8Array;
  /** The first byte after it: for a scan, after its entropy-coded data. */
  end: number;
}

export interface JpegLayout {
  segments: Segment[];
  /** The first byte after EOI, or the end of what is usable. */
  end: number;
  /** Whether EOI was found. A file cut off inside a scan is shown by viewers as far as it goes. */
  complete: boolean;
}

/** Real files hold a few hundred at most; each costs an object, and a file could hold millions. */
const MAX_SEGMENTS = 20_000;

/**
 * Finds the segments from SOI to EOI; bytes that are no segment are stepped over, as decoders do. What may follow the
 * only scan of a sequential image (comments, thumbnails) is not looked for unless `toTheEnd`: it takes as long as
 * reading every byte, and changes nothing in the picture.
 */
export function jpegSegments(bytes: Uint8Array, toTheEnd = true): JpegLayout {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.SOI) throw corrupt("The JPEG does not begin with its SOI marker.");
  const segments: Segment[] = [];
  let inScans = false;
  let frame: Segment | undefined;
  for (let at = 2; ; ) {
    const found = nextMarker(bytes, at);
    if (found < 0) return cutOff(segments, bytes.length, inScans);
    const marker = bytes[found + 1]!;
    if (marker === MARKER.EOI) {
      if (!inScans) throw corrupt("The JPEG ends before its image data.");
      return { segments, end: found + 2, complete: true };
    }
    if (isBare(marker)) {
      at = found + 2;
      continue;
    }
    const length = found + 3 < bytes.length ? (bytes[found + 2]! << 8) | bytes[found + 3]! : 0;
    const dataEnd = found + 2 + length;
    if (length < 2 || dataEnd > bytes.length) return cutOff(segments, found, inScans);
    const segment: Segment = { marker, start: found, data: bytes.subarray(found + 4, dataEnd), end: dataEnd };
    if (marker === MARKER.SOF0 || marker === MARKER.SOF1) frame = segment;
    if (marker === MARKER.SOS) {
      inScans = true;
      const only = !toTheEnd && frame !== undefined && isOnlyScan(segment.data, frame.data);
      segment.end = only ? endOfOnlyScan(bytes, dataEnd) : endOfScan(bytes, dataEnd);
    }
    if (segments.length >= MAX_SEGMENTS) throw corrupt("The JPEG has more segments than any real image.");
    segments.push(segment);
    at = segment.end;
  }
}

function cutOff(segments: Segment[], end: number, inScans: boolean): JpegLayout {
  if (!inScans) throw corrupt("The JPEG is cut off before its image data.");
  return { segments, end, complete: false };
}

/** Markers without a length field. */
function isBare(marker: number): boolean {
  return marker === MARKER.TEM || (marker >= MARKER.RST0 && marker <= MARKER.SOI);
}

/** The FF of the next marker: an FF followed by neither a fill byte nor a stuffed zero. */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff) return at;
  }
  return -1;
}

/** A sequential scan of all components, whose height is known, is followed by nothing that a decoder needs. */
function isOnlyScan(scan: Uint8Array, frame: Uint8Array): boolean {
  return scan[0] === frame[5] && (frame[1] !== 0 || frame[2] !== 0);
}

/** The first EOI: within entropy-coded data an FF is always followed by 00 or a restart. */
function endOfOnlyScan(bytes: Uint8Array, from: number): number {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(EOI, from);
  return found < 0 ? bytes.length : found;
}

/** Entropy-coded data runs to the next marker that is not a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  const last = bytes.length - 1;
  for (let at = from; at < last; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < MARKER.RST0 || next > MARKER.RST7)) return at;
  }
  return bytes.length;
}
