import type { Scan } from "./plan.ts";
import type { HuffmanTable } from "./tables.ts";

/** Decodes the blocks of one scan, coefficients in the order in which they are coded (zigzag). */
export interface BlockDecoder {
  /** The block's coefficients begin at `at`; `slot` is the component's place among the scan's. */
  block(coefficients: Int16Array, at: number, slot: number): void;
  /** Continues after the next restart marker; false when there is none. */
  restart(): boolean;
  /** The data has ended, or cannot be read up to the next restart. */
  readonly spent: boolean;
}

const LOOK = 9;

/** symbol << 8 | bits by the next 9 bits; longer codes are sought by their length. */
interface Decoding {
  readonly short: Uint16Array;
  /** value << 8 | run << 4 | bits, where those 9 bits hold both the code and its coefficient; else 0. */
  readonly whole: Int16Array;
  /** For each length: what to add to a code to get its symbol's place, and the first code that is longer. */
  readonly offsets: Int32Array;
  readonly limits: Int32Array;
  readonly symbols: Uint8Array;
}

function decoding({ counts, symbols }: HuffmanTable): Decoding {
  const short = new Uint16Array(1 << LOOK);
  const offsets = new Int32Array(18);
  const limits = new Int32Array(18);
  let code = 0;
  let next = 0;
  for (let bits = 1; bits <= 16; bits++) {
    const count = counts[bits - 1]!;
    offsets[bits] = next - code;
    for (let i = 0; i < count && bits <= LOOK; i++) {
      const first = (code + i) << (LOOK - bits);
      short.fill((symbols[next + i]! << 8) | bits, first, first + (1 << (LOOK - bits)));
    }
    code += count;
    next += count;
    limits[bits] = code;
    code <<= 1;
  }
  return { short, whole: wholeCoefficients(short), offsets, limits, symbols };
}

function wholeCoefficients(short: Uint16Array): Int16Array {
  return Int16Array.from(short, (entry, look) => {
    const size = (entry >> 8) & 15;
    const bits = (entry & 255) + size;
    if (entry === 0 || size === 0 || bits > LOOK) return 0;
    const value = (look >> (LOOK - bits)) & ((1 << size) - 1);
    return (extended(value, size) << 8) | ((entry >> 12) << 4) | bits;
  });
}

/** §F.2.2.1: values above zero begin with a 1. */
function extended(value: number, size: number): number {
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

/** Huffman-coded scans: sequential (ITU-T T.81 §F.2.2) and the four kinds of progressive (§G.2). */
export function huffmanDecoder(scan: Scan): BlockDecoder {
  const bits = new BitReader(scan.entropy);
  const table = (id: number): Decoding => decoding(scan.tables.get(id)!);
  const isFirst = scan.high === 0;
  const dc = scan.components.map((part) => (scan.from === 0 && isFirst ? table(part.dc) : undefined));
  const ac = scan.components.map((part) => (scan.to > 0 ? table(part.ac) : undefined));
  const predictions = new Int32Array(4);
  const { from, to, low } = scan;
  let endOfBand = 0;

  const dcFirst = (coefficients: Int16Array, at: number, slot: number): void => {
    const size = bits.symbol(dc[slot]!);
    predictions[slot] = predictions[slot]! + (size === 0 ? 0 : bits.signed(size & 15));
    coefficients[at] = predictions[slot]! << low;
  };
  const dcRefine = (coefficients: Int16Array, at: number): void => {
    if (bits.take(1)) coefficients[at] = coefficients[at]! | (1 << low);
  };
  const acFirst = (coefficients: Int16Array, at: number, slot: number): void => {
    if (endOfBand > 0) {
      endOfBand--;
      return;
    }
    const table = ac[slot]!;
    for (let k = Math.max(from, 1); k <= to; k++) {
      const entry = bits.whole(table);
      if (entry !== 0) {
        k += (entry >> 4) & 15;
        if (k <= 63) coefficients[at + k] = (entry >> 8) << low;
        continue;
      }
      const symbol = bits.symbol(table);
      const run = symbol >> 4;
      const size = symbol & 15;
      if (size !== 0) {
        k += run;
        const value = bits.signed(size) << low;
        if (k <= 63) coefficients[at + k] = value;
      } else if (run === 15) {
        k += 15;
      } else {
        // Only progressive scans have runs of blocks that hold nothing more (§G.1.2.2).
        if (scan.from > 0 && run > 0) endOfBand = (1 << run) - 1 + bits.take(run);
        break;
      }
    }
  };
  const correct = (coefficients: Int16Array, place: number): void => {
    const value = coefficients[place]!;
    if (bits.take(1) && (value & (1 << low)) === 0) coefficients[place] = value + (value < 0 ? -1 << low : 1 << low);
  };
  const acRefine = (coefficients: Int16Array, at: number, slot: number): void => {
    let k = from;
    if (endOfBand === 0) {
      for (; k <= to; k++) {
        const symbol = bits.symbol(ac[slot]!);
        let run = symbol >> 4;
        let value = 0;
        if ((symbol & 15) !== 0) {
          value = bits.take(1) ? 1 << low : -1 << low;
        } else if (run < 15) {
          endOfBand = (1 << run) + (run > 0 ? bits.take(run) : 0);
          break;
        }
        for (; k <= to; k++) {
          if (coefficients[at + k] !== 0) correct(coefficients, at + k);
          else if (run-- === 0) break;
        }
        if (value !== 0 && k <= 63) coefficients[at + k] = value;
      }
    }
    if (endOfBand > 0) {
      for (; k <= to; k++) if (coefficients[at + k] !== 0) correct(coefficients, at + k);
      endOfBand--;
    }
  };

  const sequential: BlockDecoder["block"] = (coefficients, at, slot) => {
    dcFirst(coefficients, at, slot);
    acFirst(coefficients, at, slot);
  };
  return {
    block: to === 0 ? (isFirst ? dcFirst : dcRefine) : from === 0 ? sequential : isFirst ? acFirst : acRefine,
    restart() {
      predictions.fill(0);
      endOfBand = 0;
      return bits.restart();
    },
    get spent() {
      return bits.spent;
    },
  };
}

class BitReader {
  /** More bits were asked for than there are. */
  spent = false;
  readonly #data: Uint8Array;
  #at = 0;
  #buffer = 0;
  #held = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  symbol(table: Decoding): number {
    if (this.#held < 16) this.#fill();
    const look = (this.#buffer >>> (this.#held - LOOK)) & ((1 << LOOK) - 1);
    const entry = table.short[look]!;
    if (entry !== 0) {
      this.#drop(entry & 255);
      return entry >> 8;
    }
    for (let bits = LOOK + 1; bits <= 16; bits++) {
      const code = (this.#buffer >>> (this.#held - bits)) & ((1 << bits) - 1);
      if (code < table.limits[bits]!) {
        this.#drop(bits);
        return table.symbols[code + table.offsets[bits]!] ?? 0;
      }
    }
    // The code does not exist: decoders continue with a zero.
    this.#drop(16);
    return 0;
  }

  take(count: number): number {
    if (this.#held < count) this.#fill();
    const value = (this.#buffer >>> (this.#held - count)) & ((1 << count) - 1);
    this.#drop(count);
    return value;
  }

  /** A coefficient and its code, as `Decoding.whole` has them; 0 when they take more bits, and then nothing is read. */
  whole(table: Decoding): number {
    if (this.#held < 16) this.#fill();
    const entry = table.whole[(this.#buffer >>> (this.#held - LOOK)) & ((1 << LOOK) - 1)]!;
    this.#drop(entry & 15);
    return entry;
  }

  signed(size: number): number {
    return size === 0 ? 0 : extended(this.take(size), size);
  }

  restart(): boolean {
    this.#buffer = 0;
    this.#held = 0;
    this.#invented = 0;
    this.spent = false;
    const next = afterRestart(this.#data, this.#at);
    this.#at = next < 0 ? this.#data.length : next;
    return next >= 0;
  }

  #invented = 0;

  #drop(count: number): void {
    this.#held -= count;
    if (this.#held < this.#invented) this.spent = true;
  }

  /** At least 17 bits; zeros after the end. */
  #fill(): void {
    const data = this.#data;
    while (this.#held <= 16) {
      let byte = 0;
      if (this.#at >= data.length || isMarkerAt(data, this.#at)) {
        this.#invented += 8;
      } else {
        byte = data[this.#at++]!;
        if (byte === 0xff) this.#at++;
        this.#invented = 0;
      }
      this.#buffer = (this.#buffer << 8) | byte;
      this.#held += 8;
    }
  }
}

/** An FF that is not followed by a stuffed zero. */
export function isMarkerAt(data: Uint8Array, at: number): boolean {
  return data[at] === 0xff && data[at + 1] !== 0;
}

/** The byte after the next restart marker; -1 when there is none. */
export function afterRestart(data: Uint8Array, from: number): number {
  for (let at = data.indexOf(0xff, from); at >= 0 && at + 1 < data.length; at = data.indexOf(0xff, at + 1)) {
    if ((data[at + 1]! & 0xf8) === 0xd0) return at + 2;
  }
  return -1;
}
