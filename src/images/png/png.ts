import { checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { tooLarge } from "../../codecs/image-problem.ts";
import type { Portions } from "../../meter/turns.ts";
import { type PdfObject, pdfDict } from "../../pdf-file/syntax/objects.ts";
import { densityOf, readExif } from "../exif.ts";
import type { Density, ImageFrame, ObjectSink, Tile } from "../image.ts";
import { writeSoftMask } from "../write/xobject.ts";
import { bandBytes, bandsOf, deinterlace } from "./adam7.ts";
import { type SplitData, splitFilteredAlpha, splitter } from "./alpha.ts";
import { type PngChunks, pngChunks } from "./chunks.ts";
import { readPalette } from "./palette.ts";
import { colourKey, embeddedProfile, isColour, type PngImage } from "./png-colour.ts";
import { hasAlphaChannel, PALETTE, type PngHeader, pngHeader } from "./png-header.ts";
import { AlphaRows, writePassthrough, writeRows } from "./png-passthrough.ts";

/** Of an animation its still picture is read. */
export function readPng(bytes: Uint8Array): ImageFrame[] {
  const chunks = pngChunks(bytes);
  const header = pngHeader(chunks.header);
  const split = hasAlphaChannel(header);
  if (header.interlaced && bandsOf(header) > IMAGE_CAPS.interlacedBands) {
    throw tooLarge(
      `The PNG is interlaced and has ${header.rowBytes * header.height} bytes of pixels, which are more than can be put in order. Save it without interlacing.`,
    );
  }
  if (header.rowBytes > IMAGE_CAPS.stripBytes) throw tooLarge(`The PNG's rows are ${header.rowBytes} bytes long.`);
  checkPixels(header.width, header.height, split || header.interlaced ? "streamed" : "passthrough");
  const image: PngImage = {
    header,
    data: chunks.data,
    isVouchedFor: chunks.isVouchedFor,
    palette: header.colourType === PALETTE ? readPalette(chunks.palette, chunks.transparency, header.depth) : undefined,
    profile: embeddedProfile(chunks.profile, header),
    calibrated: calibratedSpace(chunks, isColour(header)),
    key: colourKey(chunks.transparency, header),
  };
  const exif = readExif(chunks.exif, chunks.xmp);
  const facts = {
    width: header.width,
    height: header.height,
    density: physicalDensity(chunks) ?? exif.density,
    orientation: exif.orientation,
    decodedPixels: header.width * header.height,
  };
  const still: ImageFrame = {
    ...facts,
    method: split || header.interlaced ? "decoded" : "passthrough",
    workingBytes: workingBytes(header, chunks.data),
    minVersion: header.depth === 16 ? "1.5" : "1.4",
    write: (sink) => (header.interlaced ? writeInterlaced : split ? writeSplit : writePassthrough)(sink, image),
  };
  return [
    {
      ...still,
      write(sink) {
        for (const chunk of chunks.doubtful) sink.warn(doubt(chunk));
        if (chunks.codePoints?.length === 4 && HIGH_RANGES.has(chunks.codePoints[1]!)) sink.warn(HIGH_RANGE);
        return still.write(sink);
      },
    },
  ];
}

const SMALL_BYTES = 8 * 1024 * 1024;

function doubt(chunk: string): string {
  const isNeeded = chunk === "IHDR" || chunk === "PLTE";
  return `The checksum of the PNG's ${chunk} chunk is wrong: ${isNeeded ? "its colours or size may be, too" : "it is left out"}.`;
}

/**
 * Memory for segments that are being compressed, for the pixels of an interlaced image, and for data that is compressed
 * again.
 */
function workingBytes(header: PngHeader, data: readonly Uint8Array[]): number {
  const segments = 4 * 1024 * 1024;
  if (!header.interlaced && !hasAlphaChannel(header)) return segments;
  const raw = header.rowBytes * header.height;
  const stored = data.reduce((sum, piece) => sum + piece.length, 0);
  // At the fastest level photographs become a tenth larger than at the best level. Drawings become half as large again,
  // but they are small files.
  const compressed = Math.min(raw, Math.ceil(stored * 1.1) + Math.min(stored, SMALL_BYTES), IMAGE_CAPS.outputBytes);
  return segments + compressed + (header.interlaced ? bandBytes(header) : 0);
}

function physicalDensity({ physical }: PngChunks): Density | undefined {
  if (physical?.length !== 9) return undefined;
  const view = new DataView(physical.buffer, physical.byteOffset, physical.byteLength);
  // Pixels per metre, or only the pixel's shape (§11.3.4.3).
  return densityOf(view.getUint32(0), view.getUint32(4), 0.0254, physical[8] === 1);
}

/** Gray+alpha and RGBA: a colour image and its soft mask. */
function* writeSplit(sink: ObjectSink, image: PngImage): Portions<Tile[]> {
  return writeColourAndAlpha(sink, image, yield* splitFilteredAlpha(image.header, image.data));
}

/** Adam7 has no counterpart in PDF: the pixels are put in order and compressed again. */
function* writeInterlaced(sink: ObjectSink, image: PngImage): Portions<Tile[]> {
  const { header, palette } = image;
  if (hasAlphaChannel(header)) return writeColourAndAlpha(sink, image, yield* splitPixels(header, image.data));
  const encoder = new RowEncoder(header.rowBytes);
  const alpha = palette?.transparency.kind === "alpha" ? new AlphaRows(header, palette.transparency.table) : undefined;
  const shortfall = yield* deinterlace(header, image.data, (row) => {
    encoder.row(row);
    alpha?.add(row, 0);
  });
  if (shortfall) sink.warn(shortfall.message);
  const { height } = header;
  return writeRows(sink, image, { height, data: encoder.end(), softMask: alpha?.write(sink, height) });
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
  const { width, depth, interlaced } = image.header;
  // Missing rows of an interlaced image are filled up.
  const height = interlaced ? image.header.height : (split.shortfall?.rows ?? image.header.height);
  if (split.shortfall) sink.warn(split.shortfall.message);
  const softMask = split.alpha && writeSoftMask(sink, { width, height, bits: depth }, split.alpha);
  return writeRows(sink, image, { height, data: split.colour, softMask });
}

/** x and y of white, red, green and blue (PNG, third edition, §11.3.2.1), as sRGB has them. */
const SRGB = [0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06];
/** What sRGB's curve comes near to, as a power. */
const SRGB_GAMMA = 2.2;
/** Values that differ by less are meant to be sRGB's. */
const NEAR = 0.02;
/** Chunks hold hundred-thousandths. */
const UNIT = 100_000;

/** Transfer functions of high dynamic range (ITU-T H.273 table 3): PQ, and hybrid log-gamma. */
const HIGH_RANGES = new Set([16, 18]);

const HIGH_RANGE =
  "The PNG's colours have a high dynamic range (PQ or HLG), which a PDF cannot say: they look dull. Save it in sRGB.";

/**
 * CalRGB or CalGray (ISO 32000-2 §8.6.5.2) of gAMA and cHRM. Undefined where these say what device colours are taken
 * for anyway, make no sense, or something else goes before them.
 */
function calibratedSpace(chunks: PngChunks, isColour: boolean): PdfObject | undefined {
  if (chunks.isSrgb || chunks.codePoints || (!chunks.gamma && !chunks.chromaticities)) return undefined;
  const [stored = UNIT / SRGB_GAMMA] = numbers(chunks.gamma, 1);
  const gamma = UNIT / stored;
  const named = numbers(chunks.chromaticities, 8).map((value) => value / UNIT);
  const places = named.length === 8 ? named : SRGB;
  const primaries = [0, 2, 4, 6].map((at) => tristimulus(places[at]!, places[at + 1]!));
  if (!(gamma > 0.1 && gamma < 10) || primaries.flat().some((value) => !Number.isFinite(value))) return undefined;
  const [white, red, green, blue] = primaries as [Vector, Vector, Vector, Vector];
  const isSrgb = places.every((value, i) => Math.abs(value - SRGB[i]!) < NEAR);
  if (Math.abs(gamma / SRGB_GAMMA - 1) < NEAR && (isSrgb || !isColour)) return undefined;
  if (!isColour) return ["CalGray", pdfDict({ WhitePoint: rounded(white), Gamma: round(gamma) })];
  // Each primary is as bright as makes the three of them white (Cramer's rule).
  const whole = determinant(red, green, blue);
  const levels = [
    determinant(white, green, blue) / whole,
    determinant(red, white, blue) / whole,
    determinant(red, green, white) / whole,
  ];
  if (levels.some((level) => !(level > 0 && level < 1000))) return undefined;
  const matrix = [red, green, blue].flatMap((primary, i) => primary.map((value) => round(value * levels[i]!)));
  const gammas = [gamma, gamma, gamma].map(round);
  return ["CalRGB", pdfDict({ WhitePoint: rounded(white), Gamma: gammas, Matrix: matrix })];
}

type Vector = readonly [number, number, number];

/** X, Y and Z of a place in the diagram of chromaticities, at a brightness of 1. */
function tristimulus(x: number, y: number): Vector {
  return [x / y, 1, (1 - x - y) / y];
}

function determinant([a, b, c]: Vector, [d, e, f]: Vector, [g, h, i]: Vector): number {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

function numbers(chunk: Uint8Array | undefined, count: number): number[] {
  if (chunk?.length !== 4 * count) return [];
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Array.from({ length: count }, (_, i) => view.getUint32(4 * i));
}

function rounded(vector: Vector): number[] {
  return vector.map(round);
}

function round(value: number): number {
  return Math.round(value * UNIT) / UNIT;
}
