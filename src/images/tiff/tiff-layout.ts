import { corrupt, type ImageProblem, unsupported } from "../../codecs/image-problem.ts";
import { COST } from "../../meter/work-limits.ts";
import { type Directory, tagCount, tagValue, tagValues } from "./directory.ts";

const TAG_WIDTH = 256;
const TAG_HEIGHT = 257;
const TAG_BITS = 258;
const TAG_COMPRESSION = 259;
const TAG_PHOTOMETRIC = 262;
const TAG_FILL_ORDER = 266;
const TAG_STRIP_OFFSETS = 273;
const TAG_SAMPLES = 277;
const TAG_ROWS_PER_STRIP = 278;
const TAG_STRIP_BYTES = 279;
const TAG_T4_OPTIONS = 292;
const TAG_PLANAR = 284;
const TAG_PREDICTOR = 317;
const TAG_TILE_WIDTH = 322;
const TAG_TILE_HEIGHT = 323;
const TAG_TILE_OFFSETS = 324;
const TAG_TILE_BYTES = 325;
const TAG_EXTRA_SAMPLES = 338;
const TAG_SAMPLE_FORMAT = 339;

/** More samples than any picture has: 4 colours and a few extra ones. */
const MAX_SAMPLES = 32;

export const COMPRESSION = {
  none: 1,
  modifiedHuffman: 2,
  group3: 3,
  group4: 4,
  lzw: 5,
  oldJpeg: 6,
  jpeg: 7,
  adobeDeflate: 8,
  packBits: 32773,
  deflate: 32946,
} as const;

export const PHOTOMETRIC = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  mask: 4,
  separated: 5,
  yCbCr: 6,
  cieLab: 8,
  iccLab: 9,
  ituLab: 10,
  logL: 32844,
  logLuv: 32845,
} as const;

/** Why a page in such colours is refused; `how` says what else it is. */
export function otherColours(photometric: number, how = ""): ImageProblem {
  const colours = COLOUR_NAMES.get(photometric) ?? `of photometric interpretation ${photometric}`;
  return unsupported(`A TIFF ${colours}${how} is not supported. Save it in RGB.`);
}

const COLOUR_NAMES = new Map<number, string>([
  [PHOTOMETRIC.palette, "of a palette"],
  [PHOTOMETRIC.mask, "of a transparency mask"],
  [PHOTOMETRIC.cieLab, "in CIE L*a*b*"],
  [PHOTOMETRIC.iccLab, "in ICC L*a*b*"],
  [PHOTOMETRIC.ituLab, "in ITU L*a*b*"],
  [PHOTOMETRIC.logL, "in LogL"],
  [PHOTOMETRIC.logLuv, "in LogLuv"],
]);

export type SampleFormat = "unsigned" | "signed" | "float";

/** What a directory says of its picture: the defaults of TIFF 6.0 §8 are filled in, and contradictions are refused. */
export interface Layout {
  readonly directory: Directory;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly samples: number;
  readonly format: SampleFormat;
  readonly photometric: number;
  readonly compression: number;
  /** Each sample of a pixel lies in its own plane. */
  readonly planar: boolean;
  readonly predictor: number;
  readonly lowBitFirst: boolean;
  /** ExtraSamples, one for each sample beyond the colour's own: 0 unspecified, 1 premultiplied alpha, 2 alpha. */
  readonly extra: readonly number[];
  /** T4Options bit 0, of compression 3. */
  readonly group3TwoDimensional: boolean;
  readonly tiled: boolean;
  readonly chunkWidth: number;
  readonly chunkHeight: number;
  readonly chunksAcross: number;
  readonly chunksDown: number;
}

export function readLayout(directory: Directory): Layout {
  const width = tagValue(directory, TAG_WIDTH) ?? 0;
  const height = tagValue(directory, TAG_HEIGHT) ?? 0;
  if (!isCount(width) || !isCount(height)) throw corrupt("The TIFF does not say its width and height.");
  const samples = tagValue(directory, TAG_SAMPLES) ?? 1;
  if (!isCount(samples) || samples > MAX_SAMPLES) {
    throw unsupported(`A TIFF with ${samples} samples per pixel is not supported.`);
  }
  const compression = tagValue(directory, TAG_COMPRESSION) ?? COMPRESSION.none;
  const tiled = directory.tags.has(TAG_TILE_WIDTH) && directory.tags.has(TAG_TILE_HEIGHT);
  const chunkWidth = tiled ? (tagValue(directory, TAG_TILE_WIDTH) ?? 0) : width;
  const rowsPerStrip = tagValue(directory, TAG_ROWS_PER_STRIP) ?? height;
  const chunkHeight = tiled ? (tagValue(directory, TAG_TILE_HEIGHT) ?? 0) : Math.min(rowsPerStrip, height);
  if (!isCount(chunkWidth) || !isCount(chunkHeight)) throw corrupt("The TIFF's strips or tiles have no size.");
  const bits = sameForAll(tagValues(directory, TAG_BITS, samples), "bits");
  if (!isCount(bits)) throw corrupt(`The TIFF declares ${bits} bits per sample.`);
  const photometric = tagValue(directory, TAG_PHOTOMETRIC) ?? impliedPhotometric(compression, samples);
  return {
    directory,
    width,
    height,
    bits,
    samples,
    format: sampleFormat(sameForAll(tagValues(directory, TAG_SAMPLE_FORMAT, samples), "format"), bits),
    photometric,
    compression,
    planar: samples > 1 && tagValue(directory, TAG_PLANAR) === 2,
    predictor: hasPredictor(compression) ? (tagValue(directory, TAG_PREDICTOR) ?? 1) : 1,
    lowBitFirst: tagValue(directory, TAG_FILL_ORDER) === 2,
    extra: tagValues(directory, TAG_EXTRA_SAMPLES, samples),
    group3TwoDimensional: ((tagValue(directory, TAG_T4_OPTIONS) ?? 0) & 1) === 1,
    tiled,
    chunkWidth,
    chunkHeight,
    chunksAcross: Math.ceil(width / chunkWidth),
    chunksDown: Math.ceil(height / chunkHeight),
  };
}

/**
 * The stored bytes of a strip or tile, as a view into the file; `expected`: how many its rows have when decompressed.
 */
export function chunkBytes(layout: Layout, index: number, expected: number): Uint8Array {
  const { directory } = layout;
  const file = directory.file.bytes;
  const offset = tagValue(directory, offsetsTag(layout), index) ?? 0;
  if (offset <= 0 || offset >= file.length) throw corrupt("A strip of the TIFF lies outside the file.");
  const declared =
    tagValue(directory, offsetsTag(layout) === TAG_TILE_OFFSETS ? TAG_TILE_BYTES : TAG_STRIP_BYTES, index) ?? 0;
  // Some writers leave out the counts, or write zero. A strip then goes to the next one.
  const next = tagValue(directory, offsetsTag(layout), index + 1) ?? 0;
  const rest = (next > offset ? Math.min(next, file.length) : file.length) - offset;
  const length = declared > 0 ? declared : layout.compression === COMPRESSION.none ? expected : rest;
  // The end of the file may cut the data off. This is noticed when its rows are read.
  const stored = file.subarray(offset, offset + length);
  directory.file.work.spend(stored.length * COST.decodedByte);
  return stored;
}

export function chunkCount(layout: Layout): number {
  return layout.chunksAcross * layout.chunksDown * (layout.planar ? layout.samples : 1);
}

/** Checked before any loop over strips: there must be as many offsets as the dimensions ask for. */
export function checkChunks(layout: Layout): void {
  const there = tagCount(layout.directory, offsetsTag(layout));
  if (there < chunkCount(layout)) {
    throw corrupt(`The TIFF names ${there} strips or tiles, and ${chunkCount(layout)} make its picture.`);
  }
}

export function isFax(compression: number): boolean {
  return compression >= COMPRESSION.modifiedHuffman && compression <= COMPRESSION.group4;
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}

/** Some writers describe their tiles with the tags of strips. */
function offsetsTag(layout: Layout): number {
  return layout.tiled && layout.directory.tags.has(TAG_TILE_OFFSETS) ? TAG_TILE_OFFSETS : TAG_STRIP_OFFSETS;
}

/** Files without the tag are read as libtiff and its followers read them. */
function impliedPhotometric(compression: number, samples: number): number {
  if (isFax(compression)) return PHOTOMETRIC.whiteIsZero;
  return samples >= 3 ? PHOTOMETRIC.rgb : PHOTOMETRIC.blackIsZero;
}

function sameForAll(values: readonly number[], what: string): number {
  const first = values[0] ?? 1;
  if (values.some((value) => value !== first)) {
    throw unsupported(`A TIFF whose samples differ in ${what} (${values.join(", ")}) is not supported.`);
  }
  return first;
}

function sampleFormat(value: number, bits: number): SampleFormat {
  // libtiff and ImageMagick both show signed bytes as unsigned; on other depths they disagree.
  if (value === 2 && bits === 8) return "unsigned";
  // 4 means "undefined": every reader takes such samples as unsigned.
  if (value === 1 || value === 4) return "unsigned";
  if (value === 2) return "signed";
  if (value === 3) return "float";
  throw unsupported(`TIFF sample format ${value} is not supported.`);
}

/** TIFF 6.0 §14 and Adobe's technical note 3 define it for these compressions; libtiff ignores the tag elsewhere. */
function hasPredictor(compression: number): boolean {
  return (
    compression === COMPRESSION.lzw || compression === COMPRESSION.deflate || compression === COMPRESSION.adobeDeflate
  );
}
