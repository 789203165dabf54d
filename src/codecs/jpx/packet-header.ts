import { corrupt } from "../image-problem.ts";
import { MARKER, u16At } from "./markers.ts";
import { type Band, BLOCK_VALUES, PASSES } from "./precincts.ts";

/** Table A.19: raw coding of some passes, and an end of the coder after each. */
const BYPASS = 0x01;
const TERMINATE_ALL = 0x04;
/** The passes of a block before those that a bypass leaves raw (ISO/IEC 15444-1 table D.9). */
const PASSES_BEFORE_BYPASS = 10;
/** Bits of a plane number, and of a length: more than any sample and any file have. */
const MAX_PLANES = 80;
const MAX_LENGTH_BITS = 32;
const FIRST_LENGTH_BITS = 3;
const SOP_BYTES = 6;

/**
 * Reads a packet's header (§B.10), which begins at `at`, and returns where the packet ends. That may be behind the end
 * of the data. An empty packet needs no bands.
 */
export function packetEnd(
  data: Uint8Array,
  at: number,
  bands: () => readonly Band[],
  { style, layer, hasEnds }: { style: number; layer: number; hasEnds: boolean },
): number {
  const start = u16At(data, at) === MARKER.SOP ? at + SOP_BYTES : at;
  const bits = new HeaderBits(data, start);
  let length = 0;
  if (bits.bit() === 1) for (const band of bands()) length += bodyBytes(bits, band, style, layer);
  const end = bits.end();
  const hasEnd = u16At(data, end) === MARKER.EPH;
  if (hasEnds && !hasEnd) throw damagedPacket();
  return (hasEnd ? end + 2 : end) + length;
}

/** Bytes that the packet holds of the band's code-blocks. */
function bodyBytes(bits: HeaderBits, band: Band, style: number, layer: number): number {
  let length = 0;
  const { blocks } = band;
  for (let block = 0, at = 0; at < blocks.length; block++, at += BLOCK_VALUES) {
    const isNew = blocks[at] === 0;
    const isIncluded = isNew ? band.inclusion.isBelow(bits, block, layer + 1) : bits.bit() === 1;
    if (!isIncluded) continue;
    if (isNew) {
      let planes = 1;
      while (!band.planes.isBelow(bits, block, planes)) {
        if (++planes > MAX_PLANES) throw damagedPacket();
      }
      blocks[at] = FIRST_LENGTH_BITS;
    }
    const passes = passCount(bits);
    while (bits.bit() === 1) {
      if (++blocks[at]! > MAX_LENGTH_BITS) throw damagedPacket();
    }
    const before = blocks[at + PASSES]!;
    blocks[at + PASSES] = before + passes;
    for (let done = before; done < before + passes; ) {
      const piece = Math.min(pieceEnd(done, style), before + passes) - done;
      length += bits.number(blocks[at]! + Math.floor(Math.log2(piece)));
      done += piece;
    }
  }
  return length;
}

/** Table B.4. */
export function passCount(bits: HeaderBits): number {
  if (bits.bit() === 0) return 1;
  if (bits.bit() === 0) return 2;
  const few = bits.number(2);
  if (few < 3) return 3 + few;
  const more = bits.number(5);
  return more < 31 ? 6 + more : 37 + bits.number(7);
}

/** Where the piece ends, with a length of its own, that holds this pass (§B.10.7.2). */
function pieceEnd(pass: number, style: number): number {
  if (style & TERMINATE_ALL) return pass + 1;
  if (!(style & BYPASS)) return Number.POSITIVE_INFINITY;
  if (pass < PASSES_BEFORE_BYPASS) return PASSES_BEFORE_BYPASS;
  const phase = (pass - PASSES_BEFORE_BYPASS) % 3;
  return phase < 2 ? pass - phase + 2 : pass + 1;
}

/** After a byte of ones the next one has seven bits (§B.10.1). */
export class HeaderBits {
  readonly #data: Uint8Array;
  #at: number;
  #byte = 0;
  #left = 0;

  constructor(data: Uint8Array, at: number) {
    this.#data = data;
    this.#at = at;
  }

  bit(): number {
    if (this.#left === 0) {
      if (this.#at >= this.#data.length) throw damagedPacket();
      this.#left = this.#byte === 0xff ? 7 : 8;
      this.#byte = this.#data[this.#at++]!;
    }
    return (this.#byte >> --this.#left) & 1;
  }

  number(bits: number): number {
    let value = 0;
    for (let i = 0; i < bits; i++) value = value * 2 + this.bit();
    return value;
  }

  /** Headers end at a byte, and not with one of ones. */
  end(): number {
    return this.#byte === 0xff ? this.#at + 1 : this.#at;
  }
}

export function damagedPacket(): Error {
  return corrupt("The JPEG 2000 is damaged: the data of a tile is not what its headers announce.");
}
