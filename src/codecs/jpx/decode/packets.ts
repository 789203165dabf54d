import type { Turns } from "../../../meter/turns.ts";
import { COST } from "../../../meter/work-limits.ts";
import { corrupt } from "../../image-problem.ts";
import { MARKER, u16At } from "../markers.ts";
import { HeaderBits, passCount } from "../packet-header.ts";
import { TagTree } from "../tag-tree.ts";
import type { Meter } from "./meter.ts";
import type { TileCoding } from "./parameters.ts";
import type { Block, CodedSegment, Group, Precinct, Tile } from "./tile.ts";

/** Styles of code-blocks (table A.19). */
const BYPASS = 1;
const TERMINATED = 4;
const SOP_BYTES = 6;
/** More planes than any sample has. */
const MAX_PLANES = 64;
/** Each plane is coded in three passes at most. */
const MAX_PASSES = 3 * MAX_PLANES;
/** Memory of passes that are coded together, and of a piece of their data. */
const SEGMENT_BYTES = 100;
const PIECE_BYTES = 120;

/** Reads the packets of a tile: which code-blocks they have data for, and where it is (§B.10). */
export function* readPackets(tile: Tile, coding: TileCoding, parts: readonly Uint8Array[], work: Meter): Turns<void> {
  const order = packetsOf(tile.precincts, coding);
  for (const data of parts) {
    let at = 0;
    while (at < data.length) {
      if (work.isTurnOver) yield;
      const next = order.next();
      if (next.done) return;
      const { precinct, layer } = next.value;
      work.spend(COST.packet);
      at = readPacket(precinct, layer, tile.components[precinct.component]!.coding.style, coding, data, at, work);
    }
  }
}

/** §B.12: the order of packets. */
function* packetsOf(precincts: readonly Precinct[], { progression, layers }: TileCoding) {
  const order = ORDERS[progression];
  if (!order) throw corrupt("The JPEG 2000 has an unknown order.");
  const sorted = precincts.map((precinct, index) => ({ precinct, index }));
  sorted.sort((one, other) => {
    for (const key of order) {
      const difference = one.precinct[key] - other.precinct[key];
      if (difference !== 0) return difference;
    }
    return one.index - other.index;
  });
  if (progression === 0) {
    for (let layer = 0; layer < layers; layer++) for (const { precinct } of sorted) yield { precinct, layer };
    return;
  }
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    // Layers come before components only within a resolution.
    const { resolution } = sorted[from]!.precinct;
    if (progression === 1) while (to < sorted.length && sorted[to]!.precinct.resolution === resolution) to++;
    for (let layer = 0; layer < layers; layer++) {
      for (let i = from; i < to; i++) yield { precinct: sorted[i]!.precinct, layer };
    }
    from = to;
  }
}

/** By what packets are sorted; those that are equal stay in the order of their precincts. */
const ORDERS: readonly (readonly ("resolution" | "component" | "top" | "left")[])[] = [
  ["resolution", "component"],
  ["resolution", "component"],
  ["resolution", "top", "left", "component"],
  ["top", "left", "component", "resolution"],
  ["component", "top", "left", "resolution"],
];

/** Returns where the next packet begins. */
function readPacket(
  { groups }: Precinct,
  layer: number,
  style: number,
  { hasEnds }: TileCoding,
  data: Uint8Array,
  from: number,
  work: Meter,
): number {
  const bits = new HeaderBits(data, u16At(data, from) === MARKER.SOP ? from + SOP_BYTES : from);
  const parts: { segment: CodedSegment; length: number }[] = [];
  if (bits.bit() === 1) {
    for (const group of groups) {
      for (const block of group.blocks) {
        work.spend(COST.lookup);
        if (isIncluded(bits, group, block, layer)) readLengths(bits, block, style, parts, work);
      }
    }
  }
  let at = bits.end();
  if (hasEnds && u16At(data, at) === MARKER.EPH) at += 2;
  for (const { segment, length } of parts) {
    if (at + length > data.length) throw corrupt("A packet of the JPEG 2000 ends early.");
    if (length === 0) continue;
    work.hold(PIECE_BYTES);
    segment.pieces.push(data.subarray(at, at + length));
    at += length;
  }
  return at;
}

function isIncluded(bits: HeaderBits, group: Group, block: Block, layer: number): boolean {
  if (block.isIncluded) return bits.bit() === 1;
  const { across, down } = group;
  group.trees ??= { inclusion: new TagTree(across, down), planes: new TagTree(across, down) };
  const { inclusion, planes } = group.trees;
  if (!inclusion.isBelow(bits, block.leaf, layer + 1)) return false;
  block.isIncluded = true;
  while (!planes.isBelow(bits, block.leaf, block.zeroPlanes + 1)) {
    if (++block.zeroPlanes > MAX_PLANES) throw corrupt("The JPEG 2000 has samples of impossible sizes.");
  }
  return true;
}

/** How many passes there are, and how long the data of each segment is (§B.10.6, §B.10.7). */
function readLengths(
  bits: HeaderBits,
  block: Block,
  style: number,
  parts: { segment: CodedSegment; length: number }[],
  work: Meter,
): void {
  let passes = passCount(bits);
  if (block.passes + passes > MAX_PASSES) throw corrupt("The JPEG 2000 has more passes than its samples have planes.");
  while (bits.bit() === 1) block.lengthBits++;
  if (block.lengthBits > 32) throw corrupt("The JPEG 2000 has code-blocks of impossible lengths.");
  while (passes > 0) {
    let segment = block.segments.at(-1);
    if (!segment || segment.passes === segment.most) {
      work.spend(COST.laidBlock);
      work.hold(SEGMENT_BYTES);
      segment = nextSegment(block.passes, style);
      block.segments.push(segment);
    }
    const count = Math.min(passes, segment.most - segment.passes);
    const length = bits.number(block.lengthBits + 31 - Math.clz32(count));
    segment.passes += count;
    block.passes += count;
    passes -= count;
    parts.push({ segment, length });
  }
}

/** Which passes are coded together after those that are done (tables D.8 and D.9). */
function nextSegment(done: number, style: number): CodedSegment {
  // The first ten passes are always arithmetic. Of three that follow, two are raw.
  const isBypassed = (style & BYPASS) !== 0 && done >= 10;
  const isRaw = isBypassed && (done - 10) % 3 < 2;
  let most = Number.POSITIVE_INFINITY;
  if ((style & TERMINATED) !== 0) most = 1;
  else if (isBypassed) most = isRaw ? 2 : 1;
  else if ((style & BYPASS) !== 0) most = 10;
  return { passes: 0, most, isRaw, pieces: [] };
}
