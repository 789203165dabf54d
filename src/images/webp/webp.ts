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
import { decodeAlphaRows, decodeRows } from "./decode-rows.ts";
import { type EncodedJpeg, encodeJpeg } from "./encode-jpeg.ts";

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
