import type { ByteSource } from "../../../codecs/byte-source.ts";
import { corrupt, unsupported } from "../../../codecs/image-problem.ts";
import type { PixelRows } from "../pixel-rows.ts";
import { COMPRESSION, type Layout, PHOTOMETRIC } from "../tiff-layout.ts";

/** A pixel is the logarithm of its luminance. With colours it also has a place (u', v') in the CIE 1976 diagram. */
const LUMINANCE_BYTES = 2;
const COLOUR_BYTES = 4;
const PLACES = 410;

/**
 * Ward's logarithmic pixels (compression 34676 and photometric interpretations 32844 and 32845 of libtiff), for
 * pictures with a high range of light. A PDF shows light from 0 to 1, as libtiff does: brighter is white.
 */
export function logRows(layout: Layout): PixelRows {
  if (layout.compression !== COMPRESSION.sgiLog) {
    throw unsupported("A TIFF of logarithmic pixels is supported with the compression SGI Log only.");
  }
  const isColour = layout.photometric === PHOTOMETRIC.logLuv;
  const components = isColour ? 3 : 1;
  const colour = new Uint8Array(layout.width * components);
  return {
    components,
    bits: 8,
    layout: { ...layout, samples: 1, bits: pixelBytes(layout) * 8 },
    rowsPerBandRow: 1,
    convert(band, row) {
      const pixels = band.planes[0]!;
      let at = row * band.rowBytes;
      for (let x = 0; x < layout.width; x++) {
        const light = luminance((pixels[at]! << 8) | pixels[at + 1]!);
        if (isColour) writeColour(light, pixels[at + 2]!, pixels[at + 3]!, colour, x * 3);
        else colour[x] = level(light);
        at += isColour ? COLOUR_BYTES : LUMINANCE_BYTES;
      }
      return { colour, at: 0, alpha: undefined };
    },
  };
}

export function checkLogarithmic({ photometric, planar, samples }: Layout): void {
  const isLog = photometric === PHOTOMETRIC.logL ? samples === 1 : photometric === PHOTOMETRIC.logLuv && samples === 3;
  if (planar || !isLog) throw corrupt("The TIFF declares logarithmic compression for pixels that are not logarithmic.");
}

/** Run-length coded rows: the first bytes of all pixels, then the second bytes … The result is pixel by pixel. */
export function logSource(data: Uint8Array, layout: Layout): ByteSource {
  // The layout is that of `logRows`: one sample is a pixel.
  const { chunkWidth: width, bits } = layout;
  const bytesEach = bits / 8;
  let at = 0;
  return {
    read(target) {
      for (let row = 0; row < target.length; row += width * bytesEach) {
        for (let plane = 0; plane < bytesEach; plane++) {
          for (let x = 0; x < width; ) {
            if (at >= data.length) return row;
            const count = data[at++]!;
            const isRun = count >= 128;
            const end = Math.min(x + (isRun ? count - 126 : count), width);
            for (; x < end; x++) target[row + x * bytesEach + plane] = data[isRun ? at : at++]!;
            if (isRun) at++;
          }
        }
      }
      return target.length;
    },
  };
}

function pixelBytes(layout: Layout): number {
  return layout.photometric === PHOTOMETRIC.logLuv ? COLOUR_BYTES : LUMINANCE_BYTES;
}

/** 256 steps for each doubling. 0 is black, and so are negative values (the highest bit). */
function luminance(value: number): number {
  return value === 0 || value >= 0x8000 ? 0 : 2 ** ((value + 0.5) / 256 - 64);
}

function writeColour(light: number, u: number, v: number, out: Uint8Array, at: number): void {
  const across = (u + 0.5) / PLACES;
  const up = (v + 0.5) / PLACES;
  const scale = 1 / (6 * across - 16 * up + 12);
  const [x, y] = [9 * across * scale, 4 * up * scale];
  const [bigX, bigZ] = [(x / y) * light, ((1 - x - y) / y) * light];
  // The primaries of ITU-R BT.709 under equal-energy light, as in libtiff.
  out[at] = level(2.69 * bigX - 1.276 * light - 0.414 * bigZ);
  out[at + 1] = level(-1.022 * bigX + 1.978 * light + 0.044 * bigZ);
  out[at + 2] = level(0.061 * bigX - 0.224 * light + 1.163 * bigZ);
}

/** With a gamma of 2, as libtiff shows such pictures. */
function level(light: number): number {
  return light <= 0 ? 0 : light >= 1 ? 255 : Math.floor(256 * Math.sqrt(light));
}
