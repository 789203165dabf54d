import { corrupt } from "../image-problem.ts";
import { ByteReader } from "./byte-reader.ts";

/** Kinds of segments (§7.3). */
export const KIND = {
  symbols: 0,
  text: 4,
  patterns: 16,
  halftone: 20,
  generic: 36,
  refinement: 40,
  page: 48,
  endOfPage: 49,
  endOfStripe: 50,
  endOfFile: 51,
  profiles: 52,
  table: 53,
  extension: 62,
} as const;

export interface Jbig2Segment {
  readonly number: number;
  readonly kind: number;
  /** The segments that it refers to. */
  readonly referred: readonly number[];
  readonly data: Uint8Array;
}

const MAX_REFERRED = 1 << 16;
const UNKNOWN = 0xffffffff;

/** The segments of a stream as PDF holds it: one after the other, without a file's header (annex D.3). */
export function* segmentsOf(data: Uint8Array): Generator<Jbig2Segment> {
  const reader = new ByteReader(data);
  // Writers leave some bytes behind the last segment.
  while (reader.at + 11 <= data.length) {
    const number = reader.u32();
    const flags = reader.u8();
    const kind = flags & 63;
    const referred = readReferred(reader, number);
    // The page, which is the only one.
    if ((flags & 64) === 0) reader.u8();
    else reader.u32();
    const length = reader.u32();
    const known = length === UNKNOWN ? unknownLength(reader.rest(), kind) : length;
    yield { number, kind, referred, data: reader.take(known) };
  }
}

function readReferred(reader: ByteReader, number: number): number[] {
  let count = reader.bits(3);
  if (count < 5) reader.bits(5);
  else if (count === 7) {
    count = reader.bits(29);
    reader.take((count + 8) >> 3);
  } else throw corrupt("A segment of the JBIG2 image is damaged.");
  if (count > MAX_REFERRED) throw corrupt("A segment of the JBIG2 image refers to too many others.");
  const size = number <= 256 ? 8 : number <= 65536 ? 16 : 32;
  return Array.from({ length: count }, () => reader.bits(size));
}

/** §7.2.7: a generic region of unknown length ends with two bytes that nothing else contains, and its height. */
function unknownLength(data: Uint8Array, kind: number): number {
  const isGeneric = kind >= KIND.generic && kind < KIND.refinement;
  if (isGeneric && data.length > 18) {
    const isMmr = (data[17]! & 1) === 1;
    const [first, second] = isMmr ? [0x00, 0x00] : [0xff, 0xac];
    for (let at = 18; at + 6 <= data.length; at++) if (data[at] === first && data[at + 1] === second) return at + 6;
  }
  throw corrupt("A segment of the JBIG2 image has no end.");
}
