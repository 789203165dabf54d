/** The tables of ITU-T T.81 annex K, as file segments and in the form that the encoder's kernel takes. */

// Table K.1.
const LUMA_QUANTIZERS = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

// Table K.2.
const CHROMA_QUANTIZERS = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
];

/** Positions by the order in which they are coded (figure A.6). */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];

interface HuffmanTable {
  /** Codes of 1 to 16 bits. */
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
}

const DC_SYMBOLS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

// Tables K.3 to K.6: luma DC, luma AC, chroma DC, chroma AC.
const HUFFMAN_TABLES: readonly HuffmanTable[] = [
  { counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: DC_SYMBOLS },
  {
    counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
    symbols: hexBytes(`
      01 02 03 00 04 11 05 12 21 31 41 06 13 51 61 07 22 71 14 32 81 91 a1 08 23 42 b1 c1 15 52 d1 f0
      24 33 62 72 82 09 0a 16 17 18 19 1a 25 26 27 28 29 2a 34 35 36 37 38 39 3a 43 44 45 46 47 48 49
      4a 53 54 55 56 57 58 59 5a 63 64 65 66 67 68 69 6a 73 74 75 76 77 78 79 7a 83 84 85 86 87 88 89
      8a 92 93 94 95 96 97 98 99 9a a2 a3 a4 a5 a6 a7 a8 a9 aa b2 b3 b4 b5 b6 b7 b8 b9 ba c2 c3 c4 c5
      c6 c7 c8 c9 ca d2 d3 d4 d5 d6 d7 d8 d9 da e1 e2 e3 e4 e5 e6 e7 e8 e9 ea f1 f2 f3 f4 f5 f6 f7 f8
      f9 fa`),
  },
  { counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: DC_SYMBOLS },
  {
    counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
    symbols: hexBytes(`
      00 01 02 03 11 04 05 21 31 06 12 41 51 07 61 71 13 22 32 81 08 14 42 91 a1 b1 c1 09 23 33 52 f0
      15 62 72 d1 0a 16 24 34 e1 25 f1 17 18 19 1a 26 27 28 29 2a 35 36 37 38 39 3a 43 44 45 46 47 48
      49 4a 53 54 55 56 57 58 59 5a 63 64 65 66 67 68 69 6a 73 74 75 76 77 78 79 7a 82 83 84 85 86 87
      88 89 8a 92 93 94 95 96 97 98 99 9a a2 a3 a4 a5 a6 a7 a8 a9 aa b2 b3 b4 b5 b6 b7 b8 b9 ba c2 c3
      c4 c5 c6 c7 c8 c9 ca d2 d3 d4 d5 d6 d7 d8 d9 da e2 e3 e4 e5 e6 e7 e8 e9 ea f2 f3 f4 f5 f6 f7 f8
      f9 fa`),
  },
];

/** Tc and Th of the DHT segments, in the order of the tables. */
const HUFFMAN_IDS = [0x00, 0x10, 0x01, 0x11];

function hexBytes(text: string): number[] {
  return text
    .trim()
    .split(/\s+/)
    .map((byte) => Number.parseInt(byte, 16));
}

/** Quality from 1 to 100 in the scale of the Independent JPEG Group, which everyone means by it. */
function scaled(quantizers: readonly number[], quality: number): number[] {
  const percent = quality < 50 ? 5000 / quality : 200 - quality * 2;
  return quantizers.map((value) => Math.min(Math.max(Math.floor((value * percent + 50) / 100), 1), 255));
}

/** Everything before the entropy-coded data: three components, chroma at half the size both ways. */
export function jpegHeader(width: number, height: number, quality: number): Uint8Array {
  const bytes = [0xff, 0xd8];
  [LUMA_QUANTIZERS, CHROMA_QUANTIZERS].forEach((quantizers, id) => {
    const values = scaled(quantizers, quality);
    bytes.push(0xff, 0xdb, 0, 67, id, ...ZIGZAG.map((position) => values[position]!));
  });
  bytes.push(0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3);
  bytes.push(1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1);
  HUFFMAN_TABLES.forEach((table, index) => {
    bytes.push(0xff, 0xc4, 0, 19 + table.symbols.length, HUFFMAN_IDS[index]!, ...table.counts, ...table.symbols);
  });
  bytes.push(0xff, 0xda, 0, 12, 3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0);
  return Uint8Array.from(bytes);
}

/** What wasm/webp/jpeg.ts wants: reciprocal quantizers with the transform's scale factors in them, then code words. */
export function writeJpegTables(target: DataView, quality: number): void {
  let at = 0;
  for (const quantizers of [LUMA_QUANTIZERS, CHROMA_QUANTIZERS]) {
    scaled(quantizers, quality).forEach((value, position) => {
      const scale = transformScale(position >> 3) * transformScale(position & 7);
      target.setFloat32(at, 1 / (value * scale * 8), true);
      at += 4;
    });
  }
  for (const table of HUFFMAN_TABLES) {
    for (const [symbol, word] of codeWords(table)) target.setUint32(at + symbol * 4, word, true);
    at += 1024;
  }
}

/** What Arai, Agui and Nakajima's transform leaves out. */
function transformScale(frequency: number): number {
  return frequency === 0 ? 1 : Math.cos((frequency * Math.PI) / 16) * Math.SQRT2;
}

/** Annex C: symbols with their codes, packed as code << 8 | bits. */
function* codeWords(table: HuffmanTable): Generator<[symbol: number, word: number]> {
  let code = 0;
  let next = 0;
  for (let bits = 1; bits <= 16; bits++) {
    for (let i = 0; i < table.counts[bits - 1]!; i++) yield [table.symbols[next++]!, (code++ << 8) | bits];
    code <<= 1;
  }
}
