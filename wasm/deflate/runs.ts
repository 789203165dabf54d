// Finds what a block consists of: runs of one byte, which are coded as copies of the byte before, and how often each
// symbol occurs.

import { runs } from "./memory";

/** Literals and the end of the block; lengths begin at 257 (RFC 1951 §3.2.5). */
export const SYMBOLS: u32 = 286;
export const END_SYMBOL: u32 = 256;
const SHORTEST: u32 = 3;
const LONGEST: u32 = 258;

/** Counts by symbol. `partial` has four more of each, so that equal bytes in a row are not added to the same count. */
export const counts: usize = memory.data(1152);
const partial: usize = memory.data(4096);

export let runCount: u32 = 0;

/** Symbol of a length | extra bits << 16 | their value << 24. */
export function lengthSymbol(length: u32): u32 {
  if (length === LONGEST) return 285;
  const offset = length - SHORTEST;
  if (offset < 8) return 257 + offset;
  const extra: u32 = 29 - clz(offset);
  const symbol: u32 = 257 + (extra << 2) + (offset >> extra);
  return symbol | (extra << 16) | ((offset & ((1 << extra) - 1)) << 24);
}

/** Fills `runs` and `counts` for the bytes from `from` to `to`. */
export function survey(from: usize, to: usize): void {
  countBytes(from, to);
  store<u32>(counts + ((<usize>END_SYMBOL) << 2), 1);
  memory.fill(counts + ((<usize>(END_SYMBOL + 1)) << 2), 0, (<usize>(SYMBOLS - END_SYMBOL - 1)) << 2);
  runCount = 0;
  // A run begins behind its first byte.
  let at = from + 1;
  while (at + 32 <= to) {
    const same =
      <u32>i8x16.bitmask(i8x16.eq(v128.load(at), v128.load(at - 1))) |
      ((<u32>i8x16.bitmask(i8x16.eq(v128.load(at, 16), v128.load(at, 15)))) << 16);
    const starts = same & (same >> 1) & (same >> 2) & 0xffff;
    if (starts === 0) {
      at += 16;
      continue;
    }
    at += <usize>ctz(starts);
    at = addRun(from, at, to);
  }
}

/** The run that begins at `at`; returns where it ends. */
function addRun(from: usize, at: usize, to: usize): usize {
  const value = load<u8>(at - 1);
  const stop = min(at + LONGEST, to);
  const all = i8x16.splat(value);
  let end = at + SHORTEST;
  while (end + 16 <= stop) {
    const differing = ~i8x16.bitmask(i8x16.eq(v128.load(end), all)) & 0xffff;
    if (differing !== 0) {
      end += <usize>ctz(differing);
      break;
    }
    end += 16;
  }
  while (end < stop && load<u8>(end) === value) end++;
  const length = <u32>(end - at);
  store<u32>(runs + <usize>(runCount++ << 2), ((<u32>(at - from)) << 16) | length);
  const literals = counts + ((<usize>value) << 2);
  store<u32>(literals, load<u32>(literals) - length);
  const symbol = counts + ((<usize>(lengthSymbol(length) & 0xffff)) << 2);
  store<u32>(symbol, load<u32>(symbol) + 1);
  return end;
}

function countBytes(from: usize, to: usize): void {
  memory.fill(partial, 0, 4096);
  let at = from;
  for (; at + 8 <= to; at += 8) {
    const eight = load<u64>(at);
    const low = <u32>eight;
    const high = <u32>(eight >> 32);
    increase(partial + <usize>((low & 255) << 2));
    increase(partial + 1024 + <usize>(((low >> 8) & 255) << 2));
    increase(partial + 2048 + <usize>(((low >> 16) & 255) << 2));
    increase(partial + 3072 + <usize>((low >> 24) << 2));
    increase(partial + <usize>((high & 255) << 2));
    increase(partial + 1024 + <usize>(((high >> 8) & 255) << 2));
    increase(partial + 2048 + <usize>(((high >> 16) & 255) << 2));
    increase(partial + 3072 + <usize>((high >> 24) << 2));
  }
  for (; at < to; at++) increase(partial + ((<usize>load<u8>(at)) << 2));
  for (let i: usize = 0; i < 1024; i += 16) {
    const pairs = i32x4.add(v128.load(partial + i), v128.load(partial + i, 1024));
    v128.store(counts + i, i32x4.add(pairs, i32x4.add(v128.load(partial + i, 2048), v128.load(partial + i, 3072))));
  }
}

function increase(place: usize): void {
  store<u32>(place, load<u32>(place) + 1);
}
