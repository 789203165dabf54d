import type { Marks } from "./marks.ts";

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
  const last = end * 8 + 7 - trailingZeros(byte);
  marks.span(y, first, last);
  if (!marks.counts) return;
  for (let x = first; x <= last; x++) if (((row[x >> 3]! >> (7 - (x & 7))) & 1) === inkBit) marks.count(x, y);
}

function trailingZeros(byte: number): number {
  return 31 - Math.clz32(byte & -byte);
}
