import { FAX_COLUMNS } from "../../../codecs/fax/fax-kernels.ts";
import { corrupt, unsupported } from "../../../codecs/image-problem.ts";
import { indexed } from "../../write/colour.ts";
import { tagCount, tagValue } from "../directory.ts";
import type { Band, PixelRows } from "../pixel-rows.ts";
import { type Layout, otherColours, PHOTOMETRIC } from "../tiff-layout.ts";
import {
  alphaSample,
  directRow,
  gatherer,
  gatherSamples,
  isDirect,
  pack,
  rowOfSamples,
  unmultiply,
} from "./row-samples.ts";
import { indexReader, type ReadSamples, sampleReader, widenedBits } from "./tiff-samples.ts";
import { yCbCrRows } from "./ycbcr.ts";

const TAG_INK_SET = 332;

export function pixelRows(layout: Layout): PixelRows {
  switch (layout.photometric) {
    case PHOTOMETRIC.whiteIsZero:
    case PHOTOMETRIC.blackIsZero:
    case PHOTOMETRIC.mask:
      return colourRows(layout, 1);
    case PHOTOMETRIC.rgb:
      return colourRows(layout, 3);
    case PHOTOMETRIC.palette:
      return paletteRows(layout);
    case PHOTOMETRIC.separated:
      if ((tagValue(layout.directory, TAG_INK_SET) ?? 1) !== 1) {
        throw unsupported("A TIFF with inks other than cyan, magenta, yellow and black is not supported.");
      }
      return colourRows(layout, 4);
    case PHOTOMETRIC.yCbCr:
      return yCbCrRows(layout);
    case PHOTOMETRIC.cieLab:
    case PHOTOMETRIC.iccLab:
      return labRows(layout);
    default:
      throw otherColours(layout.photometric);
  }
}

function colourRows(layout: Layout, components: 1 | 3 | 4): PixelRows {
  if (layout.samples < components) {
    throw corrupt(`The TIFF has ${layout.samples} samples per pixel, its colours need ${components}.`);
  }
  const inverted = layout.photometric === PHOTOMETRIC.whiteIsZero;
  const common = { components, decode: inverted ? [1, 0] : undefined, layout, rowsPerBandRow: 1 };
  if (isDirect(layout, components)) {
    const bilevel = components === 1 && layout.bits === 1 && layout.width <= FAX_COLUMNS;
    return { ...common, bits: layout.bits, blackBit: bilevel ? (inverted ? 1 : 0) : undefined, convert: directRow };
  }
  const alpha = alphaSample(layout, components);
  const bits = widenedBits(layout);
  const floats = layout.format === "float" ? floatReader(layout) : undefined;
  const read = floats?.read ?? sampleReader(layout);
  const gathered = rowOfSamples(layout);
  const colour = new Uint8Array((layout.width * components * bits) / 8);
  const mask = alpha && new Uint8Array((layout.width * bits) / 8);
  return {
    ...common,
    bits,
    ...(floats && {
      measure(band: Band, row: number) {
        const count = layout.width * (layout.planar ? 1 : layout.samples);
        for (const plane of band.planes) floats.measure(plane, row * band.rowBytes, count);
      },
    }),
    convert(band, row) {
      gatherSamples(layout, band, row, read, gathered);
      if (alpha?.premultiplied) unmultiply(gathered, layout.samples, components, alpha.index, bits === 8 ? 255 : 65535);
      for (let c = 0; c < components; c++) pack(gathered, c, layout.samples, colour, c, components, bits, layout.width);
      if (mask) pack(gathered, alpha.index, layout.samples, mask, 0, 1, bits, layout.width);
      return { colour, at: 0, alpha: mask };
    },
  };
}

/** PDF has the same space: only the signs of a* and b* must be moved (TIFF 6.0 §23, ISO 32000-2 §8.6.5.4). */
function labRows(layout: Layout): PixelRows {
  const { samples, bits, photometric } = layout;
  if (samples < 3) throw corrupt(`The TIFF has ${samples} samples per pixel, its colours need 3.`);
  if (samples > 3) throw otherColours(photometric, " with alpha or other samples beside the colours");
  if (bits !== 8) throw otherColours(photometric, ` with ${bits} bits per sample`);
  if (layout.planar) throw otherColours(photometric, " whose samples lie in planes");
  const signed = layout.photometric === PHOTOMETRIC.cieLab;
  const colour = new Uint8Array(layout.width * 3);
  return {
    components: 3,
    bits: 8,
    // D50, the white point of photometric 8 and of ICC profiles.
    colourSpace: [
      "Lab",
      new Map([
        ["WhitePoint", [0.9642, 1, 0.8249]],
        ["Range", [-128, 127, -128, 127]],
      ]),
    ],
    layout,
    rowsPerBandRow: 1,
    convert(band, row) {
      const from = row * band.rowBytes;
      colour.set(band.planes[0]!.subarray(from, from + colour.length));
      if (signed) {
        for (let at = 0; at < colour.length; at += 3) {
          colour[at + 1] = colour[at + 1]! ^ 0x80;
          colour[at + 2] = colour[at + 2]! ^ 0x80;
        }
      }
      return { colour, at: 0, alpha: undefined };
    },
  };
}

/** Reads samples of floating point, whose range must be known first. */
interface FloatReader {
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
function floatReader(layout: Layout): FloatReader {
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

const TAG_COLOR_MAP = 320;

function paletteRows(layout: Layout): PixelRows {
  const entries = 2 ** layout.bits;
  if (layout.bits > 16 || tagCount(layout.directory, TAG_COLOR_MAP) < entries * 3) {
    throw corrupt("The TIFF's palette is missing or too short.");
  }
  const table = colourMap(layout, entries);
  const alpha = alphaSample(layout, 1);
  const common = { decode: undefined, blackBit: undefined, layout, rowsPerBandRow: 1 };
  if (layout.bits <= 8 && !alpha) {
    const space = { components: 1 as const, colourSpace: indexed("DeviceRGB", table, entries) };
    if (isDirect(layout, 1)) return { ...common, ...space, bits: layout.bits, convert: directRow };
    const { gather, gathered } = gatherer(layout, indexReader(layout));
    const colour = new Uint8Array(layout.width);
    return {
      ...common,
      ...space,
      bits: 8,
      convert(band, row) {
        gather(band, row);
        pack(gathered, 0, layout.samples, colour, 0, 1, 8, layout.width);
        return { colour, at: 0, alpha: undefined };
      },
    };
  }
  const { gather, gathered } = gatherer(layout, indexReader(layout));
  const colour = new Uint8Array(layout.width * 3);
  const mask = alpha && new Uint8Array(layout.width);
  return {
    ...common,
    components: 3,
    colourSpace: "DeviceRGB",
    bits: 8,
    convert(band, row) {
      gather(band, row);
      for (let x = 0, at = 0; x < layout.width; x++, at += 3) {
        const entry = gathered[x * layout.samples]! * 3;
        colour[at] = table[entry]!;
        colour[at + 1] = table[entry + 1]!;
        colour[at + 2] = table[entry + 2]!;
        // The alpha has as many bits as the indices.
        if (mask) mask[x] = (gathered[x * layout.samples + alpha.index]! * 255) / (entries - 1);
      }
      return { colour, at: 0, alpha: mask };
    },
  };
}

/**
 * ColorMap: all reds, all greens, all blues, 16 bits each. Where no value is above 255, its writer has put 8 bits
 * there.
 */
function colourMap(layout: Layout, entries: number): Uint8Array {
  const values = Uint16Array.from({ length: entries * 3 }, (_, i) => tagValue(layout.directory, TAG_COLOR_MAP, i)!);
  const shift = values.some((value) => value > 255) ? 8 : 0;
  const table = new Uint8Array(entries * 3);
  for (let entry = 0; entry < entries; entry++) {
    for (let c = 0; c < 3; c++) table[entry * 3 + c] = values[c * entries + entry]! >> shift;
  }
  return table;
}
