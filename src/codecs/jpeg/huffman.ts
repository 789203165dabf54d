import { BitReader, type Decoding, decoding, type Unread } from "./huffman-bits.ts";
import type { Scan } from "./plan.ts";

/** Decodes the blocks of one scan, coefficients in the order in which they are coded (zigzag). */
export interface BlockDecoder {
  /** The block's coefficients begin at `at`; `slot` is the component's place among the scan's. */
  block(coefficients: Int16Array, at: number, slot: number): void;
  /** Continues after the next restart marker; false when there is none. */
  restart(): boolean;
  /** The data has ended, or cannot be read up to the next restart. */
  readonly spent: boolean;
}

interface HuffmanDecoder extends BlockDecoder {
  /** Continues with other data, as after a restart. */
  open(data: Uint8Array): void;
  /** What no code has used of the data; undefined when it is damaged. */
  readonly unread: Unread | undefined;
}

/** Huffman-coded scans: sequential (ITU-T T.81 §F.2.2) and the four kinds of progressive (§G.2). */
export function huffmanDecoder(scan: Scan): HuffmanDecoder {
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
  const forget = (): void => {
    predictions.fill(0);
    endOfBand = 0;
  };
  return {
    block: to === 0 ? (isFirst ? dcFirst : dcRefine) : from === 0 ? sequential : isFirst ? acFirst : acRefine,
    restart() {
      forget();
      return bits.restart();
    },
    open(data) {
      forget();
      bits.open(data);
    },
    get unread() {
      return bits.spent || bits.wrong ? undefined : bits.unread;
    },
    get spent() {
      return bits.spent;
    },
  };
}
