import { reverseBits } from "../../codecs/byte-source.ts";
import { faxLength } from "../../codecs/fax/fax-rows.ts";
import { ImageProblem } from "../../codecs/image-problem.ts";
import { inflating } from "../../codecs/inflate.ts";
import type { Portions } from "../../meter/turns.ts";
import type { PdfDict, PdfObject } from "../../pdf-file/syntax/objects.ts";
import type { IccProfile, ObjectSink, Tile } from "../image.ts";
import { deviceSpace } from "../write/colour.ts";
import { sampleParms, wholeTile, writeImage } from "../write/xobject.ts";
import { faxParameters } from "./compressions/bands.ts";
import { tagValue } from "./directory.ts";
import type { PixelRows } from "./pixel-rows.ts";
import { isDirect } from "./samples/row-samples.ts";
import { COMPRESSION, chunkBytes, chunkCount, isFax, type Layout, PHOTOMETRIC } from "./tiff-layout.ts";

const TAG_T4_OPTIONS = 292;
const TAG_T6_OPTIONS = 293;
const UNCOMPRESSED_MODE = 2;

/** Writes the file's own compressed bytes. */
export type WriteThrough = (sink: ObjectSink) => Portions<Tile[]>;

/**
 * Undefined when PDF cannot hold the compressed bytes as they are. They are read once before they are written:
 * otherwise damage would show only when someone opens the PDF. Of damaged bytes `decoded` writes what there is.
 */
export function passthrough(
  layout: Layout,
  rows: PixelRows,
  profile: IccProfile | undefined,
  decoded: WriteThrough,
): WriteThrough | undefined {
  if (isFax(layout.compression)) return faxThrough(layout, rows, decoded);
  if (layout.compression === COMPRESSION.deflate || layout.compression === COMPRESSION.adobeDeflate) {
    return deflateThrough(layout, rows, profile, decoded);
  }
  return undefined;
}

/**
 * Passes on Group 4 in one strip, and Group 3 in any number of strips. T.4 demands that the first row of each strip is
 * coded by itself, so strips of Group 3 can be joined. Each strip of Group 4 begins again, so several cannot.
 */
function faxThrough(layout: Layout, rows: PixelRows, decoded: WriteThrough): WriteThrough | undefined {
  const { compression, directory, width, height } = layout;
  const single = chunkCount(layout) === 1;
  const options = tagValue(directory, compression === COMPRESSION.group4 ? TAG_T6_OPTIONS : TAG_T4_OPTIONS) ?? 0;
  if (layout.tiled || (options & UNCOMPRESSED_MODE) !== 0 || (compression === COMPRESSION.group4 && !single)) {
    return undefined;
  }
  // In the file black is coded as 1. PDF's default makes it 0, which is black in DeviceGray.
  const blackIs1 = layout.photometric !== PHOTOMETRIC.whiteIsZero;
  return function* (sink) {
    const strips = yield* wholeStrips(layout);
    if (!strips) return yield* decoded(sink);
    const image = { width, height, colourSpace: rows.colourSpace ?? deviceSpace(1), bits: 1, data: strips };
    const parms: PdfDict = new Map([...codingParms(layout), ["Columns", width], ["Rows", height]]);
    if (blackIs1) parms.set("BlackIs1", true);
    return wholeTile(writeImage(sink, { ...image, filter: "CCITTFaxDecode", parms }), width, height);
  };
}

/** The strips' bytes, as far as their rows go; undefined when a row is damaged or missing. */
function* wholeStrips(layout: Layout): Portions<Uint8Array[] | undefined> {
  const strips: Uint8Array[] = [];
  for (let strip = 0; strip < chunkCount(layout); strip++) {
    const stored = storedStrip(layout, strip);
    if (!stored) return undefined;
    const data = layout.lowBitFirst ? reverseBits(stored) : stored;
    const rows = Math.min(layout.chunkHeight, layout.height - strip * layout.chunkHeight);
    const length = faxLength(data, faxParameters(layout, rows));
    if (length === undefined) return undefined;
    // The end-of-block code may follow the rows; anything else is no part of the picture.
    strips.push(data.subarray(0, length + END_OF_BLOCK_BYTES));
    yield (layout.width * rows) >> 3;
  }
  return strips;
}

/** Six end-of-lines at their longest (T.4 §4.1.4), and the rest of a byte. */
const END_OF_BLOCK_BYTES = 11;

function storedStrip(layout: Layout, strip: number): Uint8Array | undefined {
  try {
    return chunkBytes(layout, strip, 0);
  } catch (error) {
    if (error instanceof ImageProblem) return undefined;
    throw error;
  }
}

/** ISO 32000-2 table 11. Each strip ends at a byte boundary, so joined strips have fill bits before the next EOL. */
function codingParms({ compression, group3TwoDimensional }: Layout): [string, PdfObject][] {
  if (compression === COMPRESSION.group4) return [["K", -1]];
  const isModified = compression === COMPRESSION.modifiedHuffman;
  return [
    ["K", group3TwoDimensional && !isModified ? 4 : 0],
    [isModified ? "EncodedByteAlign" : "EndOfLine", true],
    ["EndOfBlock", false],
  ];
}

/** One strip of samples that PDF can hold; predictor 2 means the same in both formats. */
function deflateThrough(
  layout: Layout,
  rows: PixelRows,
  profile: IccProfile | undefined,
  decoded: WriteThrough,
): WriteThrough | undefined {
  const { width, height, bits } = layout;
  if (layout.tiled || chunkCount(layout) !== 1 || rows.layout !== layout || layout.lowBitFirst) return undefined;
  if (!isDirect(layout, rows.components) || layout.predictor > 2 || rows.blackBit !== undefined) return undefined;
  // The signs of Lab must be moved, and PDF has no space for YCbCr.
  if (layout.photometric > PHOTOMETRIC.separated) return undefined;
  const { components } = rows;
  return function* (sink) {
    const data = storedStrip(layout, 0);
    if (!data) return yield* decoded(sink);
    const expected = Math.ceil((width * components * bits) / 8) * height;
    const { bytesOut, end } = yield* inflating([data], expected, () => undefined);
    if (end === "wrong sum" || bytesOut < expected) return yield* decoded(sink);
    const xobject = writeImage(sink, {
      width,
      height,
      colourSpace: rows.colourSpace ?? (profile ? sink.profile(profile) : deviceSpace(components)),
      bits,
      filter: "FlateDecode",
      parms: layout.predictor === 2 ? new Map([["Predictor", 2], ...sampleParms(width, components, bits)]) : undefined,
      decode: rows.decode,
      data: [data],
    });
    return wholeTile(xobject, width, height);
  };
}
