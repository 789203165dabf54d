// Filters rows of pixels and deflates them (RFC 1951) with runs and prefix codes only. Photographs have no other
// repeats. The host's zlib looks for them all the same, and takes three times as long.

import { adler32 } from "../inflate/adler";
import { alignToByte, dropBits, place, put, startBits } from "./bits";
import { writeBlock } from "./block";
import { ABOVE_BYTES, above, BLOCK_BYTES, MEMORY_END, OUTPUT_STOP, output, SEGMENT_BYTES, segment } from "./memory";

let done: usize = 0;

export function start(): void {
  const pages = <i32>((MEMORY_END + 0xffff) >> 16);
  if (memory.size() < pages) memory.grow(pages - memory.size());
}

export function segmentPlace(): usize {
  return segment;
}

export function segmentRoom(): usize {
  return SEGMENT_BYTES;
}

/** Where to put the part of the row above that `subtract` needs, and how long that part is. */
export function abovePlace(): usize {
  return above;
}

export function aboveRoom(): usize {
  return ABOVE_BYTES;
}

/** PNG's Up filter (PNG §9.2): subtracts the bytes above from that many bytes of the segment. */
export function subtract(at: usize, bytes: usize): void {
  let i: usize = 0;
  for (; i + 16 <= bytes; i += 16) v128.store(at + i, i8x16.sub(v128.load(at + i), v128.load(above + i)));
  for (; i < bytes; i++) store<u8>(at + i, load<u8>(at + i) - load<u8>(above + i));
}

export function checksum(start: u32, bytes: usize): u32 {
  return adler32(start, segment, segment + bytes);
}

/** Begins to deflate the segment. */
export function begin(): void {
  done = 0;
  dropBits();
}

/**
 * Continues until the output is full or the segment ends. Returns the number of bytes at `outputPlace`; 0 after the
 * last.
 */
export function deflate(bytes: usize, isLast: bool): usize {
  startBits();
  if (done === bytes) return 0;
  while (done < bytes && place - output < OUTPUT_STOP) {
    const end = min(done + BLOCK_BYTES, bytes);
    writeBlock(segment + done, segment + end, isLast && end === bytes);
    done = end;
  }
  if (done === bytes) {
    if (!isLast) {
      // An empty stored block ends at a byte boundary, like zlib's sync flush.
      put(0, 3);
      alignToByte();
      put(0xffff0000, 32);
    }
    alignToByte();
  }
  return place - output;
}

export function outputPlace(): usize {
  return output;
}
