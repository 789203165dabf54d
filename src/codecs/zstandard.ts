import { Decompress } from "fzstd";
import { type Work, WorkProblem } from "../meter/work.ts";
import { COST } from "../meter/work-limits.ts";
import { type ByteSource, rawSource } from "./byte-source.ts";
import { IMAGE_CAPS } from "./caps.ts";
import { corrupt, ImageProblem, tooLarge } from "./image-problem.ts";

/** The decompressor's output is taken after each portion of input, so that little more than needed is decompressed. */
const PORTION_BYTES = 4096;

/** Zstandard strips (compression 50000 of libtiff), of which no more than the `expected` bytes are kept. */
export function zstandardSource(data: Uint8Array, expected: number, work: Work): ByteSource {
  if (expected > IMAGE_CAPS.stripBytes) throw tooLarge(`A strip of the TIFF has ${expected} bytes of Zstandard data.`);
  const { window, blocks } = asked(data);
  if (window > IMAGE_CAPS.stripBytes) {
    throw tooLarge(`A strip of the TIFF asks for ${window} bytes to read its Zstandard data.`);
  }
  // The window is cleared before it is used, and so are the rows.
  work.spend((window + expected) * COST.clearedByte + blocks * COST.zstandardBlock);
  work.hold(window);
  const rows = new Uint8Array(expected);
  let filled = 0;
  const stream = new Decompress((chunk) => {
    const part = chunk.subarray(0, expected - filled);
    // A block is decompressed whole, however little of it a strip needs.
    work.spend((chunk.length - part.length) * COST.zstandardByte);
    rows.set(part, filled);
    filled += part.length;
  });
  try {
    for (let at = 0; at < data.length && filled < expected; at += PORTION_BYTES) {
      stream.push(data.subarray(at, at + PORTION_BYTES), at + PORTION_BYTES >= data.length);
    }
  } catch (error) {
    if (error instanceof ImageProblem || error instanceof WorkProblem) throw error;
    if (filled === 0) throw corrupt("The Zstandard data of a strip is damaged.");
  } finally {
    work.letGo(window);
  }
  return rawSource(rows.subarray(0, filled));
}

const MAGIC = 0xfd2fb528;
/** Magic numbers of frames without data differ in their last four bits (RFC 8878 §3.1.2). */
const SKIPPED = 0x184d2a50;
const SINGLE_SEGMENT = 0x20;
const HAS_CHECKSUM = 0x04;
const RUN = 1;
const COMPRESSED = 2;

/**
 * The memory that the frames ask for (RFC 8878 §3.1.1.1): the decompressor takes as much as they say. And their
 * compressed blocks, each of which may have tables of its own for a single byte.
 */
function asked(data: Uint8Array): { window: number; blocks: number } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let window = 0;
  let blocks = 0;
  for (let at = 0; at + 6 <= data.length; ) {
    const magic = view.getUint32(at, true);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPED && at + 8 <= data.length) {
      at += 8 + view.getUint32(at + 4, true);
      continue;
    }
    if (magic !== MAGIC) break;
    const flags = data[at + 4]!;
    const isSingle = (flags & SINGLE_SEGMENT) !== 0;
    const dictionary = [0, 1, 2, 4][flags & 3]!;
    const sizeAt = at + 5 + (isSingle ? 0 : 1) + dictionary;
    const sizeBytes = flags >> 6 ? 1 << (flags >> 6) : isSingle ? 1 : 0;
    const size = contentSize(data.subarray(sizeAt, sizeAt + sizeBytes));
    window = Math.max(window, isSingle ? size : windowSize(data[at + 5]!));
    const { end, compressed } = blocksOf(data, sizeAt + sizeBytes);
    blocks += compressed;
    at = end + ((flags & HAS_CHECKSUM) !== 0 ? 4 : 0);
  }
  return { window, blocks };
}

function windowSize(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function contentSize(bytes: Uint8Array): number {
  return bytes.reduceRight((size, byte) => size * 256 + byte, 0) + (bytes.length === 2 ? 256 : 0);
}

/**
 * Where the blocks of a frame end, and how many are compressed (RFC 8878 §3.1.1.2). A block of one repeated byte holds
 * only that.
 */
function blocksOf(data: Uint8Array, from: number): { end: number; compressed: number } {
  let compressed = 0;
  for (let at = from; at + 3 <= data.length; ) {
    const header = data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16);
    const kind = (header >> 1) & 3;
    if (kind === COMPRESSED) compressed++;
    at += 3 + (kind === RUN ? 1 : header >> 3);
    if (header & 1) return { end: at, compressed };
  }
  return { end: data.length, compressed };
}
