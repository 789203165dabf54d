import { COST } from "../../../meter/work-limits.ts";
import { corrupt, unsupported } from "../../image-problem.ts";
import { type Component, readSize, type Size, sizeEnd } from "../codestream.ts";
import { MARKER, type Segment, segments, u16At } from "../markers.ts";
import type { Meter } from "./meter.ts";

/** A tile-part's marker, its length and number. */
const SOT_BYTES = 12;
/** Memory of a tile-part, and of a tile that says how it is coded. */
const TILE_PART_BYTES = 500;

/** How a component is coded (tables A.15 to A.20). */
export interface Coding {
  readonly levels: number;
  /** Powers of 2. */
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly style: number;
  readonly isReversible: boolean;
  /** Powers of 2 for each resolution, across and down. */
  readonly precincts: readonly (readonly [number, number])[];
}

/** What holds for all components of a tile (table A.14). */
export interface TileCoding {
  readonly progression: number;
  readonly layers: number;
  readonly isMixed: boolean;
  readonly hasEnds: boolean;
}

export interface Step {
  readonly exponent: number;
  readonly mantissa: number;
}

/** Table A.28. */
export interface Quantization {
  readonly guard: number;
  readonly isDerived: boolean;
  readonly steps: readonly Step[];
}

/** The parameters of a tile, or of those tiles that have none of their own. */
export class Parameters {
  tile: TileCoding | undefined;
  #coding: Coding | undefined;
  /** Most tiles say nothing of their own. */
  #codings: Map<number, Coding> | undefined;
  #quantization: Quantization | undefined;
  #quantizations: Map<number, Quantization> | undefined;
  readonly #main: Parameters | undefined;

  constructor(main?: Parameters) {
    this.#main = main;
    this.tile = main?.tile;
  }

  coding(component: number): Coding {
    const found = this.#codings?.get(component) ?? this.#coding ?? this.#main?.coding(component);
    if (!found) throw corrupt("The JPEG 2000 does not say how it is coded.");
    return found;
  }

  quantization(component: number): Quantization {
    const found = this.#quantizations?.get(component) ?? this.#quantization ?? this.#main?.quantization(component);
    if (!found) throw corrupt("The JPEG 2000 does not say how it is quantized.");
    return found;
  }

  add(segment: Segment, components: number): void {
    switch (segment.marker) {
      case MARKER.COD: {
        const flags = segment.u8();
        const [progression, layers, isMixed] = [segment.u8(), segment.u16(), segment.u8() === 1];
        this.tile = { progression, layers, isMixed, hasEnds: (flags & 4) !== 0 };
        this.#coding = readCoding(segment, (flags & 1) !== 0);
        return;
      }
      case MARKER.COC: {
        const index = segment.component(components);
        this.#codings ??= new Map();
        this.#codings.set(index, readCoding(segment, (segment.u8() & 1) !== 0));
        return;
      }
      case MARKER.QCD:
        this.#quantization = readQuantization(segment);
        return;
      case MARKER.QCC:
        this.#quantizations ??= new Map();
        this.#quantizations.set(segment.component(components), readQuantization(segment));
        return;
      default:
        if (REFUSED.has(segment.marker)) throw unsupported("The JPEG 2000 is of a kind that is not decoded.");
    }
  }
}

/** Changes of progression, packed headers, regions of interest, high throughput: rare, and not decoded. */
const REFUSED = new Set<number>([MARKER.POC, MARKER.PPM, MARKER.PPT, 0xff5e, MARKER.CAP]);
const MAX_COMPONENTS = 16;
const MAX_BITS = 16;
const MAX_LEVELS = 32;

export interface Codestream {
  readonly size: Size;
  /** By number: the tile's parameters, and the bodies of its parts. */
  readonly tiles: ReadonlyMap<number, TileData>;
}

export interface TileData {
  readonly parameters: Parameters;
  readonly parts: readonly Uint8Array[];
}

/** The headers of a codestream, and where the data of its tiles is (ISO/IEC 15444-1 annex A). */
export function readCodestream(bytes: Uint8Array, work: Meter): Codestream {
  const size = readSize(bytes);
  const count = size.components.length;
  if (count > MAX_COMPONENTS) throw unsupported("The JPEG 2000 has too many components.");
  if (size.components.some((component) => bitsOf(component) > MAX_BITS)) {
    throw unsupported("The JPEG 2000 has samples of more than 16 bits.");
  }
  const main = new Parameters();
  const tiles = new Map<number, { parameters: Parameters; parts: Uint8Array[] }>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = readHeader(main, bytes, sizeEnd(bytes), MARKER.SOT, count, work);
  while (at + SOT_BYTES <= bytes.length && u16At(bytes, at) === MARKER.SOT) {
    const number = u16At(bytes, at + 4);
    const length = view.getUint32(at + 6);
    const end = length === 0 ? bytes.length : at + length;
    if (end > bytes.length || end < at + SOT_BYTES + 2) throw corrupt("A tile of the JPEG 2000 ends early.");
    work.spend(COST.segment);
    work.hold(TILE_PART_BYTES);
    const tile = tiles.get(number) ?? { parameters: new Parameters(main), parts: [] };
    tiles.set(number, tile);
    const part = bytes.subarray(at, end);
    tile.parts.push(part.subarray(readHeader(tile.parameters, part, SOT_BYTES, MARKER.SOD, count, work) + 2));
    at = end;
  }
  return { size, tiles };
}

/** Returns where the marker lies that ends the header. */
function readHeader(
  into: Parameters,
  bytes: Uint8Array,
  from: number,
  last: number,
  components: number,
  work: Meter,
): number {
  const reading = segments(bytes, from, last);
  for (;;) {
    const { value, done } = reading.next();
    if (done) return value;
    work.spend(COST.segment);
    into.add(value, components);
  }
}

export function bitsOf({ depth }: Component): number {
  return (depth & 127) + 1;
}

function readCoding(segment: Segment, hasPrecincts: boolean): Coding {
  const levels = segment.u8();
  const blockWidth = (segment.u8() & 15) + 2;
  const blockHeight = (segment.u8() & 15) + 2;
  const style = segment.u8();
  const isReversible = segment.u8() === 1;
  if (levels > MAX_LEVELS || blockWidth > 10 || blockHeight > 10 || blockWidth + blockHeight > 12) {
    throw corrupt("The JPEG 2000 is coded in an impossible way.");
  }
  if (style > 63) throw unsupported("The JPEG 2000 is of a kind that is not decoded.");
  const precincts = Array.from({ length: levels + 1 }, (_, resolution) => {
    if (!hasPrecincts) return [15, 15] as const;
    const sizes = segment.u8();
    // Only the lowest resolution has precincts of one sample (B.6).
    if (resolution > 0 && ((sizes & 15) === 0 || sizes >> 4 === 0)) throw corrupt("The JPEG 2000 has empty precincts.");
    return [sizes & 15, sizes >> 4] as const;
  });
  return { levels, blockWidth, blockHeight, style, isReversible, precincts };
}

function readQuantization(segment: Segment): Quantization {
  const flags = segment.u8();
  const kind = flags & 31;
  const steps: Step[] = [];
  while (segment.left > 0) {
    if (kind === 0) steps.push({ exponent: segment.u8() >> 3, mantissa: 0 });
    else {
      const value = segment.u16();
      steps.push({ exponent: value >> 11, mantissa: value & 0x7ff });
    }
  }
  if (steps.length === 0) throw corrupt("The JPEG 2000 does not say how it is quantized.");
  return { guard: flags >> 5, isDerived: kind === 1, steps };
}
