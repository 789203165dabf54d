import { corrupt } from "../image-problem.ts";
import { BLOCK_VALUES, PASSES, type PrecinctBand, ZERO_PLANES } from "./precincts.ts";

/** Table A.19: raw coding of some passes, and an end of the coder after each. */
const BYPASS = 0x01;
const TERMINATE_ALL = 0x04;
/** The passes of a block before those that a bypass leaves raw (ISO/IEC 15444-1 table D.9). */
const PASSES_BEFORE_BYPASS = 10;
/** Bits of a plane number, and of a length: more than any sample and any file have. */
const MAX_PLANES = 64;
const MAX_LENGTH_BITS = 32;
/** Each plane is coded in three passes at most. */
const MAX_PASSES = 3 * MAX_PLANES;
const FIRST_LENGTH_BITS = 3;

export interface PassesVisitor {
  /** Passes of a code-block that are coded together, of which the packet holds `length` bytes. */
  passes?(band: PrecinctBand, block: number, first: number, passes: number, length: number): void;
}

/** Reads what the header says of a band's code-blocks (§B.10); returns how many bytes the packet holds of them. */
export function readBand(bits: HeaderBits, band: PrecinctBand, style: number, layer: number, visitor: PassesVisitor) {
  let length = 0;
  const { blocks } = band;
  for (let block = 0, at = 0; at < blocks.length; block++, at += BLOCK_VALUES) {
    const isNew = blocks[at] === 0;
    const isIncluded = isNew ? band.inclusion.isBelow(bits, block, layer + 1) : bits.bit() === 1;
    if (!isIncluded) continue;
    if (isNew) {
      let planes = 0;
      while (!band.planes.isBelow(bits, block, planes + 1)) if (++planes > MAX_PLANES) throw damagedPacket();
      blocks[at + ZERO_PLANES] = planes;
      blocks[at] = FIRST_LENGTH_BITS;
    }
    const first = blocks[at + PASSES]!;
    const end = first + passCount(bits);
    if (end > MAX_PASSES) throw damagedPacket();
    blocks[at + PASSES] = end;
    while (bits.bit() === 1) if (++blocks[at]! > MAX_LENGTH_BITS) throw damagedPacket();
    for (let done = first; done < end; ) {
      const passes = Math.min(segmentEnd(done, style), end) - done;
      const bytes = bits.number(blocks[at]! + 31 - Math.clz32(passes));
      visitor.passes?.(band, block, done, passes, bytes);
      length += bytes;
      done += passes;
    }
  }
  return length;
}

/** Table B.4. */
function passCount(bits: HeaderBits): number {
  if (bits.bit() === 0) return 1;
  if (bits.bit() === 0) return 2;
  const few = bits.number(2);
  if (few < 3) return 3 + few;
  const more = bits.number(5);
  return more < 31 ? 6 + more : 37 + bits.number(7);
}

/** Where the passes end that are coded together with this one, and have a length of their own (§B.10.7.2). */
export function segmentEnd(pass: number, style: number): number {
  if (style & TERMINATE_ALL) return pass + 1;
  if (!(style & BYPASS)) return Number.POSITIVE_INFINITY;
  if (pass < PASSES_BEFORE_BYPASS) return PASSES_BEFORE_BYPASS;
  const phase = (pass - PASSES_BEFORE_BYPASS) % 3;
  return phase < 2 ? pass - phase + 2 : pass + 1;
}

/** Whether the pass is not coded arithmetically (tables D.8 and D.9): of three that follow the first ones, two are. */
export function isRaw(pass: number, style: number): boolean {
  return (style & BYPASS) !== 0 && pass >= PASSES_BEFORE_BYPASS && (pass - PASSES_BEFORE_BYPASS) % 3 < 2;
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
