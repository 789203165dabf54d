import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import type { Portions } from "../../meter/turns.ts";
import type { ObjectSink, Tile } from "../image.ts";
import { pngRows, wholeTile, writeImage, writeSoftMask } from "../write/xobject.ts";
import { deinterlace } from "./adam7.ts";
import { type SplitData, splitFilteredAlpha, splitter } from "./alpha.ts";
import { colourSpace, type PngImage } from "./png-colour.ts";
import { hasAlphaChannel, type PngHeader } from "./png-header.ts";
import { AlphaRows, colourKeyMask } from "./png-passthrough.ts";

/** Gray+alpha and RGBA: a colour image and its soft mask. */
export function* writeSplit(sink: ObjectSink, image: PngImage): Portions<Tile[]> {
  return writeColourAndAlpha(sink, image, yield* splitFilteredAlpha(image.header, image.data));
}

/** Adam7 has no counterpart in PDF: the pixels are put in order and compressed again. */
export function* writeInterlaced(sink: ObjectSink, image: PngImage): Portions<Tile[]> {
  const { header, palette } = image;
  if (hasAlphaChannel(header)) return writeColourAndAlpha(sink, image, yield* splitPixels(header, image.data));
  const encoder = new RowEncoder(header.rowBytes);
  const alpha = palette?.transparency.kind === "alpha" ? new AlphaRows(header, palette.transparency.table) : undefined;
  const shortfall = yield* deinterlace(header, image.data, (row) => {
    encoder.row(row);
    alpha?.add(row, 0);
  });
  if (shortfall) sink.warn(shortfall.message);
  const xobject = writeImage(sink, {
    width: header.width,
    height: header.height,
    colourSpace: colourSpace(sink, image),
    bits: header.depth,
    mask: colourKeyMask(palette?.transparency, image.key),
    softMask: alpha?.write(sink, header.height),
    ...pngRows(header.width, header.channels, header.depth),
    data: encoder.end(),
  });
  return wholeTile(xobject, header.width, header.height);
}

function* splitPixels(header: PngHeader, data: readonly Uint8Array[]): Portions<SplitData> {
  const sampleBytes = header.depth / 8;
  const colourBytes = header.pixelBytes - sampleBytes;
  const colourRow = new Uint8Array(header.width * colourBytes);
  const alphaRow = new Uint8Array(header.width * sampleBytes);
  const colour = new RowEncoder(colourRow.length);
  const alpha = new RowEncoder(alphaRow.length);
  const split = splitter(colourBytes, sampleBytes);
  let opaque = true;
  const shortfall = yield* deinterlace(header, data, (row) => {
    split(row, 0, colourRow, 0, alphaRow, 0, header.width);
    colour.row(colourRow);
    alpha.row(alphaRow);
    opaque &&= alphaRow.every((sample) => sample === 255);
  });
  return { colour: colour.end(), alpha: opaque ? undefined : alpha.end(), shortfall };
}

function writeColourAndAlpha(sink: ObjectSink, image: PngImage, split: SplitData): Tile[] {
  const { width, depth, channels, interlaced } = image.header;
  // Missing rows of an interlaced image are filled up.
  const height = interlaced ? image.header.height : (split.shortfall?.rows ?? image.header.height);
  if (split.shortfall) sink.warn(split.shortfall.message);
  const softMask = split.alpha && writeSoftMask(sink, { width, height, bits: depth }, split.alpha);
  const xobject = writeImage(sink, {
    width,
    height,
    colourSpace: colourSpace(sink, image),
    bits: depth,
    softMask,
    ...pngRows(width, channels - 1, depth),
    data: split.colour,
  });
  return wholeTile(xobject, width, height);
}
