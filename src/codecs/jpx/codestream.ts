import type { Turns } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { corrupt } from "../image-problem.ts";
import { Coding } from "./coding.ts";
import { damagedHeader, MARKER, Segment, segments, u16At } from "./markers.ts";
import { checkPackets, type VisitPacket } from "./packets.ts";
import type { Rect } from "./precincts.ts";

/** What SIZ says (ISO/IEC 15444-1 table A.9). */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly components: readonly Component[];
  readonly grid: Grid;
}

export interface Component {
  /** As it is stored: a sign in the highest bit, and bits less one. */
  readonly depth: number;
  /** Distances between samples, across and down. */
  readonly across: number;
  readonly down: number;
}

/** Places on the reference grid: where the picture ends and begins, and the tiles. */
interface Grid {
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  readonly top: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly tilesLeft: number;
  readonly tilesTop: number;
  readonly tilesAcross: number;
  readonly tilesDown: number;
}

const MAX_COMPONENTS = 16_384;
const MAX_BITS = 38;
const MAX_TILES = 65_535;
/** Decoders count in 31 bits. */
const MAX_TILE_SIDE = 2 ** 31 - 1;
/** SOC, and the marker and length of SIZ. */
const SIZ_END = 6;
export const SOT_BYTES = 12;
/** Memory of a tile-part, and of a tile that says how it is coded. */
const TILE_PART_BYTES = 500;
/** A tile-part's header, and SOD. */
const LEAST_TILE_PART = SOT_BYTES + 2;

/** Reads the size of the picture, with which every codestream begins. */
export function readSize(bytes: Uint8Array): Size {
  if (u16At(bytes, 0) !== MARKER.SOC || u16At(bytes, 2) !== MARKER.SIZ) {
    throw corrupt("The JPEG 2000 codestream is cut off in its header.");
  }
  const segment = new Segment(MARKER.SIZ, bytes.subarray(SIZ_END, sizeEnd(bytes)));
  segment.u16();
  const [right, bottom, left, top] = [segment.u32(), segment.u32(), segment.u32(), segment.u32()];
  const [tileWidth, tileHeight, tilesLeft, tilesTop] = [segment.u32(), segment.u32(), segment.u32(), segment.u32()];
  const count = segment.u16();
  if (count === 0 || count > MAX_COMPONENTS || segment.left !== 3 * count) {
    throw corrupt("The JPEG 2000 codestream declares no components, or does not describe them.");
  }
  const components = Array.from({ length: count }, () => {
    const component = { depth: segment.u8(), across: segment.u8(), down: segment.u8() };
    if (component.across === 0 || component.down === 0) throw corrupt("A component of the JPEG 2000 has no size.");
    if ((component.depth & 0x7f) >= MAX_BITS) throw corrupt("A component of the JPEG 2000 has too many bits.");
    return component;
  });
  // The first tile holds the first sample (§B.3).
  const isLegal = tilesLeft <= left && tilesTop <= top && tilesLeft + tileWidth > left && tilesTop + tileHeight > top;
  if (tileWidth > MAX_TILE_SIDE || tileHeight > MAX_TILE_SIDE) throw damagedHeader();
  if (right <= left || bottom <= top || !isLegal) throw corrupt("The JPEG 2000 declares a place without a picture.");
  const tilesAcross = Math.ceil((right - tilesLeft) / tileWidth);
  const tilesDown = Math.ceil((bottom - tilesTop) / tileHeight);
  if (tilesAcross * tilesDown > MAX_TILES) throw damagedHeader();
  const tiles = { tileWidth, tileHeight, tilesLeft, tilesTop, tilesAcross, tilesDown };
  const grid = { right, bottom, left, top, ...tiles };
  const [width, height] = [right - left, bottom - top];
  if (components.some(({ across, down }) => isTooFar(across, width) || isTooFar(down, height))) {
    throw corrupt("A component of the JPEG 2000 has no size.");
  }
  return { width, height, components, grid };
}

/** Samples may be two or four pixels apart in the smallest picture, too. */
function isTooFar(distance: number, side: number): boolean {
  return distance > Math.max(side, 4);
}

/** SOC and the marker of SIZ come before its length. */
export function sizeEnd(bytes: Uint8Array): number {
  return 4 + u16At(bytes, 4);
}

interface Tile {
  readonly coding: Coding;
  readonly parts: Uint8Array[];
}

interface Visitor {
  /** A tile-part as a whole, and its data. */
  tilePart(part: Uint8Array, data: Uint8Array): void;
  readonly packet: VisitPacket;
}

interface Checked {
  /** How many tiles are missing, and of how many. */
  readonly missing: number;
  readonly tiles: number;
  /** Whether the packets of all tiles could be followed. */
  readonly areFollowed: boolean;
}

/**
 * Follows tile-parts and packets to their end. The codestream goes into the PDF as it is. Of one that is damaged most
 * viewers show nothing: the page would be empty.
 */
export function* checkCodestream(bytes: Uint8Array, size: Size, work: Work, visitor?: Visitor): Turns<Checked> {
  const count = size.components.length;
  const main = new Coding(count);
  const first = readHeader(main, bytes, sizeEnd(bytes), MARKER.SOT, work);
  const tiles = new Map<number, Tile>();
  let held = 0;
  let at = first;
  while (u16At(bytes, at) === MARKER.SOT && at + SOT_BYTES <= bytes.length) {
    if (work.isTurnOver) yield;
    const { index, number, end } = readTilePart(bytes, at, first, size);
    work.spend(COST.segment);
    work.hold(TILE_PART_BYTES);
    held += TILE_PART_BYTES;
    const tile = tiles.get(index) ?? { coding: new Coding(count, main), parts: [] };
    tiles.set(index, tile);
    if (number !== tile.parts.length) throw damagedTiles();
    const part = bytes.subarray(at, end);
    const data = part.subarray(readHeader(tile.coding, part, SOT_BYTES, MARKER.SOD, work) + 2);
    tile.parts.push(data);
    visitor?.tilePart(part, data);
    at = end;
  }
  const { tilesAcross, tilesDown } = size.grid;
  if (tiles.size === 0) throw corrupt("The JPEG 2000 holds no tiles.");
  if (at < bytes.length && u16At(bytes, at) !== MARKER.EOC) throw damagedTiles();
  let areFollowed = true;
  for (const [index, { coding, parts }] of tiles) {
    if (work.isTurnOver) yield;
    work.spend(count * COST.lookup);
    coding.check();
    if (coding.order.isMixed && !canBeMixed(size.components)) {
      throw corrupt("The JPEG 2000 mixes components of different sizes.");
    }
    areFollowed &&= coding.isInOrder;
    if (!coding.isInOrder) continue;
    yield* checkPackets(parts, tileRect(size.grid, index), size.components, coding, work, visitor?.packet);
  }
  work.letGo(held);
  return { missing: tilesAcross * tilesDown - tiles.size, tiles: tilesAcross * tilesDown, areFollowed };
}

function canBeMixed(components: readonly Component[]): boolean {
  const [first, ...rest] = components.slice(0, 3);
  return rest.length === 2 && rest.every(({ across, down }) => across === first!.across && down === first!.down);
}

/** Returns where the marker lies that ends the header. */
function readHeader(coding: Coding, bytes: Uint8Array, from: number, last: number, work: Work): number {
  const reading = segments(bytes, from, last);
  for (;;) {
    const { value, done } = reading.next();
    if (done) return value;
    work.spend(COST.segment);
    coding.read(value);
  }
}

/** SOT (table A.5). */
function readTilePart(
  bytes: Uint8Array,
  at: number,
  first: number,
  { grid }: Size,
): { index: number; number: number; end: number } {
  const segment = new Segment(MARKER.SOT, bytes.subarray(at + 4, at + SOT_BYTES));
  const index = segment.u16();
  // The last tile-part may leave out its length. EOC follows it.
  const length = segment.u32() || bytes.length - at;
  if (u16At(bytes, at + 2) !== SOT_BYTES - 2 || index >= grid.tilesAcross * grid.tilesDown) throw damagedHeader();
  const [number, count] = [segment.u8(), segment.u8()];
  // The number of tile-parts may be said later.
  if (length < LEAST_TILE_PART || (count > 0 && number >= count)) throw damagedTiles();
  if (at + length > bytes.length) {
    const share = (bytes.length - first) / (at + length - first);
    throw corrupt(`The JPEG 2000 is cut off: ${Math.ceil((1 - share) * 100)} % of its data is missing.`);
  }
  return { index, number, end: at + length };
}

function damagedTiles(): Error {
  return corrupt("The JPEG 2000 is damaged: its tiles do not follow one another.");
}

export function tileRect(grid: Grid, index: number): Rect {
  const left = grid.tilesLeft + (index % grid.tilesAcross) * grid.tileWidth;
  const top = grid.tilesTop + Math.floor(index / grid.tilesAcross) * grid.tileHeight;
  return {
    left: Math.max(left, grid.left),
    top: Math.max(top, grid.top),
    right: Math.min(left + grid.tileWidth, grid.right),
    bottom: Math.min(top + grid.tileHeight, grid.bottom),
  };
}
