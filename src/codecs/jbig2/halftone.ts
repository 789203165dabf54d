import type { Turns } from "../../meter/turns.ts";
import { corrupt } from "../image-problem.ts";
import type { Allowance } from "./allowance.ts";
import { ArithmeticDecoder } from "./arithmetic.ts";
import { Bitmap } from "./bitmap.ts";
import { ByteReader } from "./byte-reader.ts";
import { adaptiveCount, genericContexts, genericRegion, type Offset } from "./generic.ts";
import { mmrRegion } from "./mmr.ts";
import { bitsOf } from "./symbols.ts";

/** A segment of the kind 16 (§7.4.4): the patterns beside each other, in one bitmap. */
export function* patternDictionary(data: Uint8Array, allowance: Allowance): Turns<Bitmap[]> {
  const reader = new ByteReader(data);
  const flags = reader.u8();
  const [width, height] = [reader.u8(), reader.u8()];
  const count = reader.u32() + 1;
  const template = (flags >> 1) & 3;
  const all = width * count;
  if (width === 0 || height === 0) throw wrong();
  const bitmap =
    (flags & 1) === 1
      ? (yield* mmrRegion(reader.rest(), all, height, allowance)).bitmap
      : yield* genericRegion(
          new ArithmeticDecoder(reader.rest()),
          genericContexts(template),
          { width: all, height, template, adaptive: offsets(template, [-width, 0]) },
          allowance,
        );
  return Array.from({ length: count }, (_, i) => bitmap.part(i * width, 0, width, height, allowance));
}

/** The data of a halftone region (§7.4.5), behind what each region has. */
export function* halftoneRegion(
  reader: ByteReader,
  width: number,
  height: number,
  patterns: readonly Bitmap[],
  allowance: Allowance,
): Turns<Bitmap> {
  const flags = reader.u8();
  const [columns, rows] = [reader.u32(), reader.u32()];
  const [left, top] = [reader.i32(), reader.i32()];
  const [stepX, stepY] = [reader.u16(), reader.u16()];
  const first = patterns[0];
  if (!first) throw wrong();
  const bitmap = new Bitmap(width, height, allowance);
  if (flags >> 7 === 1) bitmap.data.fill(0xff);
  const cells = columns * rows;
  // One side may be of any length.
  if (cells === 0) return bitmap;
  allowance.spend(cells * 8);
  if (cells > MAX_CELLS) throw wrong();
  const place = (column: number, row: number): Offset => [
    Math.floor((left + row * stepY + column * stepX) / 256),
    Math.floor((top + row * stepX - column * stepY) / 256),
  ];
  let skip: Bitmap | undefined;
  if ((flags & 8) !== 0) {
    skip = new Bitmap(columns, rows, allowance);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const [x, y] = place(column, row);
        const isOutside = x + first.width <= 0 || x >= width || y + first.height <= 0 || y >= height;
        if (isOutside) skip.data[row * skip.stride + (column >> 3)]! |= 0x80 >> (column & 7);
      }
    }
  }
  const bits = bitsOf(patterns.length, false);
  const values = yield* grayValues(reader.rest(), flags, columns, rows, bits, skip, allowance);
  for (let row = 0; row < rows; row++) {
    if (allowance.isTurnOver) yield;
    for (let column = 0; column < columns; column++) {
      const pattern = patterns[Math.min(values[row * columns + column]!, patterns.length - 1)]!;
      const [x, y] = place(column, row);
      bitmap.combine(pattern, x, y, (flags >> 4) & 7, allowance);
    }
  }
  return bitmap;
}

/** As many as two bytes each may be held for. */
const MAX_CELLS = 1 << 23;

/** Annex C: a value for each cell, plane by plane from the highest bit, in Gray code. */
function* grayValues(
  data: Uint8Array,
  flags: number,
  width: number,
  height: number,
  planes: number,
  skip: Bitmap | undefined,
  allowance: Allowance,
): Turns<Uint16Array> {
  if (planes > 16) throw wrong();
  const values = new Uint16Array(width * height);
  const isMmr = (flags & 1) === 1;
  const template = (flags >> 1) & 3;
  const decoder = new ArithmeticDecoder(isMmr ? new Uint8Array(0) : data);
  const contexts = genericContexts(template);
  const adaptive = offsets(template, template <= 1 ? [3, -1] : [2, -1]);
  let at = 0;
  for (let plane = 0; plane < planes; plane++) {
    let bitmap: Bitmap;
    if (isMmr) {
      const made = yield* mmrRegion(data.subarray(at), width, height, allowance);
      bitmap = made.bitmap;
      at += made.length;
    } else bitmap = yield* genericRegion(decoder, contexts, { width, height, template, adaptive, skip }, allowance);
    allowance.spend(width * height);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) values[i] = (values[i]! << 1) | (bitmap.get(x, y) ^ (values[i]! & 1));
    }
  }
  return values;
}

function offsets(template: number, first: Offset): Offset[] {
  const others: Offset[] = [
    [-3, -1],
    [2, -2],
    [-2, -2],
  ];
  return [first, ...others].slice(0, adaptiveCount(template));
}

function wrong() {
  return corrupt("A halftone of the JBIG2 image is damaged.");
}
