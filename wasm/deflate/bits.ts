// The bit writer of Deflate (RFC 1951 §3.1.1): low bits first.

import { output } from "./memory";

export let place: usize = output;
/** Bits that are not yet written. Between calls there are fewer than eight. */
export let held: u64 = 0;
export let heldCount: u64 = 0;

export function startBits(): void {
  place = output;
}

export function dropBits(): void {
  held = 0;
  heldCount = 0;
}

/** For a loop that has kept them in local variables. */
export function setBits(bits: u64, count: u64, at: usize): void {
  held = bits;
  heldCount = count;
  place = at;
}

/** Up to 32 bits. */
export function put(value: u32, count: u32): void {
  held |= (<u64>value) << heldCount;
  heldCount += count;
  store<u64>(place, held);
  const whole = heldCount >> 3;
  place += <usize>whole;
  held >>= whole << 3;
  heldCount &= 7;
}

export function alignToByte(): void {
  if (heldCount > 0) put(0, 8 - <u32>heldCount);
}
