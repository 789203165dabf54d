import { checkPixels } from "../../codecs/caps.ts";
import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { ImageProblem } from "../../codecs/image-problem.ts";
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
import { type EncodedJpeg, encodeJpeg } from "./encode-jpeg.ts";
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

function* writePicture(
  picture: WebpPicture,
  profile: IccProfile | undefined,
  options: ReadOptions,
  sink: ObjectSink,
): Portions<Tile[]> {
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

/** Decodes a picture from the top row to the bottom row. */
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
