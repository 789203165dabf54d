import { IMAGE_CAPS } from "../../../codecs/caps.ts";
import { tooLarge } from "../../../codecs/image-problem.ts";
import type { Band, ConvertedRow } from "../pixel-rows.ts";
import { type Layout, PHOTOMETRIC } from "../tiff-layout.ts";
import type { ReadSamples } from "./tiff-samples.ts";

const PREMULTIPLIED = 1;
const STRAIGHT = 2;

/** Whether PDF can hold the rows' samples as they are in the file, depth and byte order included. */
export function isDirect(layout: Layout, components: number): boolean {
  const { bits } = layout;
  return (
    !layout.planar &&
    layout.samples === components &&
    layout.format === "unsigned" &&
    (bits === 1 || bits === 2 || bits === 4 || bits === 8 || (bits === 16 && !layout.directory.file.littleEndian))
  );
}

export function directRow(band: Band, row: number): ConvertedRow {
  return { colour: band.planes[0]!, at: row * band.rowBytes, alpha: undefined };
}

/** A file may declare one row of a hundred million pixels. */
export function rowOfSamples(layout: Layout): Uint16Array {
  const samples = layout.width * layout.samples;
  if (samples * 2 > IMAGE_CAPS.stripBytes)
    throw tooLarge(`A row of the TIFF has ${samples} samples, too many to convert.`);
  return new Uint16Array(samples);
}

/** All samples of a row, pixel by pixel, whether the file keeps them together or in planes. */
export function gatherSamples(layout: Layout, band: Band, row: number, read: ReadSamples, out: Uint16Array): void {
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
 * TIFF 6.0 §18: 1 is alpha with which the colours are multiplied, 2 is separate alpha; other values are no alpha. Like
 * other readers, we take a fourth, undescribed sample beside RGB as alpha.
 */
export function alphaSample(layout: Layout, components: number): { index: number; premultiplied: boolean } | undefined {
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

export function unmultiply(samples: Uint16Array, step: number, components: number, alpha: number, top: number): void {
  for (let at = 0; at < samples.length; at += step) {
    const opacity = samples[at + alpha]!;
    if (opacity === top || opacity === 0) continue;
    for (let c = at; c < at + components; c++) samples[c] = Math.min(Math.round((samples[c]! * top) / opacity), top);
  }
}

/** Copies one component of every pixel, as bytes or as big-endian pairs. */
export function pack(
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

export function gatherer(layout: Layout, read: ReadSamples) {
  const gathered = rowOfSamples(layout);
  return { gathered, gather: (band: Band, row: number) => gatherSamples(layout, band, row, read, gathered) };
}
