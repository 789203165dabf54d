import { indexOf } from "#platform/bytes.ts";
import { corrupt } from "../image-problem.ts";

/** Markers of ITU-T T.81 table B.1. */
export const MARKER = {
  SOF0: 0xc0,
  SOF1: 0xc1,
  SOF2: 0xc2,
  DHT: 0xc4,
  JPG: 0xc8,
  SOF9: 0xc9,
  SOF10: 0xca,
  DAC: 0xcc,
  SOF15: 0xcf,
  RST0: 0xd0,
  RST7: 0xd7,
  SOI: 0xd8,
  EOI: 0xd9,
  SOS: 0xda,
  DQT: 0xdb,
  DNL: 0xdc,
  DRI: 0xdd,
  APP0: 0xe0,
  APP1: 0xe1,
  APP2: 0xe2,
  APP14: 0xee,
  APP15: 0xef,
  COM: 0xfe,
  TEM: 0x01,
} as const;

export const SOI = Uint8Array.of(0xff, MARKER.SOI);
export const EOI = Uint8Array.of(0xff, MARKER.EOI);

export function segment(marker: number, data: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(data.length + 4);
  bytes.set([0xff, marker, (data.length + 2) >> 8, data.length + 2]);
  bytes.set(data, 4);
  return bytes;
}

export interface Segment {
  marker: number;
  /** The place of its FF. Fill bytes and junk before that belong to no segment. */
  start: number;
  /** What follows the length field. */
  data: Uint8Array;
  dataEnd: number;
  /** The first byte after it: for a scan, after its entropy-coded data. */
  end: number;
}

export interface JpegLayout {
  segments: Segment[];
  /** The first byte after EOI, or the end of what is usable. */
  end: number;
  /** Whether EOI was found. Viewers show a file that is cut off inside a scan as far as it goes. */
  complete: boolean;
}

/** Real files hold a few hundred at most; each costs an object, and a file could hold millions. */
const MAX_SEGMENTS = 20_000;

/**
 * Finds the segments from SOI to EOI. Like decoders, it skips bytes that belong to no segment. Without `toTheEnd` it
 * stops after the only scan of a sequential image: to find what follows (comments, thumbnails) takes as long as reading
 * every byte, and changes nothing in the picture. An abbreviated stream (§B.4 and B.5) may have tables and no picture.
 */
export function jpegSegments(bytes: Uint8Array, toTheEnd = true, isAbbreviated = false): JpegLayout {
  if (bytes[0] !== 0xff || bytes[1] !== MARKER.SOI) throw corrupt("The JPEG does not begin with its SOI marker.");
  const segments: Segment[] = [];
  /** Whether there is what a decoder can use. */
  let mayEnd = isAbbreviated;
  /** Decoders ignore what follows the scan. */
  let hasAll = false;
  let restarts = false;
  let frame: Segment | undefined;
  for (let at = 2; ; ) {
    const found = nextMarker(bytes, at);
    if (found < 0) return cutOff(segments, bytes.length, mayEnd);
    const marker = bytes[found + 1]!;
    if (marker === MARKER.EOI) {
      if (!mayEnd) throw corrupt("The JPEG ends before its image data.");
      return { segments, end: found + 2, complete: true };
    }
    if (isBare(marker)) {
      at = found + 2;
      continue;
    }
    if (found + 3 >= bytes.length) return cutOff(segments, found, mayEnd);
    const declared = (bytes[found + 2]! << 8) | bytes[found + 3]!;
    const isSkipped = marker === MARKER.COM || (marker >= MARKER.APP0 && marker <= MARKER.APP15);
    // Some writers give an empty comment the length 0; decoders skip it.
    const length = isSkipped ? Math.max(declared, 2) : declared;
    const dataEnd = found + 2 + length;
    if (length < 2 || !isKnown(marker)) {
      if (hasAll) return cutOff(segments, found, mayEnd);
      const name = marker.toString(16).toUpperCase();
      throw corrupt(`The JPEG is damaged: after ${found} bytes it holds a segment "FF${name}" that makes no sense.`);
    }
    if (dataEnd > bytes.length) return cutOff(segments, found, mayEnd);
    const data = bytes.subarray(found + 4, dataEnd);
    const segment: Segment = { marker, start: found, data, dataEnd, end: dataEnd };
    if (isSequential(marker)) frame = segment;
    if (marker === MARKER.SOS) {
      mayEnd = true;
      hasAll = frame !== undefined && isOnlyScan(segment.data, frame.data);
      segment.end = hasAll && !toTheEnd ? endOfOnlyScan(bytes, dataEnd) : endOfScan(bytes, dataEnd, restarts);
    }
    if (marker === MARKER.DRI) restarts = data.some((byte) => byte !== 0);
    if (segments.length >= MAX_SEGMENTS) throw corrupt("The JPEG has more segments than any real image.");
    segments.push(segment);
    at = segment.end;
  }
}

/** Without what follows the only scan of a sequential picture. */
export function neededSegments(segments: readonly Segment[]): readonly Segment[] {
  const frame = segments.find(({ marker }) => isSequential(marker));
  const last = segments.findIndex(({ marker, data }) => marker === MARKER.SOS && frame && isOnlyScan(data, frame.data));
  return last < 0 ? segments : segments.slice(0, last + 1);
}

function isSequential(marker: number): boolean {
  return marker === MARKER.SOF0 || marker === MARKER.SOF1 || marker === MARKER.SOF9;
}

function cutOff(segments: Segment[], end: number, mayEnd: boolean): JpegLayout {
  if (!mayEnd) throw corrupt("The JPEG is cut off before its image data.");
  return { segments, end, complete: false };
}

/** The header of a frame, of any kind (table B.1). */
export function isFrame(marker: number): boolean {
  const isOther = marker === MARKER.DHT || marker === MARKER.DAC || marker === MARKER.JPG;
  return marker >= MARKER.SOF0 && marker <= MARKER.SOF15 && !isOther;
}

/** Decoders stop at all other markers (reserved ones, and extensions that nobody writes). */
function isKnown(marker: number): boolean {
  return (
    (marker >= MARKER.SOF0 && marker <= MARKER.DRI && marker !== MARKER.JPG) ||
    (marker >= MARKER.APP0 && marker <= MARKER.APP15) ||
    marker === MARKER.COM
  );
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

/** After a sequential scan of all components, with a known height, there is nothing that a decoder needs. */
function isOnlyScan(scan: Uint8Array, frame: Uint8Array): boolean {
  return scan[0] === frame[5] && (frame[1] !== 0 || frame[2] !== 0);
}

/** The first EOI: within entropy-coded data an FF is always followed by 00 or a restart. */
function endOfOnlyScan(bytes: Uint8Array, from: number): number {
  const found = indexOf(bytes, EOI, from);
  return found < 0 ? bytes.length : found;
}

/**
 * Entropy-coded data runs to the next marker that is not a restart. Where there are restarts, damage that looks like an
 * undefined marker does not end the scan: decoders continue after the next restart.
 */
export function endOfScan(bytes: Uint8Array, from: number, restarts = false): number {
  const last = bytes.length - 1;
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at < last; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!;
    if (next === 0 || next === 0xff || (next >= MARKER.RST0 && next <= MARKER.RST7)) continue;
    if (!restarts || next >= MARKER.SOF0) return at;
  }
  return bytes.length;
}
