import type { HuffmanTable } from "./tables.ts";

const LOOK = 9;

/** symbol << 8 | bits by the next 9 bits; longer codes are sought by their length. */
export interface Decoding {
  readonly short: Uint16Array;
  /** value << 8 | run << 4 | bits, where those 9 bits hold both the code and its coefficient; else 0. */
  readonly whole: Int16Array;
  /** For each length: what to add to a code to get the place of its symbol, and the first code that is longer. */
  readonly offsets: Int32Array;
  readonly limits: Int32Array;
  readonly symbols: Uint8Array;
}

export function decoding({ counts, symbols }: HuffmanTable): Decoding {
  const short = new Uint16Array(1 << LOOK);
  const offsets = new Int32Array(17);
  const limits = new Int32Array(17);
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
  const whole = new Int16Array(short.length);
  for (let look = 0; look < short.length; look++) {
    const entry = short[look]!;
    const size = (entry >> 8) & 15;
    const bits = (entry & 255) + size;
    if (entry === 0 || size === 0 || bits > LOOK) continue;
    const value = (look >> (LOOK - bits)) & ((1 << size) - 1);
    whole[look] = (extended(value, size) << 8) | ((entry >> 12) << 4) | bits;
  }
  return whole;
}

/** §F.2.2.1: values above zero begin with a 1. */
function extended(value: number, size: number): number {
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

/** How many bytes at the end of data no code has used, and how many bits of the byte before them. */
export interface Unread {
  readonly bytes: number;
  readonly bits: number;
}

/** The bits of entropy-coded data, without its stuffed zeros. */
export class BitReader {
  /** More bits were asked for than there are. */
  spent = false;
  /** A code was read that does not exist. */
  wrong = false;
  data: Uint8Array;
  /** The next byte. */
  at = 0;
  /** The last `held` bits of `buffer` come before it. */
  buffer = 0;
  held = 0;
  /** How many of these bits were made up because the data has ended. */
  invented = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  symbol(table: Decoding): number {
    if (this.held < 16) this.fill();
    const look = (this.buffer >>> (this.held - LOOK)) & ((1 << LOOK) - 1);
    const entry = table.short[look]!;
    if (entry !== 0) {
      this.#drop(entry & 255);
      return entry >> 8;
    }
    for (let bits = LOOK + 1; bits <= 16; bits++) {
      const code = (this.buffer >>> (this.held - bits)) & ((1 << bits) - 1);
      if (code < table.limits[bits]!) {
        this.#drop(bits);
        return table.symbols[code + table.offsets[bits]!] ?? 0;
      }
    }
    // The code does not exist: decoders continue with a zero.
    this.wrong = true;
    this.#drop(16);
    return 0;
  }

  take(count: number): number {
    if (this.held < count) this.fill();
    const value = (this.buffer >>> (this.held - count)) & ((1 << count) - 1);
    this.#drop(count);
    return value;
  }

  /** A coefficient and its code, as in `Decoding.whole`. When they take more bits it returns 0, and nothing is read. */
  whole(table: Decoding): number {
    if (this.held < 16) this.fill();
    const entry = table.whole[(this.buffer >>> (this.held - LOOK)) & ((1 << LOOK) - 1)]!;
    this.#drop(entry & 15);
    return entry;
  }

  signed(size: number): number {
    return size === 0 ? 0 : extended(this.take(size), size);
  }

  /** Reads other data from its beginning. */
  open(data: Uint8Array): void {
    this.data = data;
    this.at = 0;
    this.wrong = false;
    this.#forget();
  }

  /** What no code has used of the data, which is not spent. */
  get unread(): Unread {
    let place = this.at;
    const bits = this.held - this.invented;
    for (let bytes = bits >> 3; bytes > 0; bytes--) {
      place -= this.data[place - 1] === 0 && this.data[place - 2] === 0xff ? 2 : 1;
    }
    return { bytes: this.data.length - place, bits: bits & 7 };
  }

  #forget(): void {
    this.buffer = 0;
    this.held = 0;
    this.invented = 0;
    this.spent = false;
  }

  restart(): boolean {
    this.#forget();
    const next = afterRestart(this.data, this.at);
    this.at = next < 0 ? this.data.length : next;
    return next >= 0;
  }

  #drop(count: number): void {
    this.held -= count;
    if (this.held < this.invented) this.spent = true;
  }

  /** At least 17 bits; zeros after the end. */
  fill(): void {
    const data = this.data;
    while (this.held <= 16) {
      let byte = data[this.at] ?? 0xff;
      if (byte !== 0xff) {
        this.at++;
        this.invented = 0;
      } else if (this.at >= data.length || isMarkerAt(data, this.at)) {
        byte = 0;
        this.invented += 8;
      } else {
        this.at += 2;
        this.invented = 0;
      }
      this.buffer = (this.buffer << 8) | byte;
      this.held += 8;
    }
  }
}

/** An FF that is not followed by a stuffed zero. */
function isMarkerAt(data: Uint8Array, at: number): boolean {
  return data[at] === 0xff && data[at + 1] !== 0;
}

/** The byte after the next restart marker; -1 when there is none. */
function afterRestart(data: Uint8Array, from: number): number {
  for (let at = data.indexOf(0xff, from); at >= 0 && at + 1 < data.length; at = data.indexOf(0xff, at + 1)) {
    if ((data[at + 1]! & 0xf8) === 0xd0) return at + 2;
  }
  return -1;
}
