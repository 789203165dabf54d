import type { Turns } from "../../meter/turns.ts";
import { FAX_COLUMNS, giveBack, openFax } from "../fax/fax-kernels.ts";
import { corrupt, tooLarge } from "../image-problem.ts";
import type { Allowance } from "./allowance.ts";
import { Bitmap } from "./bitmap.ts";

/** T.6 §2.4.1.1: the end of the facsimile block. */
const END_OF_BLOCK = 0x001001;
const END_BITS = 24;

/** §6.2.6: a bitmap coded as Group 4 is, and how many bytes it takes. */
export function* mmrRegion(
  data: Uint8Array,
  width: number,
  height: number,
  allowance: Allowance,
): Turns<{ bitmap: Bitmap; length: number }> {
  const bitmap = new Bitmap(width, height, allowance);
  if (width === 0 || height === 0) return { bitmap, length: 0 };
  if (width > FAX_COLUMNS) throw tooLarge("A bitmap of the JBIG2 image is too wide.");
  const bench = openFax(data, { kind: "group4", columns: width, twoDimensional: false });
  const { kernel } = bench;
  for (let y = 0; y < height; ) {
    if (allowance.isTurnOver) yield;
    const wanted = Math.min(height - y, kernel.paintRoom());
    allowance.spend(wanted * (bitmap.stride + 8));
    if (kernel.paint(wanted) < wanted) throw corrupt("A bitmap of the JBIG2 image is damaged.");
    const painted = new Uint8Array(kernel.memory.buffer, kernel.paintPlace(), wanted * bitmap.stride);
    bitmap.data.set(painted, y * bitmap.stride);
    y += wanted;
  }
  const length = kernel.consumed();
  giveBack(bench);
  return { bitmap, length: behindEnd(data, length) };
}

/** Behind the rows there may be the end of the block, which begins in the last byte of the rows or behind it. */
function behindEnd(data: Uint8Array, length: number): number {
  const from = Math.max(0, length - 1);
  let bits = 0;
  for (let i = 0; i < 8 + END_BITS; i++) {
    const byte = data[from + (i >> 3)] ?? 0xff;
    bits = ((bits << 1) | ((byte >> (7 - (i & 7))) & 1)) & 0xffffff;
    if (i >= END_BITS && bits === END_OF_BLOCK) return from + ((i + 8) >> 3);
  }
  return length;
}
