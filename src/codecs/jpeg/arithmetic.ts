import type { BlockDecoder } from "./huffman.ts";
import { afterRestart, isMarkerAt } from "./huffman-bits.ts";
import type { Scan } from "./plan.ts";

/**
 * ITU-T T.81 table D.3, a row for each state: probability of the less probable symbol, the state after it, the state
 * after the other; a minus before the second exchanges the symbols.
 */
const STATES = `
  5a1d -1 1 · 2586 14 2 · 1114 16 3 · 080b 18 4 · 03d8 20 5 · 01da 23 6 · 00e5 25 7 · 006f 28 8 · 0036 30 9 ·
  001a 33 10 · 000d 35 11 · 0006 9 12 · 0003 10 13 · 0001 12 13 · 5a7f -15 15 · 3f25 36 16 · 2cf2 38 17 ·
  207c 39 18 · 17b9 40 19 · 1182 42 20 · 0cef 43 21 · 09a1 45 22 · 072f 46 23 · 055c 48 24 · 0406 49 25 ·
  0303 51 26 · 0240 52 27 · 01b1 54 28 · 0144 56 29 · 00f5 57 30 · 00b7 59 31 · 008a 60 32 · 0068 62 33 ·
  004e 63 34 · 003b 32 35 · 002c 33 9 · 5ae1 -37 37 · 484c 64 38 · 3a0d 65 39 · 2ef1 67 40 · 261f 68 41 ·
  1f33 69 42 · 19a8 70 43 · 1518 72 44 · 1177 73 45 · 0e74 74 46 · 0bfb 75 47 · 09f8 77 48 · 0861 78 49 ·
  0706 79 50 · 05cd 48 51 · 04de 50 52 · 040f 50 53 · 0363 51 54 · 02d4 52 55 · 025c 53 56 · 01f8 54 57 ·
  01a4 55 58 · 0160 56 59 · 0125 57 60 · 00f6 58 61 · 00cb 59 62 · 00ab 61 63 · 008f 61 32 · 5b12 -65 65 ·
  4d04 80 66 · 412c 81 67 · 37d8 82 68 · 2fe8 83 69 · 293c 84 70 · 2379 86 71 · 1edf 87 72 · 1aa9 87 73 ·
  174e 72 74 · 1424 72 75 · 119c 74 76 · 0f6b 74 77 · 0d51 75 78 · 0bb6 77 79 · 0a40 77 48 · 5832 -80 81 ·
  4d1c 88 82 · 438e 89 83 · 3bdd 90 84 · 34ee 91 85 · 2eae 92 86 · 299a 93 87 · 2516 86 71 · 5570 -88 89 ·
  4ca9 95 90 · 44d9 96 91 · 3e22 97 92 · 3824 99 93 · 32b4 99 94 · 2e17 93 86 · 56a8 -95 96 · 4f46 101 97 ·
  47e5 102 98 · 41cf 103 99 · 3c3d 104 100 · 375e 99 93 · 5231 105 102 · 4c0f 106 103 · 4639 107 104 ·
  415e 103 99 · 5627 -105 106 · 50e7 108 107 · 4b85 109 103 · 5597 110 109 · 504f 111 107 · 5a10 -110 111 ·
  5522 112 109 · 59eb -112 111`
  .split("·")
  .map((row) => row.trim().split(" "));

/** The last state stays as it is: a fixed probability of one half (§F.1.4.4.2). */
const FIXED = STATES.length;
export const PROBABILITY = Int32Array.from([...STATES.map(([size]) => Number.parseInt(size!, 16)), 0x5a1d]);
export const AFTER_LESS = Uint8Array.from([...STATES.map(([, next]) => Math.abs(Number(next))), FIXED]);
export const AFTER_MORE = Uint8Array.from([...STATES.map(([, , next]) => Number(next)), FIXED]);
export const EXCHANGES = Uint8Array.from([...STATES.map(([, next]) => (next!.startsWith("-") ? 0x80 : 0)), 0]);

/**
 * Decodes one decision after the other (§D.2). A context is a byte: its state, and in the high bit the likelier symbol.
 */
class DecisionReader {
  /** More bytes were read beyond the end than the zeros that an encoder may leave out (§D.1.8). */
  beyond = 0;
  readonly #data: Uint8Array;
  #at = 0;
  #code = 0;
  #interval = 0;
  #shift = -16;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  decide(contexts: Uint8Array, index: number): number {
    while (this.#interval < 0x8000) this.#renormalise();
    const context = contexts[index]!;
    const state = context & 0x7f;
    const likelier = context & 0x80;
    const less = PROBABILITY[state]!;
    const more = this.#interval - less;
    const bound = more << this.#shift;
    let isLess: boolean;
    if (this.#code >= bound) {
      this.#code -= bound;
      this.#interval = less;
      // The symbols are exchanged when the likelier one has the smaller interval.
      isLess = more >= less;
    } else {
      this.#interval = more;
      if (more >= 0x8000) return likelier >> 7;
      isLess = more < less;
    }
    if (isLess) {
      contexts[index] = AFTER_LESS[state]! | (likelier ^ EXCHANGES[state]!);
      return (likelier ^ 0x80) >> 7;
    }
    contexts[index] = AFTER_MORE[state]! | likelier;
    return likelier >> 7;
  }

  restart(): boolean {
    this.beyond = 0;
    this.#code = 0;
    this.#interval = 0;
    this.#shift = -16;
    const next = afterRestart(this.#data, this.#at);
    this.#at = next < 0 ? this.#data.length : next;
    return next >= 0;
  }

  #renormalise(): void {
    if (--this.#shift < 0) {
      this.#code = (this.#code << 8) | this.#byte();
      this.#shift += 8;
      // Two bytes come before the first decision.
      if (this.#shift < 0 && ++this.#shift === 0) this.#interval = 0x8000;
    }
    this.#interval <<= 1;
  }

  #byte(): number {
    const data = this.#data;
    if (this.#at >= data.length || isMarkerAt(data, this.#at)) {
      this.beyond++;
      return 0;
    }
    const byte = data[this.#at++]!;
    if (byte === 0xff) this.#at++;
    return byte;
  }
}

/** An encoder leaves out zeros at the end. A run as long as this means that data is missing. */
const ZEROS_LEFT_OUT = 64;

/**
 * Defaults of §F.1.4.4.1.4 and §F.1.4.4.2: the lower and upper bound of DC differences, and where AC's high frequencies
 * begin.
 */
const DC_CONDITIONING = 0x10;
const AC_CONDITIONING = 5;

/** Arithmetic-coded scans: sequential (ITU-T T.81 §F.1.4, §F.2.4) and the four kinds of progressive (§G.1.3). */
export function arithmeticDecoder(scan: Scan): BlockDecoder {
  const reader = new DecisionReader(scan.entropy);
  const { components, from, to, high, low } = scan;
  const dcContexts = new Map<number, Uint8Array>();
  const acContexts = new Map<number, Uint8Array>();
  for (const { dc, ac } of components) {
    dcContexts.set(dc, new Uint8Array(64));
    acContexts.set(ac, new Uint8Array(256));
  }
  const slots = components.map(({ dc, ac }) => {
    const bounds = scan.conditioning.get(dc) ?? DC_CONDITIONING;
    return {
      dc: dcContexts.get(dc)!,
      ac: acContexts.get(ac)!,
      small: (1 << (bounds & 15)) >> 1,
      large: (1 << (bounds >> 4)) >> 1,
      highFrom: scan.conditioning.get(ac) ?? AC_CONDITIONING,
    };
  });
  const even = Uint8Array.of(FIXED);
  const predictions = new Int32Array(4);
  /** The kind of context, of five, that the component's last difference selects (table F.2). */
  const kinds = new Uint8Array(4);
  let damaged = false;

  /** Figures F.23 and F.24: the rest of a value's magnitude. The contexts of its category begin at `at`. */
  const magnitude = (contexts: Uint8Array, at: number, start: number): { value: number; top: number } => {
    let place = at;
    let top = start;
    while (reader.decide(contexts, place)) {
      top <<= 1;
      place++;
      if (top === 0x8000) {
        damaged = true;
        return { value: 0, top: 0 };
      }
    }
    let value = top;
    for (let bit = top >> 1; bit > 0; bit >>= 1) if (reader.decide(contexts, place + 14)) value |= bit;
    return { value, top };
  };

  const dcFirst = (coefficients: Int16Array, at: number, slot: number): void => {
    const { dc, small, large } = slots[slot]!;
    const kind = kinds[slot]!;
    if (reader.decide(dc, kind) === 0) {
      kinds[slot] = 0;
    } else {
      const sign = reader.decide(dc, kind + 1);
      // Categories from the second on have contexts that all kinds share (X1 = 20).
      const { value, top } = reader.decide(dc, kind + 2 + sign) ? magnitude(dc, 20, 1) : { value: 0, top: 0 };
      kinds[slot] = top < small ? 0 : (top > large ? 12 : 4) + sign * 4;
      predictions[slot] = predictions[slot]! + (sign ? -(value + 1) : value + 1);
    }
    coefficients[at] = predictions[slot]! << low;
  };
  const dcRefine = (coefficients: Int16Array, at: number): void => {
    if (reader.decide(even, 0)) coefficients[at] = coefficients[at]! | (1 << low);
  };
  const acFirst = (coefficients: Int16Array, at: number, slot: number): void => {
    const { ac, highFrom } = slots[slot]!;
    for (let k = Math.max(from, 1); k <= to; k++) {
      if (reader.decide(ac, 3 * (k - 1))) return;
      while (reader.decide(ac, 3 * (k - 1) + 1) === 0) {
        if (++k > to) {
          damaged = true;
          return;
        }
      }
      const sign = reader.decide(even, 0);
      const place = 3 * (k - 1) + 2;
      let value = 0;
      if (reader.decide(ac, place)) {
        value = reader.decide(ac, place) ? magnitude(ac, k <= highFrom ? 189 : 217, 2).value : 1;
      }
      coefficients[at + k] = (sign ? -(value + 1) : value + 1) << low;
    }
  };
  const acRefine = (coefficients: Int16Array, at: number, slot: number): void => {
    const { ac } = slots[slot]!;
    let last = to;
    while (last > 0 && coefficients[at + last] === 0) last--;
    for (let k = from; k <= to; k++) {
      if (k > last && reader.decide(ac, 3 * (k - 1))) return;
      for (;;) {
        const value = coefficients[at + k]!;
        const place = 3 * (k - 1);
        if (value !== 0) {
          if (reader.decide(ac, place + 2)) coefficients[at + k] = value + (value < 0 ? -1 << low : 1 << low);
          break;
        }
        if (reader.decide(ac, place + 1)) {
          coefficients[at + k] = reader.decide(even, 0) ? -1 << low : 1 << low;
          break;
        }
        if (++k > to) {
          damaged = true;
          return;
        }
      }
    }
  };
  const sequential: BlockDecoder["block"] = (coefficients, at, slot) => {
    dcFirst(coefficients, at, slot);
    acFirst(coefficients, at, slot);
  };
  return {
    block: to === 0 ? (high === 0 ? dcFirst : dcRefine) : from === 0 ? sequential : high === 0 ? acFirst : acRefine,
    restart() {
      for (const contexts of [...dcContexts.values(), ...acContexts.values()]) contexts.fill(0);
      predictions.fill(0);
      kinds.fill(0);
      damaged = false;
      return reader.restart();
    },
    get spent() {
      return damaged || reader.beyond > ZEROS_LEFT_OUT;
    },
  };
}
