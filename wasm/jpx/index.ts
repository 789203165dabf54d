// The code-blocks of JPEG 2000 (ISO/IEC 15444-1 annex D): samples of a subband, from the highest bit to the lowest.

import {
  decide,
  INPUT_END,
  input,
  openArithmetic,
  openRaw,
  openStates,
  RUN,
  rawBit,
  resetContexts,
  UNIFORM,
} from "./arithmetic";

const MAX_SAMPLES: usize = 4096;
/** A code-block has at most 4096 samples and 1024 rows or columns; around them are one more on each side. */
const FLAGS_ROOM: usize = 2 * (1024 + 2) * 8;

/** What is known around a sample: which neighbours are significant, which of them negative, and about itself. */
const N: u32 = 1;
const S: u32 = 2;
const W: u32 = 4;
const E: u32 = 8;
const NW: u32 = 16;
const NE: u32 = 32;
const SW: u32 = 64;
const SE: u32 = 128;
const AROUND: u32 = 255;
const N_NEGATIVE: u32 = 256;
const S_NEGATIVE: u32 = 512;
const W_NEGATIVE: u32 = 1024;
const E_NEGATIVE: u32 = 2048;
const SIGNIFICANT: u32 = 4096;
const VISITED: u32 = 8192;
const REFINED: u32 = 16384;
/** What a stripe may not know of the next one (§D.7). */
const BELOW: u32 = S | SW | SE | S_NEGATIVE;

/** Styles of code-blocks (table A.19). */
const RESET: u32 = 2;
const CAUSAL: u32 = 8;
const MARKED: u32 = 32;

const zeroContexts: usize = INPUT_END;
const signContexts: usize = zeroContexts + 3 * 256;
const samples: usize = signContexts + 256;
const flags: usize = samples + 4 * MAX_SAMPLES;
const MEMORY_END: usize = flags + FLAGS_ROOM;

let width: i32 = 0;
let height: i32 = 0;
let stride: usize = 0;
let style: u32 = 0;
let zeros: usize = 0;
/** The bit that is decoded, with one more below it for the middle of an interval; and the kind of the next pass. */
let plane: i32 = 0;
let kind: i32 = 0;

export function start(): void {
  const pages = <i32>((MEMORY_END + 0xffff) >> 16);
  if (memory.size() < pages) memory.grow(pages - memory.size());
  openStates();
  for (let i: u32 = 0; i < 256; i++) {
    const across = bit(i, W) + bit(i, E);
    const down = bit(i, N) + bit(i, S);
    const aslant = bit(i, NW) + bit(i, NE) + bit(i, SW) + bit(i, SE);
    store<u8>(zeroContexts + i, zeroContext(across, down, aslant));
    store<u8>(zeroContexts + i + 256, zeroContext(down, across, aslant));
    store<u8>(zeroContexts + i + 512, diagonalContext(across + down, aslant));
    store<u8>(signContexts + i, signContext(i));
  }
}

function bit(value: u32, one: u32): i32 {
  return (value & one) !== 0 ? 1 : 0;
}

/** Table D.1, subbands LL and LH. */
function zeroContext(across: i32, down: i32, aslant: i32): u8 {
  if (across === 2) return 8;
  if (across === 1) return down >= 1 ? 7 : aslant >= 1 ? 6 : 5;
  if (down > 0) return down === 2 ? 4 : 3;
  return <u8>min(aslant, 2);
}

/** Table D.1, subband HH. */
function diagonalContext(straight: i32, aslant: i32): u8 {
  if (aslant >= 3) return 8;
  if (aslant === 2) return straight >= 1 ? 7 : 6;
  return <u8>(aslant * 3 + min(straight, 2));
}

/** Tables D.2 and D.3: the context, and in the highest bit whether the sign is flipped. */
function signContext(around: u32): u8 {
  // The lower four bits tell which neighbours are significant, the upper ones which of them are negative.
  const down = contribution(around, N) + contribution(around, S);
  const across = contribution(around, W) + contribution(around, E);
  const v = max(-1, min(1, down));
  const h = max(-1, min(1, across));
  const isFlipped = h < 0 || (h === 0 && v < 0);
  const context = h === 0 ? 9 + abs(v) : 12 + h * v;
  return <u8>(context | (isFlipped ? 128 : 0));
}

function contribution(around: u32, one: u32): i32 {
  if ((around & one) === 0) return 0;
  return ((around >>> 4) & one) !== 0 ? -1 : 1;
}

/**
 * Begins a code-block whose samples have that many bits. `subband`: 0 for LL and LH, 1 for HL, 2 for HH. `blockStyle`:
 * table A.19.
 */
export function begin(blockWidth: i32, blockHeight: i32, subband: i32, blockStyle: u32, planes: i32): void {
  width = blockWidth;
  height = blockHeight;
  stride = (<usize>(width + 2)) << 1;
  style = blockStyle;
  zeros = zeroContexts + <usize>(subband * 256);
  plane = planes - 1;
  kind = 2;
  memory.fill(samples, 0, (<usize>(width * height)) << 2);
  memory.fill(flags, 0, stride * <usize>(height + 2));
  resetContexts();
}

/** Where the bytes of a segment belong, and where the samples are: 32 bits each, doubled. */
export function inputPlace(): usize {
  return input;
}

export function samplesPlace(): usize {
  return samples;
}

/** Decodes so many passes, which are in a segment of that length. */
export function segment(length: usize, passes: i32, isRaw: bool): void {
  if (isRaw) openRaw(length);
  else openArithmetic(length);
  for (let pass = 0; pass < passes && plane >= 0; pass++) {
    if (kind === 0) significancePass(isRaw);
    else if (kind === 1) refinementPass(isRaw);
    else cleanupPass();
    if ((style & RESET) !== 0) resetContexts();
    kind++;
    if (kind === 3) {
      kind = 0;
      plane--;
    }
  }
}

/** What is known around the sample, as far as it may be known. */
function known(flag: u32, row: i32): u32 {
  return (style & CAUSAL) !== 0 && row === 3 ? flag & ~BELOW : flag;
}

function becomeSignificant(place: usize, x: i32, y: i32, isNegative: u32): void {
  const value = 3 << plane;
  store<i32>(samples + ((<usize>(y * width + x)) << 2), isNegative !== 0 ? -value : value);
  or(place, SIGNIFICANT);
  or(place - 2, isNegative !== 0 ? E | E_NEGATIVE : E);
  or(place + 2, isNegative !== 0 ? W | W_NEGATIVE : W);
  or(place - stride, isNegative !== 0 ? S | S_NEGATIVE : S);
  or(place + stride, isNegative !== 0 ? N | N_NEGATIVE : N);
  or(place - stride - 2, SE);
  or(place - stride + 2, SW);
  or(place + stride - 2, NE);
  or(place + stride + 2, NW);
}

function or(place: usize, more: u32): void {
  store<u16>(place, <u16>(load<u16>(place) | more));
}

/** §D.3.2. */
function sign(around: u32): u32 {
  const entry = <u32>load<u8>(signContexts + ((around & 15) | ((around >>> 4) & 0xf0)));
  return decide(entry & 127) ^ (entry >>> 7);
}

/** §D.3.1: samples with significant neighbours. */
function significancePass(isRaw: bool): void {
  for (let top = 0; top < height; top += 4) {
    const rows = min(4, height - top);
    for (let x = 0; x < width; x++) {
      let place = flags + stride * <usize>(top + 1) + ((<usize>(x + 1)) << 1);
      for (let row = 0; row < rows; row++, place += stride) {
        const flag = <u32>load<u16>(place);
        if ((flag & SIGNIFICANT) !== 0) continue;
        const around = known(flag, row);
        if ((around & AROUND) === 0) continue;
        const isOne = isRaw ? rawBit() : decide(load<u8>(zeros + (around & AROUND)));
        if (isOne !== 0) becomeSignificant(place, x, top + row, isRaw ? rawBit() : sign(around));
        or(place, VISITED);
      }
    }
  }
}

/** §D.3.3: samples that were significant before. */
function refinementPass(isRaw: bool): void {
  const half = 1 << plane;
  for (let top = 0; top < height; top += 4) {
    const rows = min(4, height - top);
    for (let x = 0; x < width; x++) {
      let place = flags + stride * <usize>(top + 1) + ((<usize>(x + 1)) << 1);
      for (let row = 0; row < rows; row++, place += stride) {
        const flag = <u32>load<u16>(place);
        if ((flag & (SIGNIFICANT | VISITED)) !== SIGNIFICANT) continue;
        const context: usize = (flag & REFINED) !== 0 ? 16 : (known(flag, row) & AROUND) !== 0 ? 15 : 14;
        const isOne = isRaw ? rawBit() : decide(context);
        const sample = samples + ((<usize>((top + row) * width + x)) << 2);
        const value = load<i32>(sample);
        store<i32>(sample, (isOne !== 0) === value > 0 ? value + half : value - half);
        or(place, REFINED);
      }
    }
  }
}

/** §D.3.4: all others, of which four together may be zero. */
function cleanupPass(): void {
  for (let top = 0; top < height; top += 4) {
    const rows = min(4, height - top);
    for (let x = 0; x < width; x++) {
      const first = flags + stride * <usize>(top + 1) + ((<usize>(x + 1)) << 1);
      let row = 0;
      let isFound = false;
      if (rows === 4) {
        const all =
          <u32>load<u16>(first) |
          <u32>load<u16>(first + stride) |
          <u32>load<u16>(first + 2 * stride) |
          known(load<u16>(first + 3 * stride), 3);
        if ((all & (SIGNIFICANT | VISITED | AROUND)) === 0) {
          if (decide(RUN) === 0) continue;
          row = <i32>(decide(UNIFORM) << 1);
          row |= <i32>decide(UNIFORM);
          isFound = true;
        }
      }
      let place = first + stride * <usize>row;
      for (; row < rows; row++, place += stride) {
        const flag = <u32>load<u16>(place);
        if ((flag & (SIGNIFICANT | VISITED)) === 0) {
          const around = known(flag, row);
          if (isFound || decide(load<u8>(zeros + (around & AROUND))) !== 0) {
            becomeSignificant(place, x, top + row, sign(around));
          }
        }
        isFound = false;
      }
      place = first;
      for (row = 0; row < rows; row++, place += stride) {
        store<u16>(place, <u16>(load<u16>(place) & ~VISITED));
      }
    }
  }
  if ((style & MARKED) !== 0) for (let i = 0; i < 4; i++) decide(UNIFORM);
}
