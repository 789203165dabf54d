import { Deflate, type DeflateOptions, zlibSync } from "fflate";
import { joined } from "../bytes.ts";

type Level = NonNullable<DeflateOptions["level"]>;
type Mem = NonNullable<DeflateOptions["mem"]>;

export function deflate(bytes: Uint8Array, options: { level?: number; memLevel?: number } = {}): Uint8Array {
  const { level = 6, memLevel = 8 } = options;
  return zlibSync(bytes, { level: level as Level, mem: memLevel as Mem });
}

export function deflateRaw(bytes: Uint8Array, level: number, isLast: boolean): Uint8Array {
  const pieces: Uint8Array[] = [];
  const stream = new Deflate({ level: level as Level }, (piece) => pieces.push(piece));
  stream.push(bytes, isLast);
  if (!isLast) stream.flush(true);
  return joined(pieces);
}

/** Estimated: each byte and each run takes as many bits as its share of them all says. */
export function lengthOfRuns(bytes: Uint8Array, _level: number): number {
  const counts = new Uint32Array(257);
  for (let at = 0; at < bytes.length; ) {
    counts[bytes[at]!]!++;
    let end = at + 1;
    while (end < bytes.length && end - at <= LONGEST_RUN && bytes[end] === bytes[at]) end++;
    const isRun = end - at > SHORTEST_RUN;
    if (isRun) counts[RUN]!++;
    at = isRun ? end : at + 1;
  }
  const all = counts.reduce((sum, count) => sum + count, 0);
  const bits = counts.reduce((sum, count) => (count === 0 ? sum : sum + count * Math.log2(all / count)), 0);
  return Math.ceil((bits + counts[RUN]! * BITS_OF_LENGTH) / 8);
}

const RUN = 256;
/** Of a run's first byte and those that repeat it (RFC 1951 §3.2.5). */
const SHORTEST_RUN = 3;
const LONGEST_RUN = 258;
const BITS_OF_LENGTH = 3;

/** The engine's own kernel does all of it. */
export function inflate(_data: Uint8Array, _most: number): Uint8Array | "too long" | undefined {
  return undefined;
}

const POLYNOMIAL = 0xedb88320;
const TABLE = /* @__PURE__ */ Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? POLYNOMIAL : 0);
  return sum;
});

export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (let at = 0; at < bytes.length; at++) sum = TABLE[(sum ^ bytes[at]!) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
