import { ZIGZAG } from "./tables.ts";

/** cos((2x + 1)uπ/16) with its factor, c(u) / 2, at 8u + x. */
export const WAVES = Float64Array.from({ length: 64 }, (_, i) => {
  const [u, x] = [i >> 3, i & 7];
  return (Math.cos(((2 * x + 1) * u * Math.PI) / 16) * (u === 0 ? Math.SQRT1_2 : 1)) / 2;
});

/** The samples of a block from its coefficients (§A.3.3). */
export class BlockSamples {
  readonly #samples = new Float64Array(64);

  of(values: Int16Array, at: number, quantizer: Float64Array): Float64Array {
    const samples = this.#samples;
    samples.fill(0);
    let rows = 0;
    for (let k = 0; k < 64; k++) {
      const value = values[at + k]!;
      if (value === 0) continue;
      const place = ZIGZAG[k]!;
      samples[place] = value * quantizer[k]!;
      rows |= 1 << (place >> 3);
    }
    for (let v = 0; v < 8; v++) if (((rows >> v) & 1) === 1) sumWaves(samples, v * 8, 1, 0);
    for (let x = 0; x < 8; x++) sumWaves(samples, x, 8, 128);
    return samples;
  }
}

/**
 * Replaces how much there is of eight waves by the samples of their sum. The second half of a wave is the first one in
 * reverse, with the sign changed for every other wave.
 */
function sumWaves(line: Float64Array, at: number, step: 1 | 8, base: number): void {
  const a = line[at]!;
  const b = line[at + step]!;
  const c = line[at + 2 * step]!;
  const d = line[at + 3 * step]!;
  const e = line[at + 4 * step]!;
  const f = line[at + 5 * step]!;
  const g = line[at + 6 * step]!;
  const h = line[at + 7 * step]!;
  for (let x = 0; x < 4; x++) {
    const even = a * WAVES[x]! + c * WAVES[16 + x]! + e * WAVES[32 + x]! + g * WAVES[48 + x]!;
    const odd = b * WAVES[8 + x]! + d * WAVES[24 + x]! + f * WAVES[40 + x]! + h * WAVES[56 + x]!;
    line[at + x * step] = base + even + odd;
    line[at + (7 - x) * step] = base + even - odd;
  }
}

/** The reverse: how much of each wave is in a block's samples (§A.3.3), at 8v + u. */
export function wavesOf(samples: Float64Array, into: Float64Array): void {
  const half = new Float64Array(64);
  for (let y = 0; y < 8; y++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let x = 0; x < 8; x++) sum += (samples[y * 8 + x]! - 128) * WAVES[u * 8 + x]!;
      half[y * 8 + u] = sum;
    }
  }
  for (let v = 0; v < 8; v++) {
    for (let u = 0; u < 8; u++) {
      let sum = 0;
      for (let y = 0; y < 8; y++) sum += half[y * 8 + u]! * WAVES[v * 8 + y]!;
      into[v * 8 + u] = sum;
    }
  }
}
