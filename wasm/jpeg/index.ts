// Writes a part of a sequential JPEG scan again. Blocks inside go from the codes of the scan to those that are given.
// None of them is decoded in full.

import {
  before,
  block,
  closeBlocks,
  copyBlock,
  isSpent,
  MEMORY_END,
  openBlocks,
  openData,
  readBlock,
  restart,
  skipBlock,
  unreadBits,
  unreadBytes,
  writeBlock,
} from "./blocks";
import { countBundles, counts, given, isWrong, openBundles, openTable, words, wordsOf } from "./tables";

export { closeBlocks, openTable, unreadBits, unreadBytes };

/** Takes away what may not stay of the block in `block`, which lies in row `y` of its unit. */
declare function hide(slot: u32, y: u32, column: u32, before: i32): void;

/** Of each component: blocks of a unit across and down, and the tables by which it is written. */
const components: usize = (MEMORY_END + 15) & ~15;
/** Of each component and row of a unit's blocks: the columns of blocks that stay as they are. */
const spans: usize = components + 4 * 12;
const NEEDED: usize = spans + 4 * 4 * 8;

let count: u32 = 0;
let interval: u32 = 0;
let left: u32 = 0;
let isEnded: bool = false;

export function givenPlace(): usize {
  return given;
}

export function wordsPlace(): usize {
  return words;
}

/** How often each symbol was written. No more may be written then. */
export function countsPlace(): usize {
  for (let slot: u32 = 0; slot < count; slot++) {
    countBundles(slot, wordsOf(load<u32>(components + slot * 12, 8), true));
  }
  return counts;
}

export function blockPlace(): usize {
  return block;
}

export function spansPlace(): usize {
  return spans;
}

export function start(): void {
  const pages = <i32>((NEEDED + 0xffff) >> 16);
  if (memory.size() < pages) memory.grow(pages - memory.size());
}

/** Forgets the previous scan. */
export function begin(restartInterval: u32): void {
  openBlocks();
  count = 0;
  interval = left = restartInterval;
  isEnded = false;
}

/** A component whose tables were opened. `tables`: 0 for luma, 1 for chroma. */
export function addComponent(across: u32, down: u32, tables: u32): void {
  openBundles(count, wordsOf(tables, true));
  const component = components + count++ * 12;
  store<u32>(component, across);
  store<u32>(component, down, 4);
  store<u32>(component, tables, 8);
}

/** Reads other data of the same scan, without restarts, from its beginning. */
export function beginData(): void {
  openData();
  interval = 0;
  isEnded = false;
}

/** More was read than there is, or a code that does not exist. */
export function isDamaged(): bool {
  return isEnded || isSpent() || isWrong;
}

/** Reads a row of units, and writes those of the columns from `first` to `end`. */
export function row(units: u32, first: u32, end: u32): void {
  for (let column: u32 = 0; column < units; column++) {
    if (!isEnded && interval > 0 && left-- === 0) {
      isEnded = !restart();
      left = interval - 1;
    }
    // After damage the rest of an interval stays gray, as in other decoders.
    unit(column, column >= first && column < end, !isEnded && !isSpent());
    if (interval === 0 && isSpent()) isEnded = true;
  }
}

function unit(column: u32, isIn: bool, hasData: bool): void {
  if (!isIn && !hasData) return;
  for (let slot: u32 = 0; slot < count; slot++) {
    const component = components + slot * 12;
    const across = load<u32>(component);
    const down = load<u32>(component, 4);
    const tables = load<u32>(component, 8);
    for (let y: u32 = 0; y < down; y++) {
      const span = spans + (slot * 4 + y) * 8;
      for (let x = column * across; x < (column + 1) * across; x++) {
        const isWhole = <i32>x >= load<i32>(span) && <i32>x < load<i32>(span, 4);
        if (!isIn) skipBlock(slot);
        else if (isWhole && hasData) copyBlock(slot, tables);
        else {
          if (hasData) readBlock(slot);
          else memory.fill(block, 0, 128);
          if (!isWhole) hide(slot, y, x, before(slot));
          writeBlock(slot, tables);
        }
      }
    }
  }
}
