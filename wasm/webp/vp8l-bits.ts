// The bit reader of lossless WebP (RFC 9649 §3.2): low bits first. Reads beyond the data give whatever follows in
// memory; the position then shows that they happened.

let data: usize = 0;
let position: u32 = 0;
let end: u32 = 0;

export function openBits(start: usize, size: usize): void {
  data = start;
  position = 0;
  end = (<u32>size) << 3;
}

export function peekBits(): u32 {
  return <u32>peekLong();
}

/** At least 57 of them. */
export function peekLong(): u64 {
  return load<u64>(data + (position >> 3)) >> <u64>(position & 7);
}

export function skipBits(count: u32): void {
  position += count;
}

/** Up to 25 bits. */
export function readBits(count: u32): u32 {
  const value = peekBits() & ((1 << count) - 1);
  position += count;
  checkEnd();
  return value;
}

export function checkEnd(): void {
  if (position > end) unreachable();
}
