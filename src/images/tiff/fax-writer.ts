import { BLACK, LONG, MODES, WHITE } from "../../../wasm/fax/words.ts";
import type { Changes } from "./fax-rows.ts";

const MODE_VERTICAL_0 = 3;
const MODE_PASS = 7;
const MODE_HORIZONTAL = 8;

/** Code words by their index as the standard's tables have them: code << 4 | bits. */
const WHITE_WORDS = packed(`${WHITE} ${LONG}`);
const BLACK_WORDS = packed(`${BLACK} ${LONG}`);
const MODE_WORDS = packed(MODES);

function packed(words: string): Int32Array {
  return Int32Array.from(words.trim().split(/\s+/), (word) => (Number.parseInt(word, 2) << 4) | word.length);
}

const PIECE_BYTES = 64 * 1024;
/** T.6 §2.4.1.1: the end of the facsimile block, two end-of-lines. */
const END_OF_BLOCK = 0x001001;

export interface FaxWriter {
  /** Adds the row of packed pixels that begins at `at`. */
  row(pixels: Uint8Array, at: number): void;
  end(): Uint8Array[];
}

/** Codes bilevel rows as Group 4 (T.6): the smallest form of a scanned page, and one that PDF holds. */
export function faxWriter(columns: number, blackBit: 0 | 1): FaxWriter {
  const out = bitWriter();
  let reference: Changes = new Uint32Array(columns + 4).fill(columns);
  let current: Changes = new Uint32Array(columns + 4);
  return {
    row(pixels, at) {
      findChanges(pixels, at, columns, blackBit, current);
      writeRow(out, reference, current, columns);
      [reference, current] = [current, reference];
    },
    end() {
      out.put(END_OF_BLOCK >> 12, 12);
      out.put(END_OF_BLOCK & 0xfff, 12);
      return out.end();
    },
  };
}

function writeRow(out: BitWriter, reference: Changes, current: Changes, columns: number): void {
  let a0 = -1;
  let black = 0;
  let a = 0;
  let b = 0;
  while (a0 < columns) {
    b = nextReference(reference, b, a0, black, columns);
    const a1 = current[a]!;
    const b1 = reference[b]!;
    const b2 = reference[b + 1]!;
    if (b2 < a1) {
      out.word(MODE_WORDS[MODE_PASS]!);
      a0 = b2;
    } else if (Math.abs(a1 - b1) <= 3) {
      out.word(MODE_WORDS[MODE_VERTICAL_0 + a1 - b1]!);
      a0 = a1;
      a++;
      black ^= 1;
    } else {
      const a2 = current[a + 1]!;
      out.word(MODE_WORDS[MODE_HORIZONTAL]!);
      putRun(out, a1 - Math.max(a0, 0), black === 1 ? BLACK_WORDS : WHITE_WORDS);
      putRun(out, a2 - a1, black === 1 ? WHITE_WORDS : BLACK_WORDS);
      a0 = a2;
      a += 2;
    }
  }
}

/** b1: the first change of the row above to the right of a0 that has the colour opposite to a0's (T.6 §2.2.1). */
function nextReference(reference: Changes, from: number, a0: number, black: number, columns: number): number {
  let b = from > 0 ? from - 1 : 0;
  if ((b & 1) !== black) b++;
  while (reference[b]! <= a0 && reference[b]! < columns) b += 2;
  return b;
}

function putRun(out: BitWriter, run: number, words: Int32Array): void {
  let left = run;
  for (; left >= 2624; left -= 2560) out.word(words[63 + 40]!);
  if (left >= 64) out.word(words[63 + (left >> 6)]!);
  out.word(words[left & 63]!);
}

/** The places where the colour changes, beginning with white. Whole bytes of one colour are skipped at once. */
function findChanges(pixels: Uint8Array, start: number, columns: number, blackBit: 0 | 1, changes: Changes): void {
  const flip = blackBit === 1 ? 0 : 0xff;
  let used = 0;
  /** 0 while in white, 0xff while in black. */
  let colour = 0;
  for (let column = 0, at = start; column < columns; column += 8, at++) {
    let byte = pixels[at]! ^ flip ^ colour;
    // Set bits now mark pixels unlike the current colour.
    while (byte !== 0) {
      const bit = Math.clz32(byte) - 24;
      if (column + bit >= columns) break;
      changes[used++] = column + bit;
      colour ^= 0xff;
      byte = (byte ^ 0xff) & (0xff >> bit);
    }
  }
  changes.fill(columns, used, used + 4);
}

interface BitWriter {
  put(value: number, bits: number): void;
  /** A code word packed as code << 4 | bits. */
  word(packed: number): void;
  end(): Uint8Array[];
}

function bitWriter(): BitWriter {
  const pieces: Uint8Array[] = [];
  let piece = new Uint8Array(PIECE_BYTES);
  let used = 0;
  let buffer = 0;
  let held = 0;
  const put = (value: number, bits: number): void => {
    buffer = (buffer << bits) | value;
    held += bits;
    while (held >= 8) {
      held -= 8;
      if (used === piece.length) {
        pieces.push(piece);
        piece = new Uint8Array(PIECE_BYTES);
        used = 0;
      }
      piece[used++] = buffer >>> held;
      buffer &= (1 << held) - 1;
    }
  };
  return {
    put,
    word: (packed) => put(packed >> 4, packed & 15),
    end() {
      if (held > 0) put(0, 8 - held);
      pieces.push(piece.slice(0, used));
      return pieces;
    },
  };
}
