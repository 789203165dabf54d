import { checkFrames, checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { ImageProblem, tooLarge } from "../../codecs/image-problem.ts";
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
import { Canvas } from "../write/canvas.ts";
import { deviceSpace, iccProfile } from "../write/colour.ts";
import { softMaskRows } from "../write/soft-mask.ts";
import { missingRows, type TakeRow, writeRows } from "../write/write-rows.ts";
import { pngRows, wholeTile, writeImage } from "../write/xobject.ts";
import { readContainer, type WebpFile, type WebpFrame, type WebpPicture } from "./container.ts";
import { decodeAlphaRows, decodeRows } from "./decode-rows.ts";
import { type EncodedJpeg, encodeJpeg } from "./encode-jpeg.ts";

/** RGBA of the canvas. */
const PIXEL_BYTES = 4;

/**
 * PDF has no filter for WebP: a lossy picture becomes a JPEG, or exact pixels where they take less or the options say
 * so. A lossless picture becomes Flate data. Alpha becomes a soft mask.
 */
export function readWebp(bytes: Uint8Array, options: ReadOptions): ImageFrame[] {
  const file = readContainer(bytes);
  const frames = options.frames === "all" ? file.frames : file.frames.slice(0, 1);
  checkFrames(frames.length);
  if (frames.length > 1 && frames.length * file.width * file.height > IMAGE_CAPS.animationPixels) {
    throw tooLarge(`The animation's frames have more than ${IMAGE_CAPS.animationPixels} pixels in all.`);
  }
  const facts = readExif(file.exif ?? new Uint8Array(0));
  const profile = file.iccProfile && iccProfile(file.iccProfile, 3);
  if (frames.every((frame) => isWhole(frame, file))) {
    checkPixels(file.width, file.height, "streamed");
    return frames.map((frame) => decodedFrame(file, (sink) => writeStill(frame, profile, options, sink), facts));
  }
  checkPixels(file.width, file.height, "full-frame", PIXEL_BYTES);
  let canvas: WebpCanvas | undefined;
  const sharedBytes = file.width * file.height * PIXEL_BYTES;
  return frames.map((frame) => {
    const write = function* (sink: ObjectSink): Portions<Tile[]> {
      canvas ??= new WebpCanvas(file.width, file.height);
      yield* canvas.draw(frame);
      const tiles = yield* canvas.write(sink, 3, profile ? sink.profile(profile) : deviceSpace(3));
      if (frame === frames.at(-1)) canvas = undefined;
      return tiles;
    };
    return decodedFrame(file, write, { ...facts, decodedRows: file.height + frame.picture.height, sharedBytes });
  });
}

/** Whether the frame hides all frames before it. */
function isWhole(frame: WebpFrame, file: WebpFile): boolean {
  const { picture } = frame;
  const covers = picture.width === file.width && picture.height === file.height;
  const first = frame === file.frames[0];
  return covers && (first || !frame.blend || picture.opaque);
}

function* writeStill(
  frame: WebpFrame,
  profile: IccProfile | undefined,
  options: ReadOptions,
  sink: ObjectSink,
): Portions<Tile[]> {
  const { picture } = frame;
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

/**
 * Draws the frames of an animation (RFC 9649 §2.7.1.1). The file's background colour is a hint that viewers do not
 * follow.
 */
class WebpCanvas extends Canvas {
  #toClear: WebpFrame | undefined;

  /** Clears the canvas where the frame before asked for it, then draws the next frame. */
  *draw(frame: WebpFrame): Portions<void> {
    if (this.#toClear) this.clear(placeOf(this.#toClear));
    this.#toClear = frame.dispose ? frame : undefined;
    let at = (frame.top * this.width + frame.left) * 4;
    const columns = frame.picture.width;
    yield* decodeRows(frame.picture, (colour, from, alpha) => {
      for (let x = 0; x < columns; x++) {
        const opacity = alpha ? alpha[x]! : 255;
        if (frame.blend) this.blend(at + x * 4, colour, from + x * 3, opacity);
        else this.put(at + x * 4, colour, from + x * 3, opacity);
      }
      at += this.width * 4;
    });
  }
}

function placeOf({ left, top, picture: { width, height } }: WebpFrame) {
  return { left, top, width, height };
}
