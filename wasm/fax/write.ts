// Rows as Group 4 codes them (T.6).

import { blackWords, modeWords, PASS, VERTICAL_0, whiteWords } from "./tables";

/** Takes what was written. */
declare function give(place: usize, length: usize): void;

const ROOM: usize = 64 * 1024;
const HORIZONTAL: i32 = 8;
/** The longest run that has a code, by number. */
const LONGEST: i32 = 2560;
const LONGEST_WORD: usize = 63 + 40;
/** T.6 §2.4.1.1: an end-of-line. Two of them end the facsimile block. */
const END_OF_LINE: u32 = 1;
/** So many changes are written at once, each as a 1. */
const MAX_ONES: u32 = 24;

let columns: i32 = 0;
/**
 * The row above, and the row that is written: the places at which the colour changes, then the end of the row four
 * times.
 */
let reference: usize = 0;
let current: usize = 0;
let pixels: usize = 0;
let output: usize = 0;
let used: usize = 0;
/** The lowest `held` bits come next. */
let buffer: u64 = 0;
let held: u32 = 0;

/** Begins rows of that width, with a white row above the first. Takes the memory from `free` on. */
export function openWriter(free: usize, width: i32): void {
  columns = width;
  const rowBytes: usize = (<usize>width + 4) << 2;
  reference = free;
  current = reference + rowBytes;
  output = current + rowBytes;
  pixels = output + ROOM;
  const end = pixels + (<usize>width >> 3) + 16;
  const pages = <i32>((end + 0xffff) >> 16);
  if (memory.size() < pages) memory.grow(pages - memory.size());
  closeRow(reference);
  used = output;
  held = 0;
}

function closeRow(end: usize): void {
  for (let i: usize = 0; i < 16; i += 4) store<i32>(end + i, columns);
}

/** Where the bits of a row belong. */
export function pixelsPlace(): usize {
  return pixels;
}

/** Writes the row at `pixelsPlace`, in which black is 1, or 0 if `isFlipped`. */
export function writePixels(isFlipped: bool): void {
  let to = current;
  /** All ones where the current colour is the bit 1. */
  let colour: u64 = isFlipped ? ~0 : 0;
  for (let column: i32 = 0; column < columns; column += 64) {
    // Set bits mark pixels unlike the current colour.
    let bits = bswap(load<u64>(pixels + (column >> 3))) ^ colour;
    while (bits !== 0) {
      const bit = clz(bits);
      if (column + <i32>bit >= columns) break;
      store<i32>(to, column + <i32>bit);
      to += 4;
      colour = ~colour;
      bits = ~bits & (~(<u64>0) >> bit);
    }
  }
  closeRow(to);
  writeRow();
}

/**
 * Writes the part of a row from `left` on. Pixels before `first` take the colour of the pixel there. Those from `end`
 * on take the colour of the pixel before it. The row is white when no pixel lies between the two.
 */
export function writePart(changes: usize, left: i32, first: i32, end: i32): void {
  const from = max(first, left);
  const last = min(end, left + columns);
  let to = current;
  if (from < last) {
    let isBlack = false;
    for (; load<i32>(changes) <= from; changes += 4) isBlack = !isBlack;
    if (isBlack) {
      store<i32>(to, 0);
      to += 4;
    }
    for (; load<i32>(changes) < last; changes += 4) {
      store<i32>(to, load<i32>(changes) - left);
      to += 4;
    }
  }
  closeRow(to);
  writeRow();
}

/** T.6 §2.2: each change is coded by its distance to a change of the row above. */
function writeRow(): void {
  let a = current;
  let b = reference;
  // The imaginary element before the first pixel.
  let a0: i32 = -1;
  let isBlack: bool = false;
  while (a0 < columns) {
    // b1: the first change of the row above to the right of a0 that has the colour opposite to a0's (T.6 §2.2.1).
    while (load<i32>(b) <= a0 && load<i32>(b) < columns) b += 8;
    const distance = load<i32>(a) - load<i32>(b);
    if (distance === 0) {
      let ones: u32 = 0;
      do {
        a0 = load<i32>(a);
        a += 4;
        b += 4;
        ones++;
      } while (a0 < columns && ones < MAX_ONES && load<i32>(a) === load<i32>(b));
      put((1 << ones) - 1, ones);
      isBlack = isBlack !== ((ones & 1) === 1);
    } else if (load<i32>(b, 4) < load<i32>(a)) {
      putWord(modeWords, PASS);
      a0 = load<i32>(b, 4);
    } else if (abs(distance) <= 3) {
      putWord(modeWords, VERTICAL_0 + distance);
      a0 = load<i32>(a);
      a += 4;
      isBlack = !isBlack;
      b = b > reference ? b - 4 : b + 4;
    } else {
      putWord(modeWords, HORIZONTAL);
      putRun(load<i32>(a) - max(a0, 0), isBlack);
      putRun(load<i32>(a, 4) - load<i32>(a), !isBlack);
      a0 = load<i32>(a, 4);
      a += 8;
    }
  }
  const last = current;
  current = reference;
  reference = last;
}

function putRun(run: i32, isBlack: bool): void {
  const words = isBlack ? blackWords : whiteWords;
  for (; run >= LONGEST + 64; run -= LONGEST) putWord(words, LONGEST_WORD);
  if (run >= 64) putWord(words, 63 + (run >> 6));
  putWord(words, run & 63);
}

function putWord(words: usize, index: usize): void {
  const word = load<u32>(words + (index << 2));
  put(word >> 8, word & 255);
}

function put(code: u32, bits: u32): void {
  buffer = (buffer << bits) | code;
  held += bits;
  if (held < 32) return;
  held -= 32;
  store<u32>(used, bswap(<u32>(buffer >> held)));
  used += 4;
  if (used === output + ROOM) turn();
}

function turn(): void {
  give(output, used - output);
  used = output;
}

export function closeWriter(): void {
  put(END_OF_LINE, 12);
  put(END_OF_LINE, 12);
  for (; held > 0; held -= min(held, 8))
    store<u8>(used++, <u8>(held < 8 ? buffer << (8 - held) : buffer >> (held - 8)));
  turn();
}
