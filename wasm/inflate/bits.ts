// The input's bits, low bit first (RFC 1951 §3.1.1). The buffer reads 8 bytes at a time, so the bytes after the input
// must be readable. `buffer` may already hold correct bits beyond `filled`.

// While symbols are decoded, these three are kept in local variables, which are registers.
export let buffer: u64 = 0;
export let filled: u32 = 0;
export let place: usize = 0;

export function setBits(newBuffer: u64, newFilled: u32, newPlace: usize): void {
  buffer = newBuffer;
  filled = newFilled;
  place = newPlace;
}

export function startBits(at: usize): void {
  buffer = 0;
  filled = 0;
  place = at;
}

/** At least 56 bits. */
export function refill(): void {
  buffer |= load<u64>(place) << filled;
  place += (63 - filled) >> 3;
  filled |= 56;
}

export function peek(count: u32): u32 {
  return <u32>buffer & ((1 << count) - 1);
}

export function drop(count: u32): void {
  buffer >>= count;
  filled -= count;
}

export function takeBits(count: u32): u32 {
  if (filled < count) refill();
  const bits = peek(count);
  drop(count);
  return bits;
}

/** Goes to the next whole byte; its place. */
export function alignToByte(): usize {
  place -= filled >> 3;
  buffer = 0;
  filled = 0;
  return place;
}

/** The place of the first byte of which no bit has been used. */
export function consumed(): usize {
  return place - (filled >> 3);
}

/** The input was moved this many bytes towards the beginning. */
export function moveBits(by: usize): void {
  place -= by;
}
