// The loop filter (RFC 6386 §15). `p` is the first pixel behind an edge; `step` leads across the edge.

import { clampByte } from "./vp8-transform";

function clampSigned(value: i32): i32 {
  return value < -128 ? -128 : value > 127 ? 127 : value;
}

/** Of a quarter-scale adjustment: what remains after the common shift. */
function clampEighth(value: i32): i32 {
  return value < -16 ? -16 : value > 15 ? 15 : value;
}

function pixel(place: usize): i32 {
  return <i32>load<u8>(place);
}

/** Moves the two pixels at the edge. */
function filter2(p: usize, step: usize): void {
  const p1 = pixel(p - 2 * step);
  const p0 = pixel(p - step);
  const q0 = pixel(p);
  const q1 = pixel(p + step);
  const a = 3 * (q0 - p0) + clampSigned(p1 - q1);
  store<u8>(p - step, clampByte(p0 + clampEighth((a + 3) >> 3)));
  store<u8>(p, clampByte(q0 - clampEighth((a + 4) >> 3)));
}

/** Moves two pixels on either side, at edges inside a macroblock. */
function filter4(p: usize, step: usize): void {
  const p1 = pixel(p - 2 * step);
  const p0 = pixel(p - step);
  const q0 = pixel(p);
  const q1 = pixel(p + step);
  const a = 3 * (q0 - p0);
  const a1 = clampEighth((a + 4) >> 3);
  const a2 = clampEighth((a + 3) >> 3);
  const a3 = (a1 + 1) >> 1;
  store<u8>(p - 2 * step, clampByte(p1 + a3));
  store<u8>(p - step, clampByte(p0 + a2));
  store<u8>(p, clampByte(q0 - a1));
  store<u8>(p + step, clampByte(q1 - a3));
}

/** Moves three pixels on either side, at edges between macroblocks. */
function filter6(p: usize, step: usize): void {
  const p2 = pixel(p - 3 * step);
  const p1 = pixel(p - 2 * step);
  const p0 = pixel(p - step);
  const q0 = pixel(p);
  const q1 = pixel(p + step);
  const q2 = pixel(p + 2 * step);
  const a = clampSigned(3 * (q0 - p0) + clampSigned(p1 - q1));
  const a1 = (27 * a + 63) >> 7;
  const a2 = (18 * a + 63) >> 7;
  const a3 = (9 * a + 63) >> 7;
  store<u8>(p - 3 * step, clampByte(p2 + a3));
  store<u8>(p - 2 * step, clampByte(p1 + a2));
  store<u8>(p - step, clampByte(p0 + a1));
  store<u8>(p, clampByte(q0 - a1));
  store<u8>(p + step, clampByte(q1 - a2));
  store<u8>(p + 2 * step, clampByte(q2 - a3));
}

function exceeds(a: i32, b: i32, limit: i32): bool {
  return abs(a - b) > limit;
}

/** §15.2: along `count` pixels of an edge. */
export function simpleEdge(p: usize, across: usize, along: usize, count: i32, limit: i32): void {
  const threshold = 2 * limit + 1;
  for (let i = 0; i < count; i++, p += along) {
    const difference = 4 * abs(pixel(p - across) - pixel(p)) + abs(pixel(p - 2 * across) - pixel(p + across));
    if (difference <= threshold) filter2(p, across);
  }
}

/** §15.3: along `count` pixels of an edge, between macroblocks or inside one. */
export function normalEdge(
  p: usize,
  across: usize,
  along: usize,
  count: i32,
  limit: i32,
  interior: i32,
  variance: i32,
  isInner: bool,
): void {
  const threshold = 2 * limit + 1;
  for (let i = 0; i < count; i++, p += along) {
    const p1 = pixel(p - 2 * across);
    const p0 = pixel(p - across);
    const q0 = pixel(p);
    const q1 = pixel(p + across);
    if (4 * abs(p0 - q0) + abs(p1 - q1) > threshold) continue;
    const p2 = pixel(p - 3 * across);
    const q2 = pixel(p + 2 * across);
    if (exceeds(pixel(p - 4 * across), p2, interior) || exceeds(p2, p1, interior) || exceeds(p1, p0, interior))
      continue;
    if (exceeds(pixel(p + 3 * across), q2, interior) || exceeds(q2, q1, interior) || exceeds(q1, q0, interior))
      continue;
    if (exceeds(p1, p0, variance) || exceeds(q1, q0, variance)) filter2(p, across);
    else if (isInner) filter4(p, across);
    else filter6(p, across);
  }
}
