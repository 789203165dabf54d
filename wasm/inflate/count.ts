// Counts the output of a block without making it. This is slow because each code begins where the one before it ends,
// so the processor waits. Therefore two places of a block are decoded at the same time, and the second place is a
// guess. Huffman codes synchronise: a decoder that began at a wrong bit soon reaches a bit where a code really begins.
// From there on its count is right.

import { buffer, consumed, drop, filled, place, refill, setBits } from "./bits";
import {
  ASIDE,
  ASIDE_END,
  ASIDE_LONG,
  COUNT_MASK,
  COUNT_SHIFT,
  distanceExtra,
  FAST_BITS,
  KIND_SHIFT,
  lengthBase,
  lengthExtra,
  NEXT_DISTANCES,
  NEXT_LITERALS,
  NEXT_MASK,
  slowSymbol,
} from "./huffman";

/** How far ahead the second decoder begins: less than a tenth of a usual block. */
const AHEAD_BYTES: usize = 2048;
/** How many places of the second decoder are kept, so that the first decoder can recognise one of them. */
const MEETINGS: usize = 64;
const MEETING_BYTES: usize = 8;
export const MEETINGS_BYTES: usize = MEETINGS * MEETING_BYTES;
const FAST_MASK: u32 = (1 << FAST_BITS) - 1;
/** The bytes that are read ahead, and those that one code may take. */
const MARGIN: usize = 64;
/** How many codes both decoders read before their results are looked at. */
const STEPS: i32 = 3;

/** What a step answers. */
const GO_ON: i32 = 0;
export const BLOCK_ENDS: i32 = 1;
export const INVALID: i32 = 2;
const OUT_OF_INPUT: i32 = 3;

export let counted: u64 = 0;
/** What was counted before the last literal or length. */
let certain: u64 = 0;
/** The table of the next code. */
let table: u32 = NEXT_LITERALS;

export function startCounting(): void {
  counted = 0;
}

export function startCountedBlock(): void {
  table = NEXT_LITERALS;
}

/** Bytes that need no decoding. */
export function skip(bytes: usize): void {
  counted += bytes;
}

/**
 * Counts up to the block's end, or as far as the input goes. In the last block it stops before a code that is cut off,
 * and before a length whose distance is.
 */
export function countCodes(meetings: usize, inputEnd: usize, isLastInput: bool): i32 {
  const end = inputEnd - MARGIN;
  while (place + 2 * AHEAD_BYTES < end) {
    const status = race(meetings, end);
    if (status !== GO_ON) return status;
  }
  while (place < end) {
    if (table === NEXT_LITERALS) certain = counted;
    const status = step();
    if (status !== GO_ON) return status;
  }
  if (!isLastInput) return OUT_OF_INPUT;
  while (true) {
    if (table === NEXT_LITERALS) certain = counted;
    const status = step();
    if (consumed() > inputEnd) {
      counted = certain;
      return OUT_OF_INPUT;
    }
    if (status !== GO_ON) return status;
  }
}

function bitPlace(): u32 {
  return ((<u32>place) << 3) - filled;
}

/** One entry of the table: a code, or two. */
function step(): i32 {
  refill();
  const entry = load<u32>(table + ((<u32>buffer & FAST_MASK) << 2));
  if ((entry & ASIDE) !== 0) return stepAside(entry);
  drop(entry & 63);
  counted += (entry >> COUNT_SHIFT) & COUNT_MASK;
  table = entry & NEXT_MASK;
  return GO_ON;
}

function stepAside(entry: u32): i32 {
  refill();
  const kind = (entry >> KIND_SHIFT) & 31;
  if (kind === ASIDE_LONG) return stepLong();
  if (kind > ASIDE_END) return INVALID;
  drop((entry >> 6) & 15);
  if (kind === ASIDE_END) return BLOCK_ENDS;
  takeLength(kind);
  return GO_ON;
}

function stepLong(): i32 {
  const found = slowSymbol(table, buffer);
  if (found === 0) return INVALID;
  const symbol = found >> 4;
  drop(found & 15);
  if (table === NEXT_DISTANCES) {
    if (symbol > 29) return INVALID;
    drop(distanceExtra(symbol));
    table = NEXT_LITERALS;
  } else if (symbol < 256) {
    counted++;
  } else if (symbol === 256) {
    return BLOCK_ENDS;
  } else {
    if (symbol > 285) return INVALID;
    takeLength(symbol - 257);
  }
  return GO_ON;
}

function takeLength(index: u32): void {
  const extra = lengthExtra(index);
  counted += lengthBase(index) + (<u32>buffer & ((1 << extra) - 1));
  drop(extra);
  table = NEXT_DISTANCES;
}

/** Both decoders count one stretch of a block. Afterwards at least the first decoder's part is done. */
function race(meetings: usize, end: usize): i32 {
  const goal = consumed() + AHEAD_BYTES;
  let bits2: u64 = 0;
  let filled2: u32 = 0;
  let place2 = goal;
  let table2: u32 = NEXT_LITERALS;
  let counted2: u32 = 0;
  for (let i: usize = 0; i < MEETINGS; i++) {
    bits2 |= load<u64>(place2) << filled2;
    place2 += (63 - filled2) >> 3;
    filled2 |= 56;
    const entry = load<u32>(table2 + ((<u32>bits2 & FAST_MASK) << 2));
    // Where many codes are set aside, two decoders gain little.
    if ((entry & ASIDE) !== 0) return stepUntil((<u32>goal) << 3);
    const at = meetings + i * MEETING_BYTES;
    store<u32>(at, ((<u32>place2) << 3) - filled2);
    store<u32>(at, counted2 | (table2 << 16), 4);
    bits2 >>= entry & 63;
    filled2 -= entry & 63;
    counted2 += (entry >> COUNT_SHIFT) & COUNT_MASK;
    table2 = entry & NEXT_MASK;
  }

  let bits1 = buffer;
  let filled1 = filled;
  let place1 = place;
  let table1 = table;
  let counted1: u32 = 0;
  while (place1 < goal && place2 < end) {
    bits1 |= load<u64>(place1) << filled1;
    bits2 |= load<u64>(place2) << filled2;
    place1 += (63 - filled1) >> 3;
    place2 += (63 - filled2) >> 3;
    filled1 |= 56;
    filled2 |= 56;

    let entry1: u32 = table1;
    let entry2: u32 = table2;
    let sum1: u32 = 0;
    let sum2: u32 = 0;
    for (let step: i32 = 0; step < STEPS; step++) {
      entry1 = load<u32>((entry1 & NEXT_MASK) + ((<u32>bits1 & FAST_MASK) << 2));
      entry2 = load<u32>((entry2 & NEXT_MASK) + ((<u32>bits2 & FAST_MASK) << 2));
      sum1 += entry1;
      sum2 += entry2;
      bits1 >>= entry1;
      bits2 >>= entry2;
      filled1 -= entry1 & 63;
      filled2 -= entry2 & 63;
    }

    table1 = entry1 & NEXT_MASK;
    table2 = entry2 & NEXT_MASK;
    counted1 += (sum1 >> COUNT_SHIFT) & COUNT_MASK;
    counted2 += (sum2 >> COUNT_SHIFT) & COUNT_MASK;
    if (((entry1 | entry2) & ASIDE) === 0) continue;

    if ((entry1 & ASIDE) !== 0) {
      setBits(bits1, filled1, place1);
      table = table1;
      const status = stepAside(entry1);
      if (status !== GO_ON) {
        counted += counted1;
        return status;
      }
      bits1 = buffer;
      filled1 = filled;
      place1 = place;
      table1 = table;
    }
    if ((entry2 & ASIDE) !== 0) {
      const before = counted;
      setBits(bits2, filled2, place2);
      table = table2;
      const status = stepAside(entry2);
      counted2 += <u32>(counted - before);
      counted = before;
      // If this end is real, the decoder that takes over will see it again.
      if (status !== GO_ON) break;
      bits2 = buffer;
      filled2 = filled;
      place2 = place;
      table2 = table;
    }
  }
  setBits(bits1, filled1, place1);
  table = table1;
  counted += counted1;
  const status = stepUntil((<u32>goal) << 3);
  if (status !== GO_ON) return status;
  return meet(meetings, bits2, filled2, place2, table2, counted2);
}

function stepUntil(goal: u32): i32 {
  while (bitPlace() < goal) {
    const status = step();
    if (status !== GO_ON) return status;
  }
  return GO_ON;
}

/**
 * The first decoder continues until it reaches a place where the second one was, and takes over the second one's place
 * and count.
 */
function meet(meetings: usize, bits2: u64, filled2: u32, place2: usize, table2: u32, counted2: u32): i32 {
  const last = meetings + MEETINGS_BYTES;
  let at = meetings;
  while (true) {
    const here = bitPlace();
    while (at < last && load<u32>(at) < here) at += MEETING_BYTES;
    if (at === last) return GO_ON;
    const then = load<u32>(at, 4);
    if (load<u32>(at) === here && then >> 16 === table) {
      counted += counted2 - (then & 0xffff);
      setBits(bits2, filled2, place2);
      table = table2;
      return GO_ON;
    }
    const status = step();
    if (status !== GO_ON) return status;
  }
}
