// Look-up tables for the next bits. An entry is meaning << 4 | number of bits; 0 when no code begins with these bits.

import { BLACK, LONG, MODES, WHITE } from "./words";

export const RUN_BITS: u32 = 13;
export const MODE_BITS: u32 = 7;

/** Vertical modes are their offset + 3. */
export const VERTICAL_0: i32 = 3;
export const PASS: i32 = 7;

const SPACE: u32 = 0x20;
const ONE: u32 = 0x31;

export const whiteRuns: usize = (__heap_base + 15) & ~15;
export const blackRuns: usize = whiteRuns + (2 << RUN_BITS);
const modes: usize = blackRuns + (2 << RUN_BITS);

/** The words by their number in the standard's tables, as code << 8 | bits: to write them. */
export const whiteWords: usize = modes + (2 << MODE_BITS);
export const blackWords: usize = whiteWords + 4 * 128;
export const modeWords: usize = blackWords + 4 * 128;
export const TABLES_END: usize = modeWords + 4 * 16;

export function openTables(): void {
  readWords(LONG, readWords(WHITE, 0, whiteRuns, RUN_BITS, whiteWords), whiteRuns, RUN_BITS, whiteWords);
  readWords(LONG, readWords(BLACK, 0, blackRuns, RUN_BITS, blackWords), blackRuns, RUN_BITS, blackWords);
  readWords(MODES, 0, modes, MODE_BITS, modeWords);
}

/** The table entry for the mode that the highest bits select. */
export function modeOf(bits: u64): u32 {
  return load<u16>(modes + ((<usize>(bits >> (64 - MODE_BITS))) << 1));
}

/**
 * Enters code words in their table and in `list`; `first` is the number of the first word. Returns the number after the
 * last word.
 */
function readWords(words: string, first: u32, table: usize, tableBits: u32, list: usize): u32 {
  let index = first;
  let code: u32 = 0;
  let bits: u32 = 0;
  for (let i = 0; i <= words.length; i++) {
    const letter: u32 = i < words.length ? words.charCodeAt(i) : SPACE;
    if (letter > SPACE) {
      code = (code << 1) | (letter === ONE ? 1 : 0);
      bits++;
    } else if (bits > 0) {
      const meaning = tableBits === RUN_BITS && index > 63 ? (index - 63) << 6 : index;
      const from = code << (tableBits - bits);
      const to = from + (1 << (tableBits - bits));
      store<u32>(list + (index << 2), (code << 8) | bits);
      for (let at = from; at < to; at++) store<u16>(table + ((<usize>at) << 1), (meaning << 4) | bits);
      index++;
      code = 0;
      bits = 0;
    }
  }
  return index;
}
