import { corrupt, unsupported } from "../../image.ts";

/** The data of a block, which begins at `at`. The reader moves `at` forward. */
export interface XzBlock {
  readonly data: Uint8Array;
  at: number;
  /** The distance of the Delta filter; 0 without it. */
  readonly delta: number;
}

export interface XzBlocks {
  /** Undefined after the last block. */
  next(): XzBlock | undefined;
  /** Tells that the data of the latest block ends here. */
  skip(end: number): void;
}

const MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];
const STREAM_HEADER_BYTES = 12;
/** By the kind of check (§2.1.1.2). */
const CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
const HAS_PACKED_SIZE = 0x40;
const HAS_UNPACKED_SIZE = 0x80;
const DELTA = 3;
const LZMA2 = 0x21;

/**
 * The blocks of an .xz stream (The .xz File Format 1.2.1). Its checksums are not checked: rows are shown as far as they
 * go.
 */
export function openXz(data: Uint8Array): XzBlocks {
  if (MAGIC.some((byte, i) => data[i] !== byte)) throw corrupt("The LZMA data of a strip does not begin as it should.");
  const checkBytes = CHECK_BYTES[data[7]! & 15]!;
  let at = STREAM_HEADER_BYTES;
  return {
    next() {
      const size = data[at];
      // The index, which begins with zero, comes after the blocks.
      if (size === undefined || size === 0) return undefined;
      const end = at + (size + 1) * 4;
      const delta = readFilters(data.subarray(at + 1, end));
      return { data, at: end, delta };
    },
    skip(end) {
      // Data is padded to a multiple of four bytes, like the headers before it.
      at = end + (-end & 3) + checkBytes;
    },
  };
}

/** A block's header (§3.1): LZMA2, with or without the Delta filter before it. */
function readFilters(header: Uint8Array): number {
  const flags = header[0] ?? 0;
  const numbers = numberReader(header, 1);
  if (flags & HAS_PACKED_SIZE) numbers.read();
  if (flags & HAS_UNPACKED_SIZE) numbers.read();
  let delta = 0;
  for (let left = (flags & 3) + 1; left > 0; left--) {
    const filter = numbers.read();
    const size = numbers.read();
    if (filter === DELTA && left === 2) delta = (header[numbers.at] ?? 0) + 1;
    else if (filter !== LZMA2 || left !== 1) throw unsupported(`LZMA data with filter ${filter} is not supported.`);
    numbers.at += size;
  }
  return delta;
}

/** Numbers of seven bits a byte, low ones first (§1.2). */
function numberReader(bytes: Uint8Array, start: number) {
  return {
    at: start,
    read(): number {
      let value = 0;
      for (let scale = 1; scale < 2 ** 49; scale *= 128) {
        const byte = bytes[this.at++] ?? 0;
        value += (byte & 127) * scale;
        if (byte < 128) break;
      }
      return value;
    },
  };
}
