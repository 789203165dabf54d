import { instantiateLzma, type LzmaKernel } from "../../wasm/lzma.ts";
import type { ByteSource } from "./byte-source.ts";
import { IMAGE_CAPS } from "./caps.ts";
import { IdleKernels } from "./idle-kernels.ts";
import { corrupt, tooLarge, unsupported } from "./image-problem.ts";

const kernels = new IdleKernels(instantiateLzma);

/** The control bytes of LZMA2's chunks. */
const END = 0;
const PLAIN_AND_NEW_DICTIONARY = 1;
const PLAIN = 2;
const PACKED = 0x80;

/**
 * LZMA strips (compression 34925 of libtiff): an .xz file each. The kernel is our own: those on npm carry their
 * WebAssembly as text, which Workers do not compile, or hold a strip several times. The output serves as the
 * dictionary, so a strip takes its `expected` bytes and no more.
 */
export function lzmaSource(data: Uint8Array, expected: number): ByteSource {
  const { stripBytes } = IMAGE_CAPS;
  if (expected > stripBytes) {
    throw tooLarge(`A strip of the TIFF has ${expected} bytes of LZMA data; at most ${stripBytes} can be converted.`);
  }
  const blocks = openXz(data);
  let kernel: LzmaKernel | undefined = kernels.take();
  if (!kernel.begin(expected)) throw tooLarge("A strip of the TIFF needs more memory than there is.");
  let block: XzBlock | undefined;
  let made = 0;
  let given = 0;
  let history = new Uint8Array(0);
  let blockStart = 0;

  /** False when there is no more data. */
  const decodeMore = (lzma: LzmaKernel): boolean => {
    if (!block) {
      block = blocks.next();
      if (!block) return false;
      history = new Uint8Array(block.delta);
      blockStart = made;
    }
    const chunk = nextChunk(lzma, block);
    if (chunk === "end") {
      blocks.skip(block.at);
      block = undefined;
      return true;
    }
    if (chunk < 0) return false;
    made = chunk;
    return true;
  };

  return {
    read(target) {
      let filled = 0;
      while (kernel && filled < target.length) {
        if (given === made && !decodeMore(kernel)) {
          if (given === 0) throw corrupt("The LZMA data of a strip is damaged.");
          kernel = undefined;
          break;
        }
        const from = kernel.outputPlace() + given;
        const part = new Uint8Array(kernel.memory.buffer, from, Math.min(made - given, target.length - filled));
        const shown = target.subarray(filled, filled + part.length);
        shown.set(part);
        if (history.length > 0) undoDelta(shown, history, given - blockStart);
        filled += part.length;
        given += part.length;
        if (given === expected) {
          kernels.giveBack(kernel);
          kernel = undefined;
        }
      }
      return filled;
    },
  };
}

/** Decodes a chunk of LZMA2. Returns the number of bytes so far; a negative number means damage. */
function nextChunk(kernel: LzmaKernel, block: XzBlock): number | "end" {
  const { data, at } = block;
  const control = data[at] ?? END;
  if (control === END) {
    block.at++;
    return "end";
  }
  if (control < PACKED) {
    if (control > PLAIN) return -1;
    if (control === PLAIN_AND_NEW_DICTIONARY) kernel.resetDictionary();
    return kernel.copyChunk(giveInput(kernel, block, at + 3, uint16(data, at + 1) + 1));
  }
  const reset = (control >> 5) & 3;
  const header = reset >= 2 ? 6 : 5;
  if (reset === 3) kernel.resetDictionary();
  if (reset >= 2 && !kernel.setProperties(data[at + 5] ?? 0xff)) return -1;
  if (reset >= 1) kernel.resetState();
  const unpacked = ((control & 0x1f) << 16) + uint16(data, at + 1) + 1;
  return kernel.decodeChunk(giveInput(kernel, block, at + header, uint16(data, at + 3) + 1), unpacked);
}

/** Copies a chunk's data, as far as it is there, into the kernel. */
function giveInput(kernel: LzmaKernel, block: XzBlock, start: number, length: number): number {
  const part = block.data.subarray(start, start + length);
  new Uint8Array(kernel.memory.buffer).set(part, kernel.inputPlace());
  block.at = start + length;
  return part.length;
}

/** Undoes the Delta filter: each byte is the difference to the byte at this distance before it. */
function undoDelta(bytes: Uint8Array, history: Uint8Array, position: number): void {
  const distance = history.length;
  let slot = position % distance;
  for (let i = 0; i < bytes.length; i++) {
    const value = (bytes[i]! + history[slot]!) & 255;
    bytes[i] = value;
    history[slot] = value;
    if (++slot === distance) slot = 0;
  }
}

function uint16(data: Uint8Array, at: number): number {
  return ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0);
}

/** The data of a block, which begins at `at`. The reader moves `at` forward. */
interface XzBlock {
  readonly data: Uint8Array;
  at: number;
  /** The distance of the Delta filter; 0 without it. */
  readonly delta: number;
}

interface XzBlocks {
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
function openXz(data: Uint8Array): XzBlocks {
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
