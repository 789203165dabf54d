// Checksums of bytes that the host puts here: its own way to take them costs four times as much.

import { adler32 } from "./adler";
import { TABLES_END } from "./tables";

/** What a checksum is taken of at once. */
const SUMMED_BYTES: usize = 64 * 1024;
export const SUMMED_END: usize = TABLES_END + SUMMED_BYTES;

export function takeMemory(end: usize): void {
  const pages = <i32>((end + 0xffff) >> 16);
  if (memory.size() < pages) memory.grow(pages - memory.size());
}

/** Where bytes are put whose sum is asked for. */
export function summedPlace(): usize {
  takeMemory(SUMMED_END);
  return TABLES_END;
}

export function checksum(start: u32, bytes: usize): u32 {
  return adler32(start, TABLES_END, TABLES_END + min(bytes, SUMMED_BYTES));
}
