// The arithmetic decoder of ISO/IEC 15444-1 annex C, and bits that are coded without it (§D.6).

/** Bytes of one segment that are read; no code-block of 4096 samples takes as many. */
const ROOM: usize = 64 * 1024;
const CONTEXTS: usize = 32;

/** For each state: the probability's size, then the next states, 16 and 8 and 8 bits. A state is index << 1 | value. */
const states: usize = (__heap_base + 15) & ~15;
const contexts: usize = states + 4 * 96;
export const input: usize = contexts + CONTEXTS;
/** Two bytes behind the data end it. */
export const INPUT_END: usize = input + ROOM + 16;

/** Table C.2: size, next state after the more probable value, after the less probable one, and whether they swap. */
const STATES: StaticArray<u16> = [
  0x5601, 1, 1, 1, 0x3401, 2, 6, 0, 0x1801, 3, 9, 0, 0x0ac1, 4, 12, 0, 0x0521, 5, 29, 0, 0x0221, 38, 33, 0, 0x5601, 7,
  6, 1, 0x5401, 8, 14, 0, 0x4801, 9, 14, 0, 0x3801, 10, 14, 0, 0x3001, 11, 17, 0, 0x2401, 12, 18, 0, 0x1c01, 13, 20, 0,
  0x1601, 29, 21, 0, 0x5601, 15, 14, 1, 0x5401, 16, 14, 0, 0x5101, 17, 15, 0, 0x4801, 18, 16, 0, 0x3801, 19, 17, 0,
  0x3401, 20, 18, 0, 0x3001, 21, 19, 0, 0x2801, 22, 19, 0, 0x2401, 23, 20, 0, 0x2201, 24, 21, 0, 0x1c01, 25, 22, 0,
  0x1801, 26, 23, 0, 0x1601, 27, 24, 0, 0x1401, 28, 25, 0, 0x1201, 29, 26, 0, 0x1101, 30, 27, 0, 0x0ac1, 31, 28, 0,
  0x09c1, 32, 29, 0, 0x08a1, 33, 30, 0, 0x0521, 34, 31, 0, 0x0441, 35, 32, 0, 0x02a1, 36, 33, 0, 0x0221, 37, 34, 0,
  0x0141, 38, 35, 0, 0x0111, 39, 36, 0, 0x0085, 40, 37, 0, 0x0049, 41, 38, 0, 0x0025, 42, 39, 0, 0x0015, 43, 40, 0,
  0x0009, 44, 41, 0, 0x0005, 45, 42, 0, 0x0001, 45, 43, 0, 0x5601, 46, 46, 0,
];

export const RUN: usize = 17;
export const UNIFORM: usize = 18;

let interval: u32 = 0;
let code: u32 = 0;
let left: i32 = 0;
let at: usize = 0;
let end: usize = 0;
let raw: u32 = 0;

export function openStates(): void {
  for (let i: u32 = 0; i < 47; i++) {
    const size = <u32>STATES[4 * i];
    const more = (<u32>STATES[4 * i + 1]) << 1;
    const less = (<u32>STATES[4 * i + 2]) << 1;
    const swaps = <u32>STATES[4 * i + 3];
    store<u32>(states + (i << 3), size | (more << 16) | ((less | swaps) << 24));
    store<u32>(states + (i << 3) + 4, size | ((more | 1) << 16) | ((less | (1 - swaps)) << 24));
  }
}

/** Table D.7. */
export function resetContexts(): void {
  memory.fill(contexts, 0, CONTEXTS);
  store<u8>(contexts, 4 << 1);
  store<u8>(contexts + RUN, 3 << 1);
  store<u8>(contexts + UNIFORM, 46 << 1);
}

/** Begins a segment of that length, at `input`. */
export function openArithmetic(length: usize): void {
  store<u16>(input + length, 0xffff);
  at = input;
  code = (<u32>load<u8>(at)) << 16;
  byteIn();
  code <<= 7;
  left -= 7;
  interval = 0x8000;
}

function byteIn(): void {
  const next = <u32>load<u8>(at, 1);
  if (load<u8>(at) === 0xff) {
    if (next > 0x8f) {
      code += 0xff00;
      left = 8;
    } else {
      at++;
      code += next << 9;
      left = 7;
    }
  } else {
    at++;
    code += next << 8;
    left = 8;
  }
}

export function decide(context: usize): u32 {
  const place = contexts + context;
  const state = <u32>load<u8>(place);
  const entry = load<u32>(states + (state << 2));
  const size = entry & 0xffff;
  let value = state & 1;
  interval -= size;
  if (code >>> 16 < size) {
    if (interval < size) store<u8>(place, <u8>(entry >>> 16));
    else {
      value ^= 1;
      store<u8>(place, <u8>(entry >>> 24));
    }
    interval = size;
  } else {
    code -= size << 16;
    if ((interval & 0x8000) !== 0) return value;
    if (interval < size) {
      value ^= 1;
      store<u8>(place, <u8>(entry >>> 24));
    } else store<u8>(place, <u8>(entry >>> 16));
  }
  renormalise();
  return value;
}

function renormalise(): void {
  do {
    if (left === 0) byteIn();
    interval <<= 1;
    code <<= 1;
    left--;
  } while ((interval & 0x8000) === 0);
}

export function openRaw(length: usize): void {
  at = input;
  end = input + length;
  raw = 0;
  left = 0;
}

/** After a byte of ones comes one of seven bits. */
export function rawBit(): u32 {
  if (left === 0) {
    left = raw === 0xff ? 7 : 8;
    raw = at < end ? <u32>load<u8>(at) : 0xff;
    at++;
  }
  left--;
  return (raw >>> left) & 1;
}
