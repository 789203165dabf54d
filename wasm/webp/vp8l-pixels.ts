// Entropy-coded pixels of lossless WebP (RFC 9649 §3.6): prefix codes, references back, a cache of colours. The picture
// is never in memory as a whole: references reach at most 2^20 pixels back, so a window suffices.

import { mark, releaseTo, take } from "./arena";
import { checkEnd, peekLong, readBits, skipBits } from "./vp8l-bits";
import { lookUp, readCode, readSymbol } from "./vp8l-huffman";

/** §3.6.2.2: the farthest reference: 40 distance codes give at most 2^20. */
const REACH: usize = 1 << 20;
/** Pixels that may be decoded before the window is moved. */
const ADVANCE: usize = 1 << 19;
const LONGEST_COPY: usize = 4096;

const GREENS: u32 = 256;
const LENGTHS: u32 = 24;
const DISTANCES: u32 = 40;

/** Five tables (green, red, blue, alpha, distance), then which colours take no bits (ONLY_…), and their values. */
const GROUP_BYTES: usize = 28;
const ONLY_GREEN: u32 = 1;
const ONLY_COLOURS: u32 = 2;

/** §3.6.2.2: neighbours by nearness: rows up << 4 | 8 - columns left. */
const NEIGHBOURS: usize = memory.data<u8>([
  0x18, 0x07, 0x17, 0x19, 0x28, 0x06, 0x27, 0x29, 0x16, 0x1a, 0x26, 0x2a, 0x38, 0x05, 0x37, 0x39, 0x15, 0x1b, 0x36,
  0x3a, 0x25, 0x2b, 0x48, 0x04, 0x47, 0x49, 0x14, 0x1c, 0x35, 0x3b, 0x46, 0x4a, 0x24, 0x2c, 0x58, 0x45, 0x4b, 0x34,
  0x3c, 0x03, 0x57, 0x59, 0x13, 0x1d, 0x56, 0x5a, 0x23, 0x2d, 0x44, 0x4c, 0x55, 0x5b, 0x33, 0x3d, 0x68, 0x02, 0x67,
  0x69, 0x12, 0x1e, 0x66, 0x6a, 0x22, 0x2e, 0x54, 0x5c, 0x43, 0x4d, 0x65, 0x6b, 0x32, 0x3e, 0x78, 0x01, 0x77, 0x79,
  0x53, 0x5d, 0x11, 0x1f, 0x64, 0x6c, 0x42, 0x4e, 0x76, 0x7a, 0x21, 0x2f, 0x75, 0x7b, 0x31, 0x3f, 0x63, 0x6d, 0x52,
  0x5e, 0x00, 0x74, 0x7c, 0x41, 0x4f, 0x10, 0x20, 0x62, 0x6e, 0x30, 0x73, 0x7d, 0x51, 0x5f, 0x40, 0x72, 0x7e, 0x61,
  0x6f, 0x50, 0x71, 0x7f, 0x60, 0x70,
]);

let width: usize = 0;
let total: usize = 0;
/** How many pixels are decoded, and the number of the first pixel in the window. */
let decoded: usize = 0;
let base: usize = 0;
let window: usize = 0;
let capacity: usize = 0;
let column: usize = 0;
let row: usize = 0;

let cache: usize = 0;
let cacheBits: u32 = 0;

let groups: usize = 0;
/** Which group of codes the pixels of a square use; 0 when there is only one group. */
let groupMap: usize = 0;
let squareBits: u32 = 0;
let squaresAcross: usize = 0;

/** How many squares of a side of this many bits cover a length. */
export function squaresOver(length: usize, bits: u32): usize {
  return (length + (1 << bits) - 1) >> bits;
}

/** Decodes a whole small picture, which transforms and groups need; returns its pixels, ARGB. */
export function readSmallPicture(across: usize, down: usize): usize {
  const pixels = take(across * down * 4);
  const place = mark();
  openPixels(across, down, false);
  window = pixels;
  capacity = total;
  decodeTo(total);
  releaseTo(place);
  return pixels;
}

/** The main picture: reads everything that precedes its pixels. */
export function openPicture(across: usize, down: usize): void {
  openPixels(across, down, true);
  capacity = min(total, REACH + ADVANCE + LONGEST_COPY + across);
  window = take(capacity * 4);
}

/** The next row of it, not yet transformed. */
export function pictureRow(index: usize): usize {
  const end = (index + 1) * width;
  if (end + LONGEST_COPY - base > capacity && base + capacity < total) {
    const kept = max(decoded - REACH, base);
    // Rows that are decoded too early are kept as well. They are fewer than the longest copy.
    const from = min(kept, index * width);
    memory.copy(window, window + ((from - base) << 2), (decoded - from) << 2);
    base = from;
  }
  decodeTo(end);
  return window + ((index * width - base) << 2);
}

function openPixels(across: usize, down: usize, isPicture: bool): void {
  width = across;
  total = across * down;
  decoded = 0;
  base = 0;
  column = 0;
  row = 0;
  let bits: u32 = 0;
  if (readBits(1) === 1) {
    bits = readBits(4);
    if (bits < 1 || bits > 11) unreachable();
  }
  readGroups(isPicture, bits);
  // The inner pictures have been read. They have changed these, so they are set again.
  width = across;
  total = across * down;
  decoded = 0;
  column = 0;
  row = 0;
  cacheBits = bits;
  cache = bits > 0 ? take((<usize>4) << bits) : 0;
}

/** §3.7.2.2: one group of five codes, or a small picture that tells which of several codes a square of pixels. */
function readGroups(mayHaveSeveral: bool, bitsOfCache: u32): void {
  let count: u32 = 1;
  let map: usize = 0;
  let mapSize: usize = 0;
  let bits: u32 = 0;
  let across: usize = 0;
  if (mayHaveSeveral && readBits(1) === 1) {
    bits = readBits(3) + 2;
    const pictureWidth = width;
    const pictureHeight = total / width;
    across = squaresOver(pictureWidth, bits);
    mapSize = across * squaresOver(pictureHeight, bits);
    map = readSmallPicture(across, squaresOver(pictureHeight, bits));
    for (let i: usize = 0; i < mapSize; i++) {
      const group = (load<u32>(map + (i << 2)) >> 8) & 0xffff;
      store<u32>(map + (i << 2), group);
      count = max(count, group + 1);
    }
  }
  // A picture may declare 65,536 groups and use two of them: only the tables of the used ones are kept.
  const used = take(<usize>count);
  if (map === 0) store<u8>(used, 1);
  else for (let i: usize = 0; i < mapSize; i++) store<u8>(used + <usize>load<u32>(map + (i << 2)), 1);
  const list = take(<usize>count * GROUP_BYTES);
  for (let i: u32 = 0; i < count; i++)
    readGroup(list + <usize>i * GROUP_BYTES, bitsOfCache, load<u8>(used + <usize>i) !== 0);
  groups = list;
  groupMap = map;
  squareBits = bits;
  squaresAcross = across;
}

function readGroup(place: usize, bitsOfCache: u32, keep: bool): void {
  const greens = GREENS + LENGTHS + (bitsOfCache > 0 ? 1 << bitsOfCache : 0);
  store<usize>(place, readCode(greens, keep));
  store<usize>(place, readCode(256, keep), 4);
  store<usize>(place, readCode(256, keep), 8);
  store<usize>(place, readCode(256, keep), 12);
  store<usize>(place, readCode(DISTANCES, keep), 16);
  if (!keep) return;
  const red = load<u32>(load<usize>(place, 4));
  const blue = load<u32>(load<usize>(place, 8));
  const alpha = load<u32>(load<usize>(place, 12));
  // Entries without bits belong to codes with a single symbol.
  if (((red | blue | alpha) & 0xff) === 0) {
    store<u32>(place, ONLY_GREEN, 20);
    store<u32>(place, ((alpha >> 8) << 24) | ((red >> 8) << 16) | (blue >> 8), 24);
  } else if ((alpha & 0xff) === 0) {
    store<u32>(place, ONLY_COLOURS, 20);
    store<u32>(place, (alpha >> 8) << 24, 24);
  }
}

function groupHere(): usize {
  if (groupMap === 0) return groups;
  const square = (row >> squareBits) * squaresAcross + (column >> squareBits);
  return groups + <usize>load<u32>(groupMap + (square << 2)) * GROUP_BYTES;
}

/** Decodes at least up to the pixel with this number. */
function decodeTo(target: usize): void {
  if (decoded >= target) return;
  const squareMask: usize = groupMap === 0 ? ~0 : (1 << squareBits) - 1;
  let group = groupHere();
  let out = window + ((decoded - base) << 2);
  while (decoded < target) {
    if ((column & squareMask) === 0) group = groupHere();
    let bits = peekLong();
    let entry = lookUp(load<usize>(group), bits);
    const symbol = entry >> 8;
    let size = entry & 0xff;
    if (symbol < GREENS && load<u32>(group, 20) === ONLY_COLOURS) {
      // The usual case in photographs: three symbols of at most 15 bits.
      bits >>= size;
      entry = lookUp(load<usize>(group, 4), bits);
      const red = entry >> 8;
      bits >>= entry & 0xff;
      size += entry & 0xff;
      entry = lookUp(load<usize>(group, 8), bits);
      skipBits(size + (entry & 0xff));
      const pixel = load<u32>(group, 24) | (red << 16) | (symbol << 8) | (entry >> 8);
      store<u32>(out, pixel);
      if (cacheBits !== 0) remember(pixel);
      out += 4;
      decoded++;
      if (++column === width) {
        column = 0;
        row++;
        checkEnd();
      }
      continue;
    }
    skipBits(size);
    if (symbol >= GREENS && symbol < GREENS + LENGTHS) {
      const length = <usize>readPrefixed(symbol - GREENS);
      const distance = distanceOf(readPrefixed(readSymbol(load<usize>(group, 16))));
      checkEnd();
      if (distance > decoded || length > total - decoded) unreachable();
      copyPixels(out, distance, length);
      out += length << 2;
      decoded += length;
      column += length;
      while (column >= width) {
        column -= width;
        row++;
      }
      if (decoded < target) group = groupHere();
      continue;
    }
    let pixel: u32;
    if (symbol < GREENS) {
      if (load<u32>(group, 20) === ONLY_GREEN) {
        pixel = load<u32>(group, 24) | (symbol << 8);
      } else {
        const red = readSymbol(load<usize>(group, 4));
        const blue = readSymbol(load<usize>(group, 8));
        pixel = (readSymbol(load<usize>(group, 12)) << 24) | (red << 16) | (symbol << 8) | blue;
      }
    } else {
      pixel = load<u32>(cache + ((<usize>(symbol - GREENS - LENGTHS)) << 2));
    }
    store<u32>(out, pixel);
    if (cacheBits !== 0) remember(pixel);
    out += 4;
    decoded++;
    if (++column === width) {
      column = 0;
      row++;
      checkEnd();
    }
  }
  checkEnd();
}

function remember(pixel: u32): void {
  store<u32>(cache + ((<usize>((pixel * 0x1e35a7bd) >> (32 - cacheBits))) << 2), pixel);
}

function copyPixels(out: usize, distance: usize, length: usize): void {
  const from = out - (distance << 2);
  if (distance >= length) {
    memory.copy(out, from, length << 2);
  } else {
    for (let i: usize = 0; i < length; i++) store<u32>(out + (i << 2), load<u32>(from + (i << 2)));
  }
  if (cacheBits !== 0) for (let i: usize = 0; i < length; i++) remember(load<u32>(out + (i << 2)));
}

/** §3.6.2.1: lengths and distances consist of a prefix and extra bits. */
function readPrefixed(prefix: u32): u32 {
  if (prefix < 4) return prefix + 1;
  const extra = (prefix - 2) >> 1;
  return ((2 + (prefix & 1)) << extra) + readBits(extra) + 1;
}

function distanceOf(code: u32): usize {
  if (code > 120) return <usize>(code - 120);
  const neighbour = <i32>load<u8>(NEIGHBOURS + <usize>code - 1);
  return <usize>max((neighbour >> 4) * <i32>width + 8 - (neighbour & 15), 1);
}
