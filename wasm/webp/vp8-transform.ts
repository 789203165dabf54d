// Inverse transforms (RFC 6386 §14). Residuals are added to the prediction in the work area.

/** Bytes from one row of the work area to the next. */
export const STRIDE: usize = 32;

/** 20091 / 65536 + 1 is sqrt(2) cos(pi/8); 35468 / 65536 is sqrt(2) sin(pi/8). */
function cosine(value: i32): i32 {
  return ((value * 20091) >> 16) + value;
}

function sine(value: i32): i32 {
  return (value * 35468) >> 16;
}

export function clampByte(value: i32): i32 {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

function addTo(place: usize, residual: i32): void {
  store<u8>(place, clampByte(<i32>load<u8>(place) + (residual >> 3)));
}

const columnResults: usize = memory.data(64);

export function addTransform(block: usize, target: usize): void {
  for (let i: usize = 0; i < 4; i++) {
    const from = block + i * 2;
    const v0 = <i32>load<i16>(from);
    const v1 = <i32>load<i16>(from, 8);
    const v2 = <i32>load<i16>(from, 16);
    const v3 = <i32>load<i16>(from, 24);
    const a = v0 + v2;
    const b = v0 - v2;
    const c = sine(v1) - cosine(v3);
    const d = cosine(v1) + sine(v3);
    const to = columnResults + i * 16;
    store<i32>(to, a + d);
    store<i32>(to, b + c, 4);
    store<i32>(to, b - c, 8);
    store<i32>(to, a - d, 12);
  }
  for (let i: usize = 0; i < 4; i++) {
    const from = columnResults + i * 4;
    const v0 = load<i32>(from) + 4;
    const v1 = load<i32>(from, 16);
    const v2 = load<i32>(from, 32);
    const v3 = load<i32>(from, 48);
    const a = v0 + v2;
    const b = v0 - v2;
    const c = sine(v1) - cosine(v3);
    const d = cosine(v1) + sine(v3);
    const to = target + i * STRIDE;
    addTo(to, a + d);
    addTo(to + 1, b + c);
    addTo(to + 2, b - c);
    addTo(to + 3, a - d);
  }
}

export function addConstant(block: usize, target: usize): void {
  const residual = <i32>load<i16>(block) + 4;
  for (let y: usize = 0; y < 4; y++) {
    for (let x: usize = 0; x < 4; x++) addTo(target + y * STRIDE + x, residual);
  }
}

/** §14.3: spreads the second-order block over the DC coefficients of the sixteen luma blocks. */
export function inverseWalshHadamard(block: usize, coefficients: usize): void {
  for (let i: usize = 0; i < 4; i++) {
    const from = block + i * 2;
    const a0 = <i32>load<i16>(from) + <i32>load<i16>(from, 24);
    const a1 = <i32>load<i16>(from, 8) + <i32>load<i16>(from, 16);
    const a2 = <i32>load<i16>(from, 8) - <i32>load<i16>(from, 16);
    const a3 = <i32>load<i16>(from) - <i32>load<i16>(from, 24);
    const to = columnResults + i * 4;
    store<i32>(to, a0 + a1);
    store<i32>(to, a3 + a2, 16);
    store<i32>(to, a0 - a1, 32);
    store<i32>(to, a3 - a2, 48);
  }
  for (let i: usize = 0; i < 4; i++) {
    const from = columnResults + i * 16;
    const dc = load<i32>(from) + 3;
    const a0 = dc + load<i32>(from, 12);
    const a1 = load<i32>(from, 4) + load<i32>(from, 8);
    const a2 = load<i32>(from, 4) - load<i32>(from, 8);
    const a3 = dc - load<i32>(from, 12);
    const to = coefficients + i * 128;
    store<i16>(to, (a0 + a1) >> 3);
    store<i16>(to, (a3 + a2) >> 3, 32);
    store<i16>(to, (a0 - a1) >> 3, 64);
    store<i16>(to, (a3 - a2) >> 3, 96);
  }
}
