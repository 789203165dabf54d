import type { Turns } from "../../meter/turns.ts";
import { tooLarge } from "../image-problem.ts";
import type { Allowance } from "./allowance.ts";
import type { ArithmeticDecoder } from "./arithmetic.ts";
import { Bitmap } from "./bitmap.ts";

/** A pixel beside the one that is decoded: x, y. */
export type Offset = readonly [number, number];

/**
 * The neighbours of a pixel that its context is made of (§6.2.5.3). `above` and `second` are those of the row above and
 * the one above that: how far they reach to either side. `adaptive` are the bits of those whose place may be chosen.
 */
interface Template {
  readonly size: number;
  readonly left: number;
  readonly above: number;
  readonly aboveRight: number;
  readonly second: number;
  readonly secondRight: number;
  readonly adaptive: readonly number[];
  readonly usual: readonly Offset[];
  /** The context of the bit that says whether a row is like the row above (figures 8 to 11). */
  readonly typical: number;
}

const TEMPLATES: readonly Template[] = [
  {
    ...{ size: 16, left: 4, above: 7, aboveRight: 3, second: 5, secondRight: 2, typical: 0x9b25 },
    adaptive: [4, 10, 11, 15],
    usual: [
      [3, -1],
      [-3, -1],
      [2, -2],
      [-2, -2],
    ],
  },
  {
    ...{ size: 13, left: 3, above: 6, aboveRight: 3, second: 4, secondRight: 2, typical: 0x0795 },
    adaptive: [3],
    usual: [[3, -1]],
  },
  {
    ...{ size: 10, left: 2, above: 5, aboveRight: 2, second: 3, secondRight: 1, typical: 0x00e5 },
    adaptive: [2],
    usual: [[2, -1]],
  },
  {
    ...{ size: 10, left: 4, above: 6, aboveRight: 2, second: 0, secondRight: -1, typical: 0x0195 },
    adaptive: [4],
    usual: [[2, -1]],
  },
];

export function genericContexts(template: number): Uint8Array {
  return new Uint8Array(1 << TEMPLATES[template]!.size);
}

/** How many pixels of the template have places that may be chosen. */
export function adaptiveCount(template: number): number {
  return TEMPLATES[template]!.adaptive.length;
}

export interface GenericOptions {
  readonly width: number;
  readonly height: number;
  readonly template: number;
  readonly adaptive: readonly Offset[];
  readonly isTypical?: boolean;
  /** Pixels that are not coded, and white. */
  readonly skip?: Bitmap | undefined;
}

/** Pixels of the rows that a context may reach to. */
const MAX_SCRATCH = 1 << 23;

/** Work of a row beside its pixels. */
const ROW_PIXELS = 5;

/** White pixels on both sides of a row, as far as a neighbour may be away. */
const MARGIN = 128;

/** §6.2: a bitmap, pixel by pixel. */
export function* genericRegion(
  decoder: ArithmeticDecoder,
  contexts: Uint8Array,
  { width, height, template: number, adaptive, isTypical = false, skip }: GenericOptions,
  allowance: Allowance,
): Turns<Bitmap> {
  const bitmap = new Bitmap(width, height, allowance);
  // There may be a million rows, whose bits tell nothing.
  if (width === 0) return bitmap;
  const template = TEMPLATES[number]!;
  const { left, above, aboveRight, second, secondRight } = template;
  const moved = template.adaptive.flatMap((bit, i) => {
    const [x, y] = adaptive[i]!;
    const [usualX, usualY] = template.usual[i]!;
    return x === usualX && y === usualY ? [] : [{ bit, x, y }];
  });
  const kept = moved.reduce((mask, { bit }) => mask & ~(1 << bit), -1);
  const count = 1 + Math.max(2, ...moved.map(({ y }) => -y));
  if (count * width > MAX_SCRATCH) throw tooLarge("A bitmap of the JBIG2 image is too wide.");
  allowance.spend((count * (width + 2 * MARGIN)) >> 4);
  const rows = Array.from({ length: count }, () => new Uint8Array(width + 2 * MARGIN));
  const [leftMask, aboveMask, secondMask] = [(1 << left) - 1, (1 << above) - 1, (1 << second) - 1];
  let isCopy = 0;
  for (let y = 0; y < height; y++) {
    if (allowance.isTurnOver) yield;
    allowance.coded(width);
    allowance.spend(ROW_PIXELS);
    const row = rows[y % count]!;
    const one = rows[(y + count - 1) % count]!;
    const two = rows[(y + count - 2) % count]!;
    if (isTypical) isCopy ^= decoder.bit(contexts, template.typical);
    if (isCopy === 1) {
      row.set(one);
      if (y > 0) bitmap.data.copyWithin(y * bitmap.stride, (y - 1) * bitmap.stride, y * bitmap.stride);
      continue;
    }
    // What was there `count` rows above must not be read as pixels to the right.
    row.fill(0);
    if (moved.length === 0 && !skip) {
      allowance.spend(decoder.row(contexts, template, { row, one, two, from: MARGIN, to: MARGIN + width }));
      bitmap.setRow(y, row, MARGIN);
      continue;
    }
    allowance.spend(width);
    const others = moved.map(({ bit, x, y: up }) => ({ bit, x, from: rows[(y + count + up) % count]! }));
    let before = 0;
    let middle = 0;
    let top = 0;
    for (let x = 0; x < aboveRight; x++) middle = (middle << 1) | one[MARGIN + x]!;
    for (let x = 0; x < secondRight; x++) top = (top << 1) | two[MARGIN + x]!;
    for (let x = MARGIN; x < MARGIN + width; x++) {
      middle = ((middle << 1) | one[x + aboveRight]!) & aboveMask;
      top = ((top << 1) | two[x + secondRight]!) & secondMask;
      let value = 0;
      if (skip === undefined || skip.get(x - MARGIN, y) === 0) {
        let context = (top << (left + above)) | (middle << left) | before;
        if (others.length > 0) {
          context &= kept;
          for (const other of others) context |= other.from[x + other.x]! << other.bit;
        }
        value = decoder.bit(contexts, context);
        row[x] = value;
      }
      before = ((before << 1) | value) & leftMask;
    }
    bitmap.setRow(y, row, MARGIN);
  }
  return bitmap;
}
