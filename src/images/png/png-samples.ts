import type { Palette } from "./palette.ts";
import { hasAlphaChannel, type PngHeader } from "./png-header.ts";

/** Writes a row of unfiltered samples to `target` as RGBA; gray gives three equal colours. */
export type ToRgba = (row: Uint8Array, target: Uint8Array) => void;

/** Makes 8-bit RGBA for a canvas; palettes and transparent colours are looked up. */
export function rgbaOf(
  { width, depth, channels, ...header }: PngHeader,
  palette: Palette | undefined,
  key: readonly number[] | undefined,
): ToRgba {
  const sample = sampleReader(depth);
  if (palette) {
    const { table, entries, transparency } = palette;
    const alphaOf = (index: number): number => {
      if (transparency.kind === "alpha") return transparency.table[index]!;
      return transparency.kind === "range" && index >= transparency.from && index <= transparency.to ? 0 : 255;
    };
    return (row, target) => {
      for (let x = 0; x < width; x++) {
        const index = sample(row, x);
        const isThere = index < entries;
        for (let c = 0; c < 3; c++) target[x * 4 + c] = isThere ? table[index * 3 + c]! : 0;
        target[x * 4 + 3] = alphaOf(index);
      }
    };
  }
  const hasAlpha = hasAlphaChannel({ width, depth, channels, ...header });
  const colours = hasAlpha ? channels - 1 : channels;
  const scale = 255 / (2 ** depth - 1);
  return (row, target) => {
    for (let x = 0, from = 0; x < width; x++, from += channels) {
      let isKey = key !== undefined;
      for (let c = 0; c < 3; c++) {
        const value = sample(row, from + (colours === 3 ? c : 0));
        isKey &&= value === key?.[colours === 3 ? c : 0];
        target[x * 4 + c] = Math.round(value * scale);
      }
      target[x * 4 + 3] = hasAlpha ? Math.round(sample(row, from + colours) * scale) : isKey ? 0 : 255;
    }
  };
}

function sampleReader(depth: number): (row: Uint8Array, index: number) => number {
  if (depth === 8) return (row, index) => row[index]!;
  if (depth === 16) return (row, index) => (row[index * 2]! << 8) | row[index * 2 + 1]!;
  const mask = (1 << depth) - 1;
  return (row, index) => {
    const bit = index * depth;
    return (row[bit >> 3]! >> (8 - depth - (bit & 7))) & mask;
  };
}
