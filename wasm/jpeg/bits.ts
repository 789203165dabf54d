/** ITU-T T.81 §F.2.2.1: the number that these bits stand for. Numbers above zero begin with a 1. */
export function signed(bits: u32, size: u32): i32 {
  if (size === 0) return 0;
  return bits >> (size - 1) === 0 ? <i32>bits - (1 << size) + 1 : <i32>bits;
}

/** Whether one of the four bytes is FF. */
export function holdsFf(bytes: u32): bool {
  return ((~bytes - 0x01010101) & bytes & 0x80808080) !== 0;
}
