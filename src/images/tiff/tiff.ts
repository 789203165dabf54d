import { checkPixels, IMAGE_CAPS } from "../../codecs/caps.ts";
import { RowEncoder } from "../../codecs/deflate/row-encoder.ts";
import { faxWriter } from "../../codecs/fax/fax-writer.ts";
import { corrupt, ImageProblem, tooLarge } from "../../codecs/image-problem.ts";
import type { Portions } from "../../meter/turns.ts";
import type { Work } from "../../meter/work.ts";
import * as CHAR from "../../platform/char.ts";
import { factsOfTags } from "../exif.ts";
import { decodedFrame, type IccProfile, type ImageFrame, type ObjectSink, type ReadOptions } from "../image.ts";
import { deviceSpace, iccProfile } from "../write/colour.ts";
import { softMaskRows } from "../write/soft-mask.ts";
import { pngRows, wholeTile, writeImage } from "../write/xobject.ts";
import { bands, checkReadable } from "./compressions/bands.ts";
import { Damage } from "./compressions/damage.ts";
import { type Directory, directories, openTiff, subdirectories, tagBytes, tagValue } from "./directory.ts";
import { jpegThrough } from "./jpeg-chunks.ts";
import { bytesOf, type ConvertedRow, type PixelRows } from "./pixel-rows.ts";
import { pixelRows } from "./samples/pixels.ts";
import { isDirect } from "./samples/row-samples.ts";
import { COMPRESSION, type Layout, PHOTOMETRIC, readLayout } from "./tiff-layout.ts";
import { passthrough } from "./tiff-passthrough.ts";

const TAG_SUBFILE_TYPE = 254;
const TAG_OLD_SUBFILE_TYPE = 255;
const TAG_ICC_PROFILE = 34675;

const TAG_PHOTOMETRIC = 262;
const TAG_DNG_VERSION = 50706;

/** Photometric interpretations of DNG: the sensor's colour filter array, and linear data that is not developed yet. */
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
  checkPixels(width, height, !layout.tiled && layout.chunksDown === 1 ? "passthrough" : "streamed", pixelBytes);
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

/** The profile of the stored colours. Pages whose rows have a colour space of their own (Lab, a palette) take none. */
function profileOf(layout: Layout, components: number) {
  const bytes = tagBytes(layout.directory, TAG_ICC_PROFILE);
  if (!bytes || (components !== 1 && components !== 3 && components !== 4)) return undefined;
  return iccProfile(bytes, components);
}

/** Writes a picture whose rows had to be decoded, a few rows at a time. */
function* writeDecoded(layout: Layout, rows: PixelRows, profile: IccProfile | undefined, sink: ObjectSink) {
  const { width, height } = layout;
  const damage = new Damage();
  const colourSpace = rows.colourSpace ?? (profile ? sink.profile(profile) : deviceSpace(rows.components));
  if (rows.blackBit !== undefined) {
    const fax = faxWriter(width, rows.blackBit);
    yield* eachRow(rows, height, damage, ({ colour, at }) => fax.row(colour, at));
    damage.settle(width, height, sink.warn);
    const image = { width, height, colourSpace, bits: 1, filter: "CCITTFaxDecode" as const };
    const parms = new Map([
      ["K", -1],
      ["Columns", width],
      ["Rows", height],
    ]);
    return wholeTile(writeImage(sink, { ...image, parms, data: fax.end() }), width, height);
  }
  const differences = areDifferences(layout, rows);
  const colour = new RowEncoder(Math.ceil((width * rows.components * rows.bits) / 8), differences ? "left" : "up");
  const alpha = softMaskRows(width, rows.bits === 16 ? 16 : 8);
  const read = differences ? { ...rows, layout: { ...layout, predictor: 1 } } : rows;
  if (rows.measure) {
    for (const band of bands(layout, new Damage())) {
      for (let row = 0; row < band.rows; row++) rows.measure(band, row);
      yield bytesOf(band);
    }
  }
  yield* eachRow(read, height, damage, (row) => {
    colour.row(row.colour, row.at);
    if (row.alpha) alpha.row(row.alpha);
  });
  damage.settle(width, height, sink.warn);
  const softMask = alpha.write(sink, height);
  const xobject = writeImage(sink, {
    width,
    height,
    colourSpace,
    bits: rows.bits,
    ...pngRows(width, rows.components, rows.bits),
    decode: rows.decode,
    softMask,
    data: colour.end(),
  });
  return wholeTile(xobject, width, height);
}

/** For bytes, predictor 2 is the same as PNG's Sub filter: such rows are compressed as they are. */
function areDifferences(layout: Layout, rows: PixelRows): boolean {
  const { predictor, bits, tiled, photometric } = layout;
  if (predictor !== 2 || bits !== 8 || tiled || rows.layout !== layout) return false;
  return isDirect(layout, rows.components) && photometric <= PHOTOMETRIC.separated;
}

function* eachRow(rows: PixelRows, height: number, damage: Damage, use: (row: ConvertedRow) => void): Portions<void> {
  const { rowsPerBandRow } = rows;
  let left = height;
  for (const band of bands(rows.layout, damage)) {
    for (let row = 0; row < band.rows; row++) {
      const converted = rows.convert(band, row);
      if (rowsPerBandRow === 1) {
        use(converted);
        continue;
      }
      const stride = converted.colour.length / rowsPerBandRow;
      for (let line = 0; line < rowsPerBandRow && left > 0; line++, left--) use({ ...converted, at: line * stride });
    }
    yield bytesOf(band);
  }
}
