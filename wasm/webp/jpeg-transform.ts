// The forward DCT of 8 by 8 samples by Arai, Agui and Nakajima. Its scale factors are part of the quantizers.

function pass(at: usize, step: usize): void {
  const s0 = load<f32>(at);
  const s1 = load<f32>(at + step);
  const s2 = load<f32>(at + step * 2);
  const s3 = load<f32>(at + step * 3);
  const s4 = load<f32>(at + step * 4);
  const s5 = load<f32>(at + step * 5);
  const s6 = load<f32>(at + step * 6);
  const s7 = load<f32>(at + step * 7);
  const a0 = s0 + s7;
  const d7 = s0 - s7;
  const a1 = s1 + s6;
  const d6 = s1 - s6;
  const a2 = s2 + s5;
  const d5 = s2 - s5;
  const a3 = s3 + s4;
  const d4 = s3 - s4;

  const b0 = a0 + a3;
  const b3 = a0 - a3;
  const b1 = a1 + a2;
  const b2 = a1 - a2;
  store<f32>(at, b0 + b1);
  store<f32>(at + step * 4, b0 - b1);
  const z1 = (b2 + b3) * Mathf.SQRT1_2;
  store<f32>(at + step * 2, b3 + z1);
  store<f32>(at + step * 6, b3 - z1);

  const c0 = d4 + d5;
  const c1 = d5 + d6;
  const c2 = d6 + d7;
  const z5 = (c0 - c2) * <f32>0.382683433;
  const z2 = <f32>0.5411961 * c0 + z5;
  const z4 = <f32>1.306562965 * c2 + z5;
  const z3 = c1 * Mathf.SQRT1_2;
  const z11 = d7 + z3;
  const z13 = d7 - z3;
  store<f32>(at + step * 5, z13 + z2);
  store<f32>(at + step * 3, z13 - z2);
  store<f32>(at + step, z11 + z4);
  store<f32>(at + step * 7, z11 - z4);
}

/** In place, rows then columns. */
export function forwardTransform(block: usize): void {
  for (let i: usize = 0; i < 8; i++) pass(block + i * 32, 4);
  for (let i: usize = 0; i < 8; i++) pass(block + i * 4, 32);
}
