import type { Classify } from "./classify.ts";
import type { TakeRow } from "./decoded-rows.ts";
import type { Marks } from "./marks.ts";

/** How many samples inside the box are looked at together, to see whether a row has any ink. */
const STEP = 128;

/**
 * Marks the ink of rows. It looks only at samples that may widen the box: those to its left and right, and inside it
 * only until one shows that the row is not blank.
 */
export function rowMarker(classify: Classify, marks: Marks): TakeRow {
  const { width } = marks;
  const ink = new Uint8Array(width + 1);
  const firstInk = (row: Uint8Array, from: number, to: number): number => {
    classify(row, ink, from, to);
    ink[to] = 1;
    const found = ink.indexOf(1, from);
    return found < to ? found : -1;
  };
  const isBlankInside = (row: Uint8Array): boolean => {
    for (let from = marks.left; from <= marks.right; from += STEP) {
      if (firstInk(row, from, Math.min(from + STEP, marks.right + 1)) >= 0) return false;
    }
    return true;
  };
  return (row, y) => {
    if (marks.wantsRows || marks.right < 0) {
      classify(row, ink, 0, width);
      marks.row(y, ink.subarray(0, width));
      return;
    }
    const left = firstInk(row, 0, marks.left);
    const after = marks.right + 1;
    const right = firstInk(row, after, width) < 0 ? -1 : ink.lastIndexOf(1, width - 1);
    if (left < 0 && right < 0 && isBlankInside(row)) return;
    marks.span(y, left < 0 ? marks.left : left, right < 0 ? marks.right : right);
  };
}

/**
 * Marks rows of one bit a sample, whose ink has the value `inkBit`. Each row is searched from both ends, a byte at a
 * time.
 */
export function bilevelRow(row: Uint8Array, y: number, width: number, inkBit: number, marks: Marks): void {
  const paper = inkBit === 1 ? 0x00 : 0xff;
  const bytes = (width + 7) >> 3;
  let at = 0;
  while (at < bytes && row[at] === paper) at++;
  if (at === bytes) return;
  const first = at * 8 + Math.clz32((row[at]! ^ paper) << 24);
  if (first >= width) return;
  let end = bytes - 1;
  // Bits beyond the width mean nothing.
  const tail = (width & 7) === 0 ? 0xff : (0xff00 >> (width & 7)) & 0xff;
  let byte = (row[end]! ^ paper) & tail;
  while (byte === 0) byte = row[--end]! ^ paper;
  const last = end * 8 - 24 + Math.clz32(byte & -byte);
  marks.span(y, first, last);
  if (marks.counts) countRuns(row, y, [first, last], paper, marks);
}

/** Counts the runs of ink, whose first and last samples are known. Most bytes have no paper, or no ink. */
function countRuns(row: Uint8Array, y: number, [first, last]: readonly [number, number], paper: number, marks: Marks) {
  let from = -1;
  for (let at = first >> 3; at <= last >> 3; at++) {
    const ink = row[at]! ^ paper;
    if (ink === (from < 0 ? 0x00 : 0xff)) continue;
    for (let x = Math.max(at * 8, first); x < at * 8 + 8 && x <= last; x++) {
      const isInk = ((ink >> (7 - (x & 7))) & 1) === 1;
      if (isInk === from >= 0) continue;
      if (isInk) from = x;
      else {
        marks.run(y, from, x - 1);
        from = -1;
      }
    }
  }
  marks.run(y, from, last);
}
