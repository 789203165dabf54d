// Lossless WebP (RFC 9649 §3), one row at a time. The alpha channel of lossy pictures is coded in the same way
// (§2.7.1.2).

import { take } from "./arena";
import { openBits, readBits } from "./vp8l-bits";
import { openHuffman } from "./vp8l-huffman";
import { openPicture, pictureRow } from "./vp8l-pixels";
import { openTransforms, undoTransforms } from "./vp8l-transform";

const SIGNATURE: u32 = 0x2f;
const UNCOMPRESSED: u8 = 0;
const HORIZONTAL: u8 = 1;
const VERTICAL: u8 = 2;

let width: usize = 0;
let height: usize = 0;
/** Pixels of a row before the transforms. One of them may hold several pixels. */
let across: usize = 0;
let row: usize = 0;
let colours: usize = 0;
let alphas: usize = 0;

/** Where uncompressed alpha is; 0 when it is compressed. */
let plainAlpha: usize = 0;
let filter: u8 = 0;

export function openLossless(data: usize, size: usize): void {
  openBits(data, size);
  if (readBits(8) !== SIGNATURE) unreachable();
  const declaredWidth = readBits(14) + 1;
  const declaredHeight = readBits(14) + 1;
  // Whether there is alpha is only a hint; then the version.
  readBits(1);
  if (readBits(3) !== 0) unreachable();
  openStream(declaredWidth, declaredHeight);
}

function openStream(pictureWidth: usize, pictureHeight: usize): void {
  width = pictureWidth;
  height = pictureHeight;
  row = 0;
  // Four pixels are written at a time, and sixteen bytes where only twelve are wanted.
  colours = take(width * 3 + 16);
  alphas = take(width + 4);
  openHuffman();
  across = openTransforms(width, height);
  openPicture(across, height);
}

export function losslessColours(): usize {
  return colours;
}

export function losslessAlphas(): usize {
  return alphas;
}

/** Decodes the next row into colours and alphas. */
export function nextLosslessRow(): void {
  if (row === height) unreachable();
  let pixels = undoTransforms(pictureRow(row), across, row);
  row++;
  for (let x: usize = 0, to = colours; x < width; x += 4, to += 12, pixels += 16) {
    const four = v128.load(pixels);
    v128.store(to, v128.swizzle(four, i8x16(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 15, 15, 15, 15)));
    v128.store_lane<u32>(alphas + x, v128.swizzle(four, i8x16(3, 7, 11, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), 0);
  }
}

/** Opens the ALPH chunk of a picture whose size comes from its lossy part. */
export function openAlpha(data: usize, size: usize, pictureWidth: usize, pictureHeight: usize): void {
  if (size < 2) unreachable();
  const header = load<u8>(data);
  filter = (header >> 2) & 3;
  const method = header & 3;
  if (method > 1 || header >> 6 !== 0 || ((header >> 4) & 3) > 1) unreachable();
  if (method === UNCOMPRESSED) {
    if (size - 1 < pictureWidth * pictureHeight) unreachable();
    plainAlpha = data + 1;
    width = pictureWidth;
    height = pictureHeight;
    row = 0;
    alphas = take(width);
    return;
  }
  plainAlpha = 0;
  openBits(data + 1, size - 1);
  openStream(pictureWidth, pictureHeight);
}

/** Decodes the next row of alpha. The previous row must still be in place. */
export function nextAlphaRow(): void {
  if (row === height) unreachable();
  const isFirst = row === 0;
  if (plainAlpha !== 0) {
    unfilter(plainAlpha + row * width, 1, isFirst);
  } else {
    // Alpha is coded as the green channel of a picture.
    unfilter(undoTransforms(pictureRow(row), across, row) + 1, 4, isFirst);
  }
  row++;
}

/** Undoes the prediction of alpha values (§2.7.1.2) with the row above. */
function unfilter(from: usize, step: usize, isFirst: bool): void {
  if (filter === 0) {
    for (let x: usize = 0; x < width; x++) store<u8>(alphas + x, load<u8>(from + x * step));
    return;
  }
  if (isFirst || filter === HORIZONTAL) {
    let left: u8 = isFirst ? 0 : load<u8>(alphas);
    for (let x: usize = 0; x < width; x++) {
      left += load<u8>(from + x * step);
      store<u8>(alphas + x, left);
    }
    return;
  }
  if (filter === VERTICAL) {
    for (let x: usize = 0; x < width; x++) store<u8>(alphas + x, load<u8>(alphas + x) + load<u8>(from + x * step));
    return;
  }
  let corner = <i32>load<u8>(alphas);
  let left = corner;
  for (let x: usize = 0; x < width; x++) {
    const top = <i32>load<u8>(alphas + x);
    const predicted = max(0, min(255, left + top - corner));
    left = (<i32>load<u8>(from + x * step) + predicted) & 0xff;
    corner = top;
    store<u8>(alphas + x, left);
  }
}
