// Decodes a VP8 key frame one row of macroblocks at a time. It holds two rows, since the filter of a row changes the
// row above.

import { take } from "./arena";
import { isBeyondEnd, loadReader, READER_BYTES, storeReader } from "./bool-reader";
import {
  blockContents,
  coefficients,
  openCoefficients,
  readCoefficients,
  skipCoefficients,
  startCoefficientRow,
} from "./vp8-coefficients";
import { normalEdge, simpleEdge } from "./vp8-filter";
import {
  filterKind,
  filterStrengths,
  height,
  modeReader,
  readHeader,
  tokenPartitions,
  tokenReaders,
  width,
} from "./vp8-header";
import { CHROMA_MODE, HAS_SUBBLOCKS, MODES_BYTES, modes, openModes, readModeRow, SEGMENT, SKIPPED } from "./vp8-modes";
import { predictBlock, predictSubblock } from "./vp8-predict";
import { addConstant, addTransform, STRIDE } from "./vp8-transform";

export let columns: i32 = 0;
export let rows: i32 = 0;
let row: i32 = 0;

/** Rows of luma: 16 of the previous macroblock row, and 16 of the current one. Chroma has 8 and 8. */
export let lumaStride: usize = 0;
export let chromaStride: usize = 0;
export let luma: usize = 0;
export let blue: usize = 0;
export let red: usize = 0;

/** The work area for a macroblock: luma with the edges above and to the left, then both chroma planes side by side. */
let work: usize = 0;
let lumaWork: usize = 0;
let blueWork: usize = 0;
let redWork: usize = 0;
/** The lowest unfiltered pixels of the row above: 16 of luma, 8 and 8 of chroma for each macroblock. */
let aboveEdges: usize = 0;
/** Whether the inner edges of each macroblock are filtered, and then which strengths apply. */
let filtered: usize = 0;

export function openFrame(data: usize, size: usize): void {
  readHeader(data, size);
  columns = (width + 15) >> 4;
  rows = (height + 15) >> 4;
  row = 0;
  openModes(columns);
  openCoefficients(columns);
  lumaStride = <usize>columns * 16;
  chromaStride = <usize>columns * 8;
  luma = take(lumaStride * 32);
  blue = take(chromaStride * 16);
  red = take(chromaStride * 16);
  work = take(STRIDE * 27 + 16);
  lumaWork = work + STRIDE + 8;
  blueWork = lumaWork + STRIDE * 17;
  redWork = blueWork + 16;
  aboveEdges = take(<usize>(columns + 1) * 32);
  filtered = take(<usize>columns * 8);
}

/**
 * Decodes the next row of macroblocks. This completes the row before it, which is then in the upper halves of the
 * planes. One more call than there are rows completes the last row.
 */
export function decodeRow(): void {
  memory.copy(luma, luma + lumaStride * 16, lumaStride * 16);
  memory.copy(blue, blue + chromaStride * 8, chromaStride * 8);
  memory.copy(red, red + chromaStride * 8, chromaStride * 8);
  if (row === rows) return;
  loadReader(modeReader);
  readModeRow(columns);
  if (isBeyondEnd()) unreachable();
  storeReader(modeReader);
  const tokenReader = tokenReaders + <usize>(row & (tokenPartitions - 1)) * READER_BYTES;
  loadReader(tokenReader);
  startCoefficientRow();
  startWorkRow();
  for (let column = 0; column < columns; column++) decodeMacroblock(column);
  storeReader(tokenReader);
  if (filterKind !== 0) for (let column = 0; column < columns; column++) filterMacroblock(column);
  row++;
}

function decodeMacroblock(column: i32): void {
  const block = modes + <usize>column * MODES_BYTES;
  const hasSubblocks = load<u8>(block, HAS_SUBBLOCKS) !== 0;
  const segment = <u32>load<u8>(block, SEGMENT);
  let any = false;
  if (load<u8>(block, SKIPPED) !== 0) skipCoefficients(column, hasSubblocks);
  else any = readCoefficients(column, segment, hasSubblocks);
  if (isBeyondEnd()) unreachable();
  const note = filtered + <usize>column * 8;
  store<u32>(note, u32(any || hasSubblocks));
  store<u32>(note, <u32>(filterStrengths + segment * 8 + (hasSubblocks ? 4 : 0)), 4);

  bringEdges(column);
  if (hasSubblocks) predictSubblocks(block);
  else predictWhole(block, column);
  const chromaMode = load<u8>(block, CHROMA_MODE);
  predictBlock(blueWork, 8, chromaMode, row > 0, column > 0);
  predictBlock(redWork, 8, chromaMode, row > 0, column > 0);
  for (let i: usize = 0; i < 4; i++) {
    const place = (i >> 1) * 4 * STRIDE + (i & 1) * 4;
    addResidual(16 + i, blueWork + place);
    addResidual(20 + i, redWork + place);
  }
  keepEdges(column);
  placeMacroblock(column);
}

/**
 * Left of the picture all pixels are 129, above it 127 (§12.2). The corner is 127 in the first row of macroblocks, and
 * 129 in the others.
 */
function startWorkRow(): void {
  for (let y: usize = 0; y < 16; y++) store<u8>(lumaWork + y * STRIDE - 1, 129);
  for (let y: usize = 0; y < 8; y++) {
    store<u8>(blueWork + y * STRIDE - 1, 129);
    store<u8>(redWork + y * STRIDE - 1, 129);
  }
  if (row > 0) {
    store<u8>(lumaWork - STRIDE - 1, 129);
    store<u8>(blueWork - STRIDE - 1, 129);
    store<u8>(redWork - STRIDE - 1, 129);
  } else {
    memory.fill(lumaWork - STRIDE - 1, 127, 21);
    memory.fill(blueWork - STRIDE - 1, 127, 9);
    memory.fill(redWork - STRIDE - 1, 127, 9);
  }
}

function bringEdges(column: i32): void {
  if (column > 0) {
    for (let y: usize = 0; y < 17; y++) {
      const line = lumaWork + y * STRIDE - STRIDE;
      store<u8>(line - 1, load<u8>(line + 15));
    }
    for (let y: usize = 0; y < 9; y++) {
      const line = blueWork + y * STRIDE - STRIDE;
      store<u8>(line - 1, load<u8>(line + 7));
      store<u8>(line + 15, load<u8>(line + 23));
    }
  }
  if (row > 0) {
    const edge = aboveEdges + <usize>column * 32;
    memory.copy(lumaWork - STRIDE, edge, 16);
    memory.copy(blueWork - STRIDE, edge + 16, 8);
    memory.copy(redWork - STRIDE, edge + 24, 8);
    // Sub-blocks see four pixels to the right of the block above. Beyond the last block there are none.
    if (column === columns - 1) memory.fill(lumaWork - STRIDE + 16, load<u8>(edge, 15), 4);
    else memory.copy(lumaWork - STRIDE + 16, edge + 32, 4);
  }
}

function keepEdges(column: i32): void {
  const edge = aboveEdges + <usize>column * 32;
  memory.copy(edge, lumaWork + 15 * STRIDE, 16);
  memory.copy(edge + 16, blueWork + 7 * STRIDE, 8);
  memory.copy(edge + 24, redWork + 7 * STRIDE, 8);
}

function predictWhole(block: usize, column: i32): void {
  predictBlock(lumaWork, 16, load<u8>(block), row > 0, column > 0);
  for (let i: usize = 0; i < 16; i++) addResidual(i, lumaWork + (i >> 2) * 4 * STRIDE + (i & 3) * 4);
}

function predictSubblocks(block: usize): void {
  // The lower sub-blocks of the right column see the same pixels as the highest.
  const right = load<u32>(lumaWork - STRIDE + 16);
  for (let y: usize = 1; y < 4; y++) store<u32>(lumaWork + (y * 4 - 1) * STRIDE + 16, right);
  for (let i: usize = 0; i < 16; i++) {
    const place = lumaWork + (i >> 2) * 4 * STRIDE + (i & 3) * 4;
    predictSubblock(place, load<u8>(block + i));
    addResidual(i, place);
  }
}

function addResidual(index: usize, place: usize): void {
  const contents = load<u8>(blockContents + index);
  if (contents === 2) addTransform(coefficients + index * 32, place);
  else if (contents === 1) addConstant(coefficients + index * 32, place);
}

function placeMacroblock(column: i32): void {
  const lumaPlace = luma + lumaStride * 16 + <usize>column * 16;
  for (let y: usize = 0; y < 16; y++) memory.copy(lumaPlace + y * lumaStride, lumaWork + y * STRIDE, 16);
  const chromaPlace = chromaStride * 8 + <usize>column * 8;
  for (let y: usize = 0; y < 8; y++) {
    store<u64>(blue + chromaPlace + y * chromaStride, load<u64>(blueWork + y * STRIDE));
    store<u64>(red + chromaPlace + y * chromaStride, load<u64>(redWork + y * STRIDE));
  }
}

function filterMacroblock(column: i32): void {
  const note = filtered + <usize>column * 8;
  const strength = <usize>load<u32>(note, 4);
  const limit = <i32>load<u8>(strength);
  if (limit === 0) return;
  const hasInner = load<u32>(note) !== 0;
  const place = luma + lumaStride * 16 + <usize>column * 16;
  if (filterKind === 1) {
    if (column > 0) simpleEdge(place, 1, lumaStride, 16, limit + 4);
    if (hasInner) for (let x: usize = 4; x < 16; x += 4) simpleEdge(place + x, 1, lumaStride, 16, limit);
    if (row > 0) simpleEdge(place, lumaStride, 1, 16, limit + 4);
    if (hasInner) for (let y: usize = 4; y < 16; y += 4) simpleEdge(place + y * lumaStride, lumaStride, 1, 16, limit);
    return;
  }
  const interior = <i32>load<u8>(strength, 1);
  const variance = <i32>load<u8>(strength, 2);
  const chroma = chromaStride * 8 + <usize>column * 8;
  if (column > 0) {
    normalEdge(place, 1, lumaStride, 16, limit + 4, interior, variance, false);
    normalEdge(blue + chroma, 1, chromaStride, 8, limit + 4, interior, variance, false);
    normalEdge(red + chroma, 1, chromaStride, 8, limit + 4, interior, variance, false);
  }
  if (hasInner) {
    for (let x: usize = 4; x < 16; x += 4) normalEdge(place + x, 1, lumaStride, 16, limit, interior, variance, true);
    normalEdge(blue + chroma + 4, 1, chromaStride, 8, limit, interior, variance, true);
    normalEdge(red + chroma + 4, 1, chromaStride, 8, limit, interior, variance, true);
  }
  if (row > 0) {
    normalEdge(place, lumaStride, 1, 16, limit + 4, interior, variance, false);
    normalEdge(blue + chroma, chromaStride, 1, 8, limit + 4, interior, variance, false);
    normalEdge(red + chroma, chromaStride, 1, 8, limit + 4, interior, variance, false);
  }
  if (hasInner) {
    for (let y: usize = 4; y < 16; y += 4) {
      normalEdge(place + y * lumaStride, lumaStride, 1, 16, limit, interior, variance, true);
    }
    normalEdge(blue + chroma + chromaStride * 4, chromaStride, 1, 8, limit, interior, variance, true);
    normalEdge(red + chroma + chromaStride * 4, chromaStride, 1, 8, limit, interior, variance, true);
  }
}
