import { unfilter } from "../../codecs/predictors.ts";
import type { Portions } from "../../meter/turns.ts";
import { inflateRows, type Shortfall } from "./inflate-rows.ts";
import { blankByte, type PngHeader } from "./png-header.ts";

interface Pass {
  left: number;
  top: number;
  stepX: number;
  stepY: number;
  columns: number;
  rows: number;
  rowBytes: number;
}

/** §8.1: the seven passes of Adam7. */
const PASSES = [
  { left: 0, top: 0, stepX: 8, stepY: 8 },
  { left: 4, top: 0, stepX: 8, stepY: 8 },
  { left: 0, top: 4, stepX: 4, stepY: 8 },
  { left: 2, top: 0, stepX: 4, stepY: 4 },
  { left: 0, top: 2, stepX: 2, stepY: 4 },
  { left: 1, top: 0, stepX: 2, stepY: 2 },
  { left: 0, top: 1, stepX: 1, stepY: 2 },
];

/** Bytes of even rows that are held at a time. */
const BAND_BYTES = 24 << 20;

/** The number of bands. The whole image is inflated once for each. */
export function bandsOf({ rowBytes, height }: PngHeader): number {
  return Math.max(1, Math.ceil((rowBytes * Math.ceil(height / 2)) / BAND_BYTES));
}

/** Bytes that `deinterlace` holds. */
export function bandBytes(header: PngHeader): number {
  return header.rowBytes * evenRowsPerBand(header);
}

/**
 * Gives the unfiltered rows of an interlaced image from the top. A row is valid only during the call. The image is
 * inflated once for each band of rows, and only the even rows of that band are held: all even rows of 24 megapixels
 * would be too much.
 */
export function* deinterlace(
  header: PngHeader,
  data: readonly Uint8Array[],
  onRow: (row: Uint8Array) => void,
  perBand = evenRowsPerBand(header),
): Portions<Shortfall | undefined> {
  const band = new Uint8Array(header.rowBytes * perBand);
  const passes = passesOf(header);
  let shortfall: Shortfall | undefined;
  for (let first = 0; first < Math.ceil(header.height / 2); first += perBand) {
    const count = Math.min(perBand, Math.ceil(header.height / 2) - first);
    const even = (index: number): Uint8Array =>
      band.subarray((index - first) * header.rowBytes, (index - first + 1) * header.rowBytes);
    // Pixels of less than a byte are combined with those already in the byte.
    band.fill(0);
    let given = first;
    shortfall = yield* eachPassRow(header, data, passes, (row, pass, y) => {
      const index = y >> 1;
      if (index < first || index >= first + count) return;
      // The odd rows come last and whole, so they need not be held.
      if (pass.stepX > 1) {
        place(row, pass, even(index), header);
        return;
      }
      onRow(even(index));
      onRow(row);
      given = index + 1;
    });
    // The last even row may be the last of all: then no odd row follows.
    for (; given < first + count; given++) onRow(even(given));
  }
  return shortfall;
}

function evenRowsPerBand(header: PngHeader): number {
  return Math.ceil(Math.ceil(header.height / 2) / bandsOf(header));
}

function passesOf(header: PngHeader): Pass[] {
  const bits = header.depth * header.channels;
  return PASSES.map((pass) => {
    const columns = Math.max(0, Math.ceil((header.width - pass.left) / pass.stepX));
    const rows = Math.max(0, Math.ceil((header.height - pass.top) / pass.stepY));
    return { ...pass, columns, rows, rowBytes: Math.ceil((columns * bits) / 8) };
  }).filter((pass) => pass.columns > 0 && pass.rows > 0);
}

/** Every row of every pass, unfiltered, with its place in the image. */
function eachPassRow(
  header: PngHeader,
  data: readonly Uint8Array[],
  passes: readonly Pass[],
  onRow: (row: Uint8Array, pass: Pass, y: number) => void,
): Portions<Shortfall | undefined> {
  let current = -1;
  let y = 0;
  let row = new Uint8Array(0);
  let previous = row;
  const take = (source: Uint8Array, at: number, index: number): void => {
    const pass = passes[index]!;
    if (index !== current) {
      current = index;
      y = pass.top;
      row = new Uint8Array(pass.rowBytes);
      previous = new Uint8Array(pass.rowBytes);
    }
    row.set(source.subarray(at + 1, at + 1 + pass.rowBytes));
    unfilter(source[at]!, row, 0, row.length, previous, 0, header.pixelBytes);
    onRow(row, pass, y);
    y += pass.stepY;
    [row, previous] = [previous, row];
  };
  return inflateRows(data, passes, take, blankByte(header));
}

function place(row: Uint8Array, pass: Pass, target: Uint8Array, header: PngHeader): void {
  const bits = header.depth * header.channels;
  if (bits < 8) placeBits(row, pass, target, bits);
  else placeBytes(row, pass, target, bits / 8);
}

function placeBytes(row: Uint8Array, { columns, left, stepX }: Pass, target: Uint8Array, size: number): void {
  let from = 0;
  for (let column = 0; column < columns; column++) {
    let to = (left + column * stepX) * size;
    for (let i = 0; i < size; i++) target[to++] = row[from++]!;
  }
}

function placeBits(row: Uint8Array, { columns, left, stepX }: Pass, target: Uint8Array, bits: number): void {
  const mask = (1 << bits) - 1;
  for (let column = 0; column < columns; column++) {
    const from = column * bits;
    const sample = (row[from >> 3]! >> (8 - bits - (from & 7))) & mask;
    const to = (left + column * stepX) * bits;
    target[to >> 3] = target[to >> 3]! | (sample << (8 - bits - (to & 7)));
  }
}
