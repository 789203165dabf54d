import { checkPixels } from "../../codecs/caps.ts";
import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { ImageProblem } from "../../codecs/image-problem.ts";
import { EOI, MARKER, SOI, segment } from "../../codecs/jpeg/jpeg-segments.ts";
import { codeWords, huffmanSegment, STANDARD_TABLES, ZIGZAG } from "../../codecs/jpeg/tables.ts";
import type { Portions } from "../../meter/turns.ts";
import { readExif } from "../exif.ts";
import {
  decodedFrame,
  type IccProfile,
  type ImageFrame,
  type ObjectSink,
  type ReadOptions,
  type Tile,
} from "../image.ts";
import { deviceSpace, iccProfile } from "../write/colour.ts";
import { softMaskRows } from "../write/soft-mask.ts";
import { missingRows, type TakeRow, writeRows } from "../write/write-rows.ts";
import { pngRows, wholeTile, writeImage } from "../write/xobject.ts";
import { readContainer, type WebpPicture } from "./container.ts";
import { giveInput, viewOf, withKernel } from "./kernel.ts";

/**
 * PDF has no filter for WebP: a lossy picture becomes a JPEG, or exact pixels where they take less or the options say
 * so. A lossless picture becomes Flate data. Alpha becomes a soft mask. Of an animation the first frame is read.
 */
export function readWebp(bytes: Uint8Array, options: ReadOptions): ImageFrame[] {
  const file = readContainer(bytes);
  const { picture, left, top } = file;
  checkPixels(file.width, file.height, "passthrough");
  checkPixels(picture.width, picture.height, "streamed");
  const profile = file.iccProfile && iccProfile(file.iccProfile, 3);
  const write = function* (sink: ObjectSink): Portions<Tile[]> {
    // Around it the page's background shows.
    return (yield* writePicture(picture, profile, options, sink)).map((tile) => ({ ...tile, left, top }));
  };
  const decoded = { decodedPixels: picture.width * picture.height, decodedRows: picture.height };
  return [decodedFrame(file, write, { ...readExif(file.exif, file.xmp), ...decoded })];
}

function* writePicture(picture: WebpPicture, profile: IccProfile | undefined, options: ReadOptions, sink: ObjectSink) {
  const { width } = picture;
  if (picture.lossless || options.webp === "lossless") {
    return yield* writeRows(samplesOf(picture, profile, sink), sink, (take) => decodeWhatIsThere(picture, sink, take));
  }
  const jpeg = yield* encodeJpeg(picture);
  const { height } = jpeg;
  warnOfMissing(sink, height, picture.height);
  const alphas = softMaskRows(width, 8);
  let alphaRows = 0;
  yield* decodeAlphaRows(picture, (alpha) => {
    if (alphaRows++ < height) alphas.row(alpha);
  });
  const colourSpace = profile ? sink.profile(profile) : deviceSpace(3);
  const softMask = alphas.write(sink, height);
  const data = yield* smallerExact(picture, jpeg);
  const coding = data ? { ...pngRows(width, 3, 8), data } : { filter: "DCTDecode" as const, data: jpeg.data };
  const xobject = writeImage(sink, { width, height, colourSpace, bits: 8, softMask, ...coding });
  return wholeTile(xobject, width, height);
}

/** Up to this size it costs next to nothing to try both. */
const SMALL_PIXELS = 256 * 256;

/** Where a JPEG takes at most half a bit for each pixel, most of the picture is flat. */
const FLAT_PIXELS_PER_BYTE = 16;

/**
 * The exact pixels, when they take less than the JPEG. So it is with small pictures, whose JPEG is mostly tables, and
 * with flat ones.
 */
function* smallerExact(picture: WebpPicture, { data, height }: EncodedJpeg): Portions<Uint8Array[] | undefined> {
  const size = totalBytes(data);
  const pixels = picture.width * picture.height;
  const isFlat = size > 2 * picture.data.length && size * FLAT_PIXELS_PER_BYTE <= pixels;
  if (height < picture.height || (pixels > SMALL_PIXELS && !isFlat)) return undefined;
  const rows = new RowEncoder(picture.width * 3);
  yield* decodeRows(picture, (colour, at) => rows.row(colour, at));
  const exact = rows.end();
  return totalBytes(exact) < size ? exact : undefined;
}

function totalBytes(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

/** The rows of a cut-off or damaged picture, down to the damage. */
function* decodeWhatIsThere(picture: WebpPicture, sink: ObjectSink, take: TakeRow): Portions<void> {
  let rows = 0;
  try {
    yield* decodeRows(picture, (colour, at, alpha) => {
      take(colour, at, alpha);
      rows++;
    });
  } catch (error) {
    if (!(error instanceof ImageProblem) || error.code !== "CORRUPTED_IMAGE" || rows === 0) throw error;
    warnOfMissing(sink, rows, picture.height);
  }
}

function warnOfMissing(sink: ObjectSink, rows: number, height: number): void {
  if (rows < height) sink.warn(missingRows("WebP", rows, height));
}

function samplesOf(
  { width, height }: { width: number; height: number },
  profile: IccProfile | undefined,
  sink: ObjectSink,
) {
  const colourSpace = profile ? sink.profile(profile) : deviceSpace(3);
  return { width, height, components: 3, bits: 8, colourSpace } as const;
}

function decodeRows(picture: WebpPicture, take: TakeRow): Portions<void> {
  return picture.lossless ? decodeLossless(picture, take) : decodeLossy(picture, take);
}

function decodeLossless(picture: WebpPicture, take: TakeRow): Portions<void> {
  return withKernel(function* (kernel) {
    const [data] = giveInput(kernel, [picture.data]);
    kernel.openLossless(data!, picture.data.length);
    const colours = viewOf(kernel, kernel.losslessColours(), picture.width * 3);
    const alphas = picture.opaque ? undefined : viewOf(kernel, kernel.losslessAlphas(), picture.width);
    for (let y = 0; y < picture.height; y++) {
      kernel.nextLosslessRow();
      take(colours, 0, alphas);
      yield colours.length;
    }
  });
}

function decodeLossy(picture: WebpPicture, take: TakeRow): Portions<void> {
  const { width, height, alpha } = picture;
  return withKernel(function* (kernel) {
    const [data, alphaData] = giveInput(kernel, alpha ? [picture.data, alpha] : [picture.data]);
    const macroblockRows = kernel.openLossy(data!, picture.data.length);
    kernel.openColours();
    if (alpha) kernel.openAlpha(alphaData!, alpha.length, width, height);
    const alphas = alpha && viewOf(kernel, kernel.losslessAlphas(), width);
    const colours = viewOf(kernel, kernel.colourOutput(), width * 3 * 17);
    for (let row = 0; row < macroblockRows; row++) {
      const lines = kernel.nextColourRows();
      for (let line = 0; line < lines; line++) {
        if (alpha) kernel.nextAlphaRow();
        take(colours, line * width * 3, alphas);
      }
      yield lines * width * 3;
    }
  });
}

/** The alpha of a lossy picture, which is a separate stream. */
function* decodeAlphaRows({ width, height, alpha }: WebpPicture, take: (alphas: Uint8Array) => void): Portions<void> {
  if (!alpha) return;
  yield* withKernel(function* (kernel) {
    const [data] = giveInput(kernel, [alpha]);
    kernel.openAlpha(data!, alpha.length, width, height);
    const alphas = viewOf(kernel, kernel.losslessAlphas(), width);
    for (let y = 0; y < height; y++) {
      kernel.nextAlphaRow();
      take(alphas);
      yield width;
    }
  });
}

const MACROBLOCK = 16;

interface EncodedJpeg {
  data: Uint8Array[];
  /** Less than the picture's height where its data ends early. */
  height: number;
}

/**
 * An opaque lossy picture as a JPEG: a row of macroblocks at a time, its luma and chroma planes are coded again without
 * ever becoming pixels.
 */
function encodeJpeg(picture: WebpPicture): Portions<EncodedJpeg> {
  return withKernel(function* (kernel, abandon) {
    const [data] = giveInput(kernel, [picture.data]);
    const rows = kernel.openLossy(data!, picture.data.length);
    const quality = qualityFor(kernel.lossyStep());
    const tables = kernel.openJpeg();
    writeJpegTables(new DataView(kernel.memory.buffer, tables), quality);
    const output = kernel.jpegOutput();
    const pieces: Uint8Array[] = [];
    try {
      while (pieces.length < rows) {
        pieces.push(viewOf(kernel, output, kernel.nextJpegRow()).slice());
        yield picture.width * MACROBLOCK * 3;
      }
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) || pieces.length === 0) throw error;
      abandon();
    }
    const height = Math.min(picture.height, pieces.length * MACROBLOCK);
    pieces.push(viewOf(kernel, output, kernel.finishJpeg()).slice(), EOI);
    return { data: [...jpegHeader(picture.width, height, quality), ...pieces], height };
  });
}

/**
 * A quality about as coarse as the picture's own: a finer JPEG would be larger, and no better. For very coarse pictures
 * it falls more slowly, since the faults of two coarse encodings add up. Found on photographs and libwebp's own test
 * pictures: half of the results are within 1.9 times the size of their source.
 */
function qualityFor(step: number): number {
  return Math.min(93, Math.round(Math.max(97 - 0.45 * step, 91 - 0.15 * step)));
}

/** The tables of ITU-T T.81 annex K, as file segments and in the form that the encoder's kernel takes. */

// Table K.1.
const LUMA_QUANTIZERS = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

// Table K.2.
const CHROMA_QUANTIZERS = [
  17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99,
  99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
  99, 99, 99, 99, 99, 99,
];

/** Luma DC and AC, chroma DC and AC: the order in which the kernel has them. */
const TABLE_IDS = [0x00, 0x10, 0x01, 0x11];

/** Quality from 1 to 100 in the usual scale, that of the Independent JPEG Group. */
function scaled(quantizers: readonly number[], quality: number): number[] {
  const percent = quality < 50 ? 5000 / quality : 200 - quality * 2;
  return quantizers.map((value) => Math.min(Math.max(Math.floor((value * percent + 50) / 100), 1), 255));
}

const STANDARD_SEGMENT = huffmanSegment();

/** Everything before the entropy-coded data: three components, chroma at half the width and height. */
function jpegHeader(width: number, height: number, quality: number): Uint8Array[] {
  const quantizers = [LUMA_QUANTIZERS, CHROMA_QUANTIZERS].map((values, id) => {
    const rounded = scaled(values, quality);
    return segment(MARKER.DQT, [id, ...Array.from(ZIGZAG, (position) => rounded[position]!)]);
  });
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const frame = segment(MARKER.SOF0, [8, ...size, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]);
  const scan = segment(MARKER.SOS, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0]);
  return [SOI, ...quantizers, frame, STANDARD_SEGMENT, scan];
}

/**
 * The tables for wasm/webp/jpeg.ts: reciprocal quantizers, multiplied by the transform's scale factors, then code
 * words.
 */
function writeJpegTables(target: DataView, quality: number): void {
  let at = 0;
  for (const quantizers of [LUMA_QUANTIZERS, CHROMA_QUANTIZERS]) {
    scaled(quantizers, quality).forEach((value, position) => {
      const scale = transformScale(position >> 3) * transformScale(position & 7);
      target.setFloat32(at, 1 / (value * scale * 8), true);
      at += 4;
    });
  }
  for (const id of TABLE_IDS) {
    const table = STANDARD_TABLES.find((standard) => standard.id === id)!;
    for (const [symbol, word] of codeWords(table)) target.setUint32(at + symbol * 4, word, true);
    at += 1024;
  }
}

/** The scale factors that Arai, Agui and Nakajima's transform leaves out. */
function transformScale(frequency: number): number {
  return frequency === 0 ? 1 : Math.cos((frequency * Math.PI) / 16) * Math.SQRT2;
}
