// Prediction modes of macroblocks (RFC 6386 §8 and §11).

import { take } from "./arena";
import { readBool } from "./bool-reader";
import {
  segmentProbability0,
  segmentProbability1,
  segmentProbability2,
  skipProbability,
  updateSegmentMap,
  usesSkip,
} from "./vp8-header";
import { SUBBLOCK_MODE_PROBABILITIES } from "./vp8-tables";

// Modes of sub-blocks. Whole blocks have the first four.
export const DC: u8 = 0;
export const TRUE_MOTION: u8 = 1;
export const VERTICAL: u8 = 2;
export const HORIZONTAL: u8 = 3;
export const DOWN_RIGHT: u8 = 4;
export const VERTICAL_RIGHT: u8 = 5;
export const DOWN_LEFT: u8 = 6;
export const VERTICAL_LEFT: u8 = 7;
export const HORIZONTAL_DOWN: u8 = 8;
export const HORIZONTAL_UP: u8 = 9;

/** Bytes of a macroblock's modes: 16 luma modes (only the first when there are no sub-blocks), then these. */
export const MODES_BYTES: usize = 20;
export const SEGMENT: usize = 16;
export const SKIPPED: usize = 17;
export const HAS_SUBBLOCKS: usize = 18;
export const CHROMA_MODE: usize = 19;

/** Modes of the macroblocks of one row. */
export let modes: usize = 0;
/** The modes of the sub-blocks just above: four for each macroblock. */
let above: usize = 0;
let left: usize = 0;

export function openModes(columns: i32): void {
  modes = take(<usize>columns * MODES_BYTES);
  above = take(<usize>columns * 4);
  left = take(4);
}

export function readModeRow(columns: i32): void {
  store<u32>(left, 0);
  for (let column = 0; column < columns; column++) {
    readModes(modes + <usize>column * MODES_BYTES, above + <usize>column * 4);
  }
}

function readModes(block: usize, top: usize): void {
  let segment: u32 = 0;
  if (updateSegmentMap) {
    segment = readBool(segmentProbability0) === 0 ? readBool(segmentProbability1) : readBool(segmentProbability2) + 2;
  }
  store<u8>(block, segment, SEGMENT);
  store<u8>(block, usesSkip ? readBool(skipProbability) : 0, SKIPPED);
  if (readBool(145) !== 0) {
    store<u8>(block, 0, HAS_SUBBLOCKS);
    const mode: u8 =
      readBool(156) !== 0 ? (readBool(128) !== 0 ? TRUE_MOTION : HORIZONTAL) : readBool(163) !== 0 ? VERTICAL : DC;
    store<u8>(block, mode);
    memory.fill(top, mode, 4);
    memory.fill(left, mode, 4);
  } else {
    store<u8>(block, 1, HAS_SUBBLOCKS);
    for (let y: usize = 0; y < 4; y++) {
      let mode = load<u8>(left + y);
      for (let x: usize = 0; x < 4; x++) {
        mode = readSubblockMode(SUBBLOCK_MODE_PROBABILITIES + (<usize>load<u8>(top + x) * 10 + <usize>mode) * 9);
        store<u8>(top + x, mode);
        store<u8>(block + y * 4 + x, mode);
      }
      store<u8>(left + y, mode);
    }
  }
  const chroma: u8 =
    readBool(142) === 0 ? DC : readBool(114) === 0 ? VERTICAL : readBool(183) !== 0 ? TRUE_MOTION : HORIZONTAL;
  store<u8>(block, chroma, CHROMA_MODE);
}

/** §11.2: the tree of sub-block modes. */
function readSubblockMode(nodes: usize): u8 {
  if (readBool(load<u8>(nodes)) === 0) return DC;
  if (readBool(load<u8>(nodes, 1)) === 0) return TRUE_MOTION;
  if (readBool(load<u8>(nodes, 2)) === 0) return VERTICAL;
  if (readBool(load<u8>(nodes, 3)) === 0) {
    if (readBool(load<u8>(nodes, 4)) === 0) return HORIZONTAL;
    return readBool(load<u8>(nodes, 5)) === 0 ? DOWN_RIGHT : VERTICAL_RIGHT;
  }
  if (readBool(load<u8>(nodes, 6)) === 0) return DOWN_LEFT;
  if (readBool(load<u8>(nodes, 7)) === 0) return VERTICAL_LEFT;
  return readBool(load<u8>(nodes, 8)) === 0 ? HORIZONTAL_DOWN : HORIZONTAL_UP;
}
