// Prefix codes of lossless WebP (RFC 9649 §3.7.2) as lookup tables: eight bits, then a second table for longer codes.

import { take } from "./arena";
import { checkEnd, peekBits, readBits, skipBits } from "./vp8l-bits";

const ROOT_BITS: u32 = 8;
const LONGEST: u32 = 15;
const LENGTH_SYMBOLS: u32 = 19;
/** 256 greens, 24 lengths, and 2^11 entries of the colour cache. */
const MAX_SYMBOLS: usize = 256 + 24 + 2048;
/** No code of this many symbols needs a table larger than this. */
const SCRATCH_ENTRIES: u32 = 8192;

const LENGTH_ORDER: usize = memory.data<u8>([17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);

let scratch: usize = 0;
let lengths: usize = 0;
let sorted: usize = 0;
const counts: usize = memory.data(64);
const offsets: usize = memory.data(68);

export function openHuffman(): void {
  scratch = take(SCRATCH_ENTRIES * 4);
  lengths = take(MAX_SYMBOLS);
  sorted = take(MAX_SYMBOLS * 2);
}

/** Entries are value << 8 | bits. When bits exceed eight, the value leads to the second table. */
export function readSymbol(table: usize): u32 {
  let bits = peekBits();
  let place = table + <usize>((bits & 0xff) << 2);
  let entry = load<u32>(place);
  let size = entry & 0xff;
  if (size > ROOT_BITS) {
    skipBits(ROOT_BITS);
    bits = peekBits();
    place += <usize>(((entry >> 8) + (bits & ((1 << (size - ROOT_BITS)) - 1))) << 2);
    entry = load<u32>(place);
    size = entry & 0xff;
  }
  skipBits(size);
  return entry >> 8;
}

/** The symbol with which the bits begin: value << 8 | the number of its bits. */
export function lookUp(table: usize, bits: u64): u32 {
  const place = table + ((<usize>bits & 0xff) << 2);
  const entry = load<u32>(place);
  const size = entry & 0xff;
  if (size <= ROOT_BITS) return entry;
  const second = (entry >> 8) + (<u32>(bits >> ROOT_BITS) & ((1 << (size - ROOT_BITS)) - 1));
  return load<u32>(place + ((<usize>second) << 2)) + ROOT_BITS;
}

/** Reads a code of this many symbols; returns its table, or 0 when it is not to be kept. */
export function readCode(symbols: u32, keep: bool): usize {
  if (readBits(1) === 1) {
    const two = readBits(1) === 1;
    const wide = readBits(1) === 1;
    const first = readBits(wide ? 8 : 1);
    const second = two ? readBits(8) : first;
    if (first >= symbols && second >= symbols) unreachable();
    // Half a byte is such a code: a small picture may declare 327,680 that it does not use.
    if (!keep) return 0;
    memory.fill(lengths, 0, symbols > 256 ? <usize>symbols : 256);
    store<u8>(lengths + <usize>first, 1);
    store<u8>(lengths + <usize>second, 1);
  } else {
    memory.fill(lengths, 0, symbols > 256 ? <usize>symbols : 256);
    readLengths(symbols);
  }
  const entries = buildTable(symbols);
  if (!keep) return 0;
  const table = take(entries * 4);
  memory.copy(table, scratch, entries * 4);
  return table;
}

/** §3.7.2.1.2: code lengths are themselves coded, with repeats. */
function readLengths(symbols: u32): void {
  const codes = readBits(4) + 4;
  if (codes > LENGTH_SYMBOLS) unreachable();
  for (let i: u32 = 0; i < codes; i++) {
    store<u8>(lengths + <usize>load<u8>(LENGTH_ORDER + <usize>i), readBits(3));
  }
  buildTable(LENGTH_SYMBOLS);
  memory.fill(lengths, 0, LENGTH_SYMBOLS);
  let left = symbols;
  if (readBits(1) === 1) {
    const width = 2 + 2 * readBits(3);
    left = 2 + readBits(width);
    if (left > symbols) unreachable();
  }
  let previous: u32 = 8;
  let symbol: u32 = 0;
  for (; symbol < symbols && left > 0; left--) {
    const length = readSymbol(scratch);
    checkEnd();
    if (length < 16) {
      store<u8>(lengths + <usize>symbol, length);
      symbol++;
      if (length !== 0) previous = length;
      continue;
    }
    const repeat = length === 16 ? 3 + readBits(2) : length === 17 ? 3 + readBits(3) : 11 + readBits(7);
    if (symbol + repeat > symbols) unreachable();
    memory.fill(lengths + <usize>symbol, length === 16 ? <u8>previous : 0, <usize>repeat);
    symbol += repeat;
  }
}

/** Makes the table of `lengths` in `scratch`; returns its number of entries. Codes must be complete. */
function buildTable(symbols: u32): usize {
  memory.fill(counts, 0, 64);
  for (let i: u32 = 0; i < symbols; i++) {
    const place = counts + ((<usize>load<u8>(lengths + <usize>i)) << 2);
    store<u32>(place, load<u32>(place) + 1);
  }
  store<u32>(offsets, 0, 4);
  for (let length: u32 = 1; length <= LONGEST; length++) {
    const count = load<u32>(counts + <usize>(length << 2));
    if (count > 1 << length) unreachable();
    store<u32>(offsets + <usize>(length << 2), load<u32>(offsets + <usize>(length << 2)) + count, 4);
  }
  const used = load<u32>(offsets + <usize>((LONGEST + 1) << 2));
  if (used === 0) unreachable();
  for (let i: u32 = 0; i < symbols; i++) {
    const length = <usize>load<u8>(lengths + <usize>i);
    if (length === 0) continue;
    const place = offsets + (length << 2);
    const position = load<u32>(place);
    store<u16>(sorted + ((<usize>position) << 1), i);
    store<u32>(place, position + 1);
  }
  if (used === 1) {
    // The only symbol takes no bits.
    for (let i: usize = 0; i < 256; i++) store<u32>(scratch + (i << 2), (<u32>load<u16>(sorted)) << 8);
    return 256;
  }
  return fillTable();
}

function fillTable(): usize {
  let key: u32 = 0;
  let symbol: usize = 0;
  let open: i32 = 1;
  let total: u32 = 256;
  let table: u32 = 0;
  let tableSize: u32 = 256;
  let low: u32 = 0xffffffff;
  for (let length: u32 = 1; length <= LONGEST; length++) {
    let count = load<u32>(counts + <usize>(length << 2));
    open = (open << 1) - <i32>count;
    if (open < 0) unreachable();
    const step = length <= ROOT_BITS ? 1 << length : 1 << (length - ROOT_BITS);
    for (; count > 0; count--) {
      const value = (<u32>load<u16>(sorted + (symbol++ << 1))) << 8;
      if (length <= ROOT_BITS) {
        replicate(0, key, step, 256, value | length);
      } else {
        if ((key & 0xff) !== low) {
          table += tableSize;
          const bits = secondTableBits(length, count);
          tableSize = 1 << bits;
          total += tableSize;
          if (total > SCRATCH_ENTRIES) unreachable();
          low = key & 0xff;
          store<u32>(scratch + <usize>(low << 2), ((table - low) << 8) | (bits + ROOT_BITS));
        }
        replicate(table, key >> ROOT_BITS, step, tableSize, value | (length - ROOT_BITS));
      }
      key = nextKey(key, length);
    }
  }
  if (open !== 0) unreachable();
  return total;
}

/** Fills every `step`-th entry of the table at `base`, from `first` on. */
function replicate(base: u32, first: u32, step: u32, size: u32, entry: u32): void {
  for (let i = first; i < size; i += step) store<u32>(scratch + <usize>((base + i) << 2), entry);
}

/**
 * How many bits the codes take that begin with the same eight bits. `remaining` codes of the first length are still to
 * come.
 */
function secondTableBits(first: u32, remaining: u32): u32 {
  let length = first;
  let left = (1 << (length - ROOT_BITS)) - <i32>remaining;
  while (length < LONGEST && left > 0) {
    length++;
    left = (left << 1) - <i32>load<u32>(counts + <usize>(length << 2));
  }
  return length - ROOT_BITS;
}

/** Adds one to a code whose bits are reversed. */
function nextKey(key: u32, length: u32): u32 {
  let step: u32 = 1 << (length - 1);
  while ((key & step) !== 0) step >>= 1;
  return step !== 0 ? (key & (step - 1)) + step : key;
}
