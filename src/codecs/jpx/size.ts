import { corrupt } from "../image-problem.ts";
import { damagedHeader, JpxSegment, MARKER, u16At } from "./markers.ts";

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

/** From left and top to before right and bottom. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const MAX_COMPONENTS = 16_384;
const MAX_BITS = 38;
const MAX_TILES = 65_535;
/** Decoders count in 31 bits. */
const MAX_TILE_SIDE = 2 ** 31 - 1;
/** SOC, and the marker and length of SIZ. */
const SIZ_END = 6;

/** Reads the size of the picture, with which every codestream begins. */
export function readSize(bytes: Uint8Array): Size {
  if (u16At(bytes, 0) !== MARKER.SOC || u16At(bytes, 2) !== MARKER.SIZ) {
    throw corrupt("The JPEG 2000 codestream is cut off in its header.");
  }
  const segment = new JpxSegment(MARKER.SIZ, bytes.subarray(SIZ_END, sizeEnd(bytes)));
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
    if (bitsOf(component) > MAX_BITS) throw corrupt("A component of the JPEG 2000 has too many bits.");
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
  const isEmpty = ({ across, down }: Component): boolean =>
    Math.ceil(right / across) <= Math.ceil(left / across) || Math.ceil(bottom / down) <= Math.ceil(top / down);
  if (components.some((one) => isEmpty(one) || isTooFar(one.across, width) || isTooFar(one.down, height))) {
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

export function bitsOf({ depth }: Component): number {
  return (depth & 0x7f) + 1;
}

/** Whether the first three components can be mixed (annex G): they have samples at the same places. */
export function canBeMixed(components: readonly Component[]): boolean {
  const [first, ...rest] = components.slice(0, 3);
  return rest.length === 2 && rest.every(({ across, down }) => across === first!.across && down === first!.down);
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
