/**
 * The adaptive arithmetic decoder of annex E, and the integers of annex A. The contexts of bits are bytes: index of the
 * probability << 1 | more probable value.
 */
export class ArithmeticDecoder {
  readonly #data: Uint8Array;
  #at: number;
  #code: number;
  #interval = 0x8000;
  #left = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
    this.#at = 0;
    this.#code = (data.length > 0 ? data[0]! : 0xff) << 16;
    this.#byteIn();
    this.#code <<= 7;
    this.#left -= 7;
  }

  /** §E.3.4. Behind the data, ones are read. */
  #byteIn(): void {
    const data = this.#data;
    const byte = this.#at < data.length ? data[this.#at]! : 0xff;
    const next = this.#at + 1 < data.length ? data[this.#at + 1]! : 0xff;
    if (byte === 0xff && next > 0x8f) {
      this.#code += 0xff00;
      this.#left = 8;
    } else {
      this.#at++;
      this.#code += byte === 0xff ? next << 9 : next << 8;
      this.#left = byte === 0xff ? 7 : 8;
    }
  }

  bit(contexts: Uint8Array, context: number): number {
    const state = contexts[context]!;
    const estimate = ESTIMATES[state]!;
    let value = state & 1;
    let interval = this.#interval - estimate;
    if (this.#code >>> 16 < estimate) {
      if (interval < estimate) contexts[context] = AFTER_MORE[state]!;
      else {
        value ^= 1;
        contexts[context] = AFTER_LESS[state]!;
      }
      interval = estimate;
    } else {
      this.#code -= estimate << 16;
      if ((interval & 0x8000) !== 0) {
        this.#interval = interval;
        return value;
      }
      if (interval < estimate) {
        value ^= 1;
        contexts[context] = AFTER_LESS[state]!;
      } else contexts[context] = AFTER_MORE[state]!;
    }
    do {
      if (this.#left === 0) this.#byteIn();
      interval <<= 1;
      this.#code <<= 1;
      this.#left--;
    } while ((interval & 0x8000) === 0);
    this.#interval = interval;
    return value;
  }

  /**
   * A row of pixels, each decoded by those before it and those in the two rows above: the same as `bit` for one after
   * the other, with the decoder's state at hand. The row is white before. Returns how many pixels took a step each.
   */
  row(contexts: Uint8Array, { left: own, above, aboveRight, second, secondRight }: Neighbours, rows: PixelRows) {
    const { row, one, two, from, to } = rows;
    const [ownMask, aboveMask, secondMask] = [(1 << own) - 1, (1 << above) - 1, (1 << second) - 1];
    const secondShift = own + above;
    let interval = this.#interval;
    let code = this.#code;
    let [nextOne, nextTwo] = [-1, -1];
    let skipped = 0;
    let before = 0;
    let middle = 0;
    let top = 0;
    for (let x = 0; x < aboveRight; x++) middle = (middle << 1) | one[from + x]!;
    for (let x = 0; x < secondRight; x++) top = (top << 1) | two[from + x]!;
    for (let x = from; x < to; x++) {
      middle = ((middle << 1) | one[x + aboveRight]!) & aboveMask;
      top = ((top << 1) | two[x + secondRight]!) & secondMask;
      const context = (top << secondShift) | (middle << own) | before;
      const state = contexts[context]!;
      const estimate = ESTIMATES[state]!;
      if (context === 0 && (state & 1) === 0) {
        // White pixels amid white ones, as many as leave the interval and the context as they are, at one stroke.
        if (nextOne < x + aboveRight) nextOne = nextInk(one, x + aboveRight);
        if (nextTwo < x + secondRight) nextTwo = nextInk(two, x + secondRight);
        const white = Math.min(nextOne - aboveRight, nextTwo - secondRight, to) - x;
        const count = Math.min(white, Math.floor(Math.min(interval - 0x8000, code >>> 16) / estimate));
        if (count > 0) {
          interval -= count * estimate;
          code -= (count * estimate) << 16;
          x += count - 1;
          skipped += count;
          continue;
        }
      }
      let value = state & 1;
      interval -= estimate;
      const isLess = code >>> 16 < estimate;
      if (!isLess) code -= estimate << 16;
      if (isLess || (interval & 0x8000) === 0) {
        if (isLess === interval < estimate) contexts[context] = AFTER_MORE[state]!;
        else {
          value ^= 1;
          contexts[context] = AFTER_LESS[state]!;
        }
        if (isLess) interval = estimate;
        do {
          if (this.#left === 0) {
            this.#code = code;
            this.#byteIn();
            code = this.#code;
          }
          interval <<= 1;
          code <<= 1;
          this.#left--;
        } while ((interval & 0x8000) === 0);
      }
      row[x] = value;
      before = ((before << 1) | value) & ownMask;
    }
    this.#interval = interval;
    this.#code = code;
    return to - from - skipped;
  }

  /** §A.2; undefined for "out of band". The contexts are 512 bytes. */
  integer(contexts: Uint8Array): number | undefined {
    let previous = 1;
    const bit = (): number => {
      const value = this.bit(contexts, previous);
      previous = previous < 256 ? (previous << 1) | value : (((previous << 1) | value) & 511) | 256;
      return value;
    };
    const isNegative = bit() === 1;
    let range = 0;
    while (range < 5 && bit() === 1) range++;
    const [bits, low] = RANGES[range]!;
    let value = 0;
    for (let i = 0; i < bits; i++) value = value * 2 + bit();
    value += low;
    if (!isNegative) return value;
    return value === 0 ? undefined : -value;
  }

  /** §A.3: the number of a symbol, in that many bits. The contexts are 2^bits bytes. */
  identifier(contexts: Uint8Array, bits: number): number {
    let previous = 1;
    for (let i = 0; i < bits; i++) previous = (previous << 1) | this.bit(contexts, previous);
    return previous - (1 << bits);
  }
}

/** The next black pixel from there on. */
function nextInk(row: Uint8Array, from: number): number {
  const found = row.indexOf(1, from);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

/** How many neighbours of a pixel count: those before it, in the row above, and in the one above that. */
export interface Neighbours {
  readonly left: number;
  readonly above: number;
  /** How far they reach to the right. */
  readonly aboveRight: number;
  readonly second: number;
  readonly secondRight: number;
}

/** A row and the two above it, whose pixels are those from `from` to before `to`, with white ones on both sides. */
export interface PixelRows {
  readonly row: Uint8Array;
  readonly one: Uint8Array;
  readonly two: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Table A.1: bits of the value, and the lowest value. */
const RANGES = [
  [2, 0],
  [4, 4],
  [6, 20],
  [8, 84],
  [12, 340],
  [32, 4436],
] as const;

/** Table E.1: Qe, next index after the more probable value, after the less probable one, and whether they swap. */
const STATES =
  "5601 1 1 1|3401 2 6 0|1801 3 9 0|0AC1 4 12 0|0521 5 29 0|0221 38 33 0|5601 7 6 1|5401 8 14 0|4801 9 14 0|" +
  "3801 10 14 0|3001 11 17 0|2401 12 18 0|1C01 13 20 0|1601 29 21 0|5601 15 14 1|5401 16 14 0|5101 17 15 0|" +
  "4801 18 16 0|3801 19 17 0|3401 20 18 0|3001 21 19 0|2801 22 19 0|2401 23 20 0|2201 24 21 0|1C01 25 22 0|" +
  "1801 26 23 0|1601 27 24 0|1401 28 25 0|1201 29 26 0|1101 30 27 0|0AC1 31 28 0|09C1 32 29 0|08A1 33 30 0|" +
  "0521 34 31 0|0441 35 32 0|02A1 36 33 0|0221 37 34 0|0141 38 35 0|0111 39 36 0|0085 40 37 0|0049 41 38 0|" +
  "0025 42 39 0|0015 43 40 0|0009 44 41 0|0005 45 42 0|0001 45 43 0|5601 46 46 0";
export const PROBABILITIES = STATES.split("|").map((row) => row.split(" "));
const ESTIMATES = Uint16Array.from({ length: 2 * PROBABILITIES.length }, (_, state) =>
  Number.parseInt(PROBABILITIES[state >> 1]![0]!, 16),
);
const AFTER_MORE = Uint8Array.from(
  { length: 2 * PROBABILITIES.length },
  (_, state) => 2 * Number(PROBABILITIES[state >> 1]![1]) + (state & 1),
);
const AFTER_LESS = Uint8Array.from({ length: 2 * PROBABILITIES.length }, (_, state) => {
  const [, , next, swaps] = PROBABILITIES[state >> 1]!;
  return 2 * Number(next) + ((state & 1) ^ Number(swaps));
});
