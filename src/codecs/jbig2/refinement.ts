import type { Turns } from "../../meter/turns.ts";
import type { Allowance } from "./allowance.ts";
import type { ArithmeticDecoder } from "./arithmetic.ts";
import { Bitmap } from "./bitmap.ts";
import type { Offset } from "./generic.ts";

export interface RefinementOptions {
  readonly width: number;
  readonly height: number;
  readonly template: number;
  /** The two pixels of template 0 whose places may be chosen: of the new bitmap, and of the reference. */
  readonly adaptive: readonly Offset[];
  readonly isTypical?: boolean;
}

/** A refined pixel costs as much as that many of a generic region. */
const REFINED_PIXELS = 8;

export function refinementContexts(template: number): Uint8Array {
  return new Uint8Array(template === 0 ? 1 << 13 : 1 << 10);
}

/** §6.3: a bitmap coded by what it has more than another, which lies at (left, top) of it. */
export function* refinementRegion(
  decoder: ArithmeticDecoder,
  contexts: Uint8Array,
  { width, height, template, adaptive, isTypical = false }: RefinementOptions,
  reference: Bitmap,
  left: number,
  top: number,
  allowance: Allowance,
): Turns<Bitmap> {
  const bitmap = new Bitmap(width, height, allowance);
  const [[ownX, ownY], [otherX, otherY]] = template === 0 ? [adaptive[0]!, adaptive[1]!] : USUAL;
  const context = (x: number, y: number): number => {
    const [u, v] = [x - left, y - top];
    const near =
      bitmap.get(x - 1, y) |
      (bitmap.get(x + 1, y - 1) << 1) |
      (bitmap.get(x, y - 1) << 2) |
      (bitmap.get(x + ownX, y + ownY) << 3);
    const around = reference.get(u + 1, v + 1) | (reference.get(u, v + 1) << 1);
    const middle = reference.get(u + 1, v) | (reference.get(u, v) << 1) | (reference.get(u - 1, v) << 2);
    if (template !== 0) return near | (around << 4) | (middle << 6) | (reference.get(u, v - 1) << 9);
    return (
      near |
      (around << 4) |
      (reference.get(u - 1, v + 1) << 6) |
      (middle << 7) |
      (reference.get(u + 1, v - 1) << 10) |
      (reference.get(u, v - 1) << 11) |
      (reference.get(u + otherX, v + otherY) << 12)
    );
  };
  /** The colour of the reference around the pixel, where it is the same (§6.3.5.6). */
  const same = (x: number, y: number): number | undefined => {
    const [u, v] = [x - left, y - top];
    const colour = reference.get(u, v);
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) if (reference.get(u + dx, v + dy) !== colour) return undefined;
    }
    return colour;
  };
  let isSame = 0;
  for (let y = 0; y < height; y++) {
    if (allowance.isTurnOver) yield;
    allowance.spend(width * REFINED_PIXELS);
    if (isTypical) isSame ^= decoder.bit(contexts, template === 0 ? 0x100 : 0x80);
    for (let x = 0; x < width; x++) {
      const value = (isSame === 1 ? same(x, y) : undefined) ?? decoder.bit(contexts, context(x, y));
      if (value === 1) bitmap.data[y * bitmap.stride + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return bitmap;
}

const USUAL: readonly [Offset, Offset] = [
  [-1, -1],
  [-1, -1],
];
