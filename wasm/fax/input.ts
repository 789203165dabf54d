// The data, held one part at a time. Beyond its end, zeros are read.

import { TABLES_END } from "./tables";

/** Copies the next bytes of the data to `place`, as many as fit or are left, and returns how many. */
declare function more(place: usize, room: usize): usize;

const ROOM: usize = 64 * 1024;
/** Bits that `window` has at least. */
export const WINDOW_BITS: i32 = 57;

const input: usize = TABLES_END;
/** Zeros beyond the end: as many as the longest code and one window take. */
export const INPUT_END: usize = input + ROOM + 16;

/** How many bytes are in the room, and how many came before them. */
let filled: usize = 0;
let before: usize = 0;
let isLast: bool = false;
/** The next bit to read, counted from `input`. */
let position: usize = 0;

export function openInput(): void {
  filled = 0;
  before = 0;
  isLast = false;
  position = 0;
}

/** The next bits, the first one highest. */
export function window(): u64 {
  if ((position >> 3) + 8 > filled && !isLast) fill();
  return bswap(load<u64>(input + (position >> 3))) << (position & 7);
}

function fill(): void {
  const read = position >> 3;
  const left = filled - read;
  memory.copy(input, input + read, left);
  before += read;
  position &= 7;
  const came = more(input + left, ROOM - left);
  filled = left + came;
  isLast = came < ROOM - left;
  if (isLast) memory.fill(input + filled, 0, 16);
}

export function skip(bits: usize): void {
  position += bits;
}

export function take(): u32 {
  const bit = <u32>(window() >> 63);
  position++;
  return bit;
}

/** Goes to the beginning of the next byte. */
export function align(): void {
  position = (position + 7) & ~7;
}

export function isEnded(): bool {
  if (position >> 3 >= filled && !isLast) fill();
  return position >= filled << 3;
}

/** How many bytes were read. The last may be read in part. */
export function consumed(): usize {
  return before + min((position + 7) >> 3, filled);
}

/**
 * T.4 §4.1.2: at least eleven zeros and a one, possibly after fill bits. False when none is next; then nothing is read.
 */
export function skipEndOfLine(): bool {
  let zeros = <i32>clz(window());
  if (zeros < 11) return false;
  while (zeros >= WINDOW_BITS && !isEnded()) {
    position += WINDOW_BITS;
    zeros = <i32>clz(window());
  }
  position += zeros + 1;
  return true;
}

/** Moves to where the next end-of-line begins; false when there is none. */
export function seekEndOfLine(): bool {
  while (!isEnded()) {
    const zeros = min(<i32>clz(window()), WINDOW_BITS);
    if (zeros === 11) return true;
    position += zeros < 11 ? zeros + 1 : zeros - 11;
  }
  return false;
}
