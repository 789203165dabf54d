import type { PdfObject } from "../../pdf-objects/syntax/objects.ts";
import { IMAGE_CAPS } from "../caps.ts";
import { indexed } from "../colour.ts";
import { corrupt, tooLarge, unsupported } from "../image.ts";
import type { Band } from "./bands.ts";
import { tagCount, tagValue } from "./directory.ts";
import { FAX_COLUMNS } from "./fax-rows.ts";
import { floatReader } from "./float.ts";
import { type Layout, PHOTOMETRIC } from "./layout.ts";
import { logRows } from "./log-luv.ts";
import { indexReader, type ReadSamples, sampleReader, widenedBits } from "./samples.ts";
import { yCbCrRows } from "./ycbcr.ts";

const TAG_COLOR_MAP = 320;
const TAG_INK_SET = 332;
const PREMULTIPLIED = 1;
const STRAIGHT = 2;

/** How rows of the file become rows of a PDF image. */
export interface PixelRows {
  readonly components: 1 | 3 | 4;
  readonly bits: number;
  /** In PDF syntax; undefined: the device space, or the file's profile, of so many components. */
  readonly colourSpace: PdfObject | undefined;
  readonly decode: number[] | undefined;
  readonly hasAlpha: boolean;
  /** Rows can be written as Group 4: bilevel gray; tells which bit is black. */
  readonly blackBit: 0 | 1 | undefined;
  /** What to read with `bands`, if it is not the layout itself. */
  readonly layout: Layout;
  /** Rows of the picture in one row of a band. */
  readonly rowsPerBandRow: number;
  /** Looks at a row before any is converted, where what a value means depends on all of them. */
  measure?(band: Band, row: number): void;
  /** Converts one row of a band; the result is good until the next call. */
  convert(band: Band, row: number): ConvertedRow;
}

export interface ConvertedRow {
  readonly colour: Uint8Array;
  readonly at: number;
  readonly alpha: Uint8Array | undefined;
}

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
    case PHOTOMETRIC.logL:
    case PHOTOMETRIC.logLuv:
      return logRows(layout);
    default:
      throw unsupported(`TIFF photometric interpretation ${layout.photometric} is not supported.`);
  }
}

/** Rows whose samples PDF holds as they are in the file, depth and order included. */
export function isDirect(layout: Layout, components: number): boolean {
  const { bits } = layout;
  return (
    !layout.planar &&
    layout.samples === components &&
    layout.format === "unsigned" &&
    (bits === 1 || bits === 2 || bits === 4 || bits === 8 || (bits === 16 && !layout.directory.file.littleEndian))
  );
}

function colourRows(layout: Layout, components: 1 | 3 | 4): PixelRows {
  if (layout.samples < components) {
    throw corrupt(`The TIFF has ${layout.samples} samples per pixel, its colours need ${components}.`);
  }
  const inverted = layout.photometric === PHOTOMETRIC.whiteIsZero;
  const common = {
    components,
    colourSpace: undefined,
    decode: inverted ? [1, 0] : undefined,
    layout,
    rowsPerBandRow: 1,
    blackBit: undefined,
  };
  if (isDirect(layout, components)) {
    const bilevel = components === 1 && layout.bits === 1 && layout.width <= FAX_COLUMNS;
    return {
      ...common,
      bits: layout.bits,
      hasAlpha: false,
      blackBit: bilevel ? (inverted ? 1 : 0) : undefined,
      convert: directRow,
    };
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
    hasAlpha: alpha !== undefined,
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

function directRow(band: Band, row: number): ConvertedRow {
  return { colour: band.planes[0]!, at: row * band.rowBytes, alpha: undefined };
}

/** A file may declare one row of a hundred million pixels. */
function rowOfSamples(layout: Layout): Uint16Array {
  const samples = layout.width * layout.samples;
  if (samples * 2 > IMAGE_CAPS.stripBytes)
    throw tooLarge(`A row of the TIFF has ${samples} samples, too many to convert.`);
  return new Uint16Array(samples);
}

/** All samples of a row, pixel by pixel, whether the file keeps them together or in planes. */
function gatherSamples(layout: Layout, band: Band, row: number, read: ReadSamples, out: Uint16Array): void {
  const at = row * band.rowBytes;
  if (!layout.planar) {
    read(band.planes[0]!, at, layout.width * layout.samples, out, 0, 1);
    return;
  }
  band.planes.forEach((plane, sample) => {
    read(plane, at, layout.width, out, sample, layout.samples);
  });
}

/**
 * TIFF 6.0 §18: 1 is alpha that the colours are multiplied with, 2 alpha apart from them; others mean no opacity. A
 * fourth sample beside RGB of which nothing is said is taken as alpha, as other readers do.
 */
function alphaSample(layout: Layout, components: number): { index: number; premultiplied: boolean } | undefined {
  if (layout.extra.length === 0 && layout.photometric === PHOTOMETRIC.rgb && layout.samples === 4) {
    return { index: 3, premultiplied: false };
  }
  for (let i = 0; components + i < layout.samples; i++) {
    const kind = layout.extra[i];
    if (kind === PREMULTIPLIED || kind === STRAIGHT) {
      return { index: components + i, premultiplied: kind === PREMULTIPLIED };
    }
  }
  return undefined;
}

function unmultiply(samples: Uint16Array, step: number, components: number, alpha: number, top: number): void {
  for (let at = 0; at < samples.length; at += step) {
    const opacity = samples[at + alpha]!;
    if (opacity === top || opacity === 0) continue;
    for (let c = at; c < at + components; c++) samples[c] = Math.min(Math.round((samples[c]! * top) / opacity), top);
  }
}

/** One component of every pixel, as bytes or as big-endian pairs. */
function pack(
  from: Uint16Array,
  first: number,
  fromStep: number,
  to: Uint8Array,
  target: number,
  toStep: number,
  bits: number,
  count: number,
): void {
  if (bits === 8) {
    for (let i = 0, at = first, out = target; i < count; i++, at += fromStep, out += toStep) to[out] = from[at]!;
    return;
  }
  for (let i = 0, at = first, out = target * 2; i < count; i++, at += fromStep, out += toStep * 2) {
    to[out] = from[at]! >> 8;
    to[out + 1] = from[at]!;
  }
}

function paletteRows(layout: Layout): PixelRows {
  const entries = 2 ** layout.bits;
  if (layout.bits > 16 || tagCount(layout.directory, TAG_COLOR_MAP) < entries * 3) {
    throw corrupt("The TIFF's palette is missing or too short.");
  }
  const table = colourMap(layout, entries);
  const alpha = alphaSample(layout, 1);
  const common = { decode: undefined, hasAlpha: alpha !== undefined, blackBit: undefined, layout, rowsPerBandRow: 1 };
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

function gatherer(layout: Layout, read: ReadSamples) {
  const gathered = rowOfSamples(layout);
  return { gathered, gather: (band: Band, row: number) => gatherSamples(layout, band, row, read, gathered) };
}

/**
 * ColorMap: all reds, all greens, all blues, 16 bits each; writers that put 8 bits there are known by having no more.
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

/** PDF has this very space: only the sign of a* and b* is to be moved (TIFF 6.0 §23, ISO 32000-2 §8.6.5.4). */
function labRows(layout: Layout): PixelRows {
  if (layout.samples !== 3 || layout.planar || layout.bits !== 8) {
    throw unsupported("A TIFF in CIE L*a*b* is supported with three samples of 8 bits only.");
  }
  const signed = layout.photometric === PHOTOMETRIC.cieLab;
  const colour = new Uint8Array(layout.width * 3);
  return {
    components: 3,
    bits: 8,
    // D50, the white of photometric 8 and of ICC profiles.
    colourSpace: [
      "Lab",
      new Map([
        ["WhitePoint", [0.9642, 1, 0.8249]],
        ["Range", [-128, 127, -128, 127]],
      ]),
    ],
    decode: undefined,
    hasAlpha: false,
    blackBit: undefined,
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
