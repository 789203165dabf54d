// The range decoder of LZMA: each bit is decoded by its probability so far.

const PROBABILITY_BITS: u32 = 11;
const EVEN: u16 = 1 << 10;
const ADAPTING: u32 = 5;
const LEAST_RANGE: u32 = 1 << 24;

let range: u32 = 0;
let code: u32 = 0;
let at: usize = 0;
let end: usize = 0;

export function openRange(from: usize, size: usize): bool {
  if (size < 5 || load<u8>(from) !== 0) return false;
  range = 0xffffffff;
  code = bswap<u32>(load<u32>(from, 1));
  at = from + 5;
  end = from + size;
  return true;
}

/** More was read than there is. The excess is whatever follows in memory. */
export function isBeyondEnd(): bool {
  return at > end;
}

/** Probabilities are u16. */
export function makeEven(from: usize, count: usize): void {
  for (let i: usize = 0; i < count; i++) store<u16>(from + (i << 1), EVEN);
}

export function bit(probability: usize): u32 {
  const zero = <u32>load<u16>(probability);
  const bound = (range >> PROBABILITY_BITS) * zero;
  let value: u32 = 0;
  if (code < bound) {
    range = bound;
    store<u16>(probability, zero + (((1 << PROBABILITY_BITS) - zero) >> ADAPTING));
  } else {
    range -= bound;
    code -= bound;
    store<u16>(probability, zero - (zero >> ADAPTING));
    value = 1;
  }
  widen();
  return value;
}

/** Bits that are zero as often as one. */
export function evenBits(count: u32): u32 {
  let value: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    range >>= 1;
    const isOne = code >= range;
    if (isOne) code -= range;
    value = (value << 1) | <u32>isOne;
    widen();
  }
  return value;
}

/** A number in which the earlier bits select the probabilities of the later ones, high bit first. */
export function tree(probabilities: usize, bits: u32): u32 {
  let node: u32 = 1;
  for (let i: u32 = 0; i < bits; i++) node = (node << 1) | bit(probabilities + <usize>(node << 1));
  return node - (1 << bits);
}

/** Low bit first. */
export function lowTree(probabilities: usize, bits: u32): u32 {
  let node: u32 = 1;
  let value: u32 = 0;
  for (let i: u32 = 0; i < bits; i++) {
    const one = bit(probabilities + <usize>(node << 1));
    node = (node << 1) | one;
    value |= one << i;
  }
  return value;
}

function widen(): void {
  if (range >= LEAST_RANGE) return;
  range <<= 8;
  code = (code << 8) | <u32>load<u8>(at++);
}
