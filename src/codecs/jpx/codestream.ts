import type { Turns } from "../../meter/turns.ts";
import type { Holding, Work } from "../../meter/work.ts";
import { COST } from "../../meter/work-limits.ts";
import { corrupt } from "../image-problem.ts";
import { Coding } from "./coding.ts";
import { JpxSegment, MARKER, segments, u16At } from "./markers.ts";
import { type Size, sizeEnd } from "./size.ts";

/** The headers of a codestream, and where the data of its tiles is (ISO/IEC 15444-1 annex A). */
export interface Codestream {
  readonly size: Size;
  readonly tiles: ReadonlyMap<number, { readonly coding: Coding; readonly data: readonly Uint8Array[] }>;
  /** As they follow one another. */
  readonly parts: readonly TilePart[];
  /** Whether the parts are of tiles that there are, are numbered one by one, and come to the end of the codestream. */
  readonly isWhole: boolean;
}

export interface TilePart {
  readonly bytes: Uint8Array;
  /** What follows the header. */
  readonly data: Uint8Array;
}

export const SOT_BYTES = 12;
/** A tile-part's header, and SOD. */
const LEAST_TILE_PART = SOT_BYTES + 2;
/** Memory of a tile-part, and of a tile that says how it is coded. */
const TILE_PART_BYTES = 500;

/** Reads what follows the size. What no decoder needs is not judged. */
export function* readCodestream(bytes: Uint8Array, size: Size, holding: Holding): Turns<Codestream> {
  const { work } = holding;
  const count = size.components.length;
  const main = new Coding(count);
  const first = readHeader(main, bytes, sizeEnd(bytes), MARKER.SOT, work);
  const tiles = new Map<number, { coding: Coding; data: Uint8Array[] }>();
  const parts: TilePart[] = [];
  let areNumbered = true;
  let at = first;
  while (u16At(bytes, at) === MARKER.SOT && at + SOT_BYTES <= bytes.length) {
    if (work.isTurnOver) yield;
    work.spend(COST.segment);
    holding.take(TILE_PART_BYTES);
    const { index, number, end, isLegal } = readStart(bytes, at, first, size);
    const tile = tiles.get(index) ?? { coding: new Coding(count, main), data: [] };
    tiles.set(index, tile);
    areNumbered &&= isLegal && number === tile.data.length;
    const part = bytes.subarray(at, end);
    const data = part.subarray(readHeader(tile.coding, part, SOT_BYTES, MARKER.SOD, work) + 2);
    tile.data.push(data);
    parts.push({ bytes: part, data });
    at = end;
  }
  const isWhole = areNumbered && (at >= bytes.length || u16At(bytes, at) === MARKER.EOC);
  return { size, tiles, parts, isWhole };
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
function readStart(bytes: Uint8Array, at: number, first: number, { grid }: Size) {
  const segment = new JpxSegment(MARKER.SOT, bytes.subarray(at + 4, at + SOT_BYTES));
  const index = segment.u16();
  // The last tile-part may leave out its length. EOC follows it.
  const end = at + (segment.u32() || bytes.length - at);
  const [number, count] = [segment.u8(), segment.u8()];
  if (end < at + LEAST_TILE_PART) throw damagedTiles();
  if (end > bytes.length) {
    const share = (bytes.length - first) / (end - first);
    throw corrupt(`The JPEG 2000 is cut off: ${Math.ceil((1 - share) * 100)} % of its data is missing.`);
  }
  const isTile = u16At(bytes, at + 2) === SOT_BYTES - 2 && index < grid.tilesAcross * grid.tilesDown;
  // The number of tile-parts may be said later.
  return { index, number, end, isLegal: isTile && (count === 0 || number < count) };
}

export function damagedTiles(): Error {
  return corrupt("The JPEG 2000 is damaged: its tiles do not follow one another.");
}
