// A row is a list of the places where its colour changes, beginning with white. At least three entries at the row's end
// follow.

import { INPUT_END, skip, WINDOW_BITS, window } from "./input";
import { blackRuns, MODE_BITS, modeOf, PASS, RUN_BITS, VERTICAL_0, whiteRuns } from "./tables";

/** Longer than any row. Runs are not followed beyond this. */
const LONGEST_RUN: i32 = 1 << 24;

let columns: i32 = 0;
/** The row above, and the row that is being read. Before each of them is a -1. */
let reference: usize = 0;
let current: usize = 0;

/**
 * Reserves memory for two rows, of which the upper is white, and for `behind` more bytes. Returns where these begin.
 */
export function openRows(width: i32, behind: usize): usize {
  columns = width;
  reference = (INPUT_END + 4 + 15) & ~15;
  current = reference + rowBytes() + 4;
  const free = current + rowBytes();
  const pages = <i32>((free + behind + 0xffff) >> 16);
  if (memory.size() < pages) memory.grow(pages - memory.size());
  store<i32>(reference - 4, -1);
  store<i32>(current - 4, -1);
  end(reference);
  return free;
}

/** The most changes that a row may have, and its end. */
function rowBytes(): usize {
  return (<usize>columns + 4) << 2;
}

/** The row that was read becomes the row above. */
export function turnRows(): void {
  const last = current;
  current = reference;
  reference = last;
}

/** Makes the current row a copy of the row above. */
export function copyRow(): void {
  memory.copy(current, reference, rowBytes());
}

/** The changes of the row above. */
export function changes(): usize {
  return reference;
}

function end(used: usize): void {
  for (let i = 0; i < 4; i++) store<i32>(used + ((<usize>i) << 2), columns);
}

/** Two changes at the same place cancel each other: in the standard's rows only the first run may be empty. */
function addChange(used: usize, at: i32): usize {
  if (load<i32>(used - 4) === at) return used - 4;
  if (at < columns) {
    store<i32>(used, at);
    used += 4;
  }
  return used;
}

/** T.4 §4.1: runs of white and black in turn. False where a code does not exist. */
export function plainRow(): bool {
  let used = current;
  let at: i32 = 0;
  let isBlack: bool = false;
  let bits = window();
  let left = WINDOW_BITS;
  while (at < columns) {
    const table = isBlack ? blackRuns : whiteRuns;
    let run: i32 = 0;
    let length: i32;
    do {
      if (left < <i32>RUN_BITS) {
        skip(WINDOW_BITS - left);
        bits = window();
        left = WINDOW_BITS;
      }
      const entry = <i32>load<u16>(table + ((<usize>(bits >> (64 - RUN_BITS))) << 1));
      bits <<= entry & 15;
      left -= entry & 15;
      length = entry >> 4;
      run += length;
      if (entry === 0 || (length >= 64 && run > LONGEST_RUN)) {
        skip(WINDOW_BITS - left);
        return false;
      }
      // Make-up codes are followed by a terminating code (T.4 §4.1.1).
    } while (length >= 64);
    at = min(at + run, columns);
    used = addChange(used, at);
    isBlack = !isBlack;
  }
  skip(WINDOW_BITS - left);
  end(used);
  return true;
}

/** T.6 §2.2: each change is coded by its distance to a change of the row above. False when a code does not exist. */
export function codedRow(): bool {
  let used = current;
  // The imaginary element before the first pixel.
  let a0: i32 = -1;
  let isBlack: bool = false;
  // b1: the first change of the row above to the right of a0 that has the colour opposite to a0's (T.6 §2.2.1).
  let b = reference;
  let bits = window();
  let left = WINDOW_BITS;
  while (a0 < columns) {
    while (load<i32>(b) <= a0) b += 8;
    if (left < <i32>MODE_BITS) {
      skip(WINDOW_BITS - left);
      bits = window();
      left = WINDOW_BITS;
    }
    if (<i64>bits < 0) {
      // Changes at the same place as in the row above, each coded by a single 1. On most pages these are most changes.
      const most = min(<i32>clz(~bits), left);
      let count: i32 = 1;
      a0 = load<i32>(b);
      used = addChange(used, a0);
      b += 4;
      while (count < most && a0 < columns) {
        a0 = load<i32>(b);
        b += 4;
        store<i32>(used, a0);
        if (a0 < columns) used += 4;
        count++;
      }
      bits <<= count;
      left -= count;
      isBlack = isBlack !== ((count & 1) === 1);
      continue;
    }
    const entry = modeOf(bits);
    bits <<= entry & 15;
    left -= entry & 15;
    const mode = <i32>(entry >> 4);
    if (mode < PASS) {
      const a1 = load<i32>(b) + mode - VERTICAL_0;
      // It goes backwards, or is no code at all.
      if (a1 < max(a0, 0) || entry === 0) {
        skip(WINDOW_BITS - left);
        return false;
      }
      a0 = min(a1, columns);
      used = addChange(used, a0);
      isBlack = !isBlack;
      b -= 4;
    } else if (mode === PASS) {
      a0 = load<i32>(b, 4);
    } else {
      a0 = max(a0, 0);
      for (let i = 0; i < 2; i++) {
        const table = isBlack !== (i === 1) ? blackRuns : whiteRuns;
        let run: i32 = 0;
        let length: i32;
        do {
          if (left < <i32>RUN_BITS) {
            skip(WINDOW_BITS - left);
            bits = window();
            left = WINDOW_BITS;
          }
          const entry = <i32>load<u16>(table + ((<usize>(bits >> (64 - RUN_BITS))) << 1));
          bits <<= entry & 15;
          left -= entry & 15;
          length = entry >> 4;
          run += length;
          if (entry === 0 || (length >= 64 && run > LONGEST_RUN)) {
            skip(WINDOW_BITS - left);
            return false;
          }
        } while (length >= 64);
        a0 = min(a0 + run, columns);
        used = addChange(used, a0);
      }
    }
  }
  skip(WINDOW_BITS - left);
  end(used);
  return true;
}
