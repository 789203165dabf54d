// The frame header of a VP8 key frame (RFC 6386 §9 and §19.2).

import { take } from "./arena";
import {
  isBeyondEnd,
  loadReader,
  openReader,
  READER_BYTES,
  readBool,
  readFlag,
  readNumber,
  readOptional,
  readSignedNumber,
  storeReader,
} from "./bool-reader";
import { DEFAULT_PROBABILITIES, UPDATE_PROBABILITIES } from "./vp8-coefficient-tables";
import { AC_STEPS, DC_STEPS } from "./vp8-tables";

export let width: i32 = 0;
export let height: i32 = 0;

export let updateSegmentMap: bool = false;
export let segmentProbability0: u32 = 255;
export let segmentProbability1: u32 = 255;
export let segmentProbability2: u32 = 255;
export let usesSkip: bool = false;
export let skipProbability: u32 = 0;

/** 0: none, 1: simple (luma only), 2: normal. */
export let filterKind: i32 = 0;

/** Four segments of six i32: DC and AC steps of luma, of luma's DC block, of chroma. */
export let steps: usize = 0;
/**
 * Four segments, each without and with sub-block modes: limit, interior limit, high-variance threshold as bytes; one
 * byte is unused.
 */
export let filterStrengths: usize = 0;
/** [4 block types][8 bands][3 contexts][11 nodes]. */
export let probabilities: usize = 0;
/** The reader of modes, then those of the token partitions. */
export let modeReader: usize = 0;
export let tokenReaders: usize = 0;
export let tokenPartitions: i32 = 1;

/** Reads everything before the macroblocks; traps when it is damaged. */
export function readHeader(data: usize, size: usize): void {
  if (size < 10) unreachable();
  const tag = <u32>load<u8>(data) | ((<u32>load<u8>(data, 1)) << 8) | ((<u32>load<u8>(data, 2)) << 16);
  const isKeyFrame = (tag & 1) === 0;
  const isShown = ((tag >> 4) & 1) === 1;
  if (!isKeyFrame || !isShown || ((tag >> 1) & 7) > 3) unreachable();
  if (load<u8>(data, 3) !== 0x9d || load<u8>(data, 4) !== 0x01 || load<u8>(data, 5) !== 0x2a) unreachable();
  width = <i32>load<u16>(data, 6) & 0x3fff;
  height = <i32>load<u16>(data, 8) & 0x3fff;
  const firstBytes: usize = tag >> 5;
  if (width === 0 || height === 0 || firstBytes > size - 10) unreachable();

  // The instance may have decoded another picture before.
  updateSegmentMap = false;
  segmentProbability0 = 255;
  segmentProbability1 = 255;
  segmentProbability2 = 255;
  const first = data + 10;
  openReader(first, firstBytes);
  // Colour space and clamping: neither changes how a key frame is decoded here.
  readNumber(2);
  steps = take(4 * 24);
  filterStrengths = take(4 * 2 * 4);
  const segments = take(4 * 8);
  const hasSegments = readFlag();
  const absolute = hasSegments ? readSegments(segments) : true;
  readFilter(segments, hasSegments, absolute);
  tokenPartitions = 1 << readNumber(2);
  placePartitions(first + firstBytes, size - 10 - firstBytes);
  readQuantizers(segments, hasSegments, absolute);
  // Whether probabilities are kept for later frames. There are no later frames.
  readFlag();
  readProbabilities();
  if (isBeyondEnd()) unreachable();
  modeReader = take(READER_BYTES);
  storeReader(modeReader);
}

/**
 * §9.3. Fills quantizers and filter levels as pairs of i32; returns whether they replace the frame's values or are
 * added to them.
 */
function readSegments(segments: usize): bool {
  let absolute = true;
  updateSegmentMap = readFlag();
  if (readFlag()) {
    absolute = readFlag();
    for (let i: usize = 0; i < 4; i++) store<i32>(segments + i * 8, readOptional(7));
    for (let i: usize = 0; i < 4; i++) store<i32>(segments + i * 8, readOptional(6), 4);
  }
  if (updateSegmentMap) {
    segmentProbability0 = readFlag() ? readNumber(8) : 255;
    segmentProbability1 = readFlag() ? readNumber(8) : 255;
    segmentProbability2 = readFlag() ? readNumber(8) : 255;
  }
  return absolute;
}

/** §9.6 and §15.2-15.3. */
function readFilter(segments: usize, hasSegments: bool, absolute: bool): void {
  const simple = readFlag();
  const level = readNumber(6);
  const sharpness = readNumber(3);
  filterKind = level === 0 ? 0 : simple ? 1 : 2;
  let intraDelta = 0;
  let subblockDelta = 0;
  const usesDeltas = readFlag();
  if (usesDeltas && readFlag()) {
    // Deltas by reference frame, of which a key frame has only the first, then deltas by mode, of which the same is
    // true.
    for (let i = 0; i < 8; i++) {
      const delta = readFlag() ? readSignedNumber(6) : 0;
      if (i === 0) intraDelta = delta;
      if (i === 4) subblockDelta = delta;
    }
  }
  for (let segment: usize = 0; segment < 4; segment++) {
    let base = level;
    if (hasSegments) base = load<i32>(segments + segment * 8, 4) + (absolute ? 0 : level);
    storeStrength(filterStrengths + segment * 8, base + intraDelta, sharpness);
    storeStrength(filterStrengths + segment * 8 + 4, base + intraDelta + subblockDelta, sharpness);
  }
}

function storeStrength(place: usize, unbounded: i32, sharpness: i32): void {
  const level = max(0, min(63, unbounded));
  let interior = level;
  if (sharpness > 0) {
    interior >>= sharpness > 4 ? 2 : 1;
    interior = min(interior, 9 - sharpness);
  }
  interior = max(interior, 1);
  store<u8>(place, level === 0 ? 0 : 2 * level + interior);
  store<u8>(place, interior, 1);
  store<u8>(place, level >= 40 ? 2 : level >= 15 ? 1 : 0, 2);
}

/**
 * §9.5: sizes of all partitions but the last, three bytes each, then the partitions. The first partition's reader goes
 * on.
 */
function placePartitions(start: usize, size: usize): void {
  const current = take(READER_BYTES);
  storeReader(current);
  const last: usize = tokenPartitions - 1;
  if (size < last * 3) unreachable();
  tokenReaders = take(READER_BYTES * 8);
  let part = start + last * 3;
  let left = size - last * 3;
  for (let i: usize = 0; i < last; i++) {
    const sizes = start + i * 3;
    const declared = <usize>load<u8>(sizes) | ((<usize>load<u8>(sizes, 1)) << 8) | ((<usize>load<u8>(sizes, 2)) << 16);
    const bytes = min(declared, left);
    openReader(part, bytes);
    storeReader(tokenReaders + i * READER_BYTES);
    part += bytes;
    left -= bytes;
  }
  if (left === 0) unreachable();
  openReader(part, left);
  storeReader(tokenReaders + last * READER_BYTES);
  loadReader(current);
}

/** §9.6 and §14.1. */
function readQuantizers(segments: usize, hasSegments: bool, absolute: bool): void {
  const base = readNumber(7);
  const lumaDc = readOptional(4);
  const secondDc = readOptional(4);
  const secondAc = readOptional(4);
  const chromaDc = readOptional(4);
  const chromaAc = readOptional(4);
  for (let segment: usize = 0; segment < 4; segment++) {
    let q = base;
    if (hasSegments) q = load<i32>(segments + segment * 8) + (absolute ? 0 : base);
    const place = steps + segment * 24;
    store<i32>(place, dcStep(q + lumaDc, 127));
    store<i32>(place, acStep(q), 4);
    store<i32>(place, dcStep(q + secondDc, 127) * 2, 8);
    store<i32>(place, max((acStep(q + secondAc) * 155) / 100, 8), 12);
    store<i32>(place, dcStep(q + chromaDc, 117), 16);
    store<i32>(place, acStep(q + chromaAc), 20);
  }
}

function dcStep(index: i32, top: i32): i32 {
  return <i32>load<u8>(DC_STEPS + <usize>max(0, min(top, index)));
}

function acStep(index: i32): i32 {
  return <i32>load<u16>(AC_STEPS + ((<usize>max(0, min(127, index))) << 1));
}

/** §13.4 and §9.11. */
function readProbabilities(): void {
  probabilities = take(1056);
  for (let i: usize = 0; i < 1056; i++) {
    const updated = readBool(load<u8>(UPDATE_PROBABILITIES + i)) !== 0;
    store<u8>(probabilities + i, updated ? readNumber(8) : <i32>load<u8>(DEFAULT_PROBABILITIES + i));
  }
  usesSkip = readFlag();
  skipProbability = usesSkip ? readNumber(8) : 0;
}
