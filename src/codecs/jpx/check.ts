import type { Turns } from "../../meter/turns.ts";
import { Holding, type Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { corrupt } from "../image-problem.ts";
import { type Codestream, damagedTiles, readCodestream, type TilePart } from "./codestream.ts";
import { damagedPacket } from "./packet-header.ts";
import { type Packet, readPackets } from "./packets.ts";
import { canBeMixed, type Size } from "./size.ts";
import { layTile } from "./tile.ts";

interface Checked {
  /** How many tiles are missing, and of how many. */
  readonly missing: number;
  readonly tiles: number;
  /** Whether the packets of all tiles could be followed. */
  readonly areFollowed: boolean;
  readonly parts: readonly TilePart[];
}

/**
 * Follows tile-parts and packets to their end. The codestream goes into the PDF as it is. Of one that is damaged most
 * viewers show nothing: the page would be empty.
 */
export function* checkCodestream(
  bytes: Uint8Array,
  size: Size,
  work: Work,
  visit?: (packet: Packet) => void,
): Turns<Checked> {
  const holding = new Holding(work);
  try {
    const stream = yield* readCodestream(bytes, size, holding);
    const areFollowed = yield* checkTiles(stream, work, visit);
    const tiles = size.grid.tilesAcross * size.grid.tilesDown;
    return { missing: tiles - stream.tiles.size, tiles, areFollowed, parts: stream.parts };
  } finally {
    holding.letGo();
  }
}

function* checkTiles({ size, tiles, isWhole }: Codestream, work: Work, visit?: (packet: Packet) => void) {
  const { components } = size;
  if (tiles.size === 0) throw corrupt("The JPEG 2000 holds no tiles.");
  if (!isWhole) throw damagedTiles();
  let areFollowed = true;
  for (const [index, { coding, data }] of tiles) {
    if (work.isTurnOver) yield;
    work.spend(components.length * COST.lookup);
    coding.check();
    if (coding.order.isMixed && !canBeMixed(components)) {
      throw corrupt("The JPEG 2000 mixes components of different sizes.");
    }
    areFollowed &&= coding.isInOrder;
    if (!coding.isInOrder) continue;
    const holding = new Holding(work);
    try {
      const tile = layTile(size, index, coding, holding);
      const areAll = yield* readPackets(tile, data, work, {
        packet(packet) {
          if (coding.order.hasEnds && !packet.hasEnd) throw damagedPacket();
          visit?.(packet);
        },
      });
      if (!areAll) throw damagedPacket();
    } finally {
      holding.letGo();
    }
  }
  return areFollowed;
}
