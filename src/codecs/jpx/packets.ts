import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import type { Coding } from "./coding.ts";
import { damagedPacket, packetEnd } from "./packet-header.ts";
import { type Band, BLOCK_VALUES, type Rect, Resolution } from "./precincts.ts";

interface Spacing {
  /** Distances between a component's samples on the reference grid. */
  readonly across: number;
  readonly down: number;
}

interface TilePart {
  readonly component: number;
  readonly style: number;
  readonly spacing: Spacing;
  readonly resolution: Resolution;
}

/** A packet of each layer. */
interface Place {
  readonly part: TilePart;
  readonly precinct: number;
}

/** A packet of a component, and where it lies in the data of its tile-part. */
export type VisitPacket = (component: number, data: Uint8Array, from: number, to: number) => void;

/** Memory of a place in a list that is sorted. */
const PLACE_BYTES = 300;
/** Memory of a resolution of a component. */
const RESOLUTION_BYTES = 400;

/**
 * Follows the packets of a tile, from the first to the last. Viewers show nothing of a tile that lacks some, or that
 * holds others than its headers announce.
 */
export function* checkPackets(
  data: readonly Uint8Array[],
  tile: Rect,
  components: readonly Spacing[],
  coding: Coding,
  work: Work,
  visit?: VisitPacket,
): Turns<void> {
  const parts = tileParts(tile, components, coding, work);
  const pieces = data.filter((piece) => piece.length > 0);
  let at = 0;
  try {
    for (const [{ part, precinct }, layer] of packets(parts, tile, coding.order, work)) {
      if (work.isTurnOver) yield;
      const piece = pieces[0];
      if (!piece) throw damagedPacket();
      const { resolution, style } = part;
      work.spend(COST.packet);
      const from = at;
      const bands = (): readonly Band[] => {
        const made = resolution.bands(precinct, work);
        work.spend(made.reduce((sum, { blocks }) => sum + blocks.length / BLOCK_VALUES, 0) * COST.codeBlock);
        return made;
      };
      at = packetEnd(piece, at, bands, { style, layer, hasEnds: coding.order.hasEnds });
      if (at > piece.length) throw damagedPacket();
      if (layer === coding.order.layers - 1) resolution.end(precinct, work);
      visit?.(part.component, piece, from, at);
      if (at === piece.length) {
        pieces.shift();
        at = 0;
      }
    }
  } finally {
    for (const { resolution } of parts) resolution.letGo(work);
    work.letGo(parts.length * RESOLUTION_BYTES);
  }
}

/** Component by component, from the lowest resolution to the highest. */
function tileParts(tile: Rect, components: readonly Spacing[], coding: Coding, work: Work): TilePart[] {
  return components.flatMap((spacing, component) => {
    const own = coding.component(component);
    work.spend(COST.resolution * (own.decompositions + 1));
    work.hold(RESOLUTION_BYTES * (own.decompositions + 1));
    const samples = {
      left: Math.ceil(tile.left / spacing.across),
      top: Math.ceil(tile.top / spacing.down),
      right: Math.ceil(tile.right / spacing.across),
      bottom: Math.ceil(tile.bottom / spacing.down),
    };
    return Array.from({ length: own.decompositions + 1 }, (_, index) => {
      const resolution = new Resolution(index, samples, own);
      return { component, style: own.style, spacing, resolution };
    });
  });
}

type Packet = readonly [place: Place, layer: number];

/** The packets in their order (ISO/IEC 15444-1 §B.12.1). */
function* packets(parts: TilePart[], tile: Rect, order: Coding["order"], work: Work): Generator<Packet> {
  const { progression, layers } = order;
  const byResolution = parts.toSorted((a, b) => a.resolution.index - b.resolution.index);
  if (progression === 0) {
    for (let layer = 0; layer < layers; layer++) {
      for (const place of places(byResolution)) yield [place, layer];
    }
  } else if (progression === 1) {
    for (let index = 0; index <= byResolution.at(-1)!.resolution.index; index++) {
      const same = byResolution.filter(({ resolution }) => resolution.index === index);
      for (let layer = 0; layer < layers; layer++) for (const place of places(same)) yield [place, layer];
    }
  } else {
    const count = parts.reduce((sum, { resolution }) => sum + resolution.precincts, 0);
    work.hold(count * PLACE_BYTES);
    work.spend(count * COST.packet);
    const keys = SORT_KEYS[progression - 2]!;
    const sorted = [...places(parts)].map((place) => ({ place, key: keys(place, position(place, tile)) }));
    sorted.sort((a, b) => compare(a.key, b.key));
    for (const { place } of sorted) for (let layer = 0; layer < layers; layer++) yield [place, layer];
    work.letGo(count * PLACE_BYTES);
  }
}

function* places(parts: readonly TilePart[]): Generator<Place> {
  for (const part of parts) {
    for (let precinct = 0; precinct < part.resolution.precincts; precinct++) yield { part, precinct };
  }
}

type SortKey = (place: Place, at: { x: number; y: number }) => number[];

/** RPCL, PCRL and CPRL. */
const SORT_KEYS: readonly SortKey[] = [
  ({ part, precinct }, { x, y }) => [part.resolution.index, y, x, part.component, precinct],
  ({ part, precinct }, { x, y }) => [y, x, part.component, part.resolution.index, precinct],
  ({ part, precinct }, { x, y }) => [part.component, y, x, part.resolution.index, precinct],
];

/** On the reference grid; a precinct that begins before the tile comes where the tile begins. */
function position({ part, precinct }: Place, tile: Rect): { x: number; y: number } {
  const { x, y } = part.resolution.place(precinct);
  return { x: Math.max(x * part.spacing.across, tile.left), y: Math.max(y * part.spacing.down, tile.top) };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differs = a.findIndex((value, i) => value !== b[i]);
  return differs < 0 ? 0 : a[differs]! - b[differs]!;
}
