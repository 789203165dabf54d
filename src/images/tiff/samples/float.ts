import { unsupported } from "../../../codecs/image-problem.ts";
import type { Layout } from "../tiff-layout.ts";
import type { ReadSamples } from "./tiff-samples.ts";

/** Reads samples of floating point, whose range must be known first. */
export interface FloatReader {
  readonly read: ReadSamples;
  /** Looks at all samples before any is read: see `range`. */
  readonly measure: (row: Uint8Array, at: number, count: number) => void;
}

/** Values of at most this average are levels of light: most lie between 0 and 1, and a few are highlights. */
const MAX_MEAN = 2;

/**
 * Black is 0 and white is 1, as for renderers and ImageMagick; other values are clipped. A page with a far higher
 * average holds bytes (up to 255) or measurements, and would come out white. Of bytes, 255 is white. Of measurements,
 * the highest is white and the lowest is black.
 */
export function floatReader(layout: Layout): FloatReader {
  const { littleEndian } = layout.directory.file;
  const size = layout.bits >> 3;
  const value = floatAt(layout.bits, littleEndian);
  const range = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, sum: 0, count: 0 };
  return {
    read(row, at, count, out, first, step) {
      const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
      const isLight = range.sum <= MAX_MEAN * range.count;
      const black = !isLight && range.high > 255 ? range.low : 0;
      const white = isLight ? 1 : Math.max(range.high, 255);
      const scale = 65535 / (white - black || 1);
      for (let i = 0, to = first, from = at; i < count; i++, to += step, from += size) {
        const sample = (value(view, from) - black) * scale;
        out[to] = sample > 0 ? Math.min(Math.round(sample), 65535) : 0;
      }
    },
    measure(row, at, count) {
      const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
      for (let i = 0, from = at; i < count; i++, from += size) {
        const sample = value(view, from);
        if (!Number.isFinite(sample)) continue;
        if (sample < range.low) range.low = sample;
        if (sample > range.high) range.high = sample;
        range.sum += sample;
        range.count++;
      }
    },
  };
}

function floatAt(bits: number, littleEndian: boolean): (view: DataView, at: number) => number {
  if (bits === 16) return (view, at) => halfFloat(view.getUint16(at, littleEndian));
  if (bits === 32) return (view, at) => view.getFloat32(at, littleEndian);
  if (bits === 64) return (view, at) => view.getFloat64(at, littleEndian);
  throw unsupported(`A TIFF with ${bits}-bit floating point samples is not supported.`);
}

/** IEEE 754 binary16. */
function halfFloat(half: number): number {
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  const size =
    exponent === 0 ? fraction / 2 ** 24 : exponent === 31 ? Infinity : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return half & 0x8000 ? -size : size;
}
