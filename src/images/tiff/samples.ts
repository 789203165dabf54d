import { unsupported } from "../image.ts";
import type { Layout } from "./layout.ts";

/** Writes `count` samples of a row to `out`, one at every `step`, from `first` on. */
export type ReadSamples = (
  row: Uint8Array,
  at: number,
  count: number,
  out: Uint16Array,
  first: number,
  step: number,
) => void;

/** PDF has samples of 8 and 16 bits; odd depths widen to the next of them. */
export function widenedBits(layout: Layout): 8 | 16 {
  return layout.bits <= 8 && layout.format !== "float" ? 8 : 16;
}

/** Samples of any depth, scaled to the full range of `widenedBits`. */
export function sampleReader(layout: Layout): ReadSamples {
  const { bits, format } = layout;
  if (format === "float") return floatReader(layout);
  if (format === "signed") {
    throw unsupported(
      "A TIFF of signed samples is not supported: it does not say which value is black and which is white.",
    );
  }
  const target = widenedBits(layout) === 8 ? 255 : 65535;
  if (bits === 8) return readBytes;
  if (bits === 16 || bits === 24 || bits === 32) return topBytesReader(layout);
  if (bits < 16) {
    const read = packedReader(bits);
    const top = (1 << bits) - 1;
    const scaled = Uint16Array.from({ length: top + 1 }, (_, value) => Math.round((value * target) / top));
    return (row, at, count, out, first, step) => {
      read(row, at, count, out, first, step);
      for (let i = 0, to = first; i < count; i++, to += step) out[to] = scaled[out[to]!]!;
    };
  }
  throw unsupported(`A TIFF with ${bits}-bit samples is not supported.`);
}

/** Samples of up to 16 bits as they are: indices of a palette. */
export function indexReader(layout: Layout): ReadSamples {
  if (layout.format !== "unsigned")
    throw unsupported("A TIFF palette with indices that are not unsigned is not supported.");
  if (layout.bits === 8) return readBytes;
  if (layout.bits === 16) return topBytesReader(layout);
  if (layout.bits < 16) return packedReader(layout.bits);
  throw unsupported(`A TIFF palette with ${layout.bits}-bit indices is not supported.`);
}

const readBytes: ReadSamples = (row, at, count, out, first, step) => {
  for (let i = 0, to = first; i < count; i++, to += step) out[to] = row[at + i]!;
};

/** Whole bytes: the 16 highest bits, which is all that PDF can hold. */
function topBytesReader(layout: Layout): ReadSamples {
  const size = layout.bits >> 3;
  const high = layout.directory.file.littleEndian ? size - 1 : 0;
  const low = layout.directory.file.littleEndian ? size - 2 : 1;
  return (row, at, count, out, first, step) => {
    for (let i = 0, to = first, from = at; i < count; i++, to += step, from += size) {
      out[to] = (row[from + high]! << 8) | row[from + low]!;
    }
  };
}

/** Depths that are no whole bytes are packed high bit first, in either byte order of the file (TIFF 6.0 §8). */
function packedReader(bits: number): ReadSamples {
  const mask = (1 << bits) - 1;
  return (row, at, count, out, first, step) => {
    let buffer = 0;
    let held = 0;
    let from = at;
    for (let i = 0, to = first; i < count; i++, to += step) {
      while (held < bits) {
        buffer = ((buffer << 8) | row[from++]!) & 0xffffff;
        held += 8;
      }
      held -= bits;
      out[to] = (buffer >> held) & mask;
    }
  };
}

/** Black is 0 and white 1, as renderers and ImageMagick take it; what lies beyond is clipped. */
function floatReader(layout: Layout): ReadSamples {
  const { littleEndian } = layout.directory.file;
  const size = layout.bits >> 3;
  const value = floatAt(layout.bits, littleEndian);
  return (row, at, count, out, first, step) => {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength);
    for (let i = 0, to = first, from = at; i < count; i++, to += step, from += size) {
      const sample = value(view, from);
      out[to] = sample > 0 ? Math.min(Math.round(sample * 65535), 65535) : 0;
    }
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
