import { FAX_COLUMNS } from "../../../codecs/fax/fax-kernels.ts";
import { corrupt, unsupported } from "../../../codecs/image-problem.ts";
import { tagValue } from "../directory.ts";
import type { Band, PixelRows } from "../pixel-rows.ts";
import { type Layout, otherColours, PHOTOMETRIC } from "../tiff-layout.ts";
import { floatReader } from "./float.ts";
import { paletteRows } from "./palette-rows.ts";
import { alphaSample, directRow, gatherSamples, isDirect, pack, rowOfSamples, unmultiply } from "./row-samples.ts";
import { sampleReader, widenedBits } from "./tiff-samples.ts";
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
  const common = {
    components,
    decode: inverted ? [1, 0] : undefined,
    layout,
    rowsPerBandRow: 1,
  };
  if (isDirect(layout, components)) {
    const bilevel = components === 1 && layout.bits === 1 && layout.width <= FAX_COLUMNS;
    return {
      ...common,
      bits: layout.bits,
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
