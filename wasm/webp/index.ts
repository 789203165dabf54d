// The kernel's interface. A picture is put into the block that `openInput` returns, opened, and taken row by row.
// Damaged data traps; the host then throws the instance away.

import { outOfMemory, releaseAll, take } from "./arena";
import { encodeJpegRow, finishJpeg, jpegOutput, openJpeg } from "./jpeg";
import { colourOutput, convertColours, openColours } from "./vp8-colours";
import { columns, decodeRow, openFrame, rows } from "./vp8-frame";
import { steps } from "./vp8-header";

export { losslessAlphas, losslessColours, nextAlphaRow, nextLosslessRow, openAlpha, openLossless } from "./vp8l";
export { colourOutput, finishJpeg, jpegOutput, openColours, openJpeg };

/** Forgets the previous picture. Returns where the `size` bytes of the new one belong. */
export function openInput(size: usize): usize {
  releaseAll();
  return take(size + 16);
}

export function ranOutOfMemory(): bool {
  return outOfMemory;
}

let decoded: i32 = 0;

/** Returns the number of macroblock rows. */
export function openLossy(data: usize, size: usize): i32 {
  openFrame(data, size);
  decoded = 0;
  return rows;
}

/**
 * How coarsely the finest of the frame's segments is coded: its step of luma (AC), which is twice that of an
 * orthonormal DCT.
 */
export function lossyStep(): i32 {
  let finest = i32.MAX_VALUE;
  for (let i: usize = 0; i < 4; i++) finest = min(finest, load<i32>(steps + i * 24, 4));
  return finest;
}

export function lossyColumns(): i32 {
  return columns;
}

/** Completes the next macroblock row. A row is complete when the row below it has been decoded. */
function completeRow(): i32 {
  if (decoded === 0) decodeRow();
  decodeRow();
  return decoded++;
}

/** Returns the bytes of output for the next macroblock row. */
export function nextJpegRow(): usize {
  completeRow();
  return encodeJpegRow();
}

/** Returns the number of RGB rows in the output after the next macroblock row. */
export function nextColourRows(): i32 {
  return convertColours(completeRow());
}
