import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { grouped } from "../../platform/grouped.ts";
import { damagedHeader, MARKER, u16At } from "./markers.ts";
import { damagedPacket, HeaderBits, type PassesVisitor, readBand } from "./packet-header.ts";
import type { Resolution } from "./precincts.ts";
import type { Tile, TileComponent } from "./tile.ts";

/** A resolution of a component, with its part of the packets. */
interface Part extends TileComponent {
  readonly index: number;
  readonly resolution: Resolution;
}

/** A packet of each layer. */
interface PrecinctPlace {
  readonly part: Part;
  readonly precinct: number;
}

interface Step extends PrecinctPlace {
  readonly layer: number;
}

/** A packet of a component, and where it and its body lie in the data of its tile-part. */
export interface Packet {
  readonly component: number;
  readonly data: Uint8Array;
  readonly start: number;
  readonly from: number;
  readonly to: number;
  /** Whether EPH is behind its header. */
  readonly hasEnd: boolean;
}

export interface PacketVisitor extends PassesVisitor {
  /** Comes after its passes. */
  packet(packet: Packet): void;
}

const SOP_BYTES = 6;
/** The first order in which positions come before layers. */
const POSITION = 2;
/** Memory of a place in a list that is sorted. */
const PLACE_BYTES = 300;

/** Reads the packets of a tile (§B.9), as long as there is data. Returns whether they are all there. */
export function* readPackets(tile: Tile, data: readonly Uint8Array[], work: Work, visitor: PacketVisitor) {
  // Of one without precincts there are no packets, in any of the layers.
  const parts = tile.components.flatMap((own, index) =>
    own.resolutions.filter(({ precincts }) => precincts > 0).map((resolution): Part => ({ ...own, index, resolution })),
  );
  const pieces = data.filter((piece) => piece.length > 0);
  if (pieces.length === 0) return parts.length === 0;
  let at = 0;
  try {
    for (const step of steps(parts, tile, work)) {
      if (work.isTurnOver) yield;
      const piece = pieces[0];
      if (!piece) return false;
      at = readPacket(step, piece, at, work, visitor);
      if (step.layer === tile.order.layers - 1) step.part.resolution.end(step.precinct, work);
      if (at === piece.length) {
        pieces.shift();
        at = 0;
      }
    }
    return true;
  } finally {
    for (const { resolution } of parts) resolution.letGo(work);
  }
}

/** Returns where the next packet begins. */
function readPacket(
  { part, precinct, layer }: Step,
  data: Uint8Array,
  start: number,
  work: Work,
  visitor: PacketVisitor,
): number {
  work.spend(COST.packet);
  const bits = new HeaderBits(data, u16At(data, start) === MARKER.SOP ? start + SOP_BYTES : start);
  let length = 0;
  if (bits.bit() === 1) {
    const { bands, blocks } = part.resolution.precinct(precinct, work);
    work.spend(blocks * COST.codeBlock);
    for (const band of bands) length += readBand(bits, band, part.coding.style, layer, visitor);
  }
  const end = bits.end();
  // Neither data nor a header can begin like this: in both, a byte of ones is followed by a smaller one.
  const hasEnd = u16At(data, end) === MARKER.EPH;
  const from = hasEnd ? end + 2 : end;
  const to = from + length;
  if (to > data.length) throw damagedPacket();
  visitor.packet({ component: part.index, data, start, from, to, hasEnd });
  return to;
}

/** The packets in their order (ISO/IEC 15444-1 §B.12.1). */
function* steps(parts: Part[], tile: Tile, work: Work): Generator<Step> {
  const { progression, layers } = tile.order;
  if (progression < POSITION) {
    const sorted = parts.toSorted((a, b) => a.resolution.index - b.resolution.index);
    for (const group of progression === 0 ? [sorted] : grouped(sorted, ({ resolution }) => resolution.index).values()) {
      for (let layer = 0; layer < layers; layer++) {
        for (const part of group) {
          for (let precinct = 0; precinct < part.resolution.precincts; precinct++) yield { part, precinct, layer };
        }
      }
    }
    return;
  }
  const key = SORT_KEYS[progression - POSITION];
  if (!key) throw damagedHeader();
  const count = parts.reduce((sum, { resolution }) => sum + resolution.precincts, 0);
  work.hold(count * PLACE_BYTES);
  try {
    work.spend(count * COST.packet);
    const places = parts.flatMap((part) =>
      Array.from({ length: part.resolution.precincts }, (_, precinct): PrecinctPlace => ({ part, precinct })),
    );
    const sorted = places.map((place) => ({ place, key: key(place, position(place, tile)) }));
    sorted.sort((a, b) => compare(a.key, b.key));
    for (const { place } of sorted) for (let layer = 0; layer < layers; layer++) yield { ...place, layer };
  } finally {
    work.letGo(count * PLACE_BYTES);
  }
}

type SortKey = (place: PrecinctPlace, at: { x: number; y: number }) => number[];

/** RPCL, PCRL and CPRL. */
const SORT_KEYS: readonly SortKey[] = [
  ({ part, precinct }, { x, y }) => [part.resolution.index, y, x, part.index, precinct],
  ({ part, precinct }, { x, y }) => [y, x, part.index, part.resolution.index, precinct],
  ({ part, precinct }, { x, y }) => [part.index, y, x, part.resolution.index, precinct],
];

/** On the reference grid; a precinct that begins before the tile comes where the tile begins. */
function position({ part, precinct }: PrecinctPlace, tile: Tile): { x: number; y: number } {
  const { x, y } = part.resolution.place(precinct);
  return { x: Math.max(x * part.component.across, tile.left), y: Math.max(y * part.component.down, tile.top) };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs < 0 ? 0 : a[differs]! - b[differs]!;
}
