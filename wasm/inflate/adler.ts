// Adler-32 (RFC 1950 §8), 16 bytes at a time.

/** The most bytes, in whole vectors, after which the sums are still below 2^32. */
const RUN: usize = 5536;
const MODULUS: u32 = 65521;

export function adler32(sum: u32, from: usize, to: usize): u32 {
  let a: u32 = sum & 0xffff;
  let b: u32 = sum >>> 16;
  const low = i16x8(16, 15, 14, 13, 12, 11, 10, 9);
  const high = i16x8(8, 7, 6, 5, 4, 3, 2, 1);
  let at = from;
  while (at + 16 <= to) {
    const stop = at + min(RUN, (to - at) & ~15);
    b += a * <u32>(stop - at);
    let sums = i32x4.splat(0);
    let earlier = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    for (; at < stop; at += 16) {
      const bytes = v128.load(at);
      earlier = i32x4.add(earlier, sums);
      sums = i32x4.add(sums, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes)));
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(bytes), low));
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(bytes), high));
    }
    a = (a + total(sums)) % MODULUS;
    b = (b + (total(earlier) << 4) + total(weighted)) % MODULUS;
  }
  for (; at < to; at++) {
    a += <u32>load<u8>(at);
    b += a;
  }
  return ((b % MODULUS) << 16) | (a % MODULUS);
}

function total(sums: v128): u32 {
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}
