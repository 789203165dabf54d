// Inverse transforms of lossless WebP (RFC 9649 §3.5), a row at a time.

import { take } from "./arena";
import { readBits } from "./vp8l-bits";
import { readSmallPicture, squaresOver } from "./vp8l-pixels";

const PREDICTOR: u32 = 0;
const CROSS_COLOUR: u32 = 1;
const SUBTRACT_GREEN: u32 = 2;
const COLOUR_INDEX: u32 = 3;

/** The transforms in the order in which they are read. Each has: kind, width of its result, size bits, data. */
const transforms: usize = memory.data(64);
let count: usize = 0;

/** The row above as the predictor left it, and one more pixel, which is the first pixel of the row itself (§3.5.1). */
let above: usize = 0;
let work: usize = 0;
let packed: usize = 0;

/** Reads the transforms; returns the width of the coded rows. */
export function openTransforms(width: usize, height: usize): usize {
  count = 0;
  let seen: u32 = 0;
  let across = width;
  while (readBits(1) === 1) {
    const kind = readBits(2);
    if ((seen & (1 << kind)) !== 0) unreachable();
    seen |= 1 << kind;
    const place = transforms + (count++ << 4);
    store<u32>(place, kind);
    store<usize>(place, across, 4);
    if (kind === PREDICTOR || kind === CROSS_COLOUR) {
      const bits = readBits(3) + 2;
      store<u32>(place, bits, 8);
      store<usize>(place, readSmallPicture(squaresOver(across, bits), squaresOver(height, bits)), 12);
    } else if (kind === COLOUR_INDEX) {
      const colours = <usize>readBits(8) + 1;
      const bits: u32 = colours > 16 ? 0 : colours > 4 ? 1 : colours > 2 ? 2 : 3;
      store<u32>(place, bits, 8);
      store<usize>(place, readPalette(colours), 12);
      across = squaresOver(across, bits);
    }
  }
  work = take(width * 4 + 16);
  packed = take(width * 4);
  above = take((width + 1) * 4);
  return across;
}

/** Each colour is coded as the difference to the one before. Indices beyond the last are transparent black (§3.5.4). */
function readPalette(colours: usize): usize {
  const differences = readSmallPicture(colours, 1);
  const palette = take(256 * 4);
  let colour: u32 = 0;
  for (let i: usize = 0; i < colours; i++) {
    colour = addPixels(colour, load<u32>(differences + (i << 2)));
    store<u32>(palette + (i << 2), colour);
  }
  return palette;
}

/** Undoes all transforms on a row of this many pixels; returns the row of ARGB pixels. */
export function undoTransforms(source: usize, across: usize, y: usize): usize {
  memory.copy(work, source, across << 2);
  for (let i = count; i > 0; i--) {
    const place = transforms + ((i - 1) << 4);
    const kind = load<u32>(place);
    const width = load<usize>(place, 4);
    const bits = load<u32>(place, 8);
    const data = load<usize>(place, 12);
    if (kind === SUBTRACT_GREEN) addGreen(width);
    else if (kind === PREDICTOR) undoPredictor(width, bits, data, y);
    else if (kind === CROSS_COLOUR) undoCrossColour(width, bits, data, y);
    else lookUpColours(width, bits, data);
  }
  return work;
}

function addPixels(a: u32, b: u32): u32 {
  return (((a & 0xff00ff00) + (b & 0xff00ff00)) & 0xff00ff00) | (((a & 0x00ff00ff) + (b & 0x00ff00ff)) & 0x00ff00ff);
}

function addGreen(width: usize): void {
  // `work` has room for what is written beyond the last pixel.
  for (let place = work, end = work + (width << 2); place < end; place += 16) {
    const pixels = v128.load(place);
    const greens = v128.and(
      v128.swizzle(pixels, i8x16(1, 0, 1, 0, 5, 0, 5, 0, 9, 0, 9, 0, 13, 0, 13, 0)),
      i32x4.splat(0x00ff00ff),
    );
    v128.store(place, i8x16.add(pixels, greens));
  }
}

function delta(multiplier: u32, colour: u32): i32 {
  return (<i32>(<i8>multiplier) * <i32>(<i8>colour)) >> 5;
}

function undoCrossColour(width: usize, bits: u32, data: usize, y: usize): void {
  const squares = data + (((y >> bits) * squaresOver(width, bits)) << 2);
  for (let x: usize = 0; x < width; ) {
    const multipliers = load<u32>(squares + ((x >> bits) << 2));
    const end = min(width, ((x >> bits) + 1) << bits);
    for (; x < end; x++) {
      const pixel = load<u32>(work + (x << 2));
      const green = pixel >> 8;
      const red = ((pixel >> 16) + delta(multipliers, green)) & 0xff;
      const blue = (pixel + delta(multipliers >> 8, green) + delta(multipliers >> 16, red)) & 0xff;
      store<u32>(work + (x << 2), (pixel & 0xff00ff00) | (red << 16) | blue);
    }
  }
}

/** The green of one pixel holds several indices (§3.5.4.1). */
function lookUpColours(width: usize, bits: u32, palette: usize): void {
  memory.copy(packed, work, squaresOver(width, bits) << 2);
  const indexBits = <u32>8 >> bits;
  const mask = ((<u32>1) << indexBits) - 1;
  const within = ((<usize>1) << bits) - 1;
  for (let x: usize = 0; x < width; x++) {
    const green = (load<u32>(packed + ((x >> bits) << 2)) >> 8) & 0xff;
    const index = (green >> (<u32>(x & within) * indexBits)) & mask;
    store<u32>(work + (x << 2), load<u32>(palette + ((<usize>index) << 2)));
  }
}

function undoPredictor(width: usize, bits: u32, data: usize, y: usize): void {
  let left: u32 = 0xff000000;
  if (y === 0) {
    for (let x: usize = 0; x < width; x++) {
      left = addPixels(load<u32>(work + (x << 2)), left);
      store<u32>(work + (x << 2), left);
    }
  } else {
    left = addPixels(load<u32>(work), load<u32>(above));
    store<u32>(work, left);
    store<u32>(above + (width << 2), left);
    const squares = data + (((y >> bits) * squaresOver(width, bits)) << 2);
    for (let x: usize = 1; x < width; ) {
      const mode = (load<u32>(squares + ((x >> bits) << 2)) >> 8) & 15;
      const end = min(width, ((x >> bits) + 1) << bits);
      for (; x < end; x++) {
        left = addPixels(load<u32>(work + (x << 2)), predict(mode, left, above + (x << 2)));
        store<u32>(work + (x << 2), left);
      }
    }
  }
  memory.copy(above, work, width << 2);
}

function predict(mode: u32, left: u32, top: usize): u32 {
  switch (mode) {
    case 1:
      return left;
    case 2:
      return load<u32>(top);
    case 3:
      return load<u32>(top, 4);
    case 4:
      return load<u32>(top - 4);
    case 5:
      return average(average(left, load<u32>(top, 4)), load<u32>(top));
    case 6:
      return average(left, load<u32>(top - 4));
    case 7:
      return average(left, load<u32>(top));
    case 8:
      return average(load<u32>(top - 4), load<u32>(top));
    case 9:
      return average(load<u32>(top), load<u32>(top, 4));
    case 10:
      return average(average(left, load<u32>(top - 4)), average(load<u32>(top), load<u32>(top, 4)));
    case 11:
      return nearer(load<u32>(top), left, load<u32>(top - 4));
    case 12:
      return gradient(left, load<u32>(top), load<u32>(top - 4));
    case 13:
      return halfGradient(average(left, load<u32>(top)), load<u32>(top - 4));
    default:
      return 0xff000000;
  }
}

function average(a: u32, b: u32): u32 {
  return (((a ^ b) & 0xfefefefe) >> 1) + (a & b);
}

/** The four channels, as numbers that may become negative. */
function channels(pixel: u32): v128 {
  return i16x8.extend_low_i8x16_u(i32x4.splat(pixel));
}

function clamped(values: v128): u32 {
  return i32x4.extract_lane(i8x16.narrow_i16x8_u(values, values), 0);
}

/** Whichever of top and left is nearer to left + top - corner. */
function nearer(top: u32, left: u32, corner: u32): u32 {
  const c = channels(corner);
  const ofLeft = i16x8.abs(i16x8.sub(channels(left), c));
  const ofTop = i16x8.abs(i16x8.sub(channels(top), c));
  const pairs = i32x4.extadd_pairwise_i16x8_s(i16x8.sub(ofLeft, ofTop));
  return i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1) <= 0 ? top : left;
}

function gradient(left: u32, top: u32, corner: u32): u32 {
  return clamped(i16x8.sub(i16x8.add(channels(left), channels(top)), channels(corner)));
}

/** Halves are taken towards zero. */
function halfGradient(middle: u32, corner: u32): u32 {
  const values = channels(middle);
  const difference = i16x8.sub(values, channels(corner));
  const half = i16x8.shr_s(i16x8.sub(difference, i16x8.shr_s(difference, 15)), 1);
  return clamped(i16x8.add(values, half));
}
