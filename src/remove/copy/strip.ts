import { ImageProblem } from "../../codecs/image-problem.ts";
import { adler32 } from "../../codecs/inflate.ts";
import { type Unused, unusedBytes } from "../../codecs/jpeg/code-ends.ts";
import {
  EOI,
  isFrame,
  jpegSegments,
  MARKER,
  neededSegments,
  type Segment,
  segment as segmentOf,
} from "../../codecs/jpeg/jpeg-segments.ts";
import { planJpeg } from "../../codecs/jpeg/plan.ts";
import { isAdobe, isJfif, jpegFacts } from "../../images/jpeg/jpeg-facts.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { joined } from "../../platform/bytes.ts";
import { strippedFax, strippedJbig2, strippedJpx } from "./self-ending.ts";

/** By filter: how data that says itself where it ends loses its descriptions and thumbnails, and anything behind it. */
const STRIPPED: Readonly<Record<string, (data: Uint8Array, work: Work) => Uint8Array[]>> = {
  DCTDecode: strippedJpeg,
  DCT: strippedJpeg,
  JPXDecode: strippedJpx,
  JBIG2Decode: strippedJbig2,
  CCITTFaxDecode: strippedFax,
};

/** An image's data, which many images may share; `isGroup4` says whether a fax is coded so, and ends with its block. */
export function stripped(data: Uint8Array, filters: readonly string[], work: Work, isGroup4 = false): Uint8Array[] {
  const strip = filters.length === 1 ? STRIPPED[filters[0]!] : undefined;
  if (!strip || (strip === strippedFax && !isGroup4)) return [data];
  work.spend(data.length * COST.searchedByte);
  try {
    return strip(data, work);
  } catch (error) {
    if (error instanceof ImageProblem) return [data];
    throw error;
  }
}

function strippedJpeg(data: Uint8Array, work: Work): Uint8Array[] {
  const layout = jpegSegments(data);
  work.spend(layout.segments.length * COST.segment);
  const needed = withoutSurplus(neededSegments(layout.segments));
  const unused = unusedOf(needed, data, work);
  const segments = unused ? needed : withoutSurplus(layout.segments);
  const pieces: Uint8Array[] = [];
  let kept = 0;
  const skip = (from: number, to: number): void => {
    if (from > kept) pieces.push(data.subarray(kept, from));
    kept = to;
  };
  let at = 2;
  let scans = 0;
  for (const segment of segments) {
    skip(at, segment.start);
    at = segment.end;
    if (segment.data.length + 4 < segment.dataEnd - segment.start) {
      // What a scan codes follows its header.
      skip(segment.start, segment.dataEnd);
      pieces.push(segmentOf(segment.marker, segment.data));
    }
    if (segment.marker !== MARKER.SOS) continue;
    for (const { from, to, put } of unused?.[scans++] ?? []) {
      skip(segment.dataEnd + from, segment.dataEnd + to);
      if (put) pieces.push(put);
    }
  }
  const end = layout.complete ? layout.end - EOI.length : layout.end;
  skip(at, unused ? end : layout.segments.at(-1)!.end);
  skip(layout.end, layout.end);
  return pieces;
}

/** The segments that a decoder needs, without what it does not need of them. */
function withoutSurplus(segments: readonly Segment[]): Segment[] {
  const used = usedTables(segments);
  return segments.flatMap((segment) => {
    const data = neededOf(segment, used);
    return data && data.length > 0 ? [{ ...segment, data }] : [];
  });
}

/** What no code of the scans uses, for each of them; undefined when they cannot be read. */
function unusedOf(segments: readonly Segment[], data: Uint8Array, work: Work): Unused[][] | undefined {
  try {
    const { frame, width, height } = jpegFacts({ segments });
    return unusedBytes(planJpeg(segments, frame, width, height, data), work);
  } catch (error) {
    if (error instanceof ImageProblem) return undefined;
    throw error;
  }
}

/** Of the application data for Adobe's decoders there are twelve bytes. */
const ADOBE_BYTES = 12;
/** A JFIF header without a thumbnail (its clause 6). */
const JFIF_BYTES = 14;

/** What is needed of a segment that tells the meaning of the colours. */
export function colourFacts(segment: Segment): Uint8Array | undefined {
  if (isAdobe(segment)) return segment.data.subarray(0, ADOBE_BYTES);
  if (!isJfif(segment)) return undefined;
  const short = new Uint8Array(JFIF_BYTES);
  short.set(segment.data.subarray(0, JFIF_BYTES - 2));
  return short;
}

/**
 * The tables that components and scans name (B.2.2, B.2.3): quantizers, and codes by class and place. Only arithmetic
 * coding has conditions.
 */
function usedTables(segments: readonly Segment[]): ReadonlyMap<number, ReadonlySet<number>> {
  const quantizers = new Set<number>();
  const codes = new Set<number>();
  const isArithmetic = segments.some(({ marker }) => isFrame(marker) && marker >= MARKER.SOF9);
  for (const { marker, data } of segments) {
    if (marker === MARKER.SOS) {
      for (let at = 2; at < 1 + 2 * data[0]!; at += 2) codes.add(data[at]! >> 4).add(0x10 | (data[at]! & 15));
    } else if (isFrame(marker)) {
      for (let at = 8; at < frameBytes(data); at += 3) quantizers.add(data[at]! & 15);
    }
  }
  return new Map([
    [MARKER.DQT, quantizers],
    [MARKER.DHT, codes],
    ...(isArithmetic ? [] : [[MARKER.DAC, new Set<number>()] as const]),
  ]);
}

/** What a decoder needs of a segment: no tables that nothing uses, and no bytes behind its end. */
function neededOf(segment: Segment, used: ReadonlyMap<number, ReadonlySet<number>>): Uint8Array | undefined {
  const { marker, data } = segment;
  if (marker === MARKER.COM || (marker >= MARKER.APP0 && marker <= MARKER.APP15)) return colourFacts(segment);
  if (isFrame(marker)) return data.subarray(0, frameBytes(data));
  if (marker === MARKER.SOS) return data.subarray(0, 4 + 2 * (data[0] ?? 0));
  if (marker === MARKER.DRI || marker === MARKER.DNL) return data.subarray(0, 2);
  const wanted = used.get(marker);
  if (!wanted) return data;
  if (marker === MARKER.DAC) return undefined;
  const kept: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const size = marker === MARKER.DQT ? 1 + 64 * ((data[at]! >> 4) + 1) : 17 + sum(data.subarray(at + 1, at + 17));
    const isWhole = at + size <= data.length;
    if (isWhole && wanted.has(marker === MARKER.DQT ? data[at]! & 15 : data[at]!))
      kept.push(data.subarray(at, at + size));
    at += size;
  }
  return joined(kept);
}

function sum(counts: Uint8Array): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The bytes of a frame's header, with three for each component (B.2.2). */
function frameBytes(data: Uint8Array): number {
  return 6 + 3 * (data[5] ?? 0);
}

/** Whether deflated data ends with the checksum of what it holds. Bytes behind it may hold anything. */
export function endsWithSum(raw: Uint8Array, plain: Uint8Array): boolean {
  const sum = adler32(plain, 1);
  return [24, 16, 8, 0].every((shift, i) => raw[raw.length - 4 + i] === ((sum >>> shift) & 255));
}
