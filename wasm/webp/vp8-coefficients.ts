// Residual coefficients of a macroblock (RFC 6386 §13).

import { take } from "./arena";
import { readBool, readSigned } from "./bool-reader";
import { probabilities, steps } from "./vp8-header";
import { BANDS, LARGE_CATEGORIES, ZIGZAG } from "./vp8-tables";
import { inverseWalshHadamard } from "./vp8-transform";

const CONTEXT_BYTES: usize = 11;
const BAND_BYTES: usize = 33;
const TYPE_BYTES: usize = 264;
const LUMA_AFTER_DC: usize = 0;
const LUMA_DC: usize = 1;
const CHROMA: usize = 2;
const LUMA_WHOLE: usize = 3;

/** 24 blocks of 16 coefficients, i16: 16 of luma, 4 of each chroma plane. */
export let coefficients: usize = 0;
/** What the blocks of `coefficients` hold: 0 nothing, 1 a DC coefficient only, 2 more. */
export let blockContents: usize = 0;

/**
 * For each macroblock column: bits of the lowest blocks that have coefficients (luma 0-3, chroma 4-5 and 6-7), then of
 * the DC block.
 */
let above: usize = 0;
let leftBits: u32 = 0;
let leftDc: u32 = 0;
let dcBlock: usize = 0;

export function openCoefficients(columns: i32): void {
  coefficients = take(384 * 2);
  blockContents = take(24);
  above = take(<usize>columns * 2);
  dcBlock = take(32);
}

export function startCoefficientRow(): void {
  leftBits = 0;
  leftDc = 0;
}

/** A macroblock without coefficients. */
export function skipCoefficients(column: i32, hasSubblocks: bool): void {
  const top = above + <usize>column * 2;
  store<u8>(top, 0);
  leftBits = 0;
  if (!hasSubblocks) {
    store<u8>(top, 0, 1);
    leftDc = 0;
  }
  memory.fill(blockContents, 0, 24);
}

/** Reads the coefficients of a macroblock; returns whether there are any. */
export function readCoefficients(column: i32, segment: u32, hasSubblocks: bool): bool {
  const step = steps + <usize>segment * 24;
  const top = above + <usize>column * 2;
  memory.fill(coefficients, 0, 768);
  let type = LUMA_WHOLE;
  let first = 0;
  if (!hasSubblocks) {
    memory.fill(dcBlock, 0, 32);
    const context = <u32>load<u8>(top, 1) + leftDc;
    const count = readBlock(probabilities + LUMA_DC * TYPE_BYTES, context, step + 8, 0, dcBlock);
    leftDc = count > 0 ? 1 : 0;
    store<u8>(top, leftDc, 1);
    inverseWalshHadamard(dcBlock, coefficients);
    type = LUMA_AFTER_DC;
    first = 1;
  }
  let any = false;
  const topBits = <u32>load<u8>(top);
  const left = leftBits;
  let newTop: u32 = 0;
  let newLeft: u32 = 0;

  let lumaTop = topBits & 15;
  for (let y: u32 = 0; y < 4; y++) {
    let l = (left >> y) & 1;
    for (let x: u32 = 0; x < 4; x++) {
      const index = <usize>(y * 4 + x);
      const block = coefficients + index * 32;
      const count = readBlock(probabilities + type * TYPE_BYTES, l + ((lumaTop >> x) & 1), step, first, block);
      l = count > first ? 1 : 0;
      lumaTop = (lumaTop & ~(1 << x)) | (l << x);
      any = noteContents(index, block, count) || any;
    }
    newLeft |= l << y;
  }
  newTop = lumaTop;

  for (let plane: u32 = 0; plane < 2; plane++) {
    const shift = 4 + plane * 2;
    let chromaTop = (topBits >> shift) & 3;
    for (let y: u32 = 0; y < 2; y++) {
      let l = (left >> (shift + y)) & 1;
      for (let x: u32 = 0; x < 2; x++) {
        const index = <usize>(16 + plane * 4 + y * 2 + x);
        const block = coefficients + index * 32;
        const context = l + ((chromaTop >> x) & 1);
        const count = readBlock(probabilities + CHROMA * TYPE_BYTES, context, step + 16, 0, block);
        l = count > 0 ? 1 : 0;
        chromaTop = (chromaTop & ~(1 << x)) | (l << x);
        any = noteContents(index, block, count) || any;
      }
      newLeft |= l << (shift + y);
    }
    newTop |= chromaTop << shift;
  }
  store<u8>(top, newTop);
  leftBits = newLeft;
  return any;
}

function noteContents(index: usize, block: usize, count: i32): bool {
  const contents: u8 = count > 1 ? 2 : load<i16>(block) !== 0 ? 1 : 0;
  store<u8>(blockContents + index, contents);
  return contents !== 0;
}

/** Tokens of one block (§13.2-13.3); returns the position after the last coefficient that is not zero. */
function readBlock(bands: usize, context: u32, step: usize, first: i32, out: usize): i32 {
  let n: usize = first;
  let nodes = bands + <usize>load<u8>(BANDS + n) * BAND_BYTES + <usize>context * CONTEXT_BYTES;
  while (n < 16) {
    if (readBool(load<u8>(nodes)) === 0) return <i32>n;
    while (readBool(load<u8>(nodes, 1)) === 0) {
      n++;
      if (n === 16) return 16;
      nodes = bands + <usize>load<u8>(BANDS + n) * BAND_BYTES;
    }
    const next = bands + <usize>load<u8>(BANDS + n + 1) * BAND_BYTES;
    let magnitude = 1;
    if (readBool(load<u8>(nodes, 2)) === 0) {
      nodes = next + CONTEXT_BYTES;
    } else {
      magnitude = readLarge(nodes);
      nodes = next + CONTEXT_BYTES * 2;
    }
    const scale = load<i32>(step + (n > 0 ? 4 : 0));
    store<i16>(out + ((<usize>load<u8>(ZIGZAG + n)) << 1), readSigned(magnitude) * scale);
    n++;
  }
  return 16;
}

function readLarge(nodes: usize): i32 {
  if (readBool(load<u8>(nodes, 3)) === 0) {
    if (readBool(load<u8>(nodes, 4)) === 0) return 2;
    return 3 + <i32>readBool(load<u8>(nodes, 5));
  }
  if (readBool(load<u8>(nodes, 6)) === 0) {
    if (readBool(load<u8>(nodes, 7)) === 0) return 5 + <i32>readBool(159);
    const high = <i32>readBool(165);
    return 7 + 2 * high + <i32>readBool(145);
  }
  const bit1 = readBool(load<u8>(nodes, 8));
  const bit0 = readBool(load<u8>(nodes + 9 + <usize>bit1));
  const category = 2 * bit1 + bit0;
  let extra = 0;
  for (let place = LARGE_CATEGORIES + <usize>category * 12; load<u8>(place) !== 0; place++) {
    extra = extra * 2 + <i32>readBool(load<u8>(place));
  }
  return extra + 3 + (8 << category);
}
