// Intra prediction (RFC 6386 §12), in a work area in which the pixels above and to the left of a block are beside it.

import {
  DC,
  DOWN_LEFT,
  DOWN_RIGHT,
  HORIZONTAL,
  HORIZONTAL_DOWN,
  HORIZONTAL_UP,
  TRUE_MOTION,
  VERTICAL,
  VERTICAL_LEFT,
  VERTICAL_RIGHT,
} from "./vp8-modes";
import { clampByte, STRIDE } from "./vp8-transform";

/** A block of `size` (16 for luma, 8 for chroma); DC takes only edges that lie inside the picture. */
export function predictBlock(block: usize, size: usize, mode: u8, hasAbove: bool, hasLeft: bool): void {
  if (mode === DC) {
    predictDc(block, size, hasAbove, hasLeft);
  } else if (mode === TRUE_MOTION) {
    predictTrueMotion(block, size);
  } else if (mode === VERTICAL) {
    for (let y: usize = 0; y < size; y++) memory.copy(block + y * STRIDE, block - STRIDE, size);
  } else {
    for (let y: usize = 0; y < size; y++) memory.fill(block + y * STRIDE, load<u8>(block + y * STRIDE - 1), size);
  }
}

function predictDc(block: usize, size: usize, hasAbove: bool, hasLeft: bool): void {
  let sum: u32 = 0;
  if (hasAbove) for (let x: usize = 0; x < size; x++) sum += load<u8>(block - STRIDE + x);
  if (hasLeft) for (let y: usize = 0; y < size; y++) sum += load<u8>(block + y * STRIDE - 1);
  let value: u32 = 128;
  if (hasAbove || hasLeft) {
    const shift = <u32>ctz(size) + (hasAbove && hasLeft ? 1 : 0);
    value = (sum + (1 << (shift - 1))) >> shift;
  }
  for (let y: usize = 0; y < size; y++) memory.fill(block + y * STRIDE, <u8>value, size);
}

function predictTrueMotion(block: usize, size: usize): void {
  const corner = <i32>load<u8>(block - STRIDE - 1);
  for (let y: usize = 0; y < size; y++) {
    const row = block + y * STRIDE;
    const base = <i32>load<u8>(row - 1) - corner;
    for (let x: usize = 0; x < size; x++) store<u8>(row + x, clampByte(base + <i32>load<u8>(block - STRIDE + x)));
  }
}

function average2(a: u32, b: u32): u32 {
  return (a + b + 1) >> 1;
}

function average3(a: u32, b: u32, c: u32): u32 {
  return (a + 2 * b + c + 2) >> 2;
}

function put(block: usize, x: usize, y: usize, value: u32): void {
  store<u8>(block + y * STRIDE + x, value);
}

/**
 * The edge of a 4 by 4 block as one line: left from bottom to top (0-3), the corner (4), above from left to right
 * (5-12).
 */
const edge: usize = memory.data(16);

function edgeAt(i: usize): u32 {
  return <u32>load<u8>(edge + i);
}

/** The middle of three neighbours on the edge, weighted. */
function smooth(i: usize): u32 {
  return average3(edgeAt(i - 1), edgeAt(i), edgeAt(i + 1));
}

/** Fills a diagonal of the block: all pixels whose x and y have this difference. */
function diagonal(block: usize, difference: i32, value: u32): void {
  for (let y: i32 = 0; y < 4; y++) {
    const x = y + difference;
    if (x >= 0 && x < 4) put(block, x, y, value);
  }
}

/** Fills a diagonal in the other direction: all pixels whose x and y have this sum. */
function antidiagonal(block: usize, sum: i32, value: u32): void {
  for (let y: i32 = 0; y < 4; y++) {
    const x = sum - y;
    if (x >= 0 && x < 4) put(block, x, y, value);
  }
}

export function predictSubblock(block: usize, mode: u8): void {
  for (let i: usize = 0; i < 4; i++) store<u8>(edge + i, load<u8>(block + (3 - i) * STRIDE - 1));
  store<u8>(edge, load<u8>(block - STRIDE - 1), 4);
  store<u64>(edge + 5, load<u64>(block - STRIDE));
  switch (mode) {
    case DC: {
      let sum: u32 = 4;
      for (let i: usize = 0; i < 4; i++) sum += edgeAt(i) + edgeAt(5 + i);
      for (let y: usize = 0; y < 4; y++) memory.fill(block + y * STRIDE, <u8>(sum >> 3), 4);
      break;
    }
    case TRUE_MOTION:
      predictTrueMotion(block, 4);
      break;
    case VERTICAL:
      for (let x: usize = 0; x < 4; x++) {
        const value = smooth(5 + x);
        for (let y: usize = 0; y < 4; y++) put(block, x, y, value);
      }
      break;
    case HORIZONTAL:
      for (let y: usize = 0; y < 4; y++) {
        const value = y < 3 ? smooth(3 - y) : average3(edgeAt(1), edgeAt(0), edgeAt(0));
        memory.fill(block + y * STRIDE, <u8>value, 4);
      }
      break;
    case DOWN_RIGHT:
      for (let d = -3; d <= 3; d++) diagonal(block, d, smooth(<usize>(4 + d)));
      break;
    case DOWN_LEFT:
      for (let s = 0; s < 6; s++) antidiagonal(block, s, smooth(<usize>(6 + s)));
      put(block, 3, 3, average3(edgeAt(11), edgeAt(12), edgeAt(12)));
      break;
    case VERTICAL_RIGHT:
      predictVerticalRight(block);
      break;
    case VERTICAL_LEFT:
      predictVerticalLeft(block);
      break;
    case HORIZONTAL_DOWN:
      predictHorizontalDown(block);
      break;
    case HORIZONTAL_UP:
      predictHorizontalUp(block);
      break;
    default:
      unreachable();
  }
}

function predictVerticalRight(block: usize): void {
  put(block, 0, 3, smooth(2));
  put(block, 0, 2, smooth(3));
  for (let i: usize = 0; i < 4; i++) {
    const near = smooth(4 + i);
    const half = average2(edgeAt(4 + i), edgeAt(5 + i));
    put(block, i, 1, near);
    put(block, i, 0, half);
    if (i < 3) {
      put(block, i + 1, 3, near);
      put(block, i + 1, 2, half);
    }
  }
}

function predictVerticalLeft(block: usize): void {
  for (let i: usize = 0; i < 4; i++) {
    const half = average2(edgeAt(5 + i), edgeAt(6 + i));
    const near = smooth(6 + i);
    put(block, i, 0, half);
    put(block, i, 1, near);
    if (i > 0) {
      put(block, i - 1, 2, half);
      put(block, i - 1, 3, near);
    }
  }
  // The last column of the lower rows does not follow the diagonals (§12.3).
  put(block, 3, 2, smooth(10));
  put(block, 3, 3, smooth(11));
}

function predictHorizontalDown(block: usize): void {
  for (let i: usize = 0; i < 4; i++) {
    const y: usize = 3 - i;
    const half = average2(edgeAt(i), edgeAt(i + 1));
    const near = smooth(i + 1);
    put(block, 0, y, half);
    put(block, 1, y, near);
    if (y < 3) {
      put(block, 2, y + 1, half);
      put(block, 3, y + 1, near);
    }
  }
  put(block, 2, 0, smooth(5));
  put(block, 3, 0, smooth(6));
}

function predictHorizontalUp(block: usize): void {
  const lowest = edgeAt(0);
  for (let y: usize = 0; y < 4; y++) {
    for (let x: usize = 0; x < 4; x++) {
      // Half steps down the left edge, from its top.
      const step = x + 2 * y;
      const i: usize = 3 - min<usize>(3, step >> 1);
      let value = lowest;
      if (step < 6) {
        if ((step & 1) === 0) value = average2(edgeAt(i), edgeAt(i - 1));
        else
          value = step === 5 ? average3(edgeAt(1), lowest, lowest) : average3(edgeAt(i), edgeAt(i - 1), edgeAt(i - 2));
      }
      put(block, x, y, value);
    }
  }
}
