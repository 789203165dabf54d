import { MARKER, segment } from "./jpeg-segments.ts";

/** The place in a block of each coefficient in the order in which they are coded (ITU-T T.81 figure A.6). */
export const ZIGZAG = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
]);

/** A Huffman table as DHT gives it (ITU-T T.81 §B.2.4.2). */
export interface HuffmanTable {
  /** Class (0: DC, 1: AC) × 16 + identifier. */
  readonly id: number;
  /** How many codes there are of each length from 1 to 16 bits. */
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** The tables of annex K.3: identifier, codes by length, symbols. */
const STANDARD = [
  ["00", "00010501010101010100000000000000", "000102030405060708090a0b"],
  ["01", "00030101010101010101010000000000", "000102030405060708090a0b"],
  [
    "10",
    "0002010303020403050504040000017d",
    "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
  ],
  [
    "11",
    "00020102040403040705040400010277",
    "000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa",
  ],
] as const;

export const STANDARD_TABLES: readonly HuffmanTable[] = STANDARD.map(([id, counts, symbols]) => ({
  id: Number.parseInt(id, 16),
  counts: hexBytes(counts),
  symbols: hexBytes(symbols),
}));

function hexBytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g)!, (byte) => Number.parseInt(byte, 16));
}

/** A DHT segment with these tables; by default the standard ones, which an encoder may leave out. */
export function huffmanSegment(tables: readonly HuffmanTable[] = STANDARD_TABLES): Uint8Array {
  return segment(
    MARKER.DHT,
    tables.flatMap(({ id, counts, symbols }) => [id, ...counts, ...symbols]),
  );
}

/** The standard's tables in the order in which codes are written: DC and AC of luma, then of chroma. */
export const WRITTEN_TABLES: readonly HuffmanTable[] = [0x00, 0x10, 0x01, 0x11].map(
  (id) => STANDARD_TABLES.find((table) => table.id === id)!,
);

/** Codes by symbol, packed as code << 8 | bits. */
export function wordsOf(table: HuffmanTable): Int32Array {
  const words = new Int32Array(256);
  for (const [symbol, word] of codeWords(table)) words[symbol] = word;
  return words;
}

/** Annex C: symbols with their codes, packed as code << 8 | bits. */
export function* codeWords({ counts, symbols }: HuffmanTable): Generator<[symbol: number, word: number]> {
  let code = 0;
  let next = 0;
  for (let bits = 1; bits <= 16; bits++) {
    for (let i = 0; i < counts[bits - 1]!; i++) yield [symbols[next++]!, (code++ << 8) | bits];
    code <<= 1;
  }
}
