import type { Holding } from "../../../meter/work.ts";
import { COST } from "../../../meter/work-limits.ts";
import { corrupt } from "../../image-problem.ts";
import type { Coding, Quantization } from "../coding.ts";
import { isRaw, segmentEnd } from "../packet-header.ts";
import type { Packet, PacketVisitor } from "../packets.ts";
import { BLOCK_VALUES, type PrecinctBand, type Subband, ZERO_PLANES } from "../precincts.ts";
import { bitsOf } from "../size.ts";
import type { Tile, TileComponent } from "../tile.ts";

/** Passes that are coded together, and the pieces of data that they are in. */
interface CodedSegment {
  passes: number;
  /** The first pass behind those that may be in it. */
  readonly end: number;
  readonly isRaw: boolean;
  readonly pieces: Uint8Array[];
}

/** A code-block that packets have data of. */
export interface CodedBlock {
  readonly zeroPlanes: number;
  readonly segments: CodedSegment[];
}

export interface CodedBand {
  readonly band: Subband;
  readonly coding: TileComponent["coding"];
  /** Bits of the samples, those that are zero in all of a code-block included. */
  readonly planes: number;
  /** The size of a step; 1 when nothing is lost. */
  readonly step: number;
  /** By row and column of the grid of code-blocks. */
  readonly rows: Map<number, Map<number, CodedBlock>>;
}

/** Memory of a band, of a code-block, of passes that are coded together, and of a piece of their data. */
const BAND_BYTES = 200;
const BLOCK_BYTES = 300;
const SEGMENT_BYTES = 100;
const PIECE_BYTES = 120;

/** What the packets of a tile have of its subbands. */
export class CodedBands implements PacketVisitor {
  readonly #holding: Holding;
  readonly #bands = new Map<Subband, CodedBand>();
  /** What the packet has of passes, in the order of its data. */
  readonly #parts: { readonly segment: CodedSegment; readonly length: number }[] = [];

  constructor(tile: Tile, coding: Coding, holding: Holding) {
    this.#holding = holding;
    tile.components.forEach((component, index) => {
      const quantization = coding.quantization(index);
      const bands = component.resolutions.flatMap((resolution) => resolution.bands);
      holding.take(bands.length * BAND_BYTES);
      bands.forEach((band, place) => {
        this.#bands.set(band, { ...quantized(band, place, component, quantization), rows: new Map() });
      });
    });
  }

  of(band: Subband): CodedBand {
    return this.#bands.get(band)!;
  }

  passes(part: PrecinctBand, block: number, first: number, passes: number, length: number): void {
    const { coding, rows } = this.of(part.band);
    const { segments } = this.#block(rows, part, block);
    let segment = segments.at(-1);
    if (!segment || first >= segment.end) {
      this.#holding.entries(1, SEGMENT_BYTES, COST.laidBlock);
      segment = { passes: 0, end: segmentEnd(first, coding.style), isRaw: isRaw(first, coding.style), pieces: [] };
      segments.push(segment);
    }
    segment.passes += passes;
    this.#parts.push({ segment, length });
  }

  packet({ data, from }: Packet): void {
    let at = from;
    for (const { segment, length } of this.#parts) {
      if (length === 0) continue;
      this.#holding.take(PIECE_BYTES);
      segment.pieces.push(data.subarray(at, at + length));
      at += length;
    }
    this.#parts.length = 0;
  }

  #block(rows: CodedBand["rows"], { row, column, across, blocks }: PrecinctBand, block: number): CodedBlock {
    const x = column + (block % across);
    const y = row + Math.floor(block / across);
    const columns = rows.get(y) ?? new Map<number, CodedBlock>();
    const known = columns.get(x);
    if (known) return known;
    rows.set(y, columns);
    this.#holding.entries(1, BLOCK_BYTES, COST.laidBlock);
    const made = { zeroPlanes: blocks[block * BLOCK_VALUES + ZERO_PLANES]!, segments: [] };
    columns.set(x, made);
    return made;
  }
}

/** Annex E: `place` is that of the band among all of its component. */
function quantized(
  band: Subband,
  place: number,
  { component, coding }: TileComponent,
  { guard, isDerived, steps }: Quantization,
): Omit<CodedBand, "rows"> {
  const step = steps[isDerived ? 0 : place];
  if (!step) throw corrupt("The JPEG 2000 lacks the steps of a subband.");
  // A derived step halves with each level (E-5).
  const exponent = isDerived ? Math.max(0, step.exponent - (coding.decompositions - band.level)) : step.exponent;
  const gain = band.high[0] + band.high[1];
  return {
    band,
    coding,
    planes: guard + exponent - 1,
    step: coding.isReversible ? 1 : 2 ** (bitsOf(component) + gain - exponent) * (1 + step.mantissa / 2048),
  };
}
