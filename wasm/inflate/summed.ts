// Checksums of bytes that the host puts here. The host's own way of computing them takes four times as long.

import { adler32 } from "./adler";
import { TABLES_END } from "./tables";

/** The most bytes that are summed at once. */
const SUMMED_BYTES: usize = 64 * 1024;
export const SUMMED_END: usize = TABLES_END + SUMMED_BYTES;

export function takeMemory(end: usize): void {
  const pages = <i32>((end + 0xffff) >> 16);
  if (memory.size() < pages) memory.grow(pages - memory.size());
}

/** Where the host puts the bytes whose checksum it wants. */
export function summedPlace(): usize {
  takeMemory(SUMMED_END);
  return TABLES_END;
}

export function checksum(start: u32, bytes: usize): u32 {
  return adler32(start, TABLES_END, TABLES_END + min(bytes, SUMMED_BYTES));
}
