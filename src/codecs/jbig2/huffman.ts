import { corrupt } from "../image-problem.ts";
import type { Allowance } from "./allowance.ts";
import type { ByteReader } from "./byte-reader.ts";

/**
 * A line of a table (annex B): the length of its code, the bits that follow it, and the value that these are added to.
 */
interface Line {
  readonly low: number;
  readonly length: number;
  readonly bits: number;
  /** The bits are subtracted: the line is for all lower values. */
  readonly isLower?: boolean;
  readonly isOutOfBand?: boolean;
}

type Node = { zero?: Node | Line; one?: Node | Line };

/** The longest code that a table may have. */
const MAX_LENGTH = 64;
/** Memory of a line, and of the nodes on the way to it. */
const LINE_BYTES = 160;

export class HuffmanTable {
  readonly #root: Node = {};

  /** Codes are given out in order of length, and then of the lines (§B.3). */
  constructor(lines: readonly Line[]) {
    let code = 0n;
    for (let length = 1; length <= MAX_LENGTH; length++) {
      code <<= 1n;
      for (const line of lines) if (line.length === length) this.#add(line, code++);
    }
  }

  #add(line: Line, code: bigint): void {
    let node = this.#root;
    for (let bit = line.length - 1; bit >= 0; bit--) {
      const side = (code >> BigInt(bit)) & 1n ? "one" : "zero";
      if (bit === 0) node[side] ??= line;
      else {
        const next = node[side] ?? {};
        if ("length" in next) throw corrupt("A table of the JBIG2 image has more codes than fit.");
        node[side] = next;
        node = next;
      }
    }
  }

  /** Undefined for "out of band". */
  read(reader: ByteReader): number | undefined {
    let node = this.#root;
    for (;;) {
      const next = reader.bit() === 1 ? node.one : node.zero;
      if (next === undefined) throw corrupt("The JBIG2 image contains a code that does not exist.");
      if ("length" in next) {
        if (next.isOutOfBand) return undefined;
        const offset = reader.bits(next.bits);
        return next.isLower ? next.low - offset : next.low + offset;
      }
      node = next;
    }
  }
}

/** A table for numbers from 0 on, whose codes have these lengths; 0 where there is no code. */
export function tableOfLengths(lengths: readonly number[]): HuffmanTable {
  return new HuffmanTable(lengths.map((length, low) => ({ low, length, bits: 0 })));
}

/** A table that a segment has (§B.2). */
export function readTable(reader: ByteReader, allowance: Allowance): HuffmanTable {
  const flags = reader.u8();
  const lengthBits = ((flags >> 1) & 7) + 1;
  const offsetBits = ((flags >> 4) & 7) + 1;
  const low = reader.i32();
  const high = reader.i32();
  const lines: Line[] = [];
  let at = low;
  while (at < high) {
    const length = reader.bits(lengthBits);
    const bits = reader.bits(offsetBits);
    if (bits > 32) throw corrupt("A table of the JBIG2 image has an impossible range.");
    // Without a length there is no code.
    if (length > 0) {
      allowance.hold(LINE_BYTES);
      lines.push({ low: at, length, bits });
    }
    at += 2 ** bits;
  }
  lines.push({ low: low - 1, length: reader.bits(lengthBits), bits: 32, isLower: true });
  lines.push({ low: at, length: reader.bits(lengthBits), bits: 32 });
  if ((flags & 1) === 1) lines.push({ low: 0, length: reader.bits(lengthBits), bits: 0, isOutOfBand: true });
  return new HuffmanTable(lines);
}

/** Tables B.1 to B.15: value, length of the code, bits; "-" for the line of lower values, "o" for "out of band". */
const STANDARD = [
  "0 1 4|16 2 8|272 3 16|65808 3 32",
  "0 1 0|1 2 0|2 3 0|3 4 3|11 5 6|75 6 32|0 6 0 o",
  "-256 8 8|0 1 0|1 2 0|2 3 0|3 4 3|11 5 6|-257 8 32 -|75 7 32|0 6 0 o",
  "1 1 0|2 2 0|3 3 0|4 4 3|12 5 6|76 5 32",
  "-255 7 8|1 1 0|2 2 0|3 3 0|4 4 3|12 5 6|-256 7 32 -|76 6 32",
  "-2048 5 10|-1024 4 9|-512 4 8|-256 4 7|-128 5 6|-64 5 5|-32 4 5|0 2 7|128 3 7|256 3 8|512 4 9|1024 4 10|" +
    "-2049 6 32 -|2048 6 32",
  "-1024 4 9|-512 3 8|-256 4 7|-128 5 6|-64 5 5|-32 4 5|0 4 5|32 5 5|64 5 6|128 4 7|256 3 8|512 3 9|1024 3 10|" +
    "-1025 5 32 -|2048 5 32",
  "-15 8 3|-7 9 1|-5 8 1|-3 9 0|-2 7 0|-1 4 0|0 2 1|2 5 0|3 6 0|4 3 4|20 6 1|22 4 4|38 4 5|70 5 6|134 5 7|262 6 7|" +
    "390 7 8|646 6 10|-16 9 32 -|1670 9 32|0 2 0 o",
  "-31 8 4|-15 9 2|-11 8 2|-7 9 1|-5 7 1|-3 4 1|-1 3 1|1 3 1|3 5 1|5 6 1|7 3 5|39 6 2|43 4 5|75 4 6|139 5 7|267 5 8|" +
    "523 6 8|779 7 9|1291 6 11|-32 9 32 -|3339 9 32|0 2 0 o",
  "-21 7 4|-5 8 0|-4 7 0|-3 5 0|-2 2 2|2 5 0|3 6 0|4 7 0|5 8 0|6 2 6|70 5 5|102 6 5|134 6 6|198 6 7|326 6 8|582 6 9|" +
    "1094 6 10|2118 7 11|-22 8 32 -|4166 8 32|0 2 0 o",
  "1 1 0|2 2 1|4 4 0|5 4 1|7 5 1|9 5 2|13 6 2|17 7 2|21 7 3|29 7 4|45 7 5|77 7 6|141 7 32",
  "1 1 0|2 2 0|3 3 1|5 5 0|6 5 1|8 6 1|10 7 0|11 7 1|13 7 2|17 7 3|25 7 4|41 8 5|73 8 32",
  "1 1 0|2 3 0|3 4 0|4 5 0|5 4 1|7 3 3|15 6 1|17 6 2|21 6 3|29 6 4|45 6 5|77 7 6|141 7 32",
  "-2 3 0|-1 3 0|0 1 0|1 3 0|2 3 0",
  "-24 7 4|-8 6 2|-4 5 1|-2 4 0|-1 3 0|0 1 0|1 3 0|2 4 0|3 5 1|5 6 2|9 7 4|-25 7 32 -|25 7 32",
];
const made = new Map<number, HuffmanTable>();

/** Table B.`number`. */
export function standardTable(number: number): HuffmanTable {
  const known = made.get(number);
  if (known) return known;
  const lines = STANDARD[number - 1]!.split("|").map((text): Line => {
    const [low, length, bits, kind] = text.split(" ");
    const line = { low: Number(low), length: Number(length), bits: Number(bits) };
    return { ...line, isLower: kind === "-", isOutOfBand: kind === "o" };
  });
  const table = new HuffmanTable(lines);
  made.set(number, table);
  return table;
}
