import type { DibHeader } from "./dib.ts";
import type { TakeIndices } from "./write.ts";

const END_OF_LINE = 0;
const END_OF_BITMAP = 1;
const MOVE = 2;

/** RLE8 and RLE4: runs and literals, row by row. Pixels that are skipped have the palette's first colour. */
export function runLengthRows({ width, height, bits }: DibHeader, data: Uint8Array, take: TakeIndices): void {
  let row = new Uint8Array(width);
  let x = 0;
  let y = 0;
  let at = 0;
  const put = (index: number): void => {
    if (x < width) row[x++] = index;
  };
  const nextRow = (): void => {
    if (y++ < height) take(row);
    row = new Uint8Array(width);
  };
  while (at + 1 < data.length && y < height) {
    const count = data[at++]!;
    const value = data[at++]!;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(bits === 8 ? value : i & 1 ? value & 15 : value >> 4);
    } else if (value === END_OF_LINE) {
      nextRow();
      x = 0;
    } else if (value === END_OF_BITMAP) {
      // Rows that were never begun are left empty on purpose.
      while (y < height) nextRow();
    } else if (value === MOVE) {
      x += data[at] ?? 0;
      for (let rows = data[at + 1] ?? 0; rows > 0 && y < height; rows--) nextRow();
      at += 2;
    } else {
      const bytes = Math.ceil((value * bits) / 8);
      for (let i = 0; i < value; i++) {
        const byte = data[at + (bits === 8 ? i : i >> 1)] ?? 0;
        put(bits === 8 ? byte : i & 1 ? byte & 15 : byte >> 4);
      }
      at += bytes + (bytes & 1);
    }
  }
  // The last row has data, but not to its end.
  if (x > 0 && y < height) nextRow();
}
