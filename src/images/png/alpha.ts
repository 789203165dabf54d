import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import type { Portions } from "../../meter/turns.ts";
import { inflateRows, type Shortfall } from "./inflate-rows.ts";
import type { PngHeader } from "./png-header.ts";

export interface SplitData {
  colour: Uint8Array[];
  /** Undefined when every pixel is opaque. */
  alpha: Uint8Array[] | undefined;
  shortfall: Shortfall | undefined;
}

/**
 * Splits gray+alpha or RGBA rows into colour rows and alpha rows without undoing their filters. A PNG filter combines
 * each byte with the same byte of neighbouring pixels, so both halves stay correctly filtered, with the same filter
 * byte and their own pixel size.
 */
export function* splitFilteredAlpha(header: PngHeader, data: readonly Uint8Array[]): Portions<SplitData> {
  const sampleBytes = header.depth / 8;
  const colourBytes = header.pixelBytes - sampleBytes;
  const colour = new RowEncoder(header.width * colourBytes, "given");
  const alpha = new RowEncoder(header.width * sampleBytes, "given");
  const { width } = header;
  let opaque = true;
  let first = true;
  const split = splitter(colourBytes, sampleBytes);
  const shortfall = yield* inflateRows(data, [{ rowBytes: header.rowBytes, rows: header.height }], (row, at) => {
    const toColour = colour.filtered();
    const toAlpha = alpha.filtered();
    const filter = row[at]!;
    toColour.target[toColour.at] = filter;
    toAlpha.target[toAlpha.at] = filter;
    split(row, at + 1, toColour.target, toColour.at + 1, toAlpha.target, toAlpha.at + 1, width);
    opaque &&= isOpaqueRow(filter, toAlpha.target, toAlpha.at + 1, width * sampleBytes, sampleBytes, first);
    first = false;
  });
  return { colour: colour.end(), alpha: opaque ? undefined : alpha.end(), shortfall };
}

type Split = (
  row: Uint8Array,
  at: number,
  colour: Uint8Array,
  colourAt: number,
  alpha: Uint8Array,
  alphaAt: number,
  width: number,
) => void;

export function splitter(colourBytes: number, alphaBytes: number): Split {
  if (colourBytes === 3) return splitRgba8;
  return (row, at, colour, colourAt, alpha, alphaAt, width) => {
    let from = at;
    let c = colourAt;
    let a = alphaAt;
    for (let x = 0; x < width; x++) {
      for (let i = 0; i < colourBytes; i++) colour[c++] = row[from++]!;
      for (let i = 0; i < alphaBytes; i++) alpha[a++] = row[from++]!;
    }
  };
}

/** The common case, unrolled: an RGBA image spends most of its time here. */
const splitRgba8: Split = (row, at, colour, colourAt, alpha, alphaAt, width) => {
  let from = at;
  let c = colourAt;
  for (let x = 0; x < width; x++) {
    colour[c] = row[from]!;
    colour[c + 1] = row[from + 1]!;
    colour[c + 2] = row[from + 2]!;
    alpha[alphaAt + x] = row[from + 3]!;
    from += 4;
    c += 3;
  }
};

/**
 * Whether a filtered alpha row is opaque. The rows above it must be: each filter then turns an opaque row into one
 * known pattern of bytes.
 */
function isOpaqueRow(
  filter: number,
  row: Uint8Array,
  at: number,
  length: number,
  sampleBytes: number,
  isFirst: boolean,
): boolean {
  const { head, rest } = opaquePattern(filter, isFirst);
  for (let i = 0; i < sampleBytes; i++) if (row[at + i] !== head) return false;
  for (let i = sampleBytes; i < length; i++) if (row[at + i] !== rest) return false;
  return true;
}

function opaquePattern(filter: number, isFirst: boolean): { head: number; rest: number } {
  switch (filter) {
    case 0:
      return { head: 255, rest: 255 };
    case 1:
      return { head: 255, rest: 0 };
    case 2:
      return isFirst ? { head: 255, rest: 255 } : { head: 0, rest: 0 };
    case 3:
      return isFirst ? { head: 255, rest: 128 } : { head: 128, rest: 0 };
    default:
      return isFirst ? { head: 255, rest: 0 } : { head: 0, rest: 0 };
  }
}
