import { checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { corrupt, ImageProblem, tooLarge } from "../../codecs/image-problem.ts";
import type { Work } from "../../meter/work.ts";
import * as CHAR from "../../platform/char.ts";
import { factsOfTags } from "../exif.ts";
import { decodedFrame, type ImageFrame, type ObjectSink, type ReadOptions } from "../image.ts";
import { iccProfile } from "../write/colour.ts";
import { checkReadable } from "./compressions/bands.ts";
import { type Directory, directories, openTiff, subdirectories, tagBytes, tagValue } from "./directory.ts";
import { jpegThrough } from "./jpeg-chunks.ts";
import { pixelRows } from "./samples/pixels.ts";
import { writeDecoded } from "./tiff-decoded.ts";
import { COMPRESSION, type Layout, readLayout } from "./tiff-layout.ts";
import { passthrough } from "./tiff-passthrough.ts";

const TAG_SUBFILE_TYPE = 254;
const TAG_OLD_SUBFILE_TYPE = 255;
const TAG_ICC_PROFILE = 34675;

const TAG_PHOTOMETRIC = 262;
const TAG_DNG_VERSION = 50706;

/**
 * Photometric interpretations of DNG: the sensor's colour filter array, and linear data that is not developed yet.
 */
const SENSOR = new Set([32803, 34892]);

const REDUCED_IMAGE = 1;
const TRANSPARENCY_MASK = 4;
const OLD_REDUCED_IMAGE = 2;

/** A page for each picture of the file. */
export function readTiff(bytes: Uint8Array, _options: ReadOptions, work: Work): ImageFrame[] {
  const file = openTiff(bytes, work);
  const pages: Directory[] = [];
  let reduced: Directory | undefined;
  for (const directory of directories(file)) {
    refuseCameraRaw(directory);
    if (isPage(directory)) pages.push(directory);
    else reduced ??= directory;
  }
  if (pages.length > IMAGE_CAPS.pages) {
    throw tooLarge(
      `The TIFF has ${pages.length} pages; at most ${IMAGE_CAPS.pages} become a PDF. Send it as several files.`,
    );
  }
  if (pages.length === 0 && reduced) pages.push(reduced);
  if (pages.length === 0) throw corrupt("The TIFF holds no picture.");
  return pages.map((directory) => pageOrProblem(directory));
}

/**
 * A camera's raw file is a TIFF whose ordinary pictures are previews, small and developed by the camera. To give one of
 * them instead of the photograph would be a silent loss.
 */
function refuseCameraRaw(directory: Directory): void {
  const { bytes } = directory.file;
  const isCanon = bytes[8] === CHAR.C && bytes[9] === CHAR.R;
  const all = [directory, ...subdirectories(directory)];
  const isSensor = all.some(({ tags, file }) => SENSOR.has(tagValue({ tags, file }, TAG_PHOTOMETRIC) ?? 0));
  if (!isCanon && !isSensor && !directory.tags.has(TAG_DNG_VERSION)) return;
  throw new ImageProblem(
    "UNSUPPORTED_FORMAT",
    "This is a camera's raw file (DNG, CR2, NEF, ARW …); develop it and save it as JPEG, PNG or TIFF.",
  );
}

/** Thumbnails, and masks of other pictures, are not pages. */
function isPage(directory: Directory): boolean {
  const kind = tagValue(directory, TAG_SUBFILE_TYPE) ?? 0;
  return (
    (kind & (REDUCED_IMAGE | TRANSPARENCY_MASK)) === 0 &&
    tagValue(directory, TAG_OLD_SUBFILE_TYPE) !== OLD_REDUCED_IMAGE
  );
}

/** A page that cannot be converted fails only when it is written, so that the others become pages. */
function pageOrProblem(directory: Directory): ImageFrame {
  try {
    return readPage(directory);
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    const write = (): never => {
      throw error;
    };
    return decodedFrame({ width: 1, height: 1 }, write, { decodedPixels: 0, workingBytes: 0 });
  }
}

function readPage(directory: Directory): ImageFrame {
  const layout = readLayout(directory);
  const { width, height } = layout;
  const facts = { width, height, ...factsOfTags((tag) => tagValue(directory, tag)) };
  if (layout.compression === COMPRESSION.jpeg || layout.compression === COMPRESSION.oldJpeg) {
    const { write, isRecoded } = jpegThrough(layout, (components) => profileOf(layout, components));
    checkPixels(width, height, isRecoded ? "streamed" : "passthrough");
    if (!isRecoded) return { ...facts, method: "passthrough", decodedPixels: 0, minVersion: "1.4", write };
    // Once for the colours, and once for alpha.
    const decodedBytes = 2 * coveredPixels(layout) * layout.samples;
    return { ...facts, method: "decoded", decodedPixels: width * height, decodedBytes, minVersion: "1.4", write };
  }
  const pixelBytes = (layout.samples * layout.bits) / 8;
  checkPixels(width, height, isSingleStrip(layout) ? "passthrough" : "streamed", pixelBytes);
  checkReadable(layout);
  const rows = pixelRows(layout);
  const profile = rows.colourSpace ? undefined : profileOf(layout, rows.components);
  const decoded = (sink: ObjectSink) => writeDecoded(layout, rows, profile, sink);
  const through = passthrough(layout, rows, profile, decoded);
  if (!through) checkPixels(width, height, "streamed", pixelBytes);
  return {
    ...facts,
    method: through ? "passthrough" : "decoded",
    // Bytes that are passed through are read once to see that they are whole.
    decodedPixels: width * height,
    decodedBytes: Math.ceil((coveredPixels(layout) * layout.samples * layout.bits) / 8),
    minVersion: rows.bits === 16 ? "1.5" : "1.4",
    write: through ?? decoded,
  };
}

/** Tiles may reach far beyond the picture, and are decoded whole. */
function coveredPixels({ tiled, width, height, chunkWidth, chunkHeight, chunksAcross, chunksDown }: Layout): number {
  return tiled ? chunkWidth * chunkHeight * chunksAcross * chunksDown : width * height;
}

function isSingleStrip(layout: Layout): boolean {
  return !layout.tiled && layout.chunksDown === 1;
}

/** The profile of the stored colours. Pages whose rows have a colour space of their own (Lab, a palette) take none. */
function profileOf(layout: Layout, components: number) {
  const bytes = tagBytes(layout.directory, TAG_ICC_PROFILE);
  if (!bytes || (components !== 1 && components !== 3 && components !== 4)) return undefined;
  return iccProfile(bytes, components);
}
