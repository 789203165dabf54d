// The boolean entropy decoder of RFC 6386 §7. A frame has up to nine of them; one is read at a time.

let value: u64 = 0;
let range: u32 = 254;
/** Unread bits in `value` beyond the eight that a decision needs; negative: load more. */
let bits: i32 = -8;
let at: usize = 0;
let end: usize = 0;
let beyond: bool = false;

/** Bytes of a reader put aside. */
export const READER_BYTES: usize = 32;

export function openReader(start: usize, size: usize): void {
  value = 0;
  range = 254;
  bits = -8;
  at = start;
  end = start + size;
  beyond = false;
  refill();
}

export function storeReader(place: usize): void {
  store<u64>(place, value);
  store<u32>(place, range, 8);
  store<i32>(place, bits, 12);
  store<usize>(place, at, 16);
  store<usize>(place, end, 20);
  store<u32>(place, u32(beyond), 24);
}

export function loadReader(place: usize): void {
  value = load<u64>(place);
  range = load<u32>(place, 8);
  bits = load<i32>(place, 12);
  at = load<usize>(place, 16);
  end = load<usize>(place, 20);
  beyond = load<u32>(place, 24) !== 0;
}

/** Whether bits were asked for that the data does not have. */
export function isBeyondEnd(): bool {
  return beyond;
}

function refill(): void {
  if (at + 8 <= end) {
    value = (value << 56) | (bswap<u64>(load<u64>(at)) >> 8);
    at += 7;
    bits += 56;
  } else if (at < end) {
    value = (value << 8) | <u64>load<u8>(at);
    at++;
    bits += 8;
  } else if (!beyond) {
    value <<= 8;
    bits += 8;
    beyond = true;
  } else {
    bits = 0;
  }
}

export function readBool(probability: u32): u32 {
  if (bits < 0) refill();
  let width = range;
  const split = (width * probability) >> 8;
  const position = <u64>bits;
  let bit: u32 = 0;
  if (<u32>(value >> position) > split) {
    width -= split;
    value -= (<u64>(split + 1)) << position;
    bit = 1;
  } else {
    width = split + 1;
  }
  const shift = clz<u32>(width) - 24;
  bits -= <i32>shift;
  range = (width << shift) - 1;
  return bit;
}

/** The magnitude with a sign. Both signs are equally likely. */
export function readSigned(magnitude: i32): i32 {
  if (bits < 0) refill();
  const split = range >> 1;
  const position = <u64>bits;
  const negative = <u32>(value >> position) > split;
  bits -= 1;
  if (negative) {
    range -= 1;
    value -= (<u64>(split + 1)) << position;
  }
  range |= 1;
  return negative ? -magnitude : magnitude;
}

export function readFlag(): bool {
  return readBool(128) !== 0;
}

export function readNumber(count: i32): i32 {
  let result: i32 = 0;
  for (let i = 0; i < count; i++) result = (result << 1) | <i32>readBool(128);
  return result;
}

/** Magnitude, then sign. */
export function readSignedNumber(count: i32): i32 {
  const magnitude = readNumber(count);
  return readFlag() ? -magnitude : magnitude;
}

/** A number that is present only if a flag says so, else zero. */
export function readOptional(count: i32): i32 {
  return readFlag() ? readSignedNumber(count) : 0;
}
