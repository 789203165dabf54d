import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { Coefficients, coefficientBytes, scanUnits } from "./coefficients.ts";
import { huffmanDecoder } from "./huffman.ts";
import type { Unread } from "./huffman-bits.ts";
import { MARKER } from "./jpeg-segments.ts";
import type { Frame, JpegPlan, Scan } from "./plan.ts";
import { type ReadUnits, readCodes } from "./scan-part.ts";

/** Bytes of a scan's data that belong to no code, and what replaces them. */
export interface Unused {
  readonly from: number;
  readonly to: number;
  readonly put: Uint8Array | undefined;
}

/** Larger pictures are not held as coefficients only to find where their codes end. */
const MAX_COEFFICIENT_BYTES = 24 << 20;

/**
 * What no code of a JPEG uses, for each scan: bytes before a restart and behind the last unit, and the bits that fill
 * up a byte, which become ones (ITU-T T.81 §F.1.2.3). Every code must be read to find them. Undefined where data is
 * damaged, or is progressive and too large.
 */
export function unusedBytes(plan: JpegPlan, work: Work): Unused[][] | undefined {
  const { frame, scans } = plan;
  if (plan.doubtful) return undefined;
  if (frame.progressive && coefficientBytes(frame) > MAX_COEFFICIENT_BYTES) return undefined;
  const found: Unused[][] = [];
  const coefficients = frame.progressive ? new Coefficients(frame, frame.unitsDown) : undefined;
  for (const scan of scans) {
    work.spend(scan.entropy.length * COST.codedByte);
    const unused: Unused[] = [];
    const each = (read: ReadUnits): boolean => addUnused(unused, frame, scan, read);
    const isRead = coefficients
      ? each(progressiveReader(frame, scan, coefficients, work))
      : readCodes(frame, scan, each);
    if (!isRead) return undefined;
    found.push(unused);
  }
  return found;
}

/** False when the data is damaged. */
function addUnused(unused: Unused[], frame: Frame, { entropy, components, restartInterval }: Scan, read: ReadUnits) {
  const single = components.length === 1 ? components[0]!.component : undefined;
  let left = single ? single.blocksAcross * single.blocksDown : frame.unitsAcross * frame.unitsDown;
  for (let from = 0, restarts = 0; left > 0; restarts++) {
    const units = restartInterval > 0 ? Math.min(restartInterval, left) : left;
    left -= units;
    const to = endOfInterval(entropy, from);
    const data = entropy.subarray(from, to);
    const unread = read(data, units);
    // What looks like another marker would be one to some decoders.
    if (!unread || holdsMarker(data.subarray(data.length - unread.bytes))) return false;
    if (left > 0 && entropy[to + 1] !== MARKER.RST0 + (restarts & 7)) return false;
    add(unused, entropy, { from, to: left > 0 ? to : entropy.length }, to - unread.bytes, unread.bits);
    from = to + 2;
  }
  return true;
}

/** The FF of the next restart. */
function endOfInterval(entropy: Uint8Array, from: number): number {
  for (let at = entropy.indexOf(0xff, from); at >= 0; at = entropy.indexOf(0xff, at + 1)) {
    if ((entropy[at + 1]! & 0xf8) === MARKER.RST0) return at;
  }
  return entropy.length;
}

function holdsMarker(data: Uint8Array): boolean {
  return data.some((byte, at) => byte === 0xff && at + 1 < data.length && data[at + 1] !== 0 && data[at + 1] !== 0xff);
}

function add(
  unused: Unused[],
  entropy: Uint8Array,
  { from, to }: { from: number; to: number },
  end: number,
  bits: number,
): void {
  const last = entropy[end - 1]!;
  const filled = last | ((1 << bits) - 1);
  const isStuffed = last === 0 && end - from > 1 && entropy[end - 2] === 0xff;
  if (bits > 0 && !isStuffed && filled !== last) {
    unused.push({ from: end - 1, to, put: Uint8Array.from(filled === 0xff ? [filled, 0] : [filled]) });
  } else if (end < to) unused.push({ from: end, to, put: undefined });
}

/** The codes of later scans depend on which coefficients the ones before have. */
function progressiveReader(frame: Frame, scan: Scan, into: Coefficients, work: Work): ReadUnits {
  const decoder = huffmanDecoder(scan);
  const { columns, read } = scanUnits(frame, scan, into, decoder);
  let unit = 0;
  return (data, units): Unread | undefined => {
    work.spend(units * scan.components.length * COST.jpegUnit);
    decoder.open(data);
    for (const end = unit + units; unit < end && !decoder.spent; unit++) {
      read(Math.floor(unit / columns), unit % columns);
    }
    return decoder.unread;
  };
}
