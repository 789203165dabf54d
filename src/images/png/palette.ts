import { corrupt } from "../../codecs/image-problem.ts";

export interface Palette {
  /** RGB triples. */
  table: Uint8Array;
  entries: number;
  transparency: PaletteTransparency;
}

/** What a PDF needs to show a palette's tRNS: nothing, a range of indices, or an alpha channel. */
export type PaletteTransparency =
  | { kind: "opaque" }
  | { kind: "range"; from: number; to: number }
  | { kind: "alpha"; table: Uint8Array };

export function readPalette(plte: Uint8Array | undefined, trns: Uint8Array | undefined, depth: number): Palette {
  if (!plte || plte.length === 0 || plte.length % 3 !== 0 || plte.length > 768) {
    throw corrupt("The PNG's palette is missing or damaged.");
  }
  const entries = Math.min(plte.length / 3, 1 << depth);
  const alphas = trns && trns.length <= plte.length / 3 ? trns.subarray(0, entries) : new Uint8Array(0);
  return { table: plte.subarray(0, entries * 3), entries, transparency: transparencyOf(alphas) };
}

function transparencyOf(alphas: Uint8Array): PaletteTransparency {
  const from = alphas.findIndex((alpha) => alpha < 255);
  if (from < 0) return { kind: "opaque" };
  const to = alphas.findLastIndex((alpha) => alpha < 255);
  // /Mask takes one range of indices, and all of it is fully transparent (ISO 32000-2 §8.9.6.4).
  if (alphas.subarray(from, to + 1).every((alpha) => alpha === 0)) return { kind: "range", from, to };
  const table = new Uint8Array(256).fill(255);
  table.set(alphas);
  return { kind: "alpha", table };
}
