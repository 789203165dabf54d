// What the next bits mean, by look-ups of twelve of them.

export const LOOK: u32 = 12;
/** Larger coefficients have no code in baseline coding (ITU-T T.81 table F.2). */
export const MAX_SIZE: u32 = 10;

const COUNTS: usize = 16;
const OFFSETS: usize = 2 << LOOK;
const LIMITS: usize = OFFSETS + 4 * 17;
const SYMBOLS: usize = LIMITS + 4 * 17;
const TABLE_BYTES: usize = SYMBOLS + 256;

/** A table as DHT has it: the host puts it here. */
export const given: usize = (__heap_base + 15) & ~15;
/**
 * For each component of the scan the table of its DC, and that of its AC. An entry is symbol << 8 | bits of the code
 * and of the value behind it, and 0 where the code is long or the value has no code in what is written.
 */
const tables: usize = given + COUNTS + 256;
/** For each component: all the coefficients whose codes and values are among those bits, taken together. */
const bundles: usize = tables + 8 * TABLE_BYTES;
/** Codes by symbol, packed as code << 8 | bits: DC and AC of luma, then of chroma. The host puts them here. */
export const words: usize = bundles + 4 * (8 << LOOK);
/** How often each symbol was written, 32 bits each, in the same order. */
export const counts: usize = words + 4 * 1024;
/** For each component: how often each of its bundles was written. */
const hits: usize = counts + 4 * 1024;
export const TABLES_END: usize = hits + 4 * (4 << LOOK);

/** A code was read that does not exist. */
export let isWrong: bool = false;

export function forgetWrong(): void {
  isWrong = false;
}

export function tableOf(slot: u32, isAc: bool): usize {
  return tables + <usize>((slot << 1) + (isAc ? 1 : 0)) * TABLE_BYTES;
}

export function bundlesOf(slot: u32): usize {
  return bundles + slot * (8 << LOOK);
}

export function hitsOf(slot: u32): usize {
  return hits + slot * (4 << LOOK);
}

export function forgetCounts(): void {
  memory.fill(counts, 0, TABLES_END - counts);
}

/** One more symbol that is written by these codes. */
export function countOne(codes: usize, symbol: u32): void {
  const place = codes + (counts - words) + (symbol << 2);
  store<u32>(place, load<u32>(place) + 1);
}

/** The codes of DC or AC. `tables`: 0 for luma, 1 for chroma. */
export function wordsOf(tables: u32, isAc: bool): usize {
  return words + ((tables << 1) + (isAc ? 1 : 0)) * 1024;
}

/** Takes the table at `given`. */
export function openTable(slot: u32, isAc: bool): void {
  const table = tableOf(slot, isAc);
  memory.fill(table, 0, TABLE_BYTES);
  memory.copy(table + SYMBOLS, given + COUNTS, 256);
  let code: u32 = 0;
  let next: u32 = 0;
  for (let bits: u32 = 1; bits <= 16; bits++) {
    const count: u32 = load<u8>(given + bits - 1);
    store<u32>(table + OFFSETS + (bits << 2), next - code);
    for (let i: u32 = 0; i < count && bits <= LOOK; i++) {
      const symbol: u32 = load<u8>(table + SYMBOLS + next + i);
      const size = symbol & 15;
      if (isAc && size > MAX_SIZE) continue;
      const from = (code + i) << (LOOK - bits);
      const to = from + (1 << (LOOK - bits));
      for (let at = from; at < to; at++) store<u16>(table + (at << 1), (symbol << 8) | (bits + size));
    }
    code += count;
    next += count;
    store<u32>(table + LIMITS + (bits << 2), code);
    code <<= 1;
  }
}

/**
 * For the AC of the component: the bits that are written, then four bytes. These say how many bits are read, how many
 * are written, how many coefficients they are (the end of the block counts as one), and whether the block ends. 0 where
 * the first coefficient takes more bits.
 */
export function openBundles(slot: u32, codes: usize): void {
  const table = tableOf(slot, true);
  for (let look: u32 = 0; look < 1 << LOOK; look++) {
    let read: u32 = 0;
    let written: u32 = 0;
    let out: u64 = 0;
    let count: u64 = 0;
    let isEnd: u64 = 0;
    while (isEnd === 0) {
      const rest = (look << read) & ((1 << LOOK) - 1);
      const entry: u32 = load<u16>(table + (rest << 1));
      const symbol = entry >> 8;
      const size = symbol & 15;
      const isLong = entry === 0 || read + (entry & 255) > LOOK;
      if (isLong || (size === 0 && symbol !== 0)) break;
      const word = load<u32>(codes + (symbol << 2));
      const bits = (word & 255) + size;
      if (written + bits > 32) break;
      const value = (rest >> (LOOK - (entry & 255))) & ((1 << size) - 1);
      out = (out << bits) | ((word >> 8) << size) | value;
      written += bits;
      read += entry & 255;
      count += (symbol >> 4) + 1;
      if (symbol === 0) isEnd = 1;
    }
    const counts = read | (written << 8) | ((<u32>count) << 16) | ((<u32>isEnd) << 24);
    store<u32>(bundlesOf(slot) + (look << 3), <u32>out);
    store<u32>(bundlesOf(slot) + (look << 3), counts, 4);
  }
}

/** Adds the symbols of the component's bundles to those that were written by themselves. */
export function countBundles(slot: u32, codes: usize): void {
  const table = tableOf(slot, true);
  for (let look: u32 = 0; look < 1 << LOOK; look++) {
    const times = load<u32>(hitsOf(slot) + (look << 2));
    const length = load<u8>(bundlesOf(slot) + (look << 3), 4);
    for (let read: u32 = 0; times > 0 && read < length; ) {
      const entry: u32 = load<u16>(table + (((look << read) & ((1 << LOOK) - 1)) << 1));
      const place = codes + (counts - words) + ((entry >> 8) << 2);
      store<u32>(place, load<u32>(place) + times);
      read += entry & 255;
    }
  }
}

/**
 * The entry of a code that is too long for the look-up. A code that does not exist counts as a zero, as in decoders.
 */
export function longCode(table: usize, buffer: u64): u32 {
  for (let bits: u32 = 1; bits <= 16; bits++) {
    const code = <u32>(buffer >> (64 - bits));
    if (code >= load<u32>(table + LIMITS + (bits << 2))) continue;
    const symbol: u32 = load<u8>(table + SYMBOLS + ((code + load<u32>(table + OFFSETS + (bits << 2))) & 255));
    return (symbol << 8) | (bits + (symbol & 15));
  }
  isWrong = true;
  return 16;
}
