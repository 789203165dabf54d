import { type HuffmanTable, WRITTEN_TABLES, wordsOf } from "./tables.ts";

const PIECE_BYTES = 64 * 1024;
/** A block at its longest, every byte stuffed. */
const BLOCK_BYTES = 64 * 8;
/** The largest values that baseline coding of 8-bit samples has codes for (ITU-T T.81 tables F.1 and F.2). */
const MAX_DC = 2047;
const MAX_AC = 1023;

/** §F.1.2: differences of DC, runs of zeros and values of AC. */
export class BlockWriter {
  /** How often each symbol was written, by table. */
  readonly times = Array.from({ length: 4 }, () => new Uint32Array(256));
  readonly #words: readonly Int32Array[];
  readonly #pieces: Uint8Array[] = [];
  #piece = new Uint8Array(PIECE_BYTES);
  #used = 0;
  /** The last `held` bits of `buffer`, fewer than eight, come next. */
  #buffer = 0;
  #held = 0;
  readonly #predictions = new Int32Array(4);

  /** The tables are DC and AC of luma, then of chroma. */
  constructor(tables: readonly HuffmanTable[] = WRITTEN_TABLES) {
    this.#words = tables.map(wordsOf);
  }

  /** The DC value to which the component's next block is a difference. */
  prediction(slot: number): number {
    return this.#predictions[slot]!;
  }

  block(coefficients: Int16Array, at: number, slot: number, tables: number): void {
    if (this.#used + BLOCK_BYTES > PIECE_BYTES) this.#turn();
    const difference = within(coefficients[at]! - this.#predictions[slot]!, MAX_DC);
    this.#predictions[slot] = this.#predictions[slot]! + difference;
    this.#value(tables * 2, 0, difference);
    const codes = tables * 2 + 1;
    let next = 1;
    for (let k = 1; k < 64; k++) {
      const value = coefficients[at + k]!;
      if (value === 0) continue;
      let run = k - next;
      for (; run > 15; run -= 16) this.#symbol(codes, 0xf0);
      this.#value(codes, run << 4, within(value, MAX_AC));
      next = k + 1;
    }
    if (next < 64) this.#symbol(codes, 0);
  }

  /** The last byte is filled up with ones. */
  finish(): Uint8Array[] {
    if (this.#held > 0) this.#put(0x7f, 7);
    this.#held = 0;
    this.#turn();
    return this.#pieces;
  }

  #turn(): void {
    this.#pieces.push(this.#piece.subarray(0, this.#used));
    this.#piece = new Uint8Array(PIECE_BYTES);
    this.#used = 0;
  }

  #value(table: number, run: number, value: number): void {
    const size = 32 - Math.clz32(Math.abs(value));
    this.#symbol(table, run | size);
    if (size > 0) this.#put((value < 0 ? value - 1 : value) & ((1 << size) - 1), size);
  }

  #symbol(table: number, symbol: number): void {
    const word = this.#words[table]![symbol]!;
    this.times[table]![symbol]!++;
    this.#put(word >> 8, word & 255);
  }

  #put(value: number, bits: number): void {
    this.#buffer = (this.#buffer << bits) | value;
    this.#held += bits;
    while (this.#held >= 8) {
      this.#held -= 8;
      const byte = (this.#buffer >>> this.#held) & 0xff;
      this.#piece[this.#used++] = byte;
      if (byte === 0xff) this.#piece[this.#used++] = 0;
    }
    this.#buffer &= (1 << this.#held) - 1;
  }
}

function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
