import type { PngHeader } from "./header.ts";
import { inflateRows } from "./rows.ts";
import { unfilter } from "./unfilter.ts";

interface Pass {
  left: number;
  top: number;
  stepX: number;
  stepY: number;
}

/** §8.1: the seven passes of Adam7. */
const PASSES: readonly Pass[] = [
  { left: 0, top: 0, stepX: 8, stepY: 8 },
  { left: 4, top: 0, stepX: 8, stepY: 8 },
  { left: 0, top: 4, stepX: 4, stepY: 8 },
  { left: 2, top: 0, stepX: 4, stepY: 4 },
  { left: 0, top: 2, stepX: 2, stepY: 4 },
  { left: 1, top: 0, stepX: 2, stepY: 2 },
  { left: 0, top: 1, stepX: 1, stepY: 2 },
];

/** The unfiltered rows of an interlaced image, one after the other: the one layout of PNG that needs all at once. */
export function deinterlace(header: PngHeader, data: readonly Uint8Array[]): Uint8Array {
  const bits = header.depth * header.channels;
  const pixels = new Uint8Array(header.rowBytes * header.height);
  const passes = PASSES.map((pass) => ({
    ...pass,
    columns: Math.ceil((header.width - pass.left) / pass.stepX),
    rows: Math.ceil((header.height - pass.top) / pass.stepY),
  }))
    .filter((pass) => pass.columns > 0 && pass.rows > 0)
    .map((pass) => ({ ...pass, rowBytes: Math.ceil((pass.columns * bits) / 8) }));
  const place = bits < 8 ? placeBits : placeBytes;
  let current = -1;
  let y = 0;
  let row = new Uint8Array(0);
  let previous = row;
  inflateRows(data, passes, (source, at, index) => {
    const pass = passes[index]!;
    if (index !== current) {
      current = index;
      y = pass.top;
      row = new Uint8Array(pass.rowBytes);
      previous = new Uint8Array(pass.rowBytes);
    }
    row.set(source.subarray(at + 1, at + 1 + pass.rowBytes));
    unfilter(source[at]!, row, previous, header.pixelBytes);
    place(row, pass.columns, pixels, y * header.rowBytes, pass.left, pass.stepX, bits);
    y += pass.stepY;
    [row, previous] = [previous, row];
  });
  return pixels;
}

function placeBytes(
  row: Uint8Array,
  columns: number,
  pixels: Uint8Array,
  rowAt: number,
  left: number,
  stepX: number,
  bits: number,
): void {
  const size = bits / 8;
  let from = 0;
  for (let column = 0; column < columns; column++) {
    let to = rowAt + (left + column * stepX) * size;
    for (let i = 0; i < size; i++) pixels[to++] = row[from++]!;
  }
}

function placeBits(
  row: Uint8Array,
  columns: number,
  pixels: Uint8Array,
  rowAt: number,
  left: number,
  stepX: number,
  bits: number,
): void {
  const mask = (1 << bits) - 1;
  for (let column = 0; column < columns; column++) {
    const from = column * bits;
    const sample = (row[from >> 3]! >> (8 - bits - (from & 7))) & mask;
    const to = (left + column * stepX) * bits;
    const byte = rowAt + (to >> 3);
    pixels[byte] = pixels[byte]! | (sample << (8 - bits - (to & 7)));
  }
}
