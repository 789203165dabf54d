import { type ByteSource, packBitsSource, rawSource, reverseBits } from "../../../codecs/byte-source.ts";
import { IMAGE_CAPS } from "../../../codecs/caps.ts";
import { FAX_COLUMNS, type FaxParameters } from "../../../codecs/fax/fax-kernels.ts";
import { faxSource } from "../../../codecs/fax/fax-rows.ts";
import { corrupt, ImageProblem, tooLarge, unsupported } from "../../../codecs/image-problem.ts";
import { inflateSource } from "../../../codecs/inflate.ts";
import { lzwSource } from "../../../codecs/lzw.ts";
import { joinFloats, sumDifferences } from "../../../codecs/predictors.ts";
import { COST } from "../../../meter/work-limits.ts";
import type { Band } from "../pixel-rows.ts";
import { COMPRESSION, checkChunks, chunkBytes, isFax, type Layout } from "../tiff-layout.ts";
import type { Damage } from "./damage.ts";

/** Rows are taken from a strip in portions of about this size. */
const BAND_BYTES = 256 * 1024;

const READABLE = new Set<number>([
  COMPRESSION.none,
  COMPRESSION.modifiedHuffman,
  COMPRESSION.group3,
  COMPRESSION.group4,
  COMPRESSION.lzw,
  COMPRESSION.adobeDeflate,
  COMPRESSION.packBits,
  COMPRESSION.deflate,
]);

const NAMES = new Map<number, string>([
  [32809, "ThunderScan"],
  [32766, "NeXT"],
  [34661, "JBIG"],
  [34676, "SGI LogLuv"],
  [34677, "SGI LogLuv"],
  [34712, "JPEG 2000"],
  [34887, "LERC"],
  [34925, "LZMA"],
  [50000, "Zstandard"],
  [50001, "WebP"],
  [50002, "JPEG XL"],
]);

/** Checked when the header is read, so that nothing is written of a page that cannot be finished. */
export function checkReadable(layout: Layout): void {
  const { compression } = layout;
  if (!READABLE.has(compression)) {
    const name = NAMES.get(compression) ?? compression;
    throw unsupported(`TIFF compression ${name} is not supported; save it with LZW, Deflate or JPEG.`);
  }
  if (isFax(compression) && (layout.bits !== 1 || (layout.samples !== 1 && !layout.planar))) {
    throw corrupt("The TIFF declares a fax compression for pixels of more than one bit.");
  }
  if (isFax(compression) && layout.chunkWidth > FAX_COLUMNS) {
    throw tooLarge(`The TIFF's rows of fax have ${layout.chunkWidth} pixels; at most ${FAX_COLUMNS} are read.`);
  }
  checkChunks(layout);
  undoPredictor(layout);
  if (layout.tiled && layout.chunksAcross > 1 && (chunkRowBits(layout) & 7) !== 0) {
    throw unsupported("TIFF tiles whose rows do not end at a byte are not supported.");
  }
  const held = layout.tiled ? bandBytes(layout, layout.chunkHeight) : bandBytes(layout, 1);
  if (held > IMAGE_CAPS.stripBytes) {
    throw tooLarge(`The TIFF's tiles need ${held} bytes at once; at most ${IMAGE_CAPS.stripBytes} are held.`);
  }
}

/** Rows that cannot be read are zeros, and are reported to `damage`. */
export function bands(layout: Layout, damage: Damage): Generator<Band, void, void> {
  return layout.tiled ? tileBands(layout, damage) : stripBands(layout, damage);
}

function* stripBands(layout: Layout, damage: Damage): Generator<Band, void, void> {
  const rowBytes = (chunkRowBits(layout) + 7) >> 3;
  const rowsAtOnce = Math.min(Math.max(Math.floor(BAND_BYTES / rowBytes), 1), layout.chunkHeight);
  const planes = planeBuffers(layout, rowsAtOnce * rowBytes);
  const undo = undoPredictor(layout);
  for (let strip = 0; strip < layout.chunksDown; strip++) {
    const rowsInStrip = Math.min(layout.chunkHeight, layout.height - strip * layout.chunkHeight);
    const sources = planes.map((_, plane) =>
      openChunk(layout, strip + plane * layout.chunksDown, rowsInStrip * rowBytes, damage),
    );
    for (let done = 0; done < rowsInStrip; done += rowsAtOnce) {
      const rows = Math.min(rowsAtOnce, rowsInStrip - done);
      for (let plane = 0; plane < planes.length; plane++) {
        const target = planes[plane]!.subarray(0, rows * rowBytes);
        const lost = fill(sources[plane]!, target);
        if (lost) damage.add((Math.ceil(lost.bytes / rowBytes) * layout.width) / planes.length, lost.problem);
        undo?.(target, rowBytes);
      }
      yield { rows, rowBytes, planes };
    }
  }
}

/** Reads a row of tiles at a time, and puts them together to whole rows. */
function* tileBands(layout: Layout, damage: Damage): Generator<Band, void, void> {
  const { chunkHeight, chunksAcross, chunksDown } = layout;
  const tileRowBytes = (chunkRowBits(layout) + 7) >> 3;
  const rowBytes = tileRowBytes * chunksAcross;
  const planes = planeBuffers(layout, rowBytes * chunkHeight);
  const tile = new Uint8Array(tileRowBytes * chunkHeight);
  const undo = undoPredictor(layout);
  for (let down = 0; down < chunksDown; down++) {
    const rows = Math.min(chunkHeight, layout.height - down * chunkHeight);
    for (let plane = 0; plane < planes.length; plane++) {
      for (let across = 0; across < chunksAcross; across++) {
        const index = plane * chunksAcross * chunksDown + down * chunksAcross + across;
        const lost = fill(openChunk(layout, index, tile.length, damage), tile);
        if (lost) damage.add((rows * layout.width) / chunksAcross / planes.length, lost.problem);
        undo?.(tile, tileRowBytes);
        for (let row = 0; row < rows; row++) {
          const from = row * tileRowBytes;
          planes[plane]!.set(tile.subarray(from, from + tileRowBytes), row * rowBytes + across * tileRowBytes);
        }
      }
    }
    yield { rows, rowBytes, planes };
  }
}

/**
 * Undoes tag 317 in place: 2, differences along a row; 3, of floats' bytes. Undefined where there is nothing to undo.
 */
function undoPredictor(layout: Layout): ((rows: Uint8Array, rowBytes: number) => void) | undefined {
  const { bits, predictor, directory } = layout;
  const { littleEndian } = directory.file;
  const differences = { samples: layout.planar ? 1 : layout.samples, bits, littleEndian };
  if (predictor === 1) return undefined;
  if (predictor === 2 && [8, 16, 32].includes(bits)) {
    return (rows, rowBytes) => sumDifferences(rows, rowBytes, differences);
  }
  if (predictor === 3 && layout.format === "float" && bits % 8 === 0) {
    return (rows, rowBytes) => joinFloats(rows, rowBytes, differences);
  }
  throw unsupported(`TIFF predictor ${predictor} with ${bits}-bit samples is not supported.`);
}

export function faxParameters(layout: Layout, rows: number): FaxParameters {
  const columns = layout.chunkWidth;
  switch (layout.compression) {
    case COMPRESSION.modifiedHuffman:
      return { kind: "modifiedHuffman", columns, rows, twoDimensional: false };
    case COMPRESSION.group3:
      return { kind: "group3", columns, rows, twoDimensional: layout.group3TwoDimensional };
    default:
      return { kind: "group4", columns, rows, twoDimensional: true };
  }
}

/** The strip or tile that is being read; undefined once it has failed. */
interface Chunk {
  source: ByteSource | undefined;
  problem: ImageProblem | undefined;
}

function openChunk(layout: Layout, index: number, expected: number, damage: Damage): Chunk {
  try {
    return { source: chunkSource(layout, index, expected, damage), problem: undefined };
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    return { source: undefined, problem: error };
  }
}

/** A reader of the bytes of one strip or tile, whose rows have `expected` bytes. */
function chunkSource(layout: Layout, index: number, expected: number, damage: Damage): ByteSource {
  const stored = chunkBytes(layout, index, expected);
  // Strips may share their bytes. A decoder takes all of them, however few it needs.
  const { work } = layout.directory.file;
  work.spend(COST.strip + stored.length * (layout.lowBitFirst ? COST.sample : COST.clearedByte));
  const data = layout.lowBitFirst ? reverseBits(stored) : stored;
  switch (layout.compression) {
    case COMPRESSION.lzw:
      return lzwSource(data, expected);
    case COMPRESSION.packBits:
      return packBitsSource(data);
    case COMPRESSION.deflate:
    case COMPRESSION.adobeDeflate:
      return inflateSource(data, expected, () => damage.add(0, corrupt("The checksum of a Deflate strip is wrong.")));
    case COMPRESSION.modifiedHuffman:
    case COMPRESSION.group3:
    case COMPRESSION.group4:
      return faxSource(data, faxParameters(layout, expected / ((chunkRowBits(layout) + 7) >> 3)), () =>
        damage.add(layout.chunkWidth),
      );
    default:
      return rawSource(data);
  }
}

/** Fills what cannot be read with zeros, and reports how much that is, and why. */
function fill(chunk: Chunk, target: Uint8Array): { bytes: number; problem?: ImageProblem } | undefined {
  let filled = 0;
  try {
    filled = chunk.source?.read(target) ?? 0;
  } catch (error) {
    if (!(error instanceof ImageProblem)) throw error;
    chunk.problem = error;
  }
  if (filled === target.length) return undefined;
  chunk.source = undefined;
  target.fill(0, filled);
  const bytes = target.length - filled;
  return chunk.problem ? { bytes, problem: chunk.problem } : { bytes };
}

function planeBuffers(layout: Layout, bytes: number): Uint8Array[] {
  return Array.from({ length: layout.planar ? layout.samples : 1 }, () => new Uint8Array(bytes));
}

function chunkRowBits(layout: Layout): number {
  return layout.chunkWidth * layout.bits * (layout.planar ? 1 : layout.samples);
}

/** Bytes that are held at once: rows of all planes, and one tile where there are tiles. */
function bandBytes(layout: Layout, rows: number): number {
  const across = Math.ceil(chunkRowBits(layout) / 8) * layout.chunksAcross * rows;
  return across * (layout.planar ? layout.samples : 1) + (layout.tiled ? across / layout.chunksAcross : 0);
}
