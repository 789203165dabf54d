import { unsupported } from "../../../codecs/image-problem.ts";
import type { Layout } from "../tiff-layout.ts";

/** Writes `count` samples of a row to `out`, at `first`, `first + step` and so on. */
export type ReadSamples = (
  row: Uint8Array,
  at: number,
  count: number,
  out: Uint16Array,
  first: number,
  step: number,
) => void;

/** PDF has samples of 8 and 16 bits; other depths are widened to the next of these. */
export function widenedBits(layout: Layout): 8 | 16 {
  return layout.bits <= 8 && layout.format !== "float" ? 8 : 16;
}

/** Samples of any depth, scaled to the full range of `widenedBits`. */
export function sampleReader(layout: Layout): ReadSamples {
  const { bits, format } = layout;
  if (format === "signed") return signedReader(layout);
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

/**
 * The file does not say which values are black and white. As in libtiff and libvips, values from zero on are shown as
 * if they were unsigned; negative values are black.
 */
function signedReader(layout: Layout): ReadSamples {
  const { bits } = layout;
  const read = sampleReader({ ...layout, format: "unsigned" });
  // Widening keeps the sign in the highest bit.
  const sign = widenedBits(layout) === 8 ? 0x80 : 0x8000;
  if (bits < 2) throw unsupported("A TIFF of signed samples of 1 bit is not supported.");
  return (row, at, count, out, first, step) => {
    read(row, at, count, out, first, step);
    for (let i = 0, to = first; i < count; i++, to += step) if (out[to]! & sign) out[to] = 0;
  };
}

/** Samples of up to 16 bits as they are, for indices of a palette. */
export function indexReader(layout: Layout): ReadSamples {
  if (layout.format !== "unsigned")
    throw unsupported("A TIFF palette with indices that are not unsigned is not supported.");
  if (layout.bits === 8) return readBytes;
  return layout.bits === 16 ? topBytesReader(layout) : packedReader(layout.bits);
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

/** Depths other than whole bytes are packed high bit first, in either byte order of the file (TIFF 6.0 §8). */
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
